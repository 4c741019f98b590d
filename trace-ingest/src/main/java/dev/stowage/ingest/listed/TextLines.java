package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of a text without their ends; a byte order mark is taken away. */
public final class TextLines {
    private TextLines() {}

    /** What becomes of a line. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Takes a line.
         *
         * @param number of the line, from 1
         * @return false if the rest need not be read
         */
        boolean read(long number, String line);
    }

    /**
     * The first lines of a file, or all if it has fewer.
     *
     * @throws InputException if it is damaged or no text
     */
    public static List<String> first(Path file, int count) {
        List<String> first = new ArrayList<>();
        try (TextSource text = TextSource.open(file, bytes -> {})) {
            read(
                    text,
                    (number, line) -> {
                        first.add(line);
                        return first.size() < count;
                    });
        }
        return first;
    }

    /**
     * Reads a file, and notes it as one of a table; empty lines count as rows of it.
     *
     * @throws InputException if it is damaged or no text
     */
    public static void read(Path file, Listing listing, ListedTable table, Reader reader) {
        long[] rows = {0};
        long[] content = {0};
        try (TextSource text =
                TextSource.open(file, listing.request().selection().inflation(), bytes -> {})) {
            read(
                    text,
                    (number, line) -> {
                        rows[0]++;
                        table.read(1);
                        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                        content[0] += JobSample.mixed(JobSample.hash(bytes, 0, bytes.length));
                        return reader.read(number, line);
                    });
            String sum = text.sha256();
            listing.refuseCopy(file, table, rows[0], content[0]);
            listing.addFile(file, table, text.diskBytes(), rows[0], sum);
        }
    }

    private static void read(TextSource text, Reader reader) {
        LineBlocks blocks = new LineBlocks(text);
        for (LineBlocks.Block block = blocks.next(); block != null; block = blocks.next()) {
            if (block.firstLine() == 1) {
                LineBlocks.refuseCarriageReturns(text.path(), block);
            }
            long number = block.firstLine();
            int from = 0;
            while (from < block.length()) {
                int end = from;
                while (end < block.length() && block.bytes()[end] != '\n') {
                    end++;
                }
                String line = new String(block.bytes(), from, end - from, StandardCharsets.UTF_8);
                if (line.indexOf('\0') >= 0) {
                    throw InputException.atLine(
                            text.path(),
                            number,
                            "a zero byte",
                            "text",
                            "The file is of another kind.");
                }
                String plain = number == 1 ? line.replace("\uFEFF", "") : line;
                if (!reader.read(
                        number,
                        plain.endsWith("\r") ? plain.substring(0, plain.length() - 1) : plain)) {
                    return;
                }
                number++;
                from = end + 1;
            }
        }
    }
}
