package dev.stowage.terminal;

/**
 * Emphasis for a terminal.
 *
 * @param on false: text comes out as it went in
 */
public record Style(boolean on) {
    /**
     * Stands for the begin of an escape until {@link Printable} has masked all others; nobody who
     * wrote a file could know it.
     */
    private static final String ESCAPE = "\ue000" + Long.toString(System.nanoTime(), 36) + "\ue000";

    /** Masked text with its emphasis as a terminal understands it. */
    static String onTerminal(String masked) {
        return masked.replace(ESCAPE, "\u001b[");
    }

    /** Headings and answers. */
    public String bold(String text) {
        return wrap("1", text);
    }

    /** What is there for reference. */
    public String dim(String text) {
        return wrap("2", text);
    }

    /** Good. */
    public String green(String text) {
        return wrap("32", text);
    }

    /** Mind this. */
    public String yellow(String text) {
        return wrap("33", text);
    }

    /** Bad. */
    public String red(String text) {
        return wrap("31", text);
    }

    private String wrap(String code, String text) {
        return on ? ESCAPE + code + "m" + text + ESCAPE + "0m" : text;
    }
}
