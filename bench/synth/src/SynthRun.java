import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;

/**
 * Draws a workload and lets go of its tasks: MODEL GENERATOR JOBS. Prints the tasks and the
 * seconds, without the start of the JVM and the model.
 */
public final class SynthRun {
    private SynthRun() {}

    public static void main(String[] args) {
        WorkloadModel model = WorkloadModels.load(args[0]);
        SynthOptions options =
                new SynthOptions(
                        Long.parseLong(args[2]),
                        1,
                        1,
                        1,
                        SynthOptions.ScaleBy.COUNT,
                        args[1],
                        1,
                        0);
        long start = System.nanoTime();
        Workload workload =
                Generators.generate(model, options)
                        .asRecorded(); // with those that never run, as `synth` writes
        TaskBatch batch = new TaskBatch(4096);
        long tasks = 0;
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                tasks += batch.size;
            }
        }
        System.out.println(tasks + " " + (System.nanoTime() - start) / 1e9);
    }
}
