package dev.stowage.workflow.compare;

import dev.stowage.basis.Progress;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.observation.Observation;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.ReplayFigures;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.similarity.ReplayWindow;
import dev.stowage.workload.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replays both sides of a comparison on the same servers: first-fit, FIFO; by CPU and memory, and
 * by GPUs where both sides tell them and the servers have some.
 */
public final class ReplayedSides {
    /** Fewest and most steps of time in which utilisation is measured. */
    private static final int LEAST_STEPS = 1000;

    private static final int MOST_STEPS = 100_000;

    /**
     * Longest step, unless there are too many: peaks of a quarter of an hour, averaged over steps
     * of the same length, are a matter of where the steps begin.
     */
    private static final long LONGEST_STEP_MICROS = 60_000_000;

    private final ReplayWindow window;
    private final ObservedWorkload first;
    private final ObservedWorkload second;
    private final double secondJobShare;
    private final long seed;
    private final Progress progress;

    private ReplayedSides(
            ReplayWindow window,
            ObservedWorkload first,
            ObservedWorkload second,
            long seed,
            Progress progress) {
        this.window = window;
        this.first = first;
        this.second = second;
        this.secondJobShare = window.secondShare() * second.tasks().drawnShare();
        this.seed = seed;
        this.progress = progress;
    }

    /** Empty if the tasks of both cover no common time. */
    static Optional<ReplayedSides> of(
            ObservedWorkload first, ObservedWorkload second, long seed, Progress progress) {
        return ReplayWindow.of(first, second, seed)
                .map(window -> new ReplayedSides(window, first, second, seed, progress));
    }

    /** What is replayed. */
    ReplayWindow window() {
        return window;
    }

    /**
     * Typical servers.
     *
     * @param machines of the first side, to choose from
     */
    TypicalCluster.Choice typical(Optional<MachineEvents> machines) {
        boolean hasGpus = tellsGpus(first) && tellsGpus(second);
        return new TypicalCluster.Choice(
                machines,
                window.firstTasks(first, hasGpus),
                window.secondTasks(second, hasGpus),
                window.lengthMicros());
    }

    /** Replays both. */
    ReplayPair on(TypicalCluster cluster) {
        boolean hasGpus = tellsGpus(first) && tellsGpus(second) && cluster.hasGpus();
        return new ReplayPair(
                cluster.fleet().describe(),
                cluster.because(),
                hasGpus ? "" : gpusLeftOut(),
                othersLeftOut(),
                window,
                run(window.firstTasks(first, hasGpus), cluster.fleet(), window.lengthMicros()),
                run(window.secondTasks(second, hasGpus), cluster.fleet(), window.lengthMicros()),
                secondJobShare);
    }

    private static boolean tellsGpus(ObservedWorkload side) {
        return side.tasks().workload().columns().contains(TaskColumn.GPU);
    }

    /** Why no GPUs are replayed; empty if no task asks for any. */
    private String gpusLeftOut() {
        boolean isAsked = asksForGpus(first) || asksForGpus(second);
        if (!isAsked) {
            return "";
        }
        for (ObservedWorkload side : List.of(first, second)) {
            if (!tellsGpus(side)) {
                return side.name() + " does not tell which tasks ask for GPUs";
            }
        }
        return "the servers have no GPUs";
    }

    /** What else tasks ask for, side by side; empty if nothing. */
    private String othersLeftOut() {
        return Stream.of(first, second)
                .map(ReplayedSides::others)
                .filter(others -> !others.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String others(ObservedWorkload side) {
        String columns =
                side.samples().provenance().asked().keySet().stream()
                        .filter(column -> column != TaskColumn.GPU)
                        .map(TaskColumn::label)
                        .collect(Collectors.joining(", "));
        return columns.isEmpty() ? "" : columns + " of " + side.name();
    }

    private static boolean asksForGpus(ObservedWorkload side) {
        return Arrays.stream(TaskClass.values())
                .anyMatch(each -> side.samples().of(each).observations(Parameter.GPU) > 0);
    }

    private ReplayFigures run(Workload tasks, ServerFleet fleet, long lengthMicros) {
        Levels levels = new Levels(lengthMicros);
        Observation observed = Observation.NONE.withSeries(levels.stepMicros, levels::add);
        RunSummary summary =
                Simulation.run(
                                SimulationSpec.of(tasks, fleet)
                                        .withSeed(seed, 0)
                                        .until(lengthMicros)
                                        .withProgress(progress)
                                        .with(draft -> draft.observation = observed))
                        .summary();
        RunSummary.ExtraLevel gpus =
                tasks.columns().contains(TaskColumn.GPU)
                        ? summary.utilisation().extras().get("gpuAllocated")
                        : null;
        return new ReplayFigures(
                summary.tasks().submitted(),
                summary.tasks().rejected(),
                summary.tasks().pending(),
                levels.cpu,
                levels.memory,
                gpus == null ? OptionalDouble.empty() : OptionalDouble.of(gpus.share().mean()),
                summary.objectivePendingSeconds().p50(),
                summary.objectivePendingSeconds().p99());
    }

    /** The machines of a trace, on the clock of a window. */
    public static ServerFleet recorded(
            ObservedWorkload side, MachineEvents events, ReplayWindow window) {
        long start = side.arrivals().fromMicros() + window.fromMicros();
        int n = events.size();
        long[] times = new long[n];
        int[] machines = new int[n];
        long[] cpu = new long[n];
        long[] memory = new long[n];
        for (int i = 0; i < n; i++) {
            times[i] = Math.max(0, events.timeMicros(i) - start);
            machines[i] = events.machine(i);
            cpu[i] = events.cpuMicroCores(i);
            memory[i] = events.memoryBytes(i);
        }
        return new ServerFleet.Recorded(
                side.name(),
                new MachineEvents(events.machines(), times, machines, cpu, memory),
                PowerModel.DEFAULT);
    }

    /**
     * Rows of a series put into equal steps of the window; 0 before the first and after the last.
     */
    private static final class Levels {
        private final double[] cpu;
        private final double[] memory;
        private final long lengthMicros;
        private final long stepMicros;

        Levels(long lengthMicros) {
            this.lengthMicros = lengthMicros;
            this.cpu = new double[steps(lengthMicros)];
            this.memory = new double[cpu.length];
            this.stepMicros = Math.max(1, lengthMicros / cpu.length);
        }

        private static int steps(long lengthMicros) {
            long minutes = (lengthMicros - 1) / LONGEST_STEP_MICROS + 1;
            return (int) Math.max(LEAST_STEPS, Math.min(minutes, MOST_STEPS));
        }

        void add(TimeSeries rows) {
            add(rows, "cpuAllocatedShare", cpu);
            add(rows, "memoryAllocatedShare", memory);
        }

        private void add(TimeSeries rows, String column, double[] levels) {
            double[] shares = rows.column(column);
            for (int row = 0; row < rows.size(); row++) {
                double from = (double) rows.timeMicros()[row] / lengthMicros * levels.length;
                double end = Math.min(lengthMicros, rows.timeMicros()[row] + rows.stepMicros());
                double to = end / lengthMicros * levels.length;
                for (int step = (int) from; step < Math.min(levels.length, to); step++) {
                    double overlap = Math.min(to, step + 1) - Math.max(from, step);
                    levels[step] += Math.max(0, overlap) * shares[row];
                }
            }
        }
    }
}
