package dev.stowage.policy.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The best few types against all sets of types and all counts of VMs. */
class FewTypesTest {
    private static final long HOUR = 3_600_000_000L;

    private static Market place(SplittableRandom random, String region) {
        List<CoverItem> items = new ArrayList<>();
        int n = 2 + random.nextInt(4);
        for (int i = 0; i < n; i++) {
            long cores = 1L + random.nextInt(6);
            long gib = 1L + random.nextInt(12);
            VmType type =
                    new VmType(
                            "p",
                            "t" + i,
                            "family",
                            VmType.Category.OTHER,
                            VmType.Architecture.X86_64,
                            Resources.ofCoresAndGib(cores, gib));
            long milliUsd = 8 * cores + 2 * gib + random.nextInt(20);
            BigDecimal usd = BigDecimal.valueOf(milliUsd, 3);
            LocalDate date = LocalDate.of(2026, 1, 1);
            items.add(CoverItem.of(new VmOffer(type, region, usd, "made by a test", date)));
        }
        BillingRule billing =
                new BillingRule("p", 1, 0, BillingRule.Rounding.UP, "USD", "made by a test");
        return new Market("p", region, billing, items, List.of());
    }

    private static ServiceDemand demand(SplittableRandom random) {
        int levels = 1 + random.nextInt(5);
        long[] starts = new long[levels];
        long[] cpu = new long[levels];
        long[] memory = new long[levels];
        for (int i = 0; i < levels; i++) {
            starts[i] = i == 0 ? 0 : starts[i - 1] + HOUR * (1 + random.nextInt(5));
            cpu[i] = random.nextInt(12) * 1_000_000L;
            memory[i] = random.nextInt(24) * Resources.BYTES_PER_GIB;
        }
        return new ServiceDemand(starts, cpu, memory, starts[levels - 1] + HOUR);
    }

    @Test
    void noOtherSetOfAsManyTypesCostsLess() {
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Market> places = List.of(place(random, "a"), place(random, "b"));
            ServiceDemand demand = demand(random);
            int most = 1 + random.nextInt(3);

            FewTypes.Choice found = new FewTypes(demand).cheapest(places, most).orElseThrow();

            assertThat(found.nanoUsd())
                    .as("seed %d, %d types", seed, most)
                    .isCloseTo(brute(places, demand, most), within(1e-3));
            assertThat(found.types()).hasSizeLessThanOrEqualTo(most);
            assertThat(found.isProven()).isTrue();
        }
    }

    private static double brute(List<Market> places, ServiceDemand demand, int most) {
        double best = Double.POSITIVE_INFINITY;
        for (Market place : places) {
            for (int set = 1; set < 1 << place.items().size(); set++) {
                if (Integer.bitCount(set) > most) {
                    continue;
                }
                List<CoverItem> types = new ArrayList<>();
                for (int i = 0; i < place.items().size(); i++) {
                    if ((set >> i & 1) == 1) {
                        types.add(place.items().get(i));
                    }
                }
                best = Math.min(best, cost(types, demand));
            }
        }
        return best;
    }

    private static double cost(List<CoverItem> types, ServiceDemand demand) {
        double sum = 0;
        for (int i = 0; i < demand.levels(); i++) {
            boolean isLast = i + 1 == demand.levels();
            long end = isLast ? demand.endMicros() : demand.startMicros(i + 1);
            double hours = (double) (end - demand.startMicros(i)) / HOUR;
            sum += hours * cheapest(types, 0, demand.at(i).cores(), demand.at(i).gib());
        }
        return sum;
    }

    private static double cheapest(List<CoverItem> types, int from, double cores, double gib) {
        if (cores <= 0 && gib <= 0) {
            return 0;
        }
        if (from == types.size()) {
            return Double.POSITIVE_INFINITY;
        }
        CoverItem type = types.get(from);
        double best = Double.POSITIVE_INFINITY;
        double most =
                Math.max(
                        Math.ceil(cores / type.provides().cores()),
                        Math.ceil(gib / type.provides().gib()));
        for (int n = 0; n <= most; n++) {
            double rest =
                    cheapest(
                            types,
                            from + 1,
                            cores - n * type.provides().cores(),
                            gib - n * type.provides().gib());
            best = Math.min(best, n * (double) type.nanoUsdPerHour() + rest);
        }
        return best;
    }
}
