package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.SeparatedValues;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of separated text whose first line names the columns, in any order. The field {@code a.b}
 * may be called {@code a_b} ({@link HeaderNames}). Columns that the table lacks are passed over.
 * Values are {@link SeparatedValues}; repeated ones are the text of a JSON array.
 *
 * <p>Hot: no object a row; the text of a doubled quote is resolved where it stands behind the rows
 * of the block.
 */
final class NamedRows implements RowParser {
    private final FoundFile source;
    private final FieldReader reader;
    private final int width;
    private final SeparatedValues values;
    private int[] fields = new int[0]; // of the columns of the file; -1 = none
    private boolean hasHeader;
    private String headerText = "";
    private boolean hasOthers;
    private long goodRows;

    // the block
    private byte[] bytes = new byte[0];
    private int extended;

    // the row
    private final int[] from;
    private final int[] to;

    NamedRows(FoundFile source, FieldReader reader) {
        this.source = source;
        this.reader = reader;
        width = source.table().fields().size();
        values = new SeparatedValues((byte) source.separator());
        from = new int[width];
        to = new int[width];
    }

    @Override
    public long rowsWithOthers() {
        return hasOthers ? goodRows : 0;
    }

    @Override
    public RowChunk parse(LineBlocks.Block block) {
        RowChunk chunk = new RowChunk(source, block);
        bytes = block.bytes();
        extended = block.length();
        long line = block.firstLine();
        int start = 0;
        while (start < block.length()) {
            int end = start;
            while (end < block.length() && bytes[end] != '\n') {
                end++;
            }
            int next = end + 1;
            end -= end > start && bytes[end - 1] == '\r' ? 1 : 0;
            if (end == start) {
                chunk.emptyLine();
            } else if (hasHeader) {
                row(chunk, line, start, end);
            } else {
                header(line, start, end);
                chunk.header();
            }
            line++;
            start = next;
        }
        chunk.extendTo(bytes);
        return chunk;
    }

    private void row(RowChunk chunk, long line, int start, int end) {
        Arrays.fill(from, 0);
        Arrays.fill(to, 0);
        values.begin(bytes, start, end);
        int count = 0;
        while (values.hasNext()) {
            if (!values.next()) {
                chunk.addBad(line, start, BadRow.NOT_CSV, SeparatedValues.OPEN_QUOTE);
                return;
            }
            if (count < fields.length && fields[count] >= 0) {
                note(fields[count]);
            }
            count++;
        }
        if (count != fields.length) {
            String found = count + " columns instead of " + fields.length;
            chunk.addBad(line, start, BadRow.COLUMN_COUNT, found);
            return;
        }
        long[][] target = chunk.rowColumns();
        for (int i = 0; i < width; i++) {
            if (!reader.read(i, bytes, from[i], to[i], target[i], chunk.size())) {
                if (RowScanner.text(bytes, start, end).equals(headerText)) {
                    chunk.header(); // the first line of a file that was put behind another one
                    return;
                }
                chunk.addBad(line, start, reader.reason(), reader.found());
                return;
            }
        }
        chunk.addGood(line, start);
        goodRows++;
    }

    /** Notes where the value of a field of the table stands. */
    private void note(int field) {
        int first = values.first();
        int last = values.last();
        if (values.hasDoubledQuotes()) {
            int resolved = extended;
            resolve(first, last);
            first = resolved;
            last = extended;
        }
        from[field] = first;
        to[field] = last;
    }

    /** Puts a text with doubled quotes behind the rows as it is meant. */
    private void resolve(int first, int last) {
        if (extended + last - first > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, extended + last - first));
        }
        for (int i = first; i < last; i++) {
            bytes[extended++] = bytes[i];
            i += bytes[i] == '"' ? 1 : 0;
        }
    }

    private void header(long line, int start, int end) {
        String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
        List<String> names = HeaderNames.of(text, source.separator()).names();
        Map<String, Integer> known = new HashMap<>();
        for (int i = 0; i < width; i++) {
            known.put(HeaderNames.normal(source.table().fields().get(i).name()), i);
        }
        fields = names.stream().mapToInt(name -> known.getOrDefault(name, -1)).toArray();
        hasOthers = names.stream().anyMatch(name -> !name.isEmpty() && !known.containsKey(name));
        hasHeader = true;
        headerText = text.replace("\uFEFF", "");
        for (int i = 0; i < width; i++) {
            Field field = source.table().fields().get(i);
            int column = i;
            long times = Arrays.stream(fields).filter(f -> f == column).count();
            if (times > 1 || (times == 0 && field.isMandatory())) {
                String shown = RowScanner.text(bytes, start, Math.min(end, start + 200));
                throw InputException.atLine(
                        source.path(),
                        line,
                        (times > 1 ? "the column " + field.name() + " twice" : "no column ")
                                + (times > 1 ? "" : field.name())
                                + " in \""
                                + shown
                                + "\"",
                        "a first line with the columns of " + source.table().tableName(),
                        null);
            }
        }
    }
}
