#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/render/render.hpp"

namespace plethos::cli {

/// The options of `plethos render`.
struct RenderRequest {
  std::string input;
  std::string output;
  std::string color = "group";
  scenarios::RenderOptions options;
  std::string layers;                 ///< of a picture of paths; empty: all
  std::vector<std::int64_t> queries;  ///< scenarios::PathsRenderOptions
  std::optional<std::int64_t> ways;
  std::optional<std::uint64_t> world;  ///< the seed of the world of an ensemble that is drawn; none: all are
};

void add_render_options(CLI::App& command, RenderRequest& request);
void render(const RenderRequest& request);

}  // namespace plethos::cli
