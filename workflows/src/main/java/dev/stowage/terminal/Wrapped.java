package dev.stowage.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Sentences in lines of a width that reads well. */
public final class Wrapped {
    private static final int WIDTH = 100;
    private static final int NARROW = 80;

    private Wrapped() {}

    /** The text with ordinary blanks. */
    public static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    /** Prints a sentence in as many lines as it needs. */
    public static void print(PrintWriter out, String sentence) {
        lines(sentence).forEach(out::println);
    }

    /** What {@code text} prints, with sentences in lines of 80 characters. */
    public static void narrow(PrintWriter out, Consumer<PrintWriter> text) {
        StringWriter whole = new StringWriter();
        PrintWriter into = new PrintWriter(whole);
        text.accept(into);
        into.flush();
        whole.toString()
                .lines()
                .flatMap(
                        line ->
                                line.length() <= NARROW || line.contains("  ")
                                        ? Stream.of(line)
                                        : lines(line, NARROW).stream())
                .forEach(out::println);
    }

    /** A sentence in as many lines as it needs. */
    public static List<String> lines(String sentence) {
        return lines(sentence, WIDTH);
    }

    /** The same in lines of at most {@code width} characters, but for longer words. */
    public static List<String> lines(String sentence, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : plain(sentence).split(" ", -1)) {
            if (!line.isEmpty() && line.length() + word.length() + 1 > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
