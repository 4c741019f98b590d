package dev.stowage.scenario.columns;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small CSV with a header, whose columns are read by name; its cells hold no commas. */
public final class CsvColumns {
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path file;
    private final List<String> header;
    private final List<String[]> rows = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();

    private CsvColumns(Path file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads a file, without its blank lines; in a file of one column a blank line before a record
     * is an empty field.
     *
     * @param expected what errors say that it should be
     * @throws InputException if it can't be read, has no row, or a row has too few or many fields
     */
    public static CsvColumns read(Path file, String expected) {
        List<String> all = lines(file, expected);
        CsvColumns columns = new CsvColumns(file, header(file, all.get(0)));
        int last = all.size() - 1;
        while (last > 0 && all.get(last).isBlank()) {
            last--;
        }
        boolean isNarrow = columns.header().size() == 1;
        for (int i = 1; i <= last; i++) {
            if (isNarrow || !all.get(i).isBlank()) {
                columns.add(i + 1, split(all.get(i)));
            }
        }
        if (columns.rows.isEmpty()) {
            throw InputException.of(file, "no row below the header", expected, null);
        }
        return columns;
    }

    /** Names of columns, each once; a byte order mark before them is no part of a name. */
    private static List<String> header(Path file, String line) {
        List<String> names = split(line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line);
        for (int i = 0; i < names.size(); i++) {
            if (names.indexOf(names.get(i)) < i) {
                throw InputException.atLine(
                        file, 1, "the column " + names.get(i) + " twice", "each column once", null);
            }
        }
        return names;
    }

    private static List<String> lines(Path file, String expected) {
        try {
            List<String> all = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (all.isEmpty()) {
                throw InputException.of(file, "an empty file", expected, null);
            }
            return all;
        } catch (IOException e) {
            throw InputException.of(file, "a file that can't be read", expected, "Check the path.")
                    .causedBy(e);
        }
    }

    private static List<String> split(String line) {
        return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private void add(int line, List<String> cells) {
        if (cells.size() != header.size()) {
            throw InputException.atLine(
                    file,
                    line,
                    cells.size() + " fields",
                    header.size() + " as in the header",
                    null);
        }
        rows.add(cells.toArray(String[]::new));
        lines.add(line);
    }

    public int size() {
        return rows.size();
    }

    /** Names of the columns. */
    public List<String> header() {
        return header;
    }

    /** Line of a row in the file, from 1. */
    public int line(int row) {
        return lines.get(row);
    }

    /** True if there is such a column. */
    public boolean has(String column) {
        return header.contains(column);
    }

    /** A cell. */
    public String text(int row, String column) {
        return rows.get(row)[at(column)];
    }

    /** All cells of a row, in the order of the header. */
    public List<String> texts(int row) {
        return List.of(rows.get(row));
    }

    /** A cell that is a finite number. */
    public double number(int row, String column) {
        String text = text(row, column);
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw wrong(row, "\"" + text + "\" in " + column, "a number", null);
    }

    /** What is wrong with a row. */
    public InputException wrong(int row, String found, String expected, @Nullable String remedy) {
        return InputException.atLine(file, line(row), found, expected, remedy);
    }

    private int at(String column) {
        int at = header.indexOf(column);
        if (at < 0) {
            throw InputException.atLine(
                    file,
                    1,
                    "no column \"" + column + "\"",
                    "one of " + String.join(", ", header),
                    null);
        }
        return at;
    }
}
