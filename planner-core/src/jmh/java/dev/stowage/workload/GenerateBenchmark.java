package dev.stowage.workload;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Milliseconds to draw the jobs and tasks of a workload, by any model ({@code -p model=FILE}) and a
 * generator that it has. The shipped model has about three tasks a job. Whole processes: {@code
 * bench/synth/run}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GenerateBenchmark {
    @Param("google-2011")
    public String model = "";

    @Param("paper")
    public String generator = "";

    @Param("100000")
    public int jobs;

    private List<WorkloadModel> loaded = List.of();
    private final TaskBatch batch = new TaskBatch(4096);

    @Setup
    public void load() {
        loaded = List.of(WorkloadModels.load(model));
    }

    @Benchmark
    public long draw() {
        SynthOptions options =
                new SynthOptions(jobs, 1, 1, 1, SynthOptions.ScaleBy.COUNT, generator, 1, 0);
        long tasks = 0;
        try (TaskSource source = Generators.generate(loaded.get(0), options).open()) {
            while (source.read(batch)) {
                tasks += batch.size;
            }
        }
        return tasks;
    }
}
