package dev.stowage.workflow.pack;

import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a person should know of a moment of a trace that is packed. */
record SnapshotNotes(
        TraceSnapshot snapshot, SnapshotPacking.Choices choices, PackingProblem problem) {
    /**
     * The notes.
     *
     * @param ofMachines tasks that run on each machine of itself
     * @param withoutRoom services of tasks that wait, and for which there is no room now
     * @param leftOut tasks of services that must not be moved
     */
    List<String> notes(long ofMachines, List<String> withoutRoom, long leftOut) {
        List<String> notes = new ArrayList<>();
        TraceSnapshot.Counts counts = snapshot.counts();
        note(
                notes,
                "Tasks that run on each machine of itself (daemons)",
                ofMachines,
                "their demand taken from what the machine has.");
        note(
                notes,
                "Tasks that wait at that moment",
                counts.waiting() - withoutRoom.size(),
                choices.waiting() == SnapshotPacking.Waiting.NONE
                        ? "left out (--waiting has them placed too)."
                        : "placed too, but those of daemon sets, which wait for their node.");
        note(
                notes,
                "Tasks that wait, and for which no server has room now",
                withoutRoom.size(),
                "left out: " + String.join(", ", new TreeSet<>(withoutRoom)) + ".");
        note(
                notes,
                "Tasks that stay where they run, as --only and --except leave them out",
                leftOut,
                "their servers are kept.");
        note(
                notes,
                "Running tasks without a recorded machine",
                counts.withoutMachine(),
                "placed like new ones.");
        note(
                notes,
                "Running tasks on machines that are not up at that moment",
                counts.machineNotUp(),
                "placed like new ones.");
        note(
                notes,
                "Tasks that were scheduled again later, so that the trace doesn't say whether they"
                        + " ran at that moment",
                counts.earlierAttempt(),
                "left out.");
        stays().forEach(
                        (reason, count) ->
                                note(
                                        notes,
                                        "Tasks that stay where they run (" + reason + ")",
                                        count,
                                        "their servers are kept."));
        note(notes, "Running tasks without a CPU request", counts.cpuAbsent(), "taken as 0.");
        note(notes, "Running tasks without a memory request", counts.memoryAbsent(), "taken as 0.");
        note(
                notes,
                "Servers that don't say how many pods they take",
                choices.isKubernetes() ? withoutPods() : 0,
                "taken as " + FleetServers.USUAL_PODS + ", the usual limit of a node.");
        if (choices.fleet().isEmpty()) {
            note(
                    notes,
                    "Tasks that ask for disk or network",
                    asking().filter(t -> t.diskBytes() > 0 || t.networkBitsPerSecond() > 0).count(),
                    "which is not counted: machines of a trace don't say what they have of it.");
            note(
                    notes,
                    "Machines promised more than they have (or than their head-room allows) as"
                            + " recorded",
                    overfull(),
                    "put right by the placement.");
            note(
                    notes,
                    "Tasks on machines where their constraints would not let them start today",
                    misplaced(),
                    "put right by the placement.");
        }
        return notes;
    }

    private Stream<TraceSnapshot.Task> asking() {
        return choices.waiting() == SnapshotPacking.Waiting.NONE
                ? snapshot.tasks().stream()
                : Stream.concat(snapshot.tasks().stream(), snapshot.waiting().stream());
    }

    /** Tasks that stay where they run, by the reason. */
    private SortedMap<String, Long> stays() {
        SortedMap<String, Long> stays = new TreeMap<>();
        if (choices.isConstrained() && choices.fleet().isEmpty()) {
            for (TraceSnapshot.Task task : snapshot.tasks()) {
                ClusterTerms.reasonsToStay(
                                PlacementConstraints.parse(task.constraints()).predicates())
                        .forEach(reason -> stays.merge(reason, 1L, Long::sum));
            }
        }
        return stays;
    }

    private static void note(List<String> notes, String what, long count, String andSo) {
        if (count > 0) {
            notes.add(what + ": " + Figures.count(count) + ", " + andSo);
        }
    }

    private long withoutPods() {
        return problem.servers().stream()
                .filter(s -> !ClusterTerms.there(s.attributes()).containsKey(ClusterTerms.PODS))
                .count();
    }

    private long misplaced() {
        return problem.items().stream()
                .filter(item -> item.current().isPresent())
                .filter(item -> !item.mayRunOn(current(item).attributes()))
                .count();
    }

    private PackServer current(PackItem item) {
        return problem.servers().get(item.current().orElseThrow());
    }

    private long overfull() {
        ResourceVector[] load = new ResourceVector[problem.servers().size()];
        for (PackItem item : problem.items()) {
            if (item.current().isPresent()) {
                int server = item.current().getAsInt();
                load[server] =
                        load[server] == null ? item.demand() : load[server].plus(item.demand());
            }
        }
        long overfull = 0;
        for (int s = 0; s < load.length; s++) {
            boolean isOver = load[s] != null && !problem.servers().get(s).usable().covers(load[s]);
            overfull += isOver ? 1 : 0;
        }
        return overfull;
    }
}
