package dev.stowage.cli;

/**
 * A column of a {@link TextTable}.
 *
 * @param heading its heading
 * @param isRight true for figures, which line up on the right
 */
record Column(String heading, boolean isRight) {
    static Column text(String heading) {
        return new Column(heading, false);
    }

    static Column figure(String heading) {
        return new Column(heading, true);
    }
}
