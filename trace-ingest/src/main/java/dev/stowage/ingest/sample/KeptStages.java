package dev.stowage.ingest.sample;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.StageList;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What tasks wait for where a stage has lost all of its tasks to the sample: what that one waited
 * for. Keeps the stages of all jobs that have any.
 */
final class KeptStages {
    private static final class Stage {
        private final Set<Integer> after = new HashSet<>();
        private long firstKept = Long.MAX_VALUE; // submit
    }

    private final Map<Long, Map<Integer, Stage>> jobs = new HashMap<>();

    /** Reads the stages of a trace, if it has them. */
    static KeptStages of(Path directory, TaskChoice choice) {
        KeptStages stages = new KeptStages();
        try (TableRows rows = TableRows.openAll(directory, CanonicalTable.TASKS)) {
            int stage = rows.column("stage");
            int after = rows.column("after_stages");
            int job = rows.column("job_id");
            int index = rows.column("task_index");
            int submit = rows.column("submit_micros");
            while (stage >= 0 && rows.next()) {
                if (rows.value(stage) == ABSENT) {
                    continue;
                }
                Stage of =
                        stages.jobs
                                .computeIfAbsent(rows.value(job), id -> new HashMap<>())
                                .computeIfAbsent((int) rows.value(stage), id -> new Stage());
                of.after.addAll(parsed(rows.text(after)));
                if (choice.keeps(rows.value(job), (int) rows.value(index))) {
                    of.firstKept = Math.min(of.firstKept, rows.value(submit));
                }
            }
        }
        return stages;
    }

    /** What a task of the sample waits for: stages that have a task by then. */
    @Nullable String after(long job, long submitMicros, @Nullable String stages) {
        if (stages == null) {
            return null;
        }
        Map<Integer, Stage> all = jobs.getOrDefault(job, Map.of());
        TreeSet<Integer> found = new TreeSet<>();
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(parsed(stages));
        while (!open.isEmpty()) {
            int each = open.remove();
            Stage stage = all.get(each);
            if (stage != null && seen.add(each)) {
                if (stage.firstKept <= submitMicros) {
                    found.add(each);
                } else {
                    open.addAll(stage.after);
                }
            }
        }
        int[] kept = found.stream().mapToInt(Integer::intValue).toArray();
        return kept.length == 0 ? null : StageList.text(kept);
    }

    private static List<Integer> parsed(@Nullable String text) {
        int[] stages = StageList.parse(text == null ? "" : text);
        return StageList.boxed(Objects.requireNonNull(stages, "written by an ingest"));
    }
}
