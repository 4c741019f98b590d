package dev.stowage.stats;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;
import java.util.SplittableRandom;
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
 * Milliseconds of the steps of a fit, warm, on 1,000,000 log-normal values: {@code sketch} is the
 * pass over them, {@code families} all 13, {@code kernel} the kernel density. Cold, in whole
 * processes and beside SciPy: {@code bench/fit/run}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FitBenchmark {
    private static final Support ANY =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    @Param("1000000")
    public int count;

    private double[] values = {};
    private Sample sample = Sample.of(new double[] {1, 2}, ANY);

    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(20110501);
        values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = 20 * Math.exp(random.nextGaussian());
        }
        sample = sketch().sample(ANY);
    }

    @Benchmark
    public Sketch sketch() {
        Sketch sketch = new Sketch();
        for (double value : values) {
            sketch.add(value);
        }
        return sketch;
    }

    @Benchmark
    public int families() {
        Sample points = sample.compressed(Candidates.POINTS);
        int converged = 0;
        for (Family family : Family.values()) {
            Estimate found = MaximumLikelihood.fit(family, points, sample.resolution());
            converged += found.isConverged() ? 1 : 0;
        }
        return converged;
    }

    @Benchmark
    public KernelDensity kernel() {
        return KernelEstimator.estimate(sample, ANY, Bandwidth.ISJ);
    }
}
