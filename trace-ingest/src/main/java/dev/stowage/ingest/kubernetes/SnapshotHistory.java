package dev.stowage.ingest.kubernetes;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of a cluster at several moments, put together: which nodes came and went, which pods
 * ended in between, and what pods were measured to use. Pods of the same name that were created at
 * different times are different ones.
 */
final class SnapshotHistory {
    private static final long MICROS = CanonicalTable.MICROS_PER_SECOND;
    private static final long CLOCK_TOLERANCE = 120 * MICROS;
    private static final Pattern DATE_AND_TIME =
            Pattern.compile(
                    "(?<![0-9])(20[0-9]{2})-?([01][0-9])-?([0-3][0-9])[T_ /.-]?([0-2][0-9])"
                            + "[-:_.h]?([0-5][0-9])(?:[-:_.m]?([0-5][0-9]))?(?![0-9])");
    private static final Pattern SECONDS = Pattern.compile("(?<![0-9])(1[0-9]{9})(?![0-9])");

    /**
     * A node comes, goes or changes after the first snapshot.
     *
     * @param node as it is then; one that goes, as it was
     */
    record NodeEvent(long atMicros, MachineEvent kind, Snapshot.Node node) {}

    /** What a pod was measured to use at a moment; it counts until the next one. */
    record Measured(Pod pod, long fromMicros, long toMicros, Amounts used) {}

    private record Identity(String name, long createdMicros) {}

    private final boolean isSeries;
    private final List<Long> moments = new ArrayList<>();
    private final List<NodeEvent> nodeEvents = new ArrayList<>();
    private final List<Measured> usage = new ArrayList<>();
    private final Map<String, Snapshot.Node> firstNodes = new LinkedHashMap<>();
    private final Map<String, Snapshot.Node> lastNodes = new LinkedHashMap<>();
    private final Set<Pod> atStart = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
    private long gone;
    private long seenAgain;
    private long createdLater;
    private long backwards;

    private SnapshotHistory(boolean isSeries) {
        this.isSeries = isSeries;
    }

    /** One snapshot, in as many files as it may be. */
    static SnapshotHistory ofOne(List<Path> files, Snapshot all) {
        files.forEach(all::read);
        return new SnapshotHistory(false);
    }

    /**
     * Several, by the times in the names of their files; those of one time are one snapshot.
     *
     * @param all takes what all of them say together
     * @throws InputException if a name has no time
     */
    static SnapshotHistory of(List<Path> files, Snapshot all) {
        SnapshotHistory history = new SnapshotHistory(true);
        SortedMap<Long, List<Path>> byMoment = new TreeMap<>();
        long before = Long.MIN_VALUE;
        for (Path file : files) {
            long moment = moment(file);
            history.backwards += moment < before ? 1 : 0;
            before = moment;
            byMoment.computeIfAbsent(moment, key -> new ArrayList<>()).add(file);
        }
        List<Snapshot> snapshots = new ArrayList<>();
        byMoment.forEach(
                (moment, ofMoment) -> {
                    Snapshot snapshot = all.another();
                    ofMoment.forEach(snapshot::read);
                    history.moments.add(moment);
                    snapshots.add(snapshot);
                });
        history.nodes(snapshots, all);
        history.pods(snapshots, all);
        return history;
    }

    /** The time in the name of a file, or in those of its folder and itself together; UTC. */
    static long moment(Path file) {
        String name = String.valueOf(file.getFileName());
        Path folder = file.toAbsolutePath().normalize().getParent();
        String folderName =
                folder == null || folder.getFileName() == null
                        ? ""
                        : folder.getFileName().toString();
        for (String text : List.of(name, folderName + "/" + name)) {
            Matcher date = DATE_AND_TIME.matcher(text);
            if (date.find()) {
                try {
                    return LocalDateTime.of(
                                            Integer.parseInt(date.group(1)),
                                            Integer.parseInt(date.group(2)),
                                            Integer.parseInt(date.group(3)),
                                            Integer.parseInt(date.group(4)),
                                            Integer.parseInt(date.group(5)),
                                            date.group(6) == null
                                                    ? 0
                                                    : Integer.parseInt(date.group(6)))
                                    .toEpochSecond(ZoneOffset.UTC)
                            * MICROS;
                } catch (DateTimeException e) {
                    continue; // no such day or hour
                }
            }
            Matcher seconds = SECONDS.matcher(text);
            if (seconds.find()) {
                return Long.parseLong(seconds.group(1)) * MICROS;
            }
        }
        throw InputException.of(
                file,
                "a name without a time",
                "date and time in UTC, as in cluster-2026-01-31T12-05-00Z.json, or seconds since"
                        + " 1970",
                "Rename the file, or leave --option moments=file-name out if all are of one"
                        + " moment.");
    }

    private void nodes(List<Snapshot> snapshots, Snapshot all) {
        Map<String, Snapshot.Node> there = new LinkedHashMap<>();
        boolean isFirst = true;
        for (int i = 0; i < snapshots.size(); i++) {
            Map<String, Snapshot.Node> now = snapshots.get(i).nodes;
            if (now.isEmpty()) {
                continue; // a snapshot of pods alone
            }
            long at = moments.get(i);
            for (Snapshot.Node node : List.copyOf(there.values())) {
                if (!now.containsKey(node.name())) {
                    there.remove(node.name());
                    nodeEvents.add(new NodeEvent(at, MachineEvent.REMOVE, node));
                }
            }
            for (Snapshot.Node node : now.values()) {
                all.nodes.put(node.name(), node);
                Snapshot.Node before = there.put(node.name(), node);
                if (isFirst) {
                    firstNodes.put(node.name(), node);
                } else if (before == null) {
                    nodeEvents.add(new NodeEvent(at, MachineEvent.ADD, node));
                } else if (!before.size().equals(node.size())) {
                    nodeEvents.add(new NodeEvent(at, MachineEvent.UPDATE, node));
                }
            }
            isFirst = false;
        }
        lastNodes.putAll(there);
    }

    private void pods(List<Snapshot> snapshots, Snapshot all) {
        Map<Identity, Pod> latest = new LinkedHashMap<>();
        Map<Identity, Long> goneAt = new HashMap<>();
        Set<Identity> there = new HashSet<>();
        List<Map<Identity, Amounts>> measured = new ArrayList<>();
        for (int i = 0; i < snapshots.size(); i++) {
            Snapshot snapshot = snapshots.get(i);
            long at = moments.get(i);
            Map<Identity, Amounts> used = new LinkedHashMap<>();
            measured.add(used);
            if (snapshot.pods.isEmpty()) {
                continue; // a snapshot of nodes alone
            }
            Set<Identity> now = new HashSet<>();
            for (Map.Entry<String, Pod> each : snapshot.pods.entrySet()) {
                Pod pod = each.getValue();
                Identity identity = new Identity(each.getKey(), pod.createdMicros());
                now.add(identity);
                latest.put(identity, pod);
                createdLater += pod.createdMicros() > at + CLOCK_TOLERANCE ? 1 : 0;
                seenAgain += goneAt.remove(identity) == null ? 0 : 1;
                @Nullable Amounts amounts = snapshot.metrics.get(each.getKey());
                if (amounts != null) {
                    used.put(identity, amounts);
                }
            }
            for (Identity before : there) {
                if (!now.contains(before)) {
                    goneAt.put(before, at);
                }
            }
            there = now;
        }
        Map<Identity, Pod> kept = keep(latest, goneAt, all);
        for (int i = 0; i < measured.size(); i++) {
            long from = moments.get(i);
            long to = i + 1 < moments.size() ? moments.get(i + 1) : from + usualStep();
            measured.get(i)
                    .forEach(
                            (identity, amounts) -> {
                                @Nullable Pod pod = kept.get(identity);
                                if (pod != null && to > from) {
                                    usage.add(new Measured(pod, from, to, amounts));
                                }
                            });
        }
        means(all);
    }

    /** Mean CPU and most memory of each pod, over what was measured of it. */
    private void means(Snapshot all) {
        Map<String, double[]> cpu = new HashMap<>();
        for (Measured each : usage) {
            String name = all.nameOf(each.pod());
            all.metrics.merge(name, each.used(), Amounts::max);
            if (each.used().cpuMicroCores() != CanonicalTable.ABSENT) {
                double length = each.toMicros() - each.fromMicros();
                double[] sums = cpu.computeIfAbsent(name, key -> new double[2]);
                sums[0] += each.used().cpuMicroCores() * length;
                sums[1] += length;
            }
        }
        cpu.forEach(
                (name, sums) ->
                        all.metrics.computeIfPresent(
                                name,
                                (key, most) ->
                                        new Amounts(
                                                Math.round(sums[0] / sums[1]),
                                                most.memoryBytes(),
                                                most.gpuMicros(),
                                                most.named())));
    }

    private Map<Identity, Pod> keep(
            Map<Identity, Pod> latest, Map<Identity, Long> goneAt, Snapshot all) {
        Map<Identity, Pod> kept = new HashMap<>();
        latest.forEach(
                (identity, seen) -> {
                    boolean hasEnded =
                            seen.phase() == Pod.Phase.SUCCEEDED || seen.phase() == Pod.Phase.FAILED;
                    @Nullable Long end = goneAt.get(identity);
                    Pod pod = seen;
                    if (end != null && !hasEnded) {
                        pod = pod.gone(end);
                        gone++;
                    }
                    boolean isThereAtStart = pod.createdMicros() < firstMicros();
                    pod = pod.notBefore(firstMicros());
                    if (isThereAtStart) {
                        atStart.add(pod);
                    }
                    kept.put(identity, pod);
                    all.addAgain(pod);
                });
        return kept;
    }

    /** The median time between snapshots; 0 of one alone. */
    private long usualStep() {
        List<Long> steps = new ArrayList<>();
        for (int i = 1; i < moments.size(); i++) {
            steps.add(moments.get(i) - moments.get(i - 1));
        }
        steps.sort(null);
        return steps.isEmpty() ? 0 : steps.get(steps.size() / 2);
    }

    /** True if there are moments. */
    boolean isSeries() {
        return isSeries;
    }

    /** The first moment of a series. */
    long firstMicros() {
        return moments.get(0);
    }

    /** True if a pod was made before the first moment of a series. */
    boolean isThereAtStart(Pod pod) {
        return atStart.contains(pod);
    }

    /** The nodes that are there at the beginning. */
    Collection<Snapshot.Node> firstNodes(Snapshot all) {
        return isSeries ? firstNodes.values() : all.nodes.values();
    }

    /** The nodes that are there at the end, as they are then. */
    Collection<Snapshot.Node> lastNodes(Snapshot all) {
        return isSeries ? lastNodes.values() : all.nodes.values();
    }

    /** What happens to nodes afterwards, in order of time. */
    List<NodeEvent> nodeEvents() {
        return nodeEvents;
    }

    /** What pods were measured to use. */
    List<Measured> usage() {
        return usage;
    }

    /** Counts and says what is not as it should be. */
    void tell(Map<String, Long> facts, List<String> warnings) {
        if (!isSeries) {
            return;
        }
        facts.put("snapshots", (long) moments.size());
        facts.put("snapshots.namesOutOfOrder", backwards);
        facts.put("tasks.aliveAtFirstSnapshot", (long) atStart.size());
        facts.put("tasks.goneBetweenSnapshots", gone);
        facts.put("tasks.seenAgain", seenAgain);
        facts.put("tasks.createdAfterTheirSnapshot", createdLater);
        warnings.add(
                "Pods that began and ended between two snapshots are in none of them; an end is"
                        + " known to within the time between two.");
        warnings.add(
                "Facts of pods count all that are in some snapshot, each as it was last seen; facts"
                        + " of machines are those of the last snapshot.");
        if (backwards > 0) {
            warnings.add(
                    backwards
                            + " files were given after a file of a later time; they are taken in"
                            + " the order of the times in their names.");
        }
        if (seenAgain > 0) {
            warnings.add(
                    seenAgain
                            + " times a pod is missing in a snapshot and there in a later one: a"
                            + " snapshot is not whole, or a time in a name is wrong.");
        }
        if (createdLater > 0) {
            warnings.add(
                    createdLater
                            + " times a pod was created more than 2 minutes after the snapshot that"
                            + " has it: the clock behind the names of files is not the cluster's.");
        }
        long step = usualStep();
        long gaps = 0;
        for (int i = 1; i < moments.size(); i++) {
            gaps += moments.get(i) - moments.get(i - 1) > 2 * step ? 1 : 0;
        }
        facts.put("snapshots.gaps", gaps);
        if (gaps > 0) {
            warnings.add(
                    gaps
                            + " times the next snapshot is more than twice the usual time away;"
                            + " measured use counts until then.");
        }
    }
}
