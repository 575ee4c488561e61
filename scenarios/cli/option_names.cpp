#include "scenarios/cli/option_names.hpp"

#include <sstream>
#include <utility>

#include "core/known_name.hpp"

namespace plethos::cli {
namespace {

/// CLI11 puts what validators say of themselves behind the option's type, and a ':' between them. The names stand there.
constexpr char before_names = ':';

class TakenNames : public CLI::Validator {
 public:
  TakenNames(Names names, bool changes) : CLI::Validator("") {
    desc_function_ = [names] {
      std::string text;
      for (const std::string& name : names()) text += (text.empty() ? "" : " ") + name;
      return text;
    };
    func_ = [names, changes](std::string& value) {
      if (changes) value = known_name(value, names());
      return std::string();
    };
  }
};

}  // namespace

CLI::Option* take_names(CLI::Option* option, Names names) {
  return option->type_name("NAME")->transform(TakenNames(std::move(names), true));
}

CLI::Option* offer_names(CLI::Option* option, Names names) { return option->transform(TakenNames(std::move(names), false)); }

std::vector<std::string> names_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(before_names);
  std::vector<std::string> names;
  if (colon == std::string::npos) return names;
  std::istringstream words(type.substr(colon + 1));
  for (std::string name; words >> name;) names.push_back(name);
  return names;
}

std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(before_names));
}

}  // namespace plethos::cli
