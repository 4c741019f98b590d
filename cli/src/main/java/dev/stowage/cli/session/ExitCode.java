package dev.stowage.cli.session;

import java.util.Locale;

/** How a command ended, as the number that the process exits with. */
public enum ExitCode {
    /** Done. */
    DONE(0),
    /** Done, and the answer is no: objective not met, outside tolerance. */
    NO(1),
    /** Wrong usage: unknown option, command or policy on the command line. */
    USAGE(2),
    /** Bad input: a file, a scenario, an output that exists. */
    INPUT(3),
    /** Failure: disk full, read-only, internal error. */
    FAILURE(4),
    /**
     * Interrupted by the user; the number that the JVM itself exits with on SIGINT. On SIGTERM it
     * is 143.
     */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number that the process exits with. */
    public int code() {
        return code;
    }

    /** The same as a word, for {@code --json}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
