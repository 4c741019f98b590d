package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.trace.StageList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the stages of jobs wait for, and when their tasks were submitted as far as that tells.
 *
 * <ul>
 *   <li>A stage that is not in its job is not waited for.
 *   <li>A job whose stages wait for each other in a circle keeps its tasks and loses all its
 *       dependencies.
 *   <li>A task is submitted no later than any that waits for it, because a task can only wait for
 *       what is there.
 *   <li>A task without a time is submitted with the last one that it waits for, or with its job.
 * </ul>
 *
 * 4 bytes a dependency and 8 bytes a row.
 */
final class Dependencies {
    private int[] ends = new int[1 << 10]; // of the stages of an entry, in all
    private int[] stages = new int[1 << 10];
    private int size;
    private long kept;
    private long unknown;
    private long circular;
    private long jobsWith;
    private long jobsCircular;
    private long moved;
    private long overlapping;

    /** Takes what the next entry waits for. */
    void add(StageNames names) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, Math.addExact(size, size >> 1));
        }
        int end = size == 0 ? 0 : ends[size - 1];
        if (stages.length - end < names.count()) {
            stages = Arrays.copyOf(stages, Math.addExact(2 * stages.length, names.count()));
        }
        for (int i = 0; i < names.count(); i++) {
            stages[end++] = names.waitsFor(i);
        }
        ends[size++] = end;
    }

    private int first(int entry) {
        return entry == 0 ? 0 : ends[entry - 1];
    }

    /** Gives the entries of a list their dependencies and submit times. */
    void apply(TaskList list, boolean[] hasTime) {
        long[] jobs = new long[list.size()];
        for (int entry = 0; entry < jobs.length; entry++) {
            jobs[entry] = list.job(entry);
        }
        int[] order = StableOrder.of(jobs, jobs.length);
        int from = 0;
        while (from < order.length) {
            int to = from;
            while (to < order.length && jobs[order[to]] == jobs[order[from]]) {
                to++;
            }
            new Job(list, hasTime, Arrays.copyOfRange(order, from, to)).apply();
            from = to;
        }
    }

    void addTo(Map<String, Long> facts) {
        facts.put("jobs.withDependencies", jobsWith);
        facts.put("jobs.circular", jobsCircular);
        facts.put("dependencies.kept", kept);
        facts.put("dependencies.ofUnknownStages", unknown);
        facts.put("dependencies.ofCircularJobs", circular);
        facts.put("dependencies.startBeforeEnd", overlapping);
        facts.put("tasks.rowsSubmittedEarlierThanStarted", moved);
    }

    /** The stages of one job. */
    private final class Job {
        private final TaskList list;
        private final boolean[] hasTime;
        private final int[] entries;
        private final Map<Integer, Integer> numbers = new LinkedHashMap<>(); // by stage
        private final int[] stageOf; // by place in entries; -1 for none
        private int[][] waitsFor = new int[0][];

        Job(TaskList list, boolean[] hasTime, int[] entries) {
            this.list = list;
            this.hasTime = hasTime;
            this.entries = entries;
            stageOf = new int[entries.length];
        }

        void apply() {
            long firstKnown = Long.MAX_VALUE;
            boolean hasAny = false;
            boolean lacksTime = false;
            for (int i = 0; i < entries.length; i++) {
                int entry = entries[i];
                hasAny |= ends[entry] > first(entry);
                lacksTime |= !hasTime[entry];
                if (hasTime[entry]) {
                    firstKnown = Math.min(firstKnown, list.submitMicros(entry));
                }
            }
            long start = firstKnown == Long.MAX_VALUE ? 0 : firstKnown;
            if (lacksTime) {
                for (int entry : entries) {
                    if (!hasTime[entry]) {
                        list.setSubmitMicros(entry, start);
                    }
                }
            }
            if (hasAny) {
                jobsWith++;
                resolve();
                order();
            }
        }

        private void resolve() {
            for (int i = 0; i < entries.length; i++) {
                long stage = list.get(entries[i], TaskList.Amount.STAGE);
                stageOf[i] =
                        stage == ABSENT
                                ? -1
                                : numbers.computeIfAbsent((int) stage, key -> numbers.size());
            }
            waitsFor = new int[entries.length][];
            for (int i = 0; i < entries.length; i++) {
                int[] known = new int[ends[entries[i]] - first(entries[i])];
                int count = 0;
                for (int at = first(entries[i]); at < ends[entries[i]]; at++) {
                    Integer other = numbers.get(stages[at]);
                    unknown += other == null ? 1 : 0;
                    if (other != null) {
                        known[count++] = other;
                    }
                }
                waitsFor[i] = Arrays.copyOf(known, count);
            }
        }

        /** Takes away stages that wait for nothing until none is left, or only circles are. */
        private void order() {
            int n = numbers.size();
            int[] open = new int[n];
            Map<Integer, int[]> waiting = new HashMap<>(); // places by stage waited for
            for (int i = 0; i < entries.length; i++) {
                for (int other : waitsFor[i]) {
                    open[stageOf[i]]++;
                    int[] places = waiting.getOrDefault(other, new int[0]);
                    places = Arrays.copyOf(places, places.length + 1);
                    places[places.length - 1] = i;
                    waiting.put(other, places);
                }
            }
            int[] done = new int[n];
            int count = 0;
            for (int stage = 0; stage < n; stage++) {
                if (open[stage] == 0) {
                    done[count++] = stage;
                }
            }
            for (int at = 0; at < count; at++) {
                for (int place : waiting.getOrDefault(done[at], new int[0])) {
                    if (--open[stageOf[place]] == 0) {
                        done[count++] = stageOf[place];
                    }
                }
            }
            if (count < n) {
                jobsCircular++;
                for (int[] others : waitsFor) {
                    circular += others.length;
                }
                return;
            }
            times(done, waiting);
            keep();
        }

        private void times(int[] done, Map<Integer, int[]> waiting) {
            int n = done.length;
            int[][] places = new int[n][0];
            for (int i = 0; i < entries.length; i++) {
                if (stageOf[i] >= 0) {
                    int[] known = places[stageOf[i]];
                    places[stageOf[i]] = Arrays.copyOf(known, known.length + 1);
                    places[stageOf[i]][known.length] = i;
                }
            }
            for (int stage : done) { // those without a time: when the last that they wait for came
                for (int i : places[stage]) {
                    for (int other : hasTime[entries[i]] ? new int[0] : waitsFor[i]) {
                        for (int j : places[other]) {
                            later(entries[i], list.submitMicros(entries[j]));
                        }
                    }
                }
            }
            for (int at = n - 1; at >= 0; at--) {
                for (int i : waiting.getOrDefault(done[at], new int[0])) {
                    for (int j : places[done[at]]) {
                        look(entries[j], entries[i]);
                    }
                }
            }
        }

        private void later(int entry, long micros) {
            list.setSubmitMicros(entry, Math.max(list.submitMicros(entry), micros));
        }

        /** One entry waits for another. */
        private void look(int waitedFor, int waits) {
            long start = list.scheduleMicros(waits);
            long end = list.endMicros(waitedFor);
            overlapping += start != ABSENT && end != ABSENT && start < end ? 1 : 0;
            if (list.submitMicros(waits) < list.submitMicros(waitedFor)) {
                moved += list.submitMicros(waitedFor) == list.scheduleMicros(waitedFor) ? 1 : 0;
                list.setSubmitMicros(waitedFor, list.submitMicros(waits));
            }
        }

        private void keep() {
            Integer[] names = numbers.keySet().toArray(new Integer[0]);
            for (int i = 0; i < entries.length; i++) {
                if (waitsFor[i].length > 0) {
                    int[] sorted = Arrays.stream(waitsFor[i]).map(s -> names[s]).sorted().toArray();
                    list.setAfter(entries[i], StageList.text(sorted));
                    kept += sorted.length;
                }
            }
        }
    }
}
