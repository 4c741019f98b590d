package dev.stowage.covering;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Items and demands for tests of covers. */
final class CoverSamples {
    private CoverSamples() {}

    /** A VM of whole cores and GiB; the price is in thousandths of a USD an hour. */
    static CoverItem item(String name, long cores, long gib, long milliUsd) {
        return item(name, Resources.ofCoresAndGib(cores, gib), BigDecimal.valueOf(milliUsd, 3));
    }

    private static CoverItem item(String name, Resources size, BigDecimal usd) {
        VmType type =
                new VmType(
                        "test",
                        name,
                        "family",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        size);
        return CoverItem.of(
                new VmOffer(type, "region", usd, "made by a test", LocalDate.of(2026, 1, 1)));
    }

    /** Sizes of a few cores, prices roughly by size, many of them ties. */
    static List<CoverItem> items(SplittableRandom random, int n) {
        return IntStream.range(0, n)
                .mapToObj(
                        i -> {
                            long cores = 1L + random.nextInt(6);
                            long gib = 1L + random.nextInt(12);
                            long price = 10 * cores + 2 * gib + random.nextInt(12);
                            return item("t" + i, cores, gib, price);
                        })
                .toList();
    }

    /** Up to so many cores and GiB, in quarters. */
    static Resources demand(SplittableRandom random, int cores, int gib) {
        return new Resources(
                random.nextInt(4 * cores) * Resources.MICRO_CORES_PER_CORE / 4,
                random.nextInt(4 * gib) * Resources.BYTES_PER_GIB / 4);
    }

    /** Even numbers of cores, whole GiB, one to six GiB a core. */
    static CustomSizes custom(SplittableRandom random) {
        return new Cut(8 + random.nextInt(12), 1 + random.nextInt(4), 2 + random.nextInt(12));
    }

    private record Cut(long perCore, long perGib, int most) implements CustomSizes {
        @Override
        public String family() {
            return "family";
        }

        @Override
        public Optional<CoverItem> cheapestCovering(Resources need) {
            long gib = -Math.floorDiv(-need.memoryBytes(), Resources.BYTES_PER_GIB);
            long cores = -Math.floorDiv(-need.cpuMicroCores(), Resources.MICRO_CORES_PER_CORE);
            cores = Math.max(2, Math.max(cores + cores % 2, -Math.floorDiv(-gib, 6L)));
            cores += cores % 2;
            gib = Math.max(gib, cores);
            return cores > most + most % 2
                    ? Optional.empty()
                    : Optional.of(
                            item(
                                    "cut-" + cores + "-" + gib,
                                    cores,
                                    gib,
                                    cores * perCore + gib * perGib));
        }

        @Override
        public double nanoUsdPerCore() {
            return perCore * 1e6;
        }

        @Override
        public double nanoUsdPerGib() {
            return perGib * 1e6;
        }

        @Override
        public double leastGibPerCore() {
            return 1;
        }

        @Override
        public double mostGibPerCore() {
            return 6;
        }

        @Override
        public Resources unit() {
            return Resources.ofCoresAndGib(2, 1);
        }

        @Override
        public Resources largest() {
            long cores = most + most % 2L;
            return Resources.ofCoresAndGib(cores, 6 * cores);
        }
    }
}
