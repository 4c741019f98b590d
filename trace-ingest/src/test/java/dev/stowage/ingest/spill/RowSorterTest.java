package dev.stowage.ingest.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The oracle is the stable sort of the JDK. */
class RowSorterTest {
    private record Row(long key, long tie, List<Long> values, String text) {}

    private static final Comparator<Row> ORDER =
            Comparator.comparingLong(Row::key).thenComparingLong(Row::tie);

    @TempDir Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({
        // rows, bytes of text, distinct keys, least and most files on disk
        "0, 0, 1, 0, 0",
        "1, 10, 1, 0, 0",
        "5_000, 10, 100, 0, 0",
        "60_000, 40, 7, 4, 8",
        "4_000, 20_000, 1_000_000, 70, 120"
    })
    void sortsAsTheJdkDoesWhateverGoesToDisk(
            String rows, String bytes, String keys, int least, int most) throws IOException {
        List<Row> expected = rows(number(rows), number(bytes), number(keys));
        try (SpillSpace space = new SpillSpace(directory, 1)) { // that is as little as there is
            RowSorter sorter = space.sorter(3, 1);
            add(expected, sorter);
            assertThat(sorter.size()).isEqualTo(expected.size());
            assertThat(space.filesWritten()).isBetween(least, most);
            expected.sort(ORDER);
            assertThat(read(sorter)).isEqualTo(expected);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private static int number(String text) {
        return Integer.parseInt(text.replace("_", ""));
    }

    private static List<Row> rows(int count, int textBytes, int keys) {
        SplittableRandom random = new SplittableRandom(7);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long[] values = {
                i % 3 == 0 ? RowCodec.ABSENT : random.nextLong(), random.nextInt(100), i
            };
            rows.add(
                    new Row(
                            random.nextInt(keys) - keys / 2,
                            random.nextInt(3),
                            Arrays.stream(values).boxed().toList(),
                            "t".repeat(textBytes == 0 ? 0 : random.nextInt(2 * textBytes))));
        }
        return rows;
    }

    private static void add(List<Row> rows, RowSorter sorter) {
        for (Row row : rows) {
            byte[] text = ("<" + row.text).getBytes(StandardCharsets.US_ASCII);
            long[] values = row.values.stream().mapToLong(Long::longValue).toArray();
            sorter.add(row.key, row.tie, values, text, 1, text.length - 1);
        }
    }

    private static List<Row> read(RowSorter sorter) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = sorter.sorted()) {
            while (cursor.next()) {
                String text =
                        new String(
                                cursor.text(),
                                cursor.textStart(),
                                cursor.textLength(),
                                StandardCharsets.US_ASCII);
                List<Long> values = Arrays.stream(cursor.row()).boxed().toList();
                rows.add(new Row(cursor.key(), cursor.tie(), values, text));
            }
        }
        return rows;
    }

    @Property(tries = 200)
    void givesBackWhatItWasGiven(
            @ForAll @Size(max = 20) List<Long> values,
            @ForAll @IntRange(max = 300) int textLength) {
        long[] row = values.stream().mapToLong(Long::longValue).toArray();
        byte[] text = "x".repeat(textLength).getBytes(StandardCharsets.US_ASCII);
        RowCodec codec = new RowCodec(row.length);
        int length = codec.encode(row, text, 0, textLength);
        long[] decoded = new long[row.length];
        int start = codec.decode(codec.bytes(), 0, decoded);
        assertThat(decoded).isEqualTo(row);
        assertThat(codec.textLength()).isEqualTo(textLength);
        assertThat(start + textLength).isEqualTo(length);
    }

    @Test
    void refusesToBeReadTwiceOrAddedToWhileItIsRead() {
        try (SpillSpace space = new SpillSpace(directory, 1)) {
            RowSorter sorter = space.sorter(1, 1);
            sorter.add(1, 1, 1);
            sorter.sorted().close();
            assertThatThrownBy(sorter::sorted).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> sorter.add(1, 1, 1)).isInstanceOf(IllegalStateException.class);
        }
    }
}
