package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.model.TaskBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks what the stages of jobs wait for, while tasks come by in order of submit time.
 *
 * <p>A task may wait for stages of its own job of which a task was submitted before it or at the
 * same instant; it then waits for all of their tasks submitted until then. So tasks can only wait
 * for each other in a circle within one instant, and such a circle is an error, as is a stage that
 * nobody knows yet.
 *
 * <p>Keeps some 30 bytes for each stage of each job, and the waiting tasks of one instant.
 */
public final class StageCheck {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** Stages of a circle that a message names. */
    private static final int MOST_NAMED = 20;

    private final KeyIndex stages = new KeyIndex();
    private long[] lastSubmitMicros = new long[FIRST_CAPACITY];
    private long nowMicros = Long.MIN_VALUE;
    private final List<Waiting> waiting = new ArrayList<>();

    /** A task that waits for stages; {@code line} is 0 in a file without lines. */
    private static final class Waiting {
        private final int stage;
        private final int[] after;
        private final Path file;
        private final long line;

        Waiting(int stage, int[] after, Path file, long line) {
            this.stage = stage;
            this.after = after;
            this.file = file;
            this.line = line;
        }
    }

    /**
     * Takes the next task into account.
     *
     * @param line on which it stands in {@code file}, 0 if the file has no lines
     * @throws InputException if tasks before this instant wait in a circle, or for a stage that is
     *     not there
     */
    public void add(TaskBatch batch, int row, Path file, long line) {
        if (batch.submitMicros[row] != nowMicros) {
            end();
            nowMicros = batch.submitMicros[row];
        }
        int stage = stages.findOrAdd(batch.jobId[row], batch.stage[row]);
        if (stage == lastSubmitMicros.length) {
            lastSubmitMicros = Arrays.copyOf(lastSubmitMicros, Math.addExact(stage, stage >> 1));
        }
        lastSubmitMicros[stage] = nowMicros;
        if (batch.afterStages[row].length > 0) {
            waiting.add(new Waiting(stage, batch.afterStages[row], file, line));
        }
    }

    /**
     * No more tasks come, or none of this instant.
     *
     * @throws InputException as {@link #add}
     */
    public void end() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<Integer, Set<Integer>> waitsFor = new LinkedHashMap<>();
        for (Waiting task : waiting) {
            long jobId = stages.job(task.stage);
            for (int after : task.after) {
                int other = stages.find(jobId, after);
                if (other < 0) {
                    throw unknown(task, after);
                }
                if (lastSubmitMicros[other] == nowMicros) {
                    waitsFor.computeIfAbsent(task.stage, key -> new LinkedHashSet<>()).add(other);
                }
            }
        }
        refuseCircle(waitsFor);
        waiting.clear();
    }

    private static InputException unknown(Waiting task, int after) {
        return error(
                task,
                "a task after stage " + after + ", of which its job has no task until then",
                "stages of the same job, submitted earlier or at the same time",
                "Put the tasks that it waits for above it; rows that were set aside don't count.");
    }

    /** Takes away stages that wait for nothing until none is left, or only circles are. */
    private void refuseCircle(Map<Integer, Set<Integer>> waitsFor) {
        Map<Integer, Integer> openCounts = new LinkedHashMap<>();
        Map<Integer, List<Integer>> waitedForBy = new LinkedHashMap<>();
        List<Integer> free = new ArrayList<>();
        waitsFor.forEach(
                (stage, others) -> {
                    openCounts.put(stage, others.size());
                    for (int other : others) {
                        waitedForBy.computeIfAbsent(other, key -> new ArrayList<>()).add(stage);
                        if (!waitsFor.containsKey(other)) {
                            openCounts.putIfAbsent(other, 0);
                        }
                    }
                });
        openCounts.forEach(
                (stage, count) -> {
                    if (count == 0) {
                        free.add(stage);
                    }
                });
        while (!free.isEmpty()) {
            int done = free.remove(free.size() - 1);
            openCounts.remove(done);
            for (int stage : waitedForBy.getOrDefault(done, List.of())) {
                if (openCounts.merge(stage, -1, Integer::sum) == 0) {
                    free.add(stage);
                }
            }
        }
        if (!openCounts.isEmpty()) {
            throw circle(waitsFor, openCounts.keySet());
        }
    }

    /** Walks among the stages that are left, each of which waits for another one of them. */
    private InputException circle(Map<Integer, Set<Integer>> waitsFor, Set<Integer> left) {
        LinkedHashSet<Integer> path = new LinkedHashSet<>();
        int stage = left.iterator().next();
        while (path.add(stage)) {
            stage =
                    waitsFor.getOrDefault(stage, Set.of()).stream()
                            .filter(left::contains)
                            .findFirst()
                            .orElseThrow(() -> new IllegalStateException("no circle in " + left));
        }
        int closing = stage;
        List<Integer> circle = path.stream().dropWhile(one -> one != closing).toList();
        String names =
                circle.stream()
                        .limit(MOST_NAMED)
                        .map(one -> stages.index(one) + " after ")
                        .collect(Collectors.joining());
        String rest = circle.size() > MOST_NAMED ? "… after " : "";
        Waiting first =
                waiting.stream()
                        .filter(task -> task.stage == closing)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("nobody waits in a circle"));
        return error(
                first,
                "stages of a job that wait for each other in a circle: "
                        + names
                        + rest
                        + stages.index(closing),
                "stages that can run one after the other",
                "Take one of these dependencies out.");
    }

    private static InputException error(Waiting task, String found, String expected, String fix) {
        return task.line > 0
                ? InputException.atLine(task.file, task.line, found, expected, fix)
                : InputException.of(task.file, found, expected, fix);
    }
}
