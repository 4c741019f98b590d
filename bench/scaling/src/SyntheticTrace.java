import dev.stowage.basis.Progress;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Writes a canonical trace with the distributions of the neutral workload, of any length:
 * exponential arrivals at 1.77 a second for every 100 servers, log-normal durations (median 300 s,
 * sigma 1.2, from 1 s to a day), CPU and memory uniform in 0.010, 0.011 ... 0.100 of a server of 1
 * core and 1 GiB. 37 tasks a job, about as many as in Google's trace of 2011.
 */
final class SyntheticTrace {
    private static final long SEED = 20110501;
    private static final int TASKS_PER_JOB = 37;
    private static final double DAY_SECONDS = 86_400;

    private SyntheticTrace() {}

    /** Arguments: new folder, tasks, servers. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        int tasks = Integer.parseInt(args[1]);
        int servers = Integer.parseInt(args[2]);
        Map<String, String> parameters = Map.of("tasks", args[1], "servers", args[2]);
        TraceWriter.write(
                new Neutral(tasks, servers),
                Provenance.synthetic("neutral", SEED, parameters),
                folder,
                Progress.NONE);
    }

    private record Neutral(int tasks, int servers) implements Workload {
        @Override
        public String name() {
            return "neutral";
        }

        @Override
        public TaskSource open() {
            return new Source(tasks, servers);
        }
    }

    private static final class Source implements TaskSource {
        private static final byte BATCH = (byte) TaskClass.BATCH.ordinal();
        private static final byte FINISHED = (byte) TaskOutcome.FINISHED.ordinal();

        private final RandomGenerator random = new SplittableRandom(SEED);
        private final int tasks;
        private final double meanGapMicros;
        private int next;
        private double nowMicros;

        Source(int tasks, int servers) {
            this.tasks = tasks;
            meanGapMicros = 1e6 / (1.77 * servers / 100);
        }

        @Override
        public boolean read(TaskBatch batch) {
            int rows = Math.min(batch.capacity(), tasks - next);
            batch.size = rows;
            for (int i = 0; i < rows; i++, next++) {
                nowMicros += meanGapMicros * random.nextExponential();
                double seconds = 300 * Math.exp(1.2 * random.nextGaussian());
                batch.submitMicros[i] = Math.round(nowMicros);
                batch.durationMicros[i] =
                        Math.round(1e6 * Math.min(DAY_SECONDS, Math.max(1, seconds)));
                batch.cpuMicroCores[i] = random.nextInt(10, 101) * 1000L;
                batch.memoryBytes[i] = ((long) random.nextInt(10, 101) << 30) / 1000;
                batch.jobId[i] = next / TASKS_PER_JOB;
                batch.taskIndex[i] = next % TASKS_PER_JOB;
                batch.priority[i] = 0;
                batch.taskClass[i] = BATCH;
                batch.outcome[i] = FINISHED;
            }
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
