package dev.stowage.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
 * Milliseconds to divide a server of 48 x 48 x 128 steps among twenty applications; published are
 * 40 ms in the mean and 100 ms at most.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ServerSharingBenchmark {
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();
    private static final int SETS = 60;

    /** True: profiles of ten runs; false: the functions of the thesis. */
    @Param({"false", "true"})
    private boolean isMeasured;

    private final SlicedServer server = new SlicedServer("s", 48, 48, 128, 1, 1, 1);
    private final List<List<ApplicationProfile>> sets = new ArrayList<>();
    private int next;

    @Setup
    public void draw() {
        Random random = new Random(20);
        ProfileLibrary measured = new Sandbox(THESIS, 0.05, false, random).profile();
        List<ApplicationProfile> from = (isMeasured ? measured : THESIS).applications();
        for (int set = 0; set < SETS; set++) {
            List<ApplicationProfile> twenty = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                twenty.add(from.get(random.nextInt(from.size())));
            }
            sets.add(twenty);
        }
    }

    @Benchmark
    public Object divide() {
        next = (next + 1) % SETS;
        return ServerSharing.of(sets.get(next), server, SharingRule.DEFAULT);
    }
}
