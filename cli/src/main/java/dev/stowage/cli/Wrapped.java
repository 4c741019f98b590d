package dev.stowage.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

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
        lines(sentence).forEach(out::println);
    }

    /** A sentence in as many lines as it needs. */
    static List<String> lines(String sentence) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : plain(sentence).split(" ", -1)) {
            if (line.length() + word.length() + 1 > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
