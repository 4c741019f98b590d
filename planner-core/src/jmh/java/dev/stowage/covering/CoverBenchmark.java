package dev.stowage.covering;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Microseconds of a proven cover over a made-up region of 1,000 types in 100 families, as large as
 * the largest real ones, with quantiles: {@code region} leaves out what never pays and covers one
 * demand, {@code cover} covers one with a pool that is there. On real catalogues: {@code
 * bench/clouds/src/RegionCovers.java}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CoverBenchmark {
    private static final int FAMILIES = 100;
    private static final int SIZES = 10;

    private final SplittableRandom random = new SplittableRandom(7);
    private List<CoverItem> items = List.of();
    private ExactCover exact = new ExactCover(CoverPool.of(List.of(item("one", 1, 1, 1))));

    @Setup
    public void makeRegion() {
        items = new ArrayList<>();
        for (int family = 0; family < FAMILIES; family++) {
            double gibPerCore = Math.pow(2, random.nextInt(1, 4));
            double perCore = (0.02 + 0.004 * gibPerCore) * (0.8 + 0.6 * random.nextDouble());
            for (int size = 0; size < SIZES; size++) {
                long cores = 2L * (1 << Math.min(size, 6)) * (1 + Math.max(0, size - 6));
                items.add(
                        item(
                                "f" + family + "." + size,
                                cores,
                                cores * gibPerCore,
                                cores * perCore));
            }
        }
        exact = new ExactCover(CoverPool.of(items));
    }

    private static CoverItem item(String name, double cores, double gib, double usd) {
        Resources size =
                new Resources(
                        (long) (cores * Resources.MICRO_CORES_PER_CORE),
                        (long) (gib * Resources.BYTES_PER_GIB));
        VmType type =
                new VmType(
                        "made-up",
                        name,
                        "family",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        size);
        BigDecimal price = BigDecimal.valueOf(Math.round(usd * 10_000), 4);
        return CoverItem.of(new VmOffer(type, "r", price, "made up", LocalDate.EPOCH));
    }

    private Resources demand() {
        double scale = Math.pow(10, 3.5 * random.nextDouble());
        return new Resources(
                (long) (Resources.MICRO_CORES_PER_CORE * scale * (0.2 + random.nextDouble())),
                (long) (Resources.BYTES_PER_GIB * scale * Math.pow(2, 4 * random.nextDouble())));
    }

    @Benchmark
    public Cover cover() {
        return exact.cover(demand());
    }

    @Benchmark
    public Cover region() {
        return new ExactCover(CoverPool.of(items)).cover(demand());
    }
}
