#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "scenarios/render/render.hpp"

namespace plethos::cli {

/// The options of `plethos render`.
struct RenderRequest {
  std::string input;
  std::string output;
  std::string color = "group";
  scenarios::RenderOptions options;
};

void add_render_options(CLI::App& command, RenderRequest& request);
void render(const RenderRequest& request);

}  // namespace plethos::cli
