package dev.stowage.cli.session;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.option.Quantities;
import dev.stowage.terminal.BarChart;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.plan.SharedWork;
import java.io.PrintWriter;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that every command has, and what they govern: results, messages, progress, threads.
 * Mixed into a command with {@code @Mixin CommonOptions common}.
 */
public final class CommonOptions {
    private static final int MOST_THREADS = 1024;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--json",
            order = 90,
            description = "Print the result as JSON, for other programs.")
    private boolean json;

    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--color",
            order = 92,
            paramLabel = "WHEN",
            defaultValue = "auto",
            completionCandidates = ColorMode.Candidates.class,
            description = "Colour: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ColorMode color = ColorMode.AUTO;

    @Option(
            names = {"-q", "--quiet"},
            order = 93,
            description = "Say nothing but results and errors.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            arity = "0",
            order = 94,
            description = "Say more on stderr; -vv also shows logs and stack traces.")
    private boolean[] verbose = {};

    @Option(
            names = {"-h", "--help"},
            order = 95,
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(
            names = "--threads",
            order = 91,
            paramLabel = "N",
            description = "Threads to use; never changes a result (default: all cores).")
    void setThreads(int value) {
        if (value < 1 || value > MOST_THREADS) {
            throw new ParameterException(
                    command.commandLine(),
                    "--threads: found "
                            + value
                            + ", expected a whole number from 1 to "
                            + MOST_THREADS);
        }
        threads = value;
    }

    /** Number of threads to use, at least 1. */
    public int threads() {
        return threads;
    }

    /** True if the result is to be printed as JSON. */
    public boolean isJson() {
        return json;
    }

    /** True if notes and progress are unwanted. */
    public boolean isQuiet() {
        return quiet;
    }

    /** 0, or how often {@code -v} was given. */
    public int verbosity() {
        return verbose.length;
    }

    /** Where results go. */
    public PrintWriter out() {
        return session().out();
    }

    /** Prints a result: as JSON if that is asked for, else as text. */
    public void print(Object result, Consumer<PrintWriter> text) {
        if (json) {
            out().print(Json.text(result));
        } else {
            OptionalInt width = session().proseWidth();
            if (width.isPresent()) {
                Wrapped.within(width.getAsInt(), out(), text);
            } else {
                text.accept(out());
            }
        }
    }

    /** Characters in a line of text: what the terminal has, and at most {@code most}. */
    public int width(int most) {
        return Math.min(most, session().proseWidth().orElse(most));
    }

    /** Colours for results. */
    public Style style() {
        return session().outStyle(color);
    }

    /** Charts for results, as wide as the terminal and in its characters. */
    public BarChart chart() {
        return session().chart();
    }

    /** Says something on stderr that is no result: what was written, what was assumed. */
    public void note(String text) {
        if (!quiet) {
            session().out().flush();
            session().err().println(text);
        }
    }

    /** Says something on stderr that is only of interest with {@code -v}. */
    public void detail(String text) {
        if (verbosity() > 0 && !quiet) {
            session().err().println(text);
        }
    }

    /** Warns on stderr, even with {@code -q}. */
    public void warn(String text) {
        session().clearProgress();
        session().out().flush();
        session().err().println(session().errStyle(color).yellow("stowage: warning: ") + text);
    }

    /** Variables of the environment. */
    public Map<String, String> environment() {
        return session().environment();
    }

    /** A bar on stderr if a person watches, else a line every ten seconds; silence with -q. */
    public Progress progress() {
        return quiet ? Progress.NONE : session().progress();
    }

    /** Wrong usage of this command, found after parsing: exit 2. */
    public RuntimeException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** True if an option stands on the command line. */
    public boolean isGiven(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** The options on the command line but those of every command, each by its longest name. */
    public List<String> given() {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> !isOfEveryCommand(option))
                .map(OptionSpec::longestName)
                .toList();
    }

    private static boolean isOfEveryCommand(OptionSpec option) {
        return option.userObject() instanceof Member member
                && member.getDeclaringClass() == CommonOptions.class;
    }

    /** The value of an argument; what is wrong with it is wrong usage, not bad input: exit 2. */
    public <T> T argument(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InputException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** The time that an option gives, microseconds; empty if it is not given. */
    public OptionalLong time(String option, @Nullable String text) {
        return text == null
                ? OptionalLong.empty()
                : OptionalLong.of(argument(() -> Quantities.micros(option, text)));
    }

    /** The size of an option in bytes, if it was given. */
    public OptionalLong bytes(String option, @Nullable String text) {
        return text == null
                ? OptionalLong.empty()
                : OptionalLong.of(argument(() -> Quantities.bytes(option, text)));
    }

    /** What the commands of a sweep have in common; a single one has nothing. */
    public SharedWork sharedWork() {
        return session().sharedWork();
    }

    private Session session() {
        return ((StowageCommand) command.root().userObject()).session();
    }
}
