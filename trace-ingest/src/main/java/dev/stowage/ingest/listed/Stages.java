package dev.stowage.ingest.listed;

import dev.stowage.ingest.trace.StageList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes stages of what tasks wait for: each task of a job in which one waits is a stage of its own.
 * A canonical trace has a task wait only for those submitted before it or at the same instant, and
 * not in a circle; what a source says beyond that is left out and counted.
 */
final class Stages {
    private Stages() {}

    /** Numbers the stages of tasks in order of submit. */
    static void number(List<ListedTask> tasks, Listing listing) {
        Map<Long, List<ListedTask>> jobs = new LinkedHashMap<>();
        for (ListedTask task : tasks) {
            jobs.computeIfAbsent(task.jobId, key -> new ArrayList<>()).add(task);
        }
        long unknown = 0;
        long early = 0;
        long circles = 0;
        for (List<ListedTask> job : jobs.values()) {
            if (job.stream().allMatch(task -> task.after.isEmpty())) {
                continue;
            }
            Map<String, ListedTask> byId = new HashMap<>();
            for (ListedTask task : job) {
                task.stage = task.index + 1;
                byId.putIfAbsent(String.valueOf(task.id), task);
                byId.putIfAbsent(String.valueOf(task.otherId), task);
            }
            Map<ListedTask, Set<ListedTask>> waits = new LinkedHashMap<>();
            for (ListedTask task : job) {
                Set<ListedTask> others = new HashSet<>();
                for (String id : new HashSet<>(task.after)) {
                    ListedTask other = byId.get(id);
                    if (other == null) {
                        unknown++;
                    } else if (other.submitMicros > task.submitMicros) {
                        early++;
                    } else {
                        others.add(other);
                    }
                }
                waits.put(task, others);
            }
            circles += takeCirclesOut(waits);
            waits.forEach((task, others) -> task.afterStages = text(others));
        }
        if (tasks.stream().anyMatch(task -> task.stage > 0)) {
            listing.count("tasks.afterUnknown", unknown);
            listing.count("tasks.afterSubmittedLater", early);
            listing.count("tasks.afterInCircle", circles);
            if (unknown + early + circles > 0) {
                listing.warn(
                        "Left out of what tasks wait for: "
                                + unknown
                                + " that the trace lacks, "
                                + early
                                + " submitted later than who waits, "
                                + circles
                                + " in circles.");
            }
        }
    }

    private static String text(Set<ListedTask> others) {
        int[] stages = others.stream().mapToInt(task -> task.stage).toArray();
        Arrays.sort(stages);
        return StageList.text(stages);
    }

    /** Tasks that can't be reached by taking away those that wait for nothing wait no more. */
    private static long takeCirclesOut(Map<ListedTask, Set<ListedTask>> waits) {
        Map<ListedTask, Integer> open = new HashMap<>();
        Map<ListedTask, List<ListedTask>> waitedForBy = new HashMap<>();
        Deque<ListedTask> free = new ArrayDeque<>();
        waits.forEach(
                (task, others) -> {
                    open.put(task, others.size());
                    others.forEach(
                            other ->
                                    waitedForBy
                                            .computeIfAbsent(other, key -> new ArrayList<>())
                                            .add(task));
                    if (others.isEmpty()) {
                        free.add(task);
                    }
                });
        while (!free.isEmpty()) {
            ListedTask done = free.remove();
            open.remove(done);
            for (ListedTask task : waitedForBy.getOrDefault(done, List.of())) {
                if (open.merge(task, -1, Integer::sum) == 0) {
                    free.add(task);
                }
            }
        }
        long left = 0;
        for (ListedTask task : open.keySet()) {
            Set<ListedTask> others = waits.getOrDefault(task, Set.of());
            left += others.stream().filter(open::containsKey).count();
            others.removeIf(open::containsKey);
        }
        return left;
    }
}
