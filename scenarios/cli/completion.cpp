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
  std::vector<std::string> names;  ///< of its values
  bool files = false;              ///< its value may be a path
  bool comma_list = false;         ///< its value may be several names
};

struct Verb {
  std::string name, description;
  std::vector<Word> options, arguments;
};

/// Returns whether an option may take a path. CLI11 has no type for paths: they are texts.
bool takes_files(const CLI::Option& option) {
  const std::string type = type_of(option);
  if (type == "NAME") return option.get_description().find("TOML file") != std::string::npos;
  return names_of(option).empty() && (type == "TEXT" || type.find('.') != std::string::npos);
}

Verb verb_of(const CLI::App& command) {
  Verb verb{command.get_name(), command.get_description(), {}, {}};
  for (const OptionGroup& group : groups_of(command)) {
    for (const CLI::Option* option : group.options) {
      Word word;
      for (const std::string& name : option->get_snames()) word.dashed.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) word.dashed.push_back("--" + name);
      word.description = option->get_description();
      word.takes_value = option->get_items_expected_max() > 0;
      word.repeats = option->get_items_expected_max() > 1;
      word.names = names_of(*option);
      word.files = takes_files(*option);
      // A text with names of its parts is split by who reads it, not by CLI11.
      word.comma_list = option->get_delimiter() != '\0' || (!word.names.empty() && type_of(*option) == "TEXT");
      (word.dashed.empty() ? verb.arguments : verb.options).push_back(std::move(word));
    }
  }
  return verb;
}

std::vector<Verb> verbs_of(const CLI::App& program) {
  std::vector<Verb> verbs;
  for (const CLI::App* command : program.get_subcommands({})) verbs.push_back(verb_of(*command));
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

std::vector<std::string> dashed_of(const Verb& verb) {
  std::vector<std::string> dashed;
  for (const Word& word : verb.options) dashed.insert(dashed.end(), word.dashed.begin(), word.dashed.end());
  return dashed;
}

/// Returns "'run --agents'", for a shell that looks an option of a command up.
std::vector<std::string> keys_of(const Verb& verb, const Word& word) {
  std::vector<std::string> keys;
  for (const std::string& name : word.dashed) keys.push_back(in_single_quotes(verb.name + " " + name));
  return keys;
}

std::string bash_value(const Word& word) {
  const std::string kind = word.files ? "files" : word.comma_list ? "list" : "names";
  return "value=" + kind + " names=" + in_single_quotes(joined(word.names, " ")) + " ;;\n";
}

std::string bash_script(const Verb& program, const std::vector<Verb>& verbs) {
  std::vector<std::string> first;
  std::string values, options, arguments;
  for (const Verb& verb : verbs) {
    first.push_back(verb.name);
    for (const Word& word : verb.options) {
      if (word.takes_value) values += "        " + joined(keys_of(verb, word), " | ") + ") " + bash_value(word);
    }
    options += "        " + verb.name + ") names=" + in_single_quotes(joined(dashed_of(verb), " ")) + " ;;\n";
    for (std::size_t place = 0; place < verb.arguments.size(); ++place) {
      arguments += "        '" + verb.name + " " + std::to_string(place) + "') " + bash_value(verb.arguments[place]);
    }
  }
  for (const std::string& name : dashed_of(program)) first.push_back(name);
  return "# Completion of plethos for bash, printed by `plethos completion bash`.\n"
         "_plethos() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} value='' names='' place=0 before\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    names=" +
         in_single_quotes(joined(first, " ")) +
         "\n"
         "  else\n"
         "    for before in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
         "      # Bash takes --option=value for three words.\n"
         "      if [[ $before == '=' ]]; then value=${value:-unknown}; continue; fi\n"
         "      if [[ -n $value ]]; then value='' names=''; continue; fi\n"
         "      if [[ $before != -* ]]; then ((++place)); fi\n"
         "      case \"$verb $before\" in\n" +
         values +
         "      esac\n"
         "    done\n"
         "    if [[ $word == '=' ]]; then\n"
         "      word='' value=${value:-unknown}\n"
         "    elif [[ -z $value && $word == -* ]]; then\n"
         "      case $verb in\n" +
         options +
         "      esac\n"
         "    elif [[ -z $value ]]; then\n"
         "      case \"$verb $place\" in\n" +
         arguments +
         "      esac\n"
         "    fi\n"
         "  fi\n"
         "  # Where nothing is found, bash completes files, unless it is told not to.\n"
         "  [[ $value == files ]] || compopt +o default\n"
         "  before=''\n"
         "  if [[ $value == list && $word == *,* ]]; then before=${word%,*},; fi\n"
         "  mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$names\" -- \"${word#\"$before\"}\")\n"
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
  const std::string names = joined(word.names, " ");
  if (names.empty()) return word.files ? "_files" : " ";
  if (word.files) return "{ compadd -- " + names + "; _files }";
  return word.comma_list ? "{ _values -s , name " + names + " }" : "(" + names + ")";
}

/// Returns what _arguments is told of a command.
std::string zsh_specifications(const Verb& verb) {
  std::vector<std::string> specifications;
  for (const Word& word : verb.options) {
    const std::string about = "[" + zsh_text(short_text(word.description)) + "]";
    for (const std::string& name : word.dashed) {
      specifications.push_back((word.repeats ? "*" : "") + name + (word.takes_value ? "=" + about + ":value:" + zsh_values(word) : about));
    }
  }
  for (const Word& word : verb.arguments) {
    const std::string about = zsh_text(short_text(word.description));
    specifications.push_back(":" + (about.empty() ? "name" : about) + ":" + zsh_values(word));
  }
  std::string text;
  for (const std::string& specification : specifications) text += " \\\n        " + in_single_quotes(specification);
  return text;
}

std::string zsh_script(const Verb& program, const std::vector<Verb>& verbs) {
  std::string text =
      "#compdef plethos\n"
      "# Completion of plethos for zsh, printed by `plethos completion zsh`.\n"
      "_plethos() {\n"
      "  local -a verbs=(\n";
  for (const Verb& verb : verbs) text += "    " + in_single_quotes(verb.name + ":" + zsh_text(verb.description)) + "\n";
  text +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _arguments" +
      zsh_specifications(program) +
      " \\\n        ':command:{ _describe command verbs }'\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case ${words[1]} in\n";
  for (const Verb& verb : verbs) text += "    " + verb.name + ")\n      _arguments" + zsh_specifications(verb) + "\n      ;;\n";
  return text +
         "  esac\n"
         "}\n"
         "_plethos \"$@\"\n";
}

/// Returns the lines for the options of a command.
std::string fish_options(const Verb& verb) {
  std::string text;
  for (const Word& word : verb.options) {
    text += "complete -c plethos -n \"__plethos_at '" + verb.name + "'\"";
    for (const std::string& name : word.dashed) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (word.takes_value) text += word.files ? " -r -F" : " -x";
    const std::string names = joined(word.names, " ");
    if (!names.empty()) text += " -a " + in_single_quotes(word.comma_list ? "(__plethos_list " + names + ")" : names);
    text += " -d " + in_single_quotes(short_text(word.description)) + "\n";
  }
  return text;
}

std::string fish_script(const Verb& program, const std::vector<Verb>& verbs) {
  std::string with_value, lines = fish_options(program);
  for (const Verb& verb : verbs) {
    lines += "complete -c plethos -n \"__plethos_at ''\" -a " + verb.name + " -d " + in_single_quotes(short_text(verb.description)) + "\n";
  }
  for (const Verb& verb : verbs) {
    lines += fish_options(verb);
    for (const Word& word : verb.options) {
      if (word.takes_value) with_value += " " + joined(keys_of(verb, word), " ");
    }
    for (std::size_t place = 0; place < verb.arguments.size(); ++place) {
      const Word& word = verb.arguments[place];
      lines += "complete -c plethos -n \"__plethos_at '" + verb.name + "' " + std::to_string(place) + "\"" + (word.files ? " -F" : "") +
               " -a " + in_single_quotes(joined(word.names, " ")) + "\n";
    }
  }
  return "# Completion of plethos for fish, printed by `plethos completion fish`.\n"
         "\n"
         "# Says whether this is the command and, if a number is given, whether so many arguments stand before the word.\n"
         "function __plethos_at\n"
         "    set -l words (commandline -opc)\n"
         "    test \"$words[2]\" = \"$argv[1]\"; or return\n"
         "    set -q argv[2]; or return 0\n"
         "    set -l place 0\n"
         "    set -l option\n"
         "    for word in $words[3..-1]\n"
         "        if set -q option[1]\n"
         "            set option\n"
         "            continue\n"
         "        end\n"
         "        switch \"$argv[1] $word\"\n"
         "            case" +
         with_value +
         "\n"
         "                set option $word\n"
         "            case '* -*'\n"
         "            case '*'\n"
         "                set place (math $place + 1)\n"
         "        end\n"
         "    end\n"
         "    test $place = $argv[2]\n"
         "end\n"
         "\n"
         "# Prints names, each behind those that stand before the last comma.\n"
         "function __plethos_list\n"
         "    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '.*,')\n"
         "    printf '%s\\n' \"$before\"$argv\n"
         "end\n"
         "\n"
         "complete -c plethos -f\n" +
         lines;
}

}  // namespace

std::vector<std::string> shell_names() { return {"bash", "zsh", "fish"}; }

std::string completion_script(const CLI::App& program, const std::string& shell) {
  Verb whole = verb_of(program);
  whole.name.clear();  // its options stand where no command does
  const std::vector<Verb> verbs = verbs_of(program);
  if (shell == "bash") return bash_script(whole, verbs);
  if (shell == "zsh") return zsh_script(whole, verbs);
  if (shell == "fish") return fish_script(whole, verbs);
  throw InputError("completion: " + unknown_name_message("shell", shell, shell_names()));
}

}  // namespace plethos::cli
