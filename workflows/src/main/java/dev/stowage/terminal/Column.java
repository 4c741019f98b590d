package dev.stowage.terminal;

/**
 * A column of a {@link TextTable}.
 *
 * @param heading its heading
 * @param isRight true for figures, which line up on the right
 */
public record Column(String heading, boolean isRight) {
    public static Column text(String heading) {
        return new Column(heading, false);
    }

    public static Column figure(String heading) {
        return new Column(heading, true);
    }
}
