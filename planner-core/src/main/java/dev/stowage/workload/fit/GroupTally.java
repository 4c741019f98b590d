package dev.stowage.workload.fit;

import dev.stowage.workload.Spread;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Collects the tasks of one job that have one shape, in bounded memory. Those that come together
 * and run equally long are a wave. Up to {@value #MOST_WAVES} waves are kept as groups of their
 * own, because what starts or ends together makes peaks; beyond, when tasks come and how long they
 * run are spread independently of each other.
 */
final class GroupTally {
    private static final int MOST_WAVES = 32;

    /** A group, and the number in the job of its first task. */
    record Placed(long firstTask, TaskGroup group) {}

    private static final class Wave {
        private final long firstTask;
        private final double durationSeconds;
        private final double arrivalSeconds;
        private int tasks;

        Wave(long firstTask, double durationSeconds, double arrivalSeconds) {
            this.firstTask = firstTask;
            this.durationSeconds = durationSeconds;
            this.arrivalSeconds = arrivalSeconds;
        }
    }

    private final JobSamples.Shape shape;
    private final long firstTask;
    private final List<Wave> waves = new ArrayList<>(1);
    private final SpreadTally durations = new SpreadTally();
    private final SpreadTally arrivals = new SpreadTally();
    private boolean isSpread;

    GroupTally(JobSamples.Shape shape, long firstTask) {
        this.shape = shape;
        this.firstTask = firstTask;
    }

    /** Adds the task with this number in the job. */
    void add(long task, double durationSeconds, double arrivalSeconds) {
        if (isSpread) {
            spread(durationSeconds, arrivalSeconds, 1);
            return;
        }
        wave(task, durationSeconds, arrivalSeconds).tasks++;
        if (waves.size() > MOST_WAVES) {
            isSpread = true;
            waves.forEach(wave -> spread(wave.durationSeconds, wave.arrivalSeconds, wave.tasks));
            waves.clear();
        }
    }

    private void spread(double durationSeconds, double arrivalSeconds, long tasks) {
        durations.add(durationSeconds, tasks);
        arrivals.add(arrivalSeconds, tasks);
    }

    private Wave wave(long task, double durationSeconds, double arrivalSeconds) {
        for (int i = waves.size() - 1; i >= 0; i--) {
            Wave wave = waves.get(i);
            if (wave.durationSeconds == durationSeconds && wave.arrivalSeconds == arrivalSeconds) {
                return wave;
            }
        }
        Wave wave = new Wave(task, durationSeconds, arrivalSeconds);
        waves.add(wave);
        return wave;
    }

    /** One for each wave, or one in all. */
    Stream<Placed> groups() {
        if (isSpread) {
            long tasks = durations.total();
            return Stream.of(group(firstTask, tasks, durations.spread(), arrivals.spread()));
        }
        return waves.stream()
                .map(
                        wave ->
                                group(
                                        wave.firstTask,
                                        wave.tasks,
                                        Spread.constant(wave.durationSeconds),
                                        Spread.constant(wave.arrivalSeconds)));
    }

    private Placed group(long first, long tasks, Spread durationSeconds, Spread arrivalSeconds) {
        return new Placed(
                first,
                new TaskGroup(
                        Math.toIntExact(tasks),
                        shape.outcome(),
                        shape.priority(),
                        shape.cpuCores(),
                        shape.memoryGib(),
                        shape.demands(),
                        durationSeconds,
                        arrivalSeconds));
    }
}
