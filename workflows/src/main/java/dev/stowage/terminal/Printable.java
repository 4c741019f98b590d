package dev.stowage.terminal;

import dev.stowage.basis.VisibleText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** {@link VisibleText} on its way to a terminal. Only the emphasis of {@link Style} passes. */
public final class Printable extends FilterWriter {
    public Printable(Writer target) {
        super(target);
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
        out.write(Style.onTerminal(VisibleText.of(text.substring(from, from + length))));
    }
}
