package dev.stowage.ingest.inspection;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.ExtraColumns;
import dev.stowage.ingest.parquet.ColumnCursor;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** What the extra columns of a task table hold: how many tasks use them, and how much they say. */
final class ExtraInspection {

    private final BiFunction<String, Double, QuantileTally> tallies;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> texts = new HashMap<>();

    private ExtraInspection(BiFunction<String, Double, QuantileTally> tallies) {
        this.tallies = tallies;
    }

    /**
     * Reads a task table; counts by what they count, none for a column that it lacks.
     *
     * @param tallies the tally of a quantity by its name and unit
     */
    static Map<String, Long> of(Path tasks, BiFunction<String, Double, QuantileTally> tallies) {
        List<String> names =
                Stream.of(TaskColumn.values())
                        .flatMap(column -> ExtraColumns.of(column).stream())
                        .filter(ColumnFileReader.columnNames(tasks)::contains)
                        .toList();
        ExtraInspection inspection = new ExtraInspection(tallies);
        try (ColumnFileReader file =
                ColumnFileReader.open(
                        tasks, CanonicalTable.TASKS.columns(names.toArray(String[]::new)))) {
            while (!names.isEmpty() && file.nextGroup()) {
                for (int i = 0; i < names.size(); i++) {
                    inspection.read(names.get(i), file.column(i), file.groupRows());
                }
            }
        }
        return inspection.counts;
    }

    private void read(String name, ColumnCursor column, int rows) {
        switch (name) {
            case "user" -> texts("tasks of a known user", "users", column, rows);
            case "constraints" ->
                    texts("tasks with constraints", "different constraints", column, rows);
            case "after_stages" ->
                    texts("tasks that wait for stages", "different dependencies", column, rows);
            case "stage" -> stages(column, rows);
            case "gpu_micros" ->
                    amounts("task GPU request, GPUs", ServerExtras.MICROS_PER_GPU, column, rows);
            case "network_bits_per_second" ->
                    amounts(
                            "task network request, Gbit/s",
                            ServerExtras.BITS_PER_GIGABIT,
                            column,
                            rows);
            case "cpu_used_micro_cores" ->
                    amounts("task CPU use, cores", Resources.MICRO_CORES_PER_CORE, column, rows);
            case "memory_used_bytes" ->
                    amounts("task largest memory use, GiB", Resources.BYTES_PER_GIB, column, rows);
            default -> throw new IllegalStateException("column " + name + " is no extra");
        }
    }

    private void texts(String tasks, String different, ColumnCursor column, int rows) {
        Map<String, Integer> known = texts.computeIfAbsent(tasks, key -> new HashMap<>());
        int[] numbers = new int[rows];
        column.numbers(numbers, rows, text -> known.computeIfAbsent(text, key -> known.size()));
        count(tasks, Arrays.stream(numbers).filter(number -> number >= 0).count());
        counts.put(different, (long) known.size());
    }

    private void stages(ColumnCursor column, int rows) {
        int[] stages = new int[rows];
        column.ints(stages, rows, 0);
        count("tasks of a later stage", Arrays.stream(stages).filter(stage -> stage > 0).count());
    }

    private void amounts(String name, double unit, ColumnCursor column, int rows) {
        long[] values = new long[rows];
        column.longs(values, rows, CanonicalTable.ABSENT);
        QuantileTally tally = tallies.apply(name, unit);
        for (long value : values) {
            tally.add(value);
        }
    }

    private void count(String name, long more) {
        counts.merge(name, more, Long::sum);
    }
}
