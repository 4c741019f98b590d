package dev.stowage.cli;

/**
 * Emphasis for a terminal.
 *
 * @param on false: text comes out as it went in
 */
public record Style(boolean on) {
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
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
