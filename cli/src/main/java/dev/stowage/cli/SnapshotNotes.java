package dev.stowage.cli;

import dev.stowage.ingest.TraceSnapshot;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import java.util.ArrayList;
import java.util.List;

/** What a person should know of a moment of a trace that is packed. */
record SnapshotNotes(
        TraceSnapshot snapshot, SnapshotPacking.Choices choices, PackingProblem problem) {
    /**
     * The notes.
     *
     * @param ofMachines tasks that run on each machine of itself
     */
    List<String> notes(long ofMachines) {
        List<String> notes = new ArrayList<>();
        TraceSnapshot.Counts counts = snapshot.counts();
        note(
                notes,
                ofMachines,
                "tasks run on each machine of itself (daemons); their demand is"
                        + " taken from what their machine has.");
        note(
                notes,
                counts.waiting(),
                choices.hasWaiting()
                        ? "tasks wait at that moment; they are placed too."
                        : "tasks wait at that moment; they are left out (--waiting places them too).");
        note(
                notes,
                counts.withoutMachine(),
                "running tasks have no recorded machine: they are placed" + " like new ones.");
        note(
                notes,
                counts.machineNotUp(),
                "running tasks are recorded on machines that are not up"
                        + " at that moment: they are placed like new ones.");
        note(
                notes,
                counts.earlierAttempt(),
                "tasks were scheduled again later, and whether they ran"
                        + " at that moment is not in the trace: they are left out.");
        note(notes, counts.cpuAbsent(), "running tasks have no CPU request: taken as 0.");
        note(notes, counts.memoryAbsent(), "running tasks have no memory request: taken as 0.");
        if (choices.fleet().isEmpty()) {
            note(
                    notes,
                    overfull(),
                    "machines have been promised more than they have (or than"
                            + " their head-room allows) as recorded; the placement puts that right.");
            note(
                    notes,
                    misplaced(),
                    "tasks run on machines where their constraints would not let them start"
                            + " today; the placement puts that right.");
        }
        return notes;
    }

    private static void note(List<String> notes, long count, String what) {
        if (count > 0) {
            notes.add(Figures.count(count) + " " + what);
        }
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
