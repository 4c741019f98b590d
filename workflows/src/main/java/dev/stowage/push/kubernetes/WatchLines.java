package dev.stowage.push.kubernetes;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Puts what arrives in pieces together to lines: a watch answers with a document on each. */
final class WatchLines {
    private final Consumer<String> line;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /**
     * From bytes to lines.
     *
     * @param line takes each one that is whole and not empty
     */
    WatchLines(Consumer<String> line) {
        this.line = line;
    }

    /** The next piece. */
    void take(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            byte next = piece.get();
            if (next != '\n') {
                begun.write(next);
            } else if (begun.size() > 0) {
                String whole = begun.toString(StandardCharsets.UTF_8);
                begun.reset();
                line.accept(whole);
            }
        }
    }
}
