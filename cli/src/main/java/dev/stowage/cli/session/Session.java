package dev.stowage.cli.session;

import dev.stowage.basis.Progress;
import dev.stowage.terminal.BarChart;
import dev.stowage.terminal.Printable;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.plan.SharedWork;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of one invocation: where results and messages go, whether a person watches, and
 * the environment. One per call of the command line.
 */
public final class Session {
    /** Where the terminal does not say how wide it is. */
    private static final int COLUMNS = 80;

    private final ResultStream results;
    private final PrintWriter help;
    private final PrintWriter out;
    private final PrintStream errStream;
    private final PrintWriter err;
    private final boolean outIsTerminal;
    private final boolean errIsTerminal;
    private @Nullable Throwable failure;
    private String failureMessage = "";
    private final Map<String, String> environment;
    private final SharedWork sharedWork;
    private @Nullable ProgressView progress;
    private @Nullable Heartbeat heartbeat;
    private @Nullable Thread ticking;

    /**
     * Takes the streams as they are; text is written in UTF-8.
     *
     * @param outIsTerminal true if a person reads {@code out}: colours
     * @param errIsTerminal true if a person reads {@code err}: progress bars
     */
    public Session(
            OutputStream out,
            OutputStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Map<String, String> environment) {
        this(out, err, outIsTerminal, errIsTerminal, environment, SharedWork.NONE);
    }

    /** A command of the session ended by this, of which a person reads {@code message}. */
    public void failed(Throwable thrown, String message) {
        failure = thrown;
        failureMessage = message;
    }

    /** By what a command of the session ended; null if it was no failure. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** What a person reads of the failure; empty if there was none. */
    public String failureMessage() {
        return failureMessage;
    }

    /** The session of one of several commands that nobody watches and that share their work. */
    public static Session sharing(
            SharedWork sharedWork,
            OutputStream out,
            OutputStream err,
            Map<String, String> environment) {
        return new Session(out, err, false, false, environment, sharedWork);
    }

    private Session(
            OutputStream out,
            OutputStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Map<String, String> environment,
            SharedWork sharedWork) {
        this.sharedWork = sharedWork;
        this.results = new ResultStream(out);
        this.help = new PrintWriter(results, false, StandardCharsets.UTF_8);
        this.out = new PrintWriter(new Printable(help), false);
        this.errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Writer messages = new OutputStreamWriter(errStream, StandardCharsets.UTF_8);
        this.err = new PrintWriter(new Printable(messages), true);
        this.outIsTerminal = outIsTerminal;
        this.errIsTerminal = errIsTerminal;
        this.environment = Map.copyOf(environment);
    }

    /** Our own words in colours of their own: help. Everything else goes to {@link #out}. */
    public PrintWriter help() {
        return help;
    }

    /** Results. */
    public PrintWriter out() {
        return out;
    }

    /** Messages and logs. */
    public PrintWriter err() {
        return err;
    }

    SharedWork sharedWork() {
        return sharedWork;
    }

    /** Variables of the environment. */
    Map<String, String> environment() {
        return environment;
    }

    /** Colours for results. */
    public Style outStyle(ColorMode mode) {
        return new Style(mode.isOn(outIsTerminal, refusesColor()));
    }

    /** Colours for messages. */
    public Style errStyle(ColorMode mode) {
        return new Style(mode.isOn(errIsTerminal, refusesColor()));
    }

    /** Charts as wide as the terminal, in blocks where the locale has them. */
    BarChart chart() {
        String locale =
                Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                        .map(name -> environment.getOrDefault(name, ""))
                        .filter(value -> !value.isEmpty())
                        .findFirst()
                        .orElse("");
        boolean isUnicode =
                locale.toUpperCase(Locale.ROOT).matches(".*UTF-?8.*")
                        && !environment.containsKey("STOWAGE_ASCII");
        return new BarChart(columns().orElse(COLUMNS), isUnicode);
    }

    /**
     * As wide as sentences are printed where the terminal says how wide it is: no wider than it,
     * nor than reads well.
     */
    OptionalInt proseWidth() {
        OptionalInt columns = columns();
        return columns.isPresent()
                ? OptionalInt.of(Math.min(Wrapped.WIDTH, columns.getAsInt()))
                : columns;
    }

    /** Characters in a line of the terminal, if it says so. */
    private OptionalInt columns() {
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9][0-9]{1,3}")
                ? OptionalInt.of(Integer.parseInt(columns))
                : OptionalInt.empty();
    }

    /** A bar on a terminal, a line now and then where nobody watches. */
    Progress progress() {
        if (!errIsTerminal) {
            if (heartbeat == null) {
                heartbeat = new Heartbeat(err, System::nanoTime);
                ticking = heartbeat.ticking();
            }
            return heartbeat;
        }
        if (progress == null) {
            progress = new ProgressView(errStream);
        }
        return progress;
    }

    /** Wipes a bar that is still there, so that a message starts on a line of its own. */
    public void clearProgress() {
        if (progress != null) {
            progress.done();
        }
    }

    /** Writes out what is left; returns what went wrong with the results, or null. */
    public @Nullable IOException finish() {
        clearProgress();
        if (ticking != null) {
            ticking.interrupt();
        }
        out.flush();
        err.flush();
        return results.failure();
    }

    /** True if the environment asks for no colour (see no-color.org). */
    private boolean refusesColor() {
        return !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || "dumb".equals(environment.get("TERM"));
    }
}
