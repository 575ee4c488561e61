#include "scenarios/cli/completion.hpp"

#include "core/error.hpp"
#include "scenarios/cli/help.hpp"
#include "scenarios/cli/option_names.hpp"

namespace plethos::cli {
namespace {

/// An option or an argument, as a shell is to know it.
struct Word {
  std::vector<std::string> dashed;  ///< "--agents"; empty: it is an argument
  std::string description;
  bool takes_value = false;
  bool repeats = false;
  std::vector<std::string> names;  ///< of its values; empty: files
};

struct Verb {
  std::string name, description;
  std::vector<Word> options, arguments;
};

std::vector<Verb> verbs_of(const CLI::App& program) {
  std::vector<Verb> verbs;
  for (const CLI::App* command : program.get_subcommands({})) {
    Verb verb{command->get_name(), command->get_description(), {}, {}};
    for (const OptionGroup& group : groups_of(*command)) {
      for (const CLI::Option* option : group.options) {
        Word word{{}, option->get_description(), option->get_type_size() > 0, option->get_items_expected_max() > 1, names_of(*option)};
        for (const std::string& name : option->get_snames()) word.dashed.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) word.dashed.push_back("--" + name);
        (word.dashed.empty() ? verb.arguments : verb.options).push_back(std::move(word));
      }
    }
    verbs.push_back(std::move(verb));
  }
  Verb help{"help", "Say what a command takes", {}, {{}}};
  for (const Verb& verb : verbs) help.arguments[0].names.push_back(verb.name);
  verbs.push_back(std::move(help));
  return verbs;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

/// Returns the text within single quotes, as all three shells read it.
std::string in_single_quotes(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Returns the first sentence, or what of it a menu has room for.
std::string short_text(const std::string& description) {
  constexpr std::size_t most = 70;
  std::string text = description.substr(0, description.find_first_of(":;("));
  if (text.size() > most) text = text.substr(0, text.rfind(' ', most));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string bash_script(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  std::string values, options, arguments;
  for (const Verb& verb : verbs) {
    names.push_back(verb.name);
    std::vector<std::string> dashed;
    for (const Word& word : verb.options) {
      std::vector<std::string> places;
      for (const std::string& name : word.dashed) {
        dashed.push_back(name);
        places.push_back("'" + verb.name + " " + name + "'");
      }
      // Without names nothing is offered, and bash completes files.
      if (word.takes_value) values += "    " + joined(places, " | ") + ") names=" + in_single_quotes(joined(word.names, " ")) + " ;;\n";
    }
    options += "      " + verb.name + ") names=" + in_single_quotes(joined(dashed, " ")) + " ;;\n";
    std::vector<std::string> all;
    for (const Word& word : verb.arguments) all.insert(all.end(), word.names.begin(), word.names.end());
    if (!all.empty()) arguments += "      " + verb.name + ") names=" + in_single_quotes(joined(all, " ")) + " ;;\n";
  }
  return "# Completion of plethos for bash, printed by `plethos completion bash`.\n"
         "_plethos() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} names=''\n"
         "  # Bash takes --option=value for three words.\n"
         "  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    mapfile -t COMPREPLY < <(compgen -W " +
         in_single_quotes(joined(names, " ") + " --help --version") +
         " -- \"$word\")\n"
         "    return\n"
         "  fi\n"
         "  case \"$verb $before\" in\n" +
         values +
         "    *)\n"
         "      if [[ $word == -* ]]; then\n"
         "        case $verb in\n" +
         options +
         "        esac\n"
         "      else\n"
         "        case $verb in\n" +
         arguments +
         "        esac\n"
         "      fi ;;\n"
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _plethos plethos\n";
}

/// Returns a text for a part of a specification of zsh's _arguments.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char c : text) result += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
  return result;
}

std::string zsh_values(const Word& word) {
  if (word.names.empty()) return "_files";
  const std::string names = "(" + joined(word.names, " ") + ")";
  // An argument with names is a file's path as well.
  return word.dashed.empty() ? "{ compadd -- " + joined(word.names, " ") + "; _files }" : names;
}

std::string zsh_script(const std::vector<Verb>& verbs) {
  std::string text =
      "#compdef plethos\n"
      "# Completion of plethos for zsh, printed by `plethos completion zsh`.\n"
      "_plethos() {\n"
      "  local -a verbs=(\n";
  for (const Verb& verb : verbs) text += "    " + in_single_quotes(verb.name + ":" + zsh_text(verb.description)) + "\n";
  text +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command verbs\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case ${words[1]} in\n";
  for (const Verb& verb : verbs) {
    text += "    " + verb.name + ")\n      _arguments";
    for (const Word& word : verb.options) {
      for (const std::string& name : word.dashed) {
        std::string specification =
            (word.repeats ? "*" : "") + name + (word.takes_value ? "=" : "") + "[" + zsh_text(short_text(word.description)) + "]";
        if (word.takes_value) specification += ":value:" + zsh_values(word);
        text += " \\\n        " + in_single_quotes(specification);
      }
    }
    for (const Word& word : verb.arguments) {
      const std::string about = zsh_text(short_text(word.description));
      text += " \\\n        " + in_single_quotes(":" + (about.empty() ? "name" : about) + ":" + zsh_values(word));
    }
    text += "\n      ;;\n";
  }
  return text +
         "  esac\n"
         "}\n"
         "_plethos \"$@\"\n";
}

std::string fish_script(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.push_back(verb.name);
  const std::string none = "'not __fish_seen_subcommand_from " + joined(names, " ") + "'";
  std::string text = "# Completion of plethos for fish, printed by `plethos completion fish`.\n";
  for (const Verb& verb : verbs) {
    text += "complete -c plethos -f -n " + none + " -a " + verb.name + " -d " + in_single_quotes(short_text(verb.description)) + "\n";
  }
  for (const Verb& verb : verbs) {
    const std::string begin = "complete -c plethos -n '__fish_seen_subcommand_from " + verb.name + "'";
    for (const Word& word : verb.options) {
      text += begin;
      for (const std::string& name : word.dashed) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (word.takes_value) text += word.names.empty() ? " -r -F" : " -x -a " + in_single_quotes(joined(word.names, " "));
      text += " -d " + in_single_quotes(short_text(word.description)) + "\n";
    }
    for (const Word& word : verb.arguments) {
      if (!word.names.empty()) text += begin + " -a " + in_single_quotes(joined(word.names, " ")) + "\n";
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> shell_names() { return {"bash", "zsh", "fish"}; }

std::string completion_script(const CLI::App& program, const std::string& shell) {
  const std::vector<Verb> verbs = verbs_of(program);
  if (shell == "bash") return bash_script(verbs);
  if (shell == "zsh") return zsh_script(verbs);
  if (shell == "fish") return fish_script(verbs);
  throw InputError("completion: " + unknown_name_message("shell", shell, shell_names()));
}

}  // namespace plethos::cli
