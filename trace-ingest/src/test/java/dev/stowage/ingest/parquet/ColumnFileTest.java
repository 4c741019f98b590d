package dev.stowage.ingest.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ColumnFileTest {
    private static final int ROWS = ColumnFileWriter.ROWS_PER_GROUP + 1000;
    private static final List<Column> COLUMNS =
            List.of(
                    Column.required("time", Column.Type.INT64, ""),
                    Column.optional("size", Column.Type.INT64, ""),
                    Column.required("number", Column.Type.INT32, ""),
                    Column.optional("ratio", Column.Type.DOUBLE, ""),
                    Column.required("flag", Column.Type.BOOLEAN, ""),
                    Column.optional("word", Column.Type.STRING, ""));

    @TempDir Path folder;

    private Path write(String name, int rows) {
        Path file = folder.resolve(name);
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "sample", COLUMNS)) {
            for (int i = 0; i < rows; i++) {
                writer.putLong(i * 1000L);
                writer.putLongOrNull(i % 3 == 0 ? -1 : i * 7L, -1);
                writer.putInt(i % 100);
                if (i % 5 == 0) {
                    writer.putNull();
                } else {
                    writer.putDouble(i / 4.0);
                }
                writer.putBoolean(i % 2 == 0);
                if (i % 4 == 0) {
                    writer.putNull();
                } else {
                    writer.putString(i % 4 == 1 ? "ONE" : "MORE");
                }
                writer.endRow();
            }
            assertThat(writer.rows()).isEqualTo(rows);
        }
        return file;
    }

    @Test
    void readsBackWhatItWroteGroupByGroup() {
        Path file = write("a.parquet", ROWS);
        int seen = 0;
        try (ColumnFileReader reader = ColumnFileReader.open(file, COLUMNS)) {
            assertThat(reader.rows()).isEqualTo(ROWS);
            while (reader.nextGroup()) {
                int n = reader.groupRows();
                long[] times = new long[n];
                long[] sizes = new long[n];
                int[] numbers = new int[n];
                double[] ratios = new double[n];
                boolean[] flags = new boolean[n];
                byte[] words = new byte[n];
                int half = n / 2;
                reader.column(0).longs(times, half, -1);
                assertThat(times[half - 1]).isEqualTo((seen + half - 1) * 1000L);
                reader.column(0).longs(times, n - half, -1);
                reader.column(1).longs(sizes, n, -1);
                reader.column(2).ints(numbers, n, -1);
                reader.column(3).doubles(ratios, n);
                reader.column(4).booleans(flags, n);
                reader.column(5).words(words, n, List.of("ONE", "MORE"));
                for (int i = 0; i < n; i++) {
                    int row = seen + i;
                    assertThat(sizes[i]).isEqualTo(row % 3 == 0 ? -1 : row * 7L);
                    assertThat(numbers[i]).isEqualTo(row % 100);
                    assertThat((Double) ratios[i])
                            .isEqualTo((Double) (row % 5 == 0 ? Double.NaN : row / 4.0));
                    assertThat(flags[i]).isEqualTo(row % 2 == 0);
                    assertThat((int) words[i]).isEqualTo(new int[] {-1, 0, 1, 1}[row % 4]);
                }
                seen += n;
            }
        }
        assertThat(seen).isEqualTo(ROWS);
    }

    @Test
    void duckDbReadsTheSameCountsAndSums() throws SQLException {
        Path file = write("b.parquet", ROWS);
        long sumOfSizes = 0;
        for (int i = 0; i < ROWS; i++) {
            sumOfSizes += i % 3 == 0 ? 0 : i * 7L;
        }
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet result =
                        duck.createStatement()
                                .executeQuery(
                                        "select count(*), sum(size), count(ratio), count(word),"
                                                + " count(*) filter (flag), max(word) from '"
                                                + file
                                                + "'")) {
            result.next();
            assertThat(result.getLong(1)).isEqualTo(ROWS);
            assertThat(result.getLong(2)).isEqualTo(sumOfSizes);
            assertThat(result.getLong(3)).isEqualTo(ROWS - (ROWS + 4) / 5);
            assertThat(result.getLong(4)).isEqualTo(ROWS - (ROWS + 3) / 4);
            assertThat(result.getLong(5)).isEqualTo((ROWS + 1) / 2);
            assertThat(result.getString(6)).isEqualTo("ONE");
        }
    }

    @Test
    void theSameValuesGiveTheSameBytes() throws IOException {
        assertThat(Files.mismatch(write("c.parquet", 5000), write("d.parquet", 5000)))
                .isEqualTo(-1);
    }

    @Test
    void holdsNoRowsAtAll() {
        try (ColumnFileReader reader = ColumnFileReader.open(write("e.parquet", 0), COLUMNS)) {
            assertThat(reader.rows()).isZero();
            assertThat(reader.nextGroup()).isFalse();
        }
    }

    @Test
    void readsOnlyTheColumnsAskedFor() {
        List<Column> two = List.of(COLUMNS.get(5), COLUMNS.get(0));
        try (ColumnFileReader reader = ColumnFileReader.open(write("f.parquet", 3), two)) {
            reader.nextGroup();
            String[] words = new String[3];
            reader.column(0).strings(words, 3);
            long[] times = new long[3];
            reader.column(1).longs(times, 3, -1);
            assertThat(words).containsExactly(null, "ONE", "MORE");
            assertThat(times).containsExactly(0, 1000, 2000);
        }
    }

    @Test
    void refusesAMissingColumnAnotherTypeAndAnUnknownWord() {
        Path file = write("g.parquet", 10);
        assertThatThrownBy(
                        () ->
                                ColumnFileReader.open(
                                        file,
                                        List.of(Column.required("absent", Column.Type.INT64, ""))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a column absent of type INT64");
        assertThatThrownBy(
                        () ->
                                ColumnFileReader.open(
                                        file,
                                        List.of(Column.required("time", Column.Type.INT32, ""))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("int64 time");
        try (ColumnFileReader reader = ColumnFileReader.open(file, List.of(COLUMNS.get(5)))) {
            reader.nextGroup();
            assertThatThrownBy(() -> reader.column(0).words(new byte[10], 10, List.of("ONE")))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("word = \"MORE\"");
        }
    }

    @Test
    void refusesWhatIsNotParquetOrDamaged() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "not a Parquet file at all");
        Path cut = write("cut.parquet", 100_000);
        byte[] bytes = Files.readAllBytes(cut);
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        for (Path file : List.of(text, cut, folder.resolve("missing"))) {
            assertThatThrownBy(() -> ColumnFileReader.open(file, COLUMNS))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(file.toString());
        }
        Path flipped = write("flipped.parquet", 100_000);
        try (RandomAccessFile access = new RandomAccessFile(flipped.toFile(), "rw")) {
            access.seek(200);
            int old = access.read();
            access.seek(200);
            access.write(old ^ 0x55);
        }
        try (ColumnFileReader reader = ColumnFileReader.open(flipped, List.of(COLUMNS.get(0)))) {
            assertThatThrownBy(
                            () -> {
                                reader.nextGroup();
                                reader.column(0).longs(new long[100_000], 100_000, -1);
                            })
                    .isInstanceOf(InputException.class);
        }
    }
}
