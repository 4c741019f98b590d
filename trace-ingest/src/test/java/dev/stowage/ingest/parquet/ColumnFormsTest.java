package dev.stowage.ingest.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every form in which a column may be written, against Parquet's own reader and DuckDB. */
final class ColumnFormsTest {
    private static final int PAGE = ChunkEncoder.PAGE_ROWS;
    private static final int MORE_THAN_A_GROUP = 260_000; // of so many columns
    private static final long[] EXTREMES = {
        Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 53
    };
    private static final double[] SPECIAL = {
        Double.NaN, -0.0, 0.0, Double.MIN_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY, 1.5
    };

    @TempDir Path folder;

    /** Columns by name, with the value of each row; null = absent. */
    private static Map<Column, IntFunction<@Nullable Object>> columns() {
        Map<Column, IntFunction<@Nullable Object>> all = new LinkedHashMap<>();
        addLongs(all);
        addInts(all);
        addDoubles(all);
        addTexts(all);
        all.put(Column.required("truth", Column.Type.BOOLEAN, ""), row -> row % 3 == 0);
        all.put(Column.required("always", Column.Type.BOOLEAN, ""), row -> true);
        all.put(optional("truthOrNot", Column.Type.BOOLEAN), row -> row % 7 == 0 ? null : row > 99);
        return all;
    }

    private static void addLongs(Map<Column, IntFunction<@Nullable Object>> all) {
        Column.Type type = Column.Type.INT64;
        all.put(Column.required("ascending", type, ""), row -> row * 1_000_003L);
        all.put(Column.required("random", type, ""), row -> random(row));
        all.put(Column.required("same", type, ""), row -> -7L);
        all.put(Column.required("extremes", type, ""), row -> EXTREMES[row % 8]);
        all.put(Column.required("runs", type, ""), row -> random(row / 11) % 1000);
        all.put(Column.required("lateChange", type, ""), row -> row < PAGE ? 5L : random(row));
        all.put(
                Column.required("descendingFar", type, ""),
                row -> Long.MAX_VALUE - random(row) / 3);
        all.put(optional("neverThere", type), row -> null);
        all.put(optional("alwaysThere", type), row -> (long) row);
        all.put(optional("firstOnly", type), row -> row == 0 ? 3L : null);
        all.put(optional("lateOnly", type), row -> row >= PAGE ? (Long) (row % 5L) : null);
        all.put(optional("oftenThere", type), row -> random(row) % 3 == 0 ? null : random(-row));
        all.put(optional("sameOrNull", type), row -> row % 2 == 0 ? null : (Long) 9L);
    }

    private static void addInts(Map<Column, IntFunction<@Nullable Object>> all) {
        Column.Type type = Column.Type.INT32;
        all.put(Column.required("intExtremes", type, ""), row -> (int) EXTREMES[4 + row % 3]);
        all.put(Column.required("intAcross", type, ""), row -> row % 2 == 0 ? row : ~row);
        all.put(
                Column.required("intWraps", type, ""),
                row -> row % 2 == 0 ? Integer.MIN_VALUE + row : Integer.MAX_VALUE - row);
        all.put(Column.required("intRandom", type, ""), row -> (int) random(row));
        all.put(optional("intSometimes", type), row -> row % 4 == 1 ? (Integer) (row % 9) : null);
    }

    private static void addDoubles(Map<Column, IntFunction<@Nullable Object>> all) {
        Column.Type type = Column.Type.DOUBLE;
        all.put(Column.required("ratio", type, ""), row -> row / 7.0);
        all.put(Column.required("half", type, ""), row -> 0.5);
        all.put(Column.required("notANumber", type, ""), row -> Double.NaN);
        all.put(Column.required("special", type, ""), row -> SPECIAL[row % 7]);
        all.put(Column.required("zeros", type, ""), row -> row % 2 == 0 ? -0.0 : 0.0);
        all.put(optional("few", type), row -> row % 5 == 0 ? null : (Double) (row % 3 / 2.0));
    }

    private static void addTexts(Map<Column, IntFunction<@Nullable Object>> all) {
        Column.Type type = Column.Type.STRING;
        all.put(Column.required("word", type, ""), row -> row % 3 == 0 ? "one" : "another");
        all.put(Column.required("oneWord", type, ""), row -> "söme Wörd \uD83D\uDE80");
        all.put(Column.required("eachItsOwn", type, ""), row -> "näme-" + random(row));
        all.put(optional("empty", type), row -> row % 2 == 0 ? "" : null);
        all.put(optional("noWord", type), row -> null);
        all.put(optional("long", type), row -> row % 64 == 3 ? "x".repeat(2000) + row : "y");
    }

    private static Column optional(String name, Column.Type type) {
        return Column.optional(name, type, "");
    }

    private static long random(int row) {
        return new SplittableRandom(row).nextLong();
    }

    private Path write(String name, int rows) {
        Map<Column, IntFunction<@Nullable Object>> all = columns();
        Path file = folder.resolve(name);
        try (ColumnFileWriter writer =
                ColumnFileWriter.create(file, "forms", List.copyOf(all.keySet()))) {
            for (int row = 0; row < rows; row++) {
                for (IntFunction<@Nullable Object> column : all.values()) {
                    put(writer, column.apply(row));
                }
                writer.endRow();
            }
        }
        return file;
    }

    private static void put(ColumnFileWriter writer, @Nullable Object value) {
        if (value == null) {
            writer.putNull();
        } else if (value instanceof Long number) {
            writer.putLong(number);
        } else if (value instanceof Integer number) {
            writer.putInt(number);
        } else if (value instanceof Double number) {
            writer.putDouble(number);
        } else if (value instanceof Boolean truth) {
            writer.putBoolean(truth);
        } else {
            String text = (String) value;
            if (text.length() % 2 == 0) {
                writer.putString(text);
            } else {
                writer.putString(text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** No row, one, less than a pack, more than a page, more than a row group of this width. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 9, ChunkEncoder.PAGE_ROWS + 1, MORE_THAN_A_GROUP})
    void parquetsOwnReaderGetsWhatWasWritten(int rows) {
        Map<Column, IntFunction<@Nullable Object>> all = columns();
        List<Column> columns = List.copyOf(all.keySet());
        int first = 0;
        try (ColumnFileReader reader = ColumnFileReader.open(write("a.parquet", rows), columns)) {
            while (reader.nextGroup()) {
                for (int i = 0; i < columns.size(); i++) {
                    Column column = columns.get(i);
                    IntFunction<@Nullable Object> expected =
                            Objects.requireNonNull(all.get(column));
                    compare(column, reader.column(i), reader.groupRows(), first, expected);
                }
                first += reader.groupRows();
            }
        }
        assertThat(first).isEqualTo(rows);
    }

    private static void compare(
            Column column,
            ColumnCursor cursor,
            int rows,
            int first,
            IntFunction<@Nullable Object> expected) {
        IntFunction<@Nullable Object> found = read(column, cursor, rows);
        for (int i = 0; i < rows; i++) {
            if (!Objects.equals(found.apply(i), expectedOf(column, expected.apply(first + i)))) {
                assertThat(found.apply(i))
                        .as(column.name() + " of row " + (first + i))
                        .isEqualTo(expectedOf(column, expected.apply(first + i)));
            }
        }
    }

    /** What the cursor has for an absent value. */
    private static @Nullable Object expectedOf(Column column, @Nullable Object value) {
        return switch (column.type()) {
            case INT64 -> value == null ? (Long) Long.MIN_VALUE : value;
            case INT32 -> value == null ? (Integer) Integer.MIN_VALUE : value;
            case DOUBLE -> value == null ? (Double) Double.NaN : value;
            case BOOLEAN ->
                    value == null ? (Byte) (byte) -1 : (Byte) (byte) (value.equals(true) ? 1 : 0);
            case STRING -> value;
        };
    }

    private static IntFunction<@Nullable Object> read(
            Column column, ColumnCursor cursor, int rows) {
        switch (column.type()) {
            case INT64 -> {
                long[] values = new long[rows];
                cursor.longs(values, rows, Long.MIN_VALUE);
                return i -> values[i];
            }
            case INT32 -> {
                int[] values = new int[rows];
                cursor.ints(values, rows, Integer.MIN_VALUE);
                return i -> values[i];
            }
            case DOUBLE -> {
                double[] values = new double[rows];
                cursor.doubles(values, rows);
                return i -> values[i];
            }
            case BOOLEAN -> {
                byte[] values = new byte[rows];
                cursor.flags(values, rows);
                return i -> values[i];
            }
            case STRING -> {
                @Nullable String[] values = new String[rows];
                cursor.strings(values, rows);
                return i -> values[i];
            }
        }
        throw new IllegalArgumentException(column.toString());
    }

    @Test
    void duckDbGetsWhatWasWritten() throws SQLException {
        int rows = PAGE + 100;
        Path file = write("b.parquet", rows);
        Map<Column, IntFunction<@Nullable Object>> all = columns();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet result =
                        duck.createStatement().executeQuery("select * from '" + file + "'")) {
            int row = 0;
            for (; result.next(); row++) {
                int i = 1;
                for (IntFunction<@Nullable Object> column : all.values()) {
                    Object found = result.getObject(i++);
                    if (!Objects.equals(found, column.apply(row))) {
                        assertThat(found)
                                .as("column " + i + " of row " + row)
                                .isEqualTo(column.apply(row));
                    }
                }
            }
            assertThat(row).isEqualTo(rows);
        }
    }

    /** A filter that DuckDB answers from least and largest values, page index and dictionary. */
    @Test
    void duckDbFindsRowsByTheirValues() throws SQLException {
        int rows = 3 * PAGE;
        Path file = write("c.parquet", rows);
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            for (Map.Entry<Column, IntFunction<@Nullable Object>> entry : columns().entrySet()) {
                if (entry.getKey().type() != Column.Type.INT64) {
                    continue;
                }
                for (int row : new int[] {1, PAGE, rows - 1}) {
                    Object wanted = entry.getValue().apply(row);
                    long expected = 0;
                    for (int i = 0; i < rows && wanted != null; i++) {
                        expected += wanted.equals(entry.getValue().apply(i)) ? 1 : 0;
                    }
                    String query =
                            "select count(*) from '%s' where %s = %s"
                                    .formatted(file, entry.getKey().name(), wanted);
                    try (ResultSet result = duck.createStatement().executeQuery(query)) {
                        result.next();
                        assertThat(result.getLong(1)).as(query).isEqualTo(expected);
                    }
                }
            }
        }
    }

    @Test
    void leastLargestAndNullsAreThoseOfTheValues() throws IOException {
        int rows = MORE_THAN_A_GROUP;
        Path path = write("d.parquet", rows);
        Map<Column, IntFunction<@Nullable Object>> all = columns();
        try (ParquetFileReader file = ColumnFileReader.openFile(path, "")) {
            int first = 0;
            for (BlockMetaData group : file.getFooter().getBlocks()) {
                int i = 0;
                for (IntFunction<@Nullable Object> column : all.values()) {
                    int end = first + (int) group.getRowCount();
                    compare(group.getColumns().get(i++), column, first, end);
                }
                first += (int) group.getRowCount();
            }
            assertThat(file.getFooter().getBlocks()).hasSizeGreaterThan(1);
            assertThat(first).isEqualTo(rows);
        }
    }

    private static void compare(
            ColumnChunkMetaData chunk, IntFunction<@Nullable Object> column, int from, int to) {
        List<Object> values = new ArrayList<>();
        for (int row = from; row < to; row++) {
            Object value = column.apply(row);
            if (value != null) {
                values.add(value);
            }
        }
        Statistics<?> found = chunk.getStatistics();
        String name = chunk.getPath().toDotString();
        assertThat(found.getNumNulls()).as(name).isEqualTo(to - from - values.size());
        values.removeIf(value -> value instanceof Double number && number.isNaN());
        assertThat(found.hasNonNullValue()).as(name).isEqualTo(!values.isEmpty());
        if (!values.isEmpty()) {
            values.sort(ColumnFormsTest::order);
            assertThat(plain(found.genericGetMin())).as(name).isEqualTo(plain(values.get(0)));
            assertThat(plain(found.genericGetMax()))
                    .as(name)
                    .isEqualTo(plain(values.get(values.size() - 1)));
        }
    }

    /** The order of Parquet: texts by their bytes without sign. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int order(Object a, Object b) {
        return a instanceof String text
                ? Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8),
                        ((String) b).getBytes(StandardCharsets.UTF_8))
                : ((Comparable) a).compareTo(b);
    }

    /** Both zeros are one to Parquet. */
    private static Object plain(Object value) {
        if (value instanceof Binary binary) {
            return binary.toStringUsingUTF8();
        }
        return value instanceof Double number ? (Double) (number + 0.0) : value;
    }

    @Test
    void takesTheFormThatSuitsTheValues() throws IOException {
        Path path = write("e.parquet", PAGE + 1);
        Map<String, Encoding> expected =
                Map.of(
                        "ascending", Encoding.DELTA_BINARY_PACKED,
                        "random", Encoding.PLAIN,
                        "same", Encoding.RLE_DICTIONARY,
                        "extremes", Encoding.RLE_DICTIONARY,
                        "neverThere", Encoding.PLAIN,
                        "ratio", Encoding.PLAIN,
                        "few", Encoding.RLE_DICTIONARY,
                        "word", Encoding.RLE_DICTIONARY,
                        "eachItsOwn", Encoding.PLAIN);
        try (ParquetFileReader file = ColumnFileReader.openFile(path, "")) {
            for (ColumnChunkMetaData chunk : file.getFooter().getBlocks().get(0).getColumns()) {
                Encoding encoding = expected.get(chunk.getPath().toDotString());
                if (encoding != null) {
                    assertThat(chunk.getEncodings())
                            .as(chunk.getPath().toDotString())
                            .contains(encoding);
                }
            }
        }
    }

    @Test
    void theSameValuesGiveTheSameBytes() throws IOException {
        assertThat(Files.mismatch(write("f.parquet", 70_000), write("g.parquet", 70_000)))
                .isEqualTo(-1);
    }

    @Test
    void endsAGroupBeforeItsTextsOutgrowMemory() {
        Path file = folder.resolve("texts.parquet");
        String tail = "z".repeat(1 << 20);
        Column text = Column.required("text", Column.Type.STRING, "");
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "texts", List.of(text))) {
            for (int row = 0; row < 100; row++) {
                writer.putString(row + tail);
                writer.endRow();
            }
        }
        int groups = 0;
        int row = 0;
        try (ColumnFileReader reader = ColumnFileReader.open(file, List.of(text))) {
            for (; reader.nextGroup(); groups++) {
                @Nullable String[] texts = new String[reader.groupRows()];
                reader.column(0).strings(texts, texts.length);
                for (String found : texts) {
                    assertThat(found).isEqualTo(row++ + tail);
                }
            }
        }
        assertThat(groups).isGreaterThan(1);
        assertThat(row).isEqualTo(100);
    }
}
