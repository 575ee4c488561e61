#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/parameter_table.hpp"

namespace plethos {

/// What there is to know of a method but how it is made. Everything that names methods (flags and their help, files, lists, headers,
/// studies, reports, messages) is made from this.
struct MethodInfo {
  std::string name;
  std::string sentence;                        ///< what it does, for help, where it follows the name in parentheses
  std::vector<ParameterInfo> parameters = {};  ///< its own; a name means the same in every method that has it
  std::uint64_t bytes_per_agent = 0;           ///< that it claims at most for each agent, but for some kilobytes in all
  std::int32_t words_per_agent = 0;            ///< of 32 bits that it remembers of each agent, in Agents::memory
};

/// A family's registry: its methods, the first of which is the default. Each is a class with two static members: info(), and
/// make<Execution>(...), which returns a method for that kind of execution. The class stands beside the method and includes no Kokkos;
/// make() is compiled with the method's kernels.
template <class... Methods>
struct MethodList {
  static const std::vector<MethodInfo>& infos() {
    static const std::vector<MethodInfo> all{Methods::info()...};
    return all;
  }

  /// Returns use.operator()<Method>() with the method of that name. `family` is what messages call it. Errors: InputError for an unknown
  /// name.
  template <class Use>
  static auto with(const char* family, const std::string& name, const Use& use) {
    std::common_type_t<decltype(use.template operator()<Methods>())...> result{};
    const bool found = ((Methods::info().name == name ? (result = use.template operator()<Methods>(), true) : false) || ...);
    if (!found) throw InputError(unknown_name_message(family, name, names()));
    return result;
  }

  static std::vector<std::string> names() { return {Methods::info().name...}; }
};

}  // namespace plethos
