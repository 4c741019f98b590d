package dev.stowage.ingest.prometheus;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Pods of a history as tasks: each begins with its first sample and ends a step after its last one,
 * unless that is at the end of the answers.
 */
final class PodTasks {
    private static final double LATE = 1.5; // steps between samples that are a gap
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int MOST_GAPS_SHOWN = 3;

    private final Listing listing;
    private final ListedTable books;
    private final String classRule;
    private long gaps;
    private long step;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    PodTasks(Listing listing, ListedTable books, String classRule) {
        this.listing = listing;
        this.books = books;
        this.classRule = classRule;
    }

    void write(List<PodHistory> pods) {
        long outOfOrder = 0;
        long repeated = 0;
        long contradicting = 0;
        for (PodHistory pod : pods) {
            for (Samples each : pod.all()) {
                each.sort();
                outOfOrder += each.outOfOrder();
                repeated += each.repeated();
                contradicting += each.contradicting();
                if (each.size() > 0) {
                    first = Math.min(first, each.time(0));
                    last = Math.max(last, each.time(each.size() - 1));
                }
            }
        }
        listing.count("samples.outOfOrder", outOfOrder);
        listing.count("samples.repeated", repeated);
        listing.count("samples.contradicting", contradicting);
        if (outOfOrder > 0) {
            listing.warn(outOfOrder + " samples lay before the one above them; they are sorted.");
        }
        if (contradicting > 0) {
            listing.warn(
                    contradicting
                            + " samples say another value than one of the same series and time, as"
                            + " of two Prometheus side by side; the first one counts.");
        }
        step = step(pods);
        boolean hasOwners = pods.stream().anyMatch(pod -> pod.ownerKind != null);
        long unsampled = 0;
        for (PodHistory pod : pods) {
            unsampled += task(pod) ? 0 : 1;
        }
        listing.count("pods.withoutSamples", unsampled);
        if (gaps > 0) {
            listing.warn(
                    "In the whole source a counter has no value for longer than 1.5 steps "
                            + gaps
                            + (gaps == 1 ? " time" : " times")
                            + ": nothing is measured there.");
        }
        gaps(pods);
        if (!hasOwners && !pods.isEmpty()) {
            listing.warn(
                    "No answer says who owns pods (kube_pod_owner): each is a job of its own, and"
                            + " none is taken for a batch job.");
        }
    }

    /** The commonest time between samples of a series, microseconds; a minute if there is none. */
    private static long step(List<PodHistory> pods) {
        Map<Long, Long> counts = new TreeMap<>();
        for (PodHistory pod : pods) {
            for (Samples each : pod.all()) {
                for (int i = 1; i < each.size(); i++) {
                    counts.merge(each.time(i) - each.time(i - 1), 1L, Long::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(60 * MICROS_PER_SECOND);
    }

    private boolean task(PodHistory pod) {
        long[] window = pod.window();
        if (window == null) {
            books.ignored(IgnoreRule.UNKNOWN_TASK, pod.series);
            return false;
        }
        String owner =
                pod.ownerKind == null ? "Pod/" + pod.name : pod.ownerKind + "/" + pod.ownerName;
        ListedTask task = new ListedTask(books, pod.namespace + "/" + owner, window[0]);
        task.rows = pod.series;
        task.user = pod.namespace;
        task.machine = pod.node;
        boolean isAlive = window[1] > last - (long) (LATE * step);
        task.isSubmitCensored = window[0] == first;
        task.isScheduleCensored = task.isSubmitCensored;
        task.scheduleMicros = window[0];
        task.endMicros = isAlive ? ABSENT : window[1] + step;
        task.outcome = isAlive ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
        boolean isBatch =
                classRule.equals(ListedFormat.ALL_BATCH)
                        || ("Job".equals(pod.ownerKind)
                                && !classRule.equals(ListedFormat.ALL_USER_FACING));
        task.taskClass = isBatch ? TaskClass.BATCH : TaskClass.USER_FACING;
        ResourceNames.Amounts asked = ResourceNames.of(pod.asked(), RoundingMode.UP);
        task.cpuMicroCores = asked.cpuMicroCores();
        task.memoryBytes = asked.memoryBytes();
        task.gpuMicros = asked.gpuMicros();
        task.constraints = asked.constraints();
        usage(pod, task);
        listing.add(task);
        listing.count(task, "tasks.requestsChanged", pod.hasChangedRequests() ? 1 : 0);
        listing.count(task, "tasks.aliveAtStart", task.isSubmitCensored ? 1 : 0);
        listing.count(task, "tasks.aliveAtEnd", isAlive ? 1 : 0);
        listing.count(task, "tasks.cpuRequestAbsent", task.cpuMicroCores == ABSENT ? 1 : 0);
        listing.count(task, "tasks.memoryRequestAbsent", task.memoryBytes == ABSENT ? 1 : 0);
        return true;
    }

    private void usage(PodHistory pod, ListedTask task) {
        long longest = (long) (LATE * step);
        PodHistory.Tally tally = new PodHistory.Tally();
        NavigableMap<Long, Map<Long, Double>> cpu = pod.cpu(longest, tally);
        listing.count(task, "usage.counterResets", tally.resets);
        listing.count(task, "usage.gaps", tally.gaps);
        gaps += tally.gaps;
        NavigableMap<Long, Double> memory = pod.memory();
        Map<List<Long>, long[]> rows = new HashMap<>();
        cpu.forEach(
                (from, byEnd) ->
                        byEnd.forEach(
                                (to, rate) ->
                                        rows.put(
                                                List.of(from, to),
                                                new long[] {Math.round(rate), ABSENT})));
        Long before = null;
        for (Map.Entry<Long, Double> each : memory.entrySet()) {
            if (before != null && each.getKey() - before <= longest) {
                rows.computeIfAbsent(
                                        List.of(before, each.getKey()),
                                        key -> new long[] {ABSENT, ABSENT})[1] =
                        Math.round(each.getValue());
            }
            before = each.getKey();
        }
        long most = ABSENT;
        double coreMicros = 0;
        long measured = 0;
        for (Map.Entry<List<Long>, long[]> row : rows.entrySet()) {
            long from = row.getKey().get(0);
            long to = row.getKey().get(1);
            long[] used = row.getValue();
            listing.table("usage").read(1);
            listing.usage(task, from, to, used[0], used[1]);
            most = Math.max(most, used[1]);
            if (used[0] != ABSENT) {
                coreMicros += (double) used[0] * (to - from);
                measured += to - from;
            }
        }
        task.memoryUsedBytes = most;
        task.cpuUsedMicroCores = measured == 0 ? ABSENT : Math.round(coreMicros / measured);
    }

    /** Says where no series of any pod has a sample. */
    private void gaps(List<PodHistory> pods) {
        SortedSet<Long> times = new TreeSet<>();
        for (PodHistory pod : pods) {
            for (Samples each : pod.all()) {
                for (int i = 0; i < each.size(); i++) {
                    times.add(each.time(i));
                }
            }
        }
        long before = Long.MIN_VALUE;
        long count = 0;
        StringBuilder shown = new StringBuilder();
        for (long time : times) {
            if (before != Long.MIN_VALUE && time - before > LATE * step) {
                if (count++ < MOST_GAPS_SHOWN) {
                    shown.append(shown.isEmpty() ? "" : ", ")
                            .append(instant(before))
                            .append(" to ")
                            .append(instant(time));
                }
            }
            before = time;
        }
        listing.count("samples.timesWithoutAny", count);
        if (count > 0) {
            listing.warn(
                    "No pod has a sample from "
                            + shown
                            + (count > MOST_GAPS_SHOWN
                                    ? " and " + (count - MOST_GAPS_SHOWN) + " times more"
                                    : "")
                            + ": pods that began or ended there are known to within that time.");
        }
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                Math.floorMod(micros, MICROS_PER_SECOND) * 1000);
    }
}
