package dev.stowage.cli;

import dev.stowage.basis.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, what was probably meant, and where the help is. */
final class UsageMessage {
    private static final Pattern UNKNOWN_SUBCOMMAND = Pattern.compile("Unknown subcommand '(.*)'");

    private UsageMessage() {}

    static String of(ParameterException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        return message(command, e) + "\n  See: stowage help" + path(command);
    }

    private static String message(CommandSpec command, ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(command, unmatched.getUnmatched().get(0));
        }
        List<String> unmatched = e.getCommandLine().getUnmatchedArguments();
        if (e instanceof MissingParameterException missing) {
            return unmatched.isEmpty()
                    ? missing(command, missing)
                    : unmatched(command, unmatched.get(0));
        }
        Matcher unknown = UNKNOWN_SUBCOMMAND.matcher(String.valueOf(e.getMessage()));
        return unknown.find() ? unmatched(command, unknown.group(1)) : other(e);
    }

    private static String unmatched(CommandSpec command, String argument) {
        if (argument.startsWith("-")) {
            String name = argument.contains("=") ? argument.split("=", 2)[0] : argument;
            return "found the unknown option "
                    + argument
                    + ", expected an option of "
                    + command.qualifiedName()
                    + hint(name, List.copyOf(command.optionsMap().keySet()));
        }
        if (command.subcommands().isEmpty()) {
            return "found one argument too many: " + argument;
        }
        List<String> commands = List.copyOf(command.subcommands().keySet());
        return "found the unknown command "
                + argument
                + ", expected one of "
                + String.join(", ", commands)
                + hint(argument, commands);
    }

    private static String missing(CommandSpec command, MissingParameterException e) {
        List<String> names = e.getMissing().stream().map(UsageMessage::name).toList();
        if (e.getMissing().size() == 1
                && e.getMissing().get(0) instanceof OptionSpec option
                && !option.required()) { // it is there, and its value is not
            return option.longestName() + ": found nothing, expected " + option.paramLabel();
        }
        return names.isEmpty()
                ? String.valueOf(e.getMessage())
                : "found no "
                        + String.join(" and no ", names)
                        + ", expected "
                        + String.join("", command.usageMessage().customSynopsis());
    }

    private static String other(ParameterException e) {
        ArgSpec argument = e.getArgSpec();
        String message = String.valueOf(e.getMessage());
        if (argument == null || e.getValue() == null || !message.startsWith("Invalid value")) {
            return message;
        }
        return name(argument) + ": found \"" + e.getValue() + "\", expected " + kind(argument);
    }

    private static String kind(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        Class<?> type = argument.type();
        if (candidates != null) {
            String names = String.join(", ", candidates);
            return "one of " + (type.isEnum() ? names.toLowerCase(Locale.ROOT) : names);
        }
        return type == double.class || type == Double.class
                ? "a number"
                : Number.class.isAssignableFrom(type) || type == long.class || type == int.class
                        ? "a whole number"
                        : "a " + type.getSimpleName();
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String hint(String text, List<String> known) {
        Optional<String> question = NearestName.question(text, known);
        return question.map(q -> "\n  " + q).orElse("");
    }

    private static String path(CommandSpec command) {
        String qualified = command.qualifiedName();
        int blank = qualified.indexOf(' ');
        return blank < 0
                ? (command.parent() == null ? "" : " " + qualified)
                : qualified.substring(blank);
    }
}
