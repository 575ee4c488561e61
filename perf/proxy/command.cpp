#include "perf/proxy/command.hpp"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "backends/device_facts.hpp"
#include "backends/ranks/agree.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "perf/proxy/result.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/cli/attempts.hpp"
#include "scenarios/cli/backend_check.hpp"
#include "scenarios/cli/bound_waiting.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/cli/help.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/cli/option_names.hpp"
#include "scenarios/cli/option_values.hpp"
#include "scenarios/cli/options.hpp"
#include "scenarios/cli/outputs.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/rank_session.hpp"
#include "scenarios/run/interrupt.hpp"
#include "scenarios/run/machine_json.hpp"
#include "scenarios/run/time_left.hpp"
#include "scenarios/run/version.hpp"

namespace plethos::proxy {
namespace {

constexpr const char* list_title = "Proxies (plethos proxy NAME; a TOML file's path works as a name)";
constexpr std::int64_t usual_share = 50;  // percent

/// The options of `plethos proxy`.
struct ProxyRequest {
  std::string name;  ///< a deck's name, or the path of a TOML file
  std::string size = "small";
  std::vector<std::int64_t> shares;  ///< percent; empty: the usual one
  backends::BackendOptions backend;
  std::string json;
  bool quiet = false;
  cli::Call call;
};

std::vector<std::string> deck_names() {
  std::vector<std::string> names;
  for (const scenarios::EmbeddedText& entry : deck_texts()) names.emplace_back(entry.name);
  return names;
}

/// Returns the shares of memory to work with, as parts of it; 0 for a size that takes none.
std::vector<double> shares_of(const ProxyRequest& request, const DeckSize& size) {
  if (!size.takes_share()) {
    if (!request.shares.empty() && !request.quiet) cli::warn_of_no_effect("--memory-share", "with --size " + size.name);
    return {0};
  }
  std::vector<double> shares;
  for (const std::int64_t percent : request.shares) shares.push_back(0.01 * static_cast<double>(percent));
  return shares.empty() ? std::vector{0.01 * static_cast<double>(usual_share)} : shares;
}

cli::Header header_of(const Deck& deck, const DeckSize& size, const backends::Backend& backend, const Json& machine,
                      const backends::Ranks& ranks) {
  cli::Header header{{"plethos", scenarios::version()}, {"deck", deck.name + ": " + deck.title}, {"size", size.name}};
  if (!ranks.alone()) {
    header.emplace_back("ranks", std::to_string(ranks.size()) + ", " + ranks.library() + "; the lines below are of rank 0");
  }
  for (auto& entry : cli::place_header(backend, machine)) header.push_back(std::move(entry));
  return header;
}

std::optional<Measured> measure_shown(const Deck& deck, const DeckSize& size, const Place& place, bool quiet) {
  std::optional<cli::Progress> progress;
  std::optional<scenarios::TimeLeft> time_left;
  std::optional<Measured> measured = measure(deck, size, place, [&](std::int64_t done, std::int64_t all) {
    if (!progress) {
      progress.emplace(all, quiet);
      time_left.emplace(static_cast<double>(all));
    }
    progress->update(done, [&](double seconds) {
      time_left->update(static_cast<double>(done), seconds);
      return cli::Progress::Words{
          scenarios::duration_text(time_left->seconds()) + " left",
          ", " + std::to_string(done) + " of " + std::to_string(all) + (deck.work == Work::crowd ? " steps" : " passes")};
    });
  });
  if (progress) progress->finish();
  return measured;
}

/// Together: throws InputError if ranks were given different options.
void require_same_options(const backends::Ranks& ranks, const ProxyRequest& request, const Deck& deck, const backends::Backend& backend) {
  if (ranks.alone()) return;
  cli::require_same(ranks, scenarios::version(), "different builds of plethos, expected the same on all");
  cli::require_same(ranks, deck.source + request.size + request.json, "different decks, sizes or files, expected the same on all");
  cli::require_same(ranks, backend.same_bits() ? "" : backend.lanes(), "lanes that round differently, expected lanes that round alike");
}

int run(ProxyRequest request) {
  const cli::CallRecord call(request.call.all);
  if (request.backend.name.empty()) {
    request.backend.name = backends::why_device_is_unavailable().empty() ? backends::device_backend() : backends::BackendOptions().name;
  }
  if (request.backend.name == "openmp") cli::bound_waiting(request.call.all);
  std::optional<scenarios::EndAtOnce> unstarted(std::in_place);
  std::vector<char*>& kokkos = request.call.kokkos;
  const backends::Ranks& ranks = request.call.ranks->join(static_cast<int>(kokkos.size()), kokkos.data(), "proxy");
  request.quiet = request.quiet || ranks.rank() != 0;
  cli::share_threads(ranks.ranks_on_processors(), request.backend);
  cli::check_backend(request.backend);
  if (!request.quiet) cli::warn_of_no_effect(request.backend);
  const Deck deck = find_deck(request.name);
  const DeckSize& size = deck.size(request.size);
  const std::vector<double> shares = shares_of(request, size);
  std::optional<cli::JsonOutput> json;
  backends::on_rank_0(ranks, [&] {
    const std::vector<cli::NamedFile> inputs =
        request.name == deck.name ? std::vector<cli::NamedFile>() : std::vector<cli::NamedFile>{{"proxy", request.name}};
    cli::check_outputs({{{"--json", cli::file_of_json(request.json)}, scenarios::OutputKind::json}}, inputs);
    if (!request.json.empty()) json.emplace(request.json);
  });
  auto kokkos_arguments = static_cast<int>(kokkos.size());
  kokkos.push_back(nullptr);
  const backends::Runtime runtime(kokkos_arguments, kokkos.data(), request.backend.threads);
  const backends::Backend backend = backends::make_backend(request.backend);
  if (!backend.same_bits()) {
    throw InputError("--lanes: found " + backend.lanes() +
                     ", which has no fused multiply-add and rounds otherwise than the sums on record");
  }
  require_same_options(ranks, request, deck, backend);
  cli::warn_of_crowded_ranks(ranks, backend, request.quiet);
  const std::uint64_t memory = backends::memory(backend).total;
  const Json machine = scenarios::machine_record(ranks.library());
  const cli::Header header = header_of(deck, size, backend, machine, ranks);
  if (!request.quiet) cli::print(header);

  const scenarios::InterruptGuard guard;
  unstarted.reset();
  std::vector<Result> results;
  for (const double share : shares) {
    const std::optional<Measured> measured = measure_shown(deck, size, {backend, ranks, share}, request.quiet);
    if (!measured) break;
    results.push_back({share, *measured, ranks.rank() == 0 ? first_difference(deck, size, *measured) : ""});
  }
  const bool interrupted = results.size() < shares.size();
  std::string difference;
  for (const Result& result : results) difference = difference.empty() ? result.difference : difference;
  cli::Attempts attempts;
  attempts([&] {
    if (!json) return;
    Json document = call.json("plethos-proxy");
    for (const auto& [name, value] : header) document["header"][name] = value;
    document.update({{"machine", machine},
                     {"deck", deck.name},
                     {"deck_hash", study::hash_text(deck.source)},
                     {"size", size.name},
                     {"backend", backend.name},
                     {"lanes", backend.lanes()},
                     {"threads", backend.threads},
                     {"ranks", ranks.size()},
                     {"results", Json::array()},
                     {"verified", !interrupted && difference.empty()},
                     {"interrupted", interrupted},
                     {"wall_s", call.wall_seconds()}});
    for (const Result& result : results) document["results"].push_back(result_json(deck, size, result, memory));
    json->write(document);
  });
  if (!request.quiet && !results.empty()) print(deck, results, memory);
  backends::on_rank_0(ranks, [&] { attempts.finish(); });
  if (interrupted) return 130;
  backends::on_rank_0(ranks, [&] {
    if (!difference.empty()) throw MachineError(difference);
  });
  if (!request.quiet) std::printf("VERIFIED\n");
  return 0;
}

/// Prints what a deck is.
void show(const std::string& name) {
  const Deck deck = find_deck(name);
  std::printf("\n%s: %s\n", deck.name.c_str(), deck.title.c_str());
  if (!deck.description.empty()) std::printf("%s", cli::wrapped(deck.description, cli::help_columns(), 2).c_str());
  std::printf("\n  figure of merit: %s; sizes:", deck.unit());
  for (const DeckSize& size : deck.sizes) std::printf(" %s", size.name.c_str());
  std::printf("\n");
}

void add_options(CLI::App& command, ProxyRequest& request) {
  cli::take_names(command.add_option("deck", request.name, "A deck's name (plethos list) or a TOML file (docs/guide/proxy.md)")->required(),
                  deck_names);
  cli::take_names(command.add_option("--size", request.size, "How much work: small, node, or machine, which fills a share of the memory")
                      ->capture_default_str(),
                  size_names);
  command
      .add_option(
          "--memory-share", request.shares,
          "Percent of the backend's memory that --size machine fills, such as 50, or several for a table: 5,10,20,40,80 (default: 50)")
      ->delimiter(',')
      ->check(cli::in_range(std::int64_t{5}, std::int64_t{80}));
  request.backend.name.clear();
  cli::add_backend_options(command, request.backend);
  command.get_option("--backend")->default_str("a GPU if there is one, else openmp");
  command.option_defaults()->group("What comes out");
  cli::add_json_option(command, request.json);
  command.add_flag("--quiet", request.quiet, "Print nothing but errors");
  command.footer(
      "Ends with VERIFIED if its sums are those on record, else with exit code 3.\n"
      "\n"
      "  plethos proxy orca\n"
      "  plethos proxy jam --size node --json jam.json\n"
      "  plethos proxy fields --size machine --memory-share 5,10,20,40,80\n");
}

}  // namespace

cli::Command proxy_command() {
  cli::Command proxy{"proxy", "Measure one declared figure of this machine, by work whose sums are on record", true, true,
                     [](CLI::App& command, const cli::Call& call) {
                       const auto request = std::make_shared<ProxyRequest>();
                       request->call = call;
                       add_options(command, *request);
                       return [request] { return run(*request); };
                     }};
  proxy.listing = cli::Listing{"proxy", list_title, list_decks, show};
  return proxy;
}

}  // namespace plethos::proxy
