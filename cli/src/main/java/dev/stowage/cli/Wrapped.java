package dev.stowage.cli;

import java.io.PrintWriter;

/** Sentences in lines of a width that reads well. */
final class Wrapped {
    private static final int WIDTH = 100;

    private Wrapped() {}

    /** The text with ordinary blanks. */
    static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    /** Prints a sentence in as many lines as it needs. */
    static void print(PrintWriter out, String sentence) {
        StringBuilder line = new StringBuilder();
        for (String word : plain(sentence).split(" ", -1)) {
            if (line.length() + word.length() + 1 > WIDTH) {
                out.println(line);
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        out.println(line);
    }
}
