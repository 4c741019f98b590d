package dev.stowage.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sentences in lines of a width that reads well. */
public final class Wrapped {
    /** As wide as prose is printed, however wide the terminal is. */
    public static final int WIDTH = 100;

    private static final int NARROW = 80;

    /** Colours and weights take no room. */
    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");

    private Wrapped() {}

    /** The text with ordinary blanks. */
    public static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    /** Prints a sentence in as many lines as it needs. */
    public static void print(PrintWriter out, String sentence) {
        lines(sentence, width(out, WIDTH)).forEach(out::println);
    }

    /** What {@code text} prints beside tables, in lines of 80 characters. */
    public static void narrow(PrintWriter out, Consumer<PrintWriter> text) {
        within(width(out, NARROW), out, text);
    }

    private static int width(PrintWriter out, int most) {
        return out instanceof Page page ? Math.min(most, page.width) : most;
    }

    /**
     * What {@code text} prints, with sentences in lines of {@code width} characters. Tables,
     * indented lines and commands to copy stay as they are.
     */
    public static void within(int width, PrintWriter out, Consumer<PrintWriter> text) {
        StringWriter whole = new StringWriter();
        PrintWriter into = new Page(whole, width);
        text.accept(into);
        into.flush();
        whole.toString()
                .lines()
                .flatMap(line -> isKept(line) ? Stream.of(line) : lines(line, width).stream())
                .forEach(out::println);
    }

    /** What is printed into knows how wide it is. */
    private static final class Page extends PrintWriter {
        private final int width;

        Page(StringWriter text, int width) {
            super(text);
            this.width = width;
        }
    }

    private static boolean isKept(String line) {
        return line.contains("  ") || line.startsWith(" ") || line.startsWith("stowage ");
    }

    /** A sentence in lines of at most {@code width} characters, but for longer words. */
    public static List<String> lines(String sentence, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int length = 0;
        for (String word : plain(sentence).split(" (?!%)", -1)) {
            int shown = STYLE.matcher(word).replaceAll("").length();
            if (!line.isEmpty() && length + shown + 1 > width) {
                lines.add(line.toString());
                line.setLength(0);
                length = 0;
            }
            length += shown + (line.isEmpty() ? 0 : 1);
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
