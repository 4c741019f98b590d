package dev.stowage.ingest.text;

import dev.stowage.basis.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text as blocks of whole lines. A block is handed over: whoever gets it may keep it, so that
 * fields are used where they lie.
 */
public final class LineBlocks {
    /** Normal size of a block: large enough to amortise, small enough for the caches. */
    public static final int BLOCK_BYTES = 1 << 18;

    /** The longest line that is taken for one. */
    public static final int MAX_LINE_BYTES = 1 << 20;

    /**
     * Whole lines.
     *
     * @param bytes the text; of these only {@code [0, length)} count
     * @param length ends after a line feed, but for a last line without one
     * @param firstLine number of its first line, from 1
     * @param lineFeeds how many it has
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
    public record Block(byte[] bytes, int length, long firstLine, int lineFeeds) {
        /** The same, counted here. */
        public Block(byte[] bytes, int length, long firstLine) {
            this(bytes, length, firstLine, EightBytes.lineFeeds(bytes, length));
        }
    }

    private final TextSource source;
    private byte[] rest = new byte[0];
    private long line = 1;
    private boolean isAtEnd;

    public LineBlocks(TextSource source) {
        this.source = source;
    }

    /**
     * The next block, or null at the end.
     *
     * @throws InputException if a line is longer than {@link #MAX_LINE_BYTES}, or the file damaged
     */
    public @Nullable Block next() {
        if (isAtEnd) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(rest, Math.max(BLOCK_BYTES, 2 * rest.length));
        int length = rest.length;
        while (true) {
            length = fill(bytes, length);
            int end = isAtEnd ? length : lastLineEnd(bytes, length);
            if (length > MAX_LINE_BYTES) {
                refuseLongLines(bytes, end > 0 ? end : length);
            }
            if (end > 0 || isAtEnd) {
                return block(bytes, end, length);
            }
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
    }

    /**
     * Takes the first block of a text.
     *
     * @throws InputException if its lines end with a carriage return alone
     */
    public static void refuseCarriageReturns(Path path, Block block) {
        for (int i = 0; block.lineFeeds() == 0 && i < block.length() - 1; i++) {
            if (block.bytes()[i] == '\r') {
                throw InputException.of(
                        path,
                        "lines that end with a carriage return alone",
                        "lines that end with a line feed",
                        "Convert it with `tr '\\r' '\\n'`.");
            }
        }
    }

    private void refuseLongLines(byte[] bytes, int length) {
        int start = 0;
        long number = line;
        for (int i = 0; i <= length; i++) {
            if (i - start > MAX_LINE_BYTES) {
                source.refuseDamage();
                throw InputException.atLine(
                        source.path(),
                        number,
                        "a line of more than " + MAX_LINE_BYTES + " bytes",
                        "lines of text",
                        "The file is not text, or another format.");
            }
            if (i < length && bytes[i] == '\n') {
                start = i + 1;
                number++;
            }
        }
    }

    private int fill(byte[] bytes, int from) {
        int length = from;
        while (length < bytes.length && !isAtEnd) {
            int count = read(bytes, length);
            if (count < 0) {
                isAtEnd = true;
            } else {
                length += count;
            }
        }
        return length;
    }

    /** What is wrong with the file is said with the line up to which it is fine. */
    private int read(byte[] bytes, int from) {
        try {
            return source.read(bytes, from, bytes.length - from);
        } catch (InputException e) {
            InputException.Issue issue = e.issues().get(0);
            long lines = line + EightBytes.lineFeeds(bytes, from);
            throw InputException.atLine(
                            source.path(), lines, issue.found(), issue.expected(), issue.remedy())
                    .causedBy(e);
        }
    }

    private static int lastLineEnd(byte[] bytes, int length) {
        int end = length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private @Nullable Block block(byte[] bytes, int end, int length) {
        rest = Arrays.copyOfRange(bytes, end, length);
        if (end == 0) {
            return null;
        }
        Block block = new Block(bytes, end, line);
        line += block.lineFeeds();
        return block;
    }
}
