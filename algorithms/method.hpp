#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/parameter_table.hpp"

namespace plethos {

/// The description of a method without its construction. Everything that names methods is made from it: flags and their help, files, lists,
/// headers, studies, reports, messages.
struct MethodInfo {
  std::string name;
  std::string sentence;                        ///< what the method does; in help it follows the name in parentheses
  std::vector<ParameterInfo> parameters = {};  ///< its own; a name has the same meaning in every method
  std::uint64_t bytes_per_agent = 0;           ///< the most memory that it claims for each agent, besides some kilobytes in all
};

/// A family's registry: its methods, the default first. Each is a class with two static members: info(), and make<Execution>(...), which
/// returns a method for that kind of execution. The class stands beside the method and includes no Kokkos; make() is compiled with the
/// method's kernels.
template <class... Methods>
struct MethodList {
  static const std::vector<MethodInfo>& infos() {
    static const std::vector<MethodInfo> all{Methods::info()...};
    return all;
  }

  /// Returns use.operator()<Method>() with the method of that name. Messages call it a `family`. Errors: InputError for an unknown name.
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
