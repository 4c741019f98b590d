package dev.stowage.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Text on its way to a terminal, with everything in it visible: names and values come from files of
 * anybody, and a terminal obeys what is written in them. A character that a terminal would act on
 * is written as {@code \u001b}, which JSON reads as the same character. Only the emphasis of {@link
 * Style} passes.
 */
public final class Printable extends FilterWriter {
    public Printable(Writer target) {
        super(target);
    }

    /** {@code text} as a terminal may see it. */
    static String of(String text) {
        if (text.chars().noneMatch(Printable::isActed)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            visible.append(isActed(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return visible.toString();
    }

    /** True for what moves the cursor, changes colours, rings or turns the direction of text. */
    private static boolean isActed(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t')
                || (c >= '\u200e' && c <= '\u200f')
                || (c >= '\u2028' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }

    @Override
    public void write(int c) throws IOException {
        write(String.valueOf((char) c));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length));
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        out.write(Style.onTerminal(of(text.substring(from, from + length))));
    }
}
