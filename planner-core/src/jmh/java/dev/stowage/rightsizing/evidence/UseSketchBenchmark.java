package dev.stowage.rightsizing.evidence;

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

/** Milliseconds to add 1,000,000 log-normal amounts to as many sketches, and ask for a quantile. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class UseSketchBenchmark {
    private static final int COUNT = 1_000_000;

    @Param({"1", "10000"})
    public int services;

    private long[] amounts = {};

    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(20110501);
        amounts = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            amounts[i] = (long) (50_000 * Math.exp(random.nextGaussian()));
        }
    }

    @Benchmark
    public long add() {
        UseSketch[] sketches = new UseSketch[services];
        for (int i = 0; i < services; i++) {
            sketches[i] = new UseSketch();
        }
        for (int i = 0; i < COUNT; i++) {
            sketches[i % services].add(amounts[i], 300_000_000);
        }
        long sum = 0;
        for (UseSketch sketch : sketches) {
            sum += sketch.quantile(UseQuantile.ofPercent(95));
        }
        return sum;
    }
}
