import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.nio.file.Path;
import java.util.Map;

/** Our engine with all its metrics, first-fit, tasks read from memory. */
final class StowageRun {
    private StowageRun() {}

    /** Arguments: workload, results, servers, repeats. */
    public static void main(String[] args) throws Exception {
        Tasks tasks = Tasks.read(Path.of(args[0]));
        ServerType type = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        ServerFleet fleet = ServerFleet.of(type, Integer.parseInt(args[2]));
        double[] seconds = new double[Integer.parseInt(args[3])];
        TaskLog log =
                entry -> {
                    if (entry.fate == TaskLog.Fate.FINISHED) {
                        tasks.finishMicros[(int) entry.jobId] = entry.endMicros;
                        tasks.server[(int) entry.jobId] = entry.server;
                    }
                };
        for (int i = 0; i < seconds.length; i++) {
            tasks.forget();
            SimulationSpec spec = SimulationSpec.of(new Columns(tasks), fleet).withTaskLog(log);
            long start = System.nanoTime();
            Simulation.run(spec);
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        tasks.write(Path.of(args[1]), seconds);
    }

    private record Columns(Tasks tasks) implements Workload {
        @Override
        public String name() {
            return "neutral";
        }

        @Override
        public TaskSource open() {
            return new Source(tasks);
        }
    }

    private static final class Source implements TaskSource {
        private final Tasks tasks;
        private int next;

        Source(Tasks tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean read(TaskBatch batch) {
            int rows = Math.min(batch.capacity(), tasks.count - next);
            batch.size = rows;
            System.arraycopy(tasks.submitMicros, next, batch.submitMicros, 0, rows);
            System.arraycopy(tasks.durationMicros, next, batch.durationMicros, 0, rows);
            System.arraycopy(tasks.cpuMicroCores, next, batch.cpuMicroCores, 0, rows);
            System.arraycopy(tasks.memoryBytes, next, batch.memoryBytes, 0, rows);
            for (int i = 0; i < rows; i++) {
                batch.jobId[i] = (long) next + i;
                batch.taskIndex[i] = 0;
                batch.priority[i] = 0;
                batch.taskClass[i] = (byte) TaskClass.BATCH.ordinal();
                batch.outcome[i] = (byte) TaskOutcome.FINISHED.ordinal();
            }
            next += rows;
            return rows > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
