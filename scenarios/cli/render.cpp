#include "scenarios/cli/render.hpp"
namespace plethos::cli {
void add_render_options(CLI::App&, RenderRequest&) {}
void render(const RenderRequest&) {}
}
