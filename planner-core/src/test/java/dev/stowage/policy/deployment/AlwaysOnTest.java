package dev.stowage.policy.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmFeatures;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlwaysOnTest {
    private static VmOffer offer(
            String provider, String region, String type, long cores, long gib, String usd) {
        VmType vm =
                new VmType(
                        provider,
                        type,
                        "f",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        return new VmOffer(
                vm, region, new BigDecimal(usd), "price list", LocalDate.of(2026, 7, 20));
    }

    private static final List<VmOffer> OFFERS =
            List.of(
                    offer("a", "east", "small", 2, 8, "0.096"),
                    offer("a", "east", "lean", 4, 4, "0.12"),
                    offer("a", "east", "large", 16, 64, "0.7"),
                    offer("a", "west", "small", 2, 8, "0.1001"),
                    offer("b", "north", "tiny", 1, 1, "0.01"));

    private record Listed(List<VmOffer> offers) implements VmCatalogue {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public List<String> providers() {
            return offers.stream().map(each -> each.type().provider()).distinct().toList();
        }

        @Override
        public List<String> regions(String provider) {
            return offers.stream()
                    .filter(each -> each.type().provider().equals(provider))
                    .map(VmOffer::region)
                    .distinct()
                    .toList();
        }

        @Override
        public List<VmOffer> offers(String provider, String region) {
            return offers.stream()
                    .filter(each -> each.type().provider().equals(provider))
                    .filter(each -> each.region().equals(region))
                    .toList();
        }

        @Override
        public VmOffer offer(String provider, String region, String vmType) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BillingRule billing(String provider) {
            throw new UnsupportedOperationException();
        }
    }

    private static AlwaysOn.Result rank(long cores, long gib, long taskCores, long taskGib) {
        return AlwaysOn.rank(
                new Listed(OFFERS),
                new AlwaysOnRequest(
                        Resources.ofCoresAndGib(cores, gib),
                        Resources.ofCoresAndGib(taskCores, taskGib),
                        List.of("a", "b"),
                        false));
    }

    @Test
    void takesTheCheapestTypeOfEachRegionAndRanksTheRegions() {
        AlwaysOn.Result result = rank(100, 300, 1, 1);
        assertThat(result.options().stream().map(each -> each.offer().region()))
                .containsExactly("north", "east", "west");
        AlwaysOnOption east = result.options().get(1);
        assertThat(east.offer().type().name()).as("7 x 0.7 against 50 x 0.096").isEqualTo("small");
        assertThat(east.count()).isEqualTo(50);
        assertThat(east.hourlyUsd()).isEqualTo("4.800");
        assertThat(east.monthlyUsd()).as("730 h").isEqualTo("3504.00");
        assertThat(east.yearlyUsd()).as("8,760 h").isEqualTo("42048.00");
        assertThat(east.covered()).isEqualTo(Resources.ofCoresAndGib(100, 400));
        assertThat(east.offer().source()).isEqualTo("price list");
    }

    private static VmOffer withGpus(String type, double gpus, String usd) {
        VmOffer plain = offer("a", "east", type, 16, 64, usd);
        VmType vm =
                new VmType(
                        "a",
                        type,
                        "g",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        plain.type().capacity(),
                        new VmFeatures(gpus, false, 0, OptionalDouble.empty()));
        return new VmOffer(vm, "east", plain.usdPerHour(), "price list", plain.date());
    }

    private static AlwaysOn.Result rank(AlwaysOnRequest.Gpus gpus, VmOffer... more) {
        List<VmOffer> offers = new ArrayList<>(OFFERS);
        offers.addAll(List.of(more));
        return AlwaysOn.rank(
                new Listed(offers),
                new AlwaysOnRequest(
                        Resources.ofCoresAndGib(80, 320),
                        Resources.ofCoresAndGib(2, 8),
                        gpus,
                        List.of("a"),
                        false));
    }

    @Test
    void rentsAsManyAcceleratorsAsTheServersHave() {
        AlwaysOnRequest.Gpus twenty = new AlwaysOnRequest.Gpus(20, 4);
        assertThat(rank(twenty).options()).as("no type has any").isEmpty();
        assertThat(rank(twenty).regionsWithoutOption()).containsExactly("a east", "a west");

        List<AlwaysOnOption> options =
                rank(
                                twenty,
                                withGpus("one", 1, "0.5"),
                                withGpus("four", 4, "3.2"),
                                withGpus("eight", 8, "7"))
                        .options();
        assertThat(options).hasSize(1);
        assertThat(options.get(0).offer().type().name())
                .as("one accelerator can't hold the largest task; 5 x 3.2 against 5 x 7")
                .isEqualTo("four");
        assertThat(options.get(0).count()).isEqualTo(5);
        assertThat(options.get(0).boundHourlyUsd()).isEqualTo(16);
        assertThat(options.get(0).gapToBound()).isZero();

        AlwaysOnOption byGpus =
                rank(new AlwaysOnRequest.Gpus(60, 4), withGpus("four", 4, "3.2")).options().get(0);
        assertThat(byGpus.count()).as("60 accelerators, 4 each").isEqualTo(15);
        assertThat(rank(AlwaysOnRequest.Gpus.NONE, withGpus("four", 4, "3.2")).options())
                .as("nobody asks for any")
                .extracting(each -> each.offer().type().name())
                .containsExactly("large", "small");
    }

    @Test
    void roundsMoneyOnceAtTheEnd() {
        AlwaysOnOption west = rank(3, 1, 1, 1).options().get(2);
        assertThat(west.count()).isEqualTo(2);
        assertThat(west.hourlyUsd()).isEqualTo("0.2002");
        assertThat(west.monthlyUsd()).as("146.146").isEqualTo("146.15");
        assertThat(west.yearlyUsd()).as("1753.752").isEqualTo("1753.75");
    }

    @Test
    void leavesOutTypesThatCannotHoldTheLargestTaskAndListsThem() {
        AlwaysOn.Result result = rank(100, 300, 3, 10);
        assertThat(result.options()).hasSize(1);
        assertThat(result.options().get(0).offer().type().name()).isEqualTo("large");
        assertThat(result.tooSmall().stream().map(each -> each.type().name()))
                .containsExactly("small", "lean", "small", "tiny");
        assertThat(result.regionsWithoutOption()).containsExactly("a west", "b north");
    }

    @Test
    void leavesOutTypesWithSharedCoresAndListsThemUnlessAskedFor() {
        VmOffer plain = offer("a", "east", "small", 2, 8, "0.096");
        VmType type = plain.type();
        VmOffer burstable =
                new VmOffer(
                        new VmType(
                                "a",
                                "burst",
                                "f",
                                type.category(),
                                type.architecture(),
                                type.capacity(),
                                new VmFeatures(0, true, 0, OptionalDouble.empty())),
                        "east",
                        new BigDecimal("0.01"),
                        "price list",
                        plain.date());
        Listed offers = new Listed(List.of(burstable, plain));
        Resources total = Resources.ofCoresAndGib(4, 16);
        AlwaysOn.Result result =
                AlwaysOn.rank(
                        offers, new AlwaysOnRequest(total, Resources.NONE, List.of("a"), false));
        assertThat(result.options().get(0).offer()).isEqualTo(plain);
        assertThat(result.options().get(0).gapToBound()).as("nor in the bound").isZero();
        assertThat(result.sharedCore()).containsExactly(burstable);
        AlwaysOn.Result asked =
                AlwaysOn.rank(
                        offers, new AlwaysOnRequest(total, Resources.NONE, List.of("a"), true));
        assertThat(asked.options().get(0).offer()).isEqualTo(burstable);
        assertThat(asked.sharedCore()).isEmpty();
    }

    @Test
    void rentsNothingForNoCapacity() {
        assertThat(rank(0, 0, 0, 0).options()).isEmpty();
    }

    @Test
    void comparesWithTheCheapestMixOfFractions() {
        AlwaysOnOption east = rank(100, 300, 1, 1).options().get(1);
        // lean x + large y with 4x + 16y = 100 cores and 4x + 64y = 300 GiB: y = 25/6, x = 25/3
        double mix = 25 / 3.0 * 0.12 + 25 / 6.0 * 0.7;
        assertThat(east.boundHourlyUsd()).isCloseTo(mix, within(1e-12));
        assertThat(east.gapToBound()).isCloseTo((4.8 - mix) / mix, within(1e-12));
    }

    @Test
    void boundsEveryMixOfWholeMachinesFromBelow() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<VmOffer> offers = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                String usd = "0." + (1 + random.nextInt(99));
                offers.add(
                        offer(
                                "a",
                                "r",
                                "t" + i,
                                1 + random.nextInt(6),
                                1 + random.nextInt(6),
                                usd));
            }
            Resources demand =
                    Resources.ofCoresAndGib(1 + random.nextInt(12), 1 + random.nextInt(12));
            double bound = FractionalCover.hourlyUsd(offers, demand);
            double cheapest = cheapestMix(offers, 0, demand, 0);
            assertThat(bound).as("seed %d", seed).isLessThanOrEqualTo(cheapest + 1e-9);
            assertThat(bound)
                    .as("rounding up costs one VM of each of two types at most")
                    .isGreaterThan(cheapest - 2.0);
        }
    }

    private static double cheapestMix(List<VmOffer> offers, int next, Resources left, double cost) {
        if (left.equals(Resources.NONE)) {
            return cost;
        }
        if (next == offers.size()) {
            return Double.POSITIVE_INFINITY;
        }
        double best = cheapestMix(offers, next + 1, left, cost);
        Resources vm = offers.get(next).type().capacity();
        Resources less =
                new Resources(
                        Math.max(0, left.cpuMicroCores() - vm.cpuMicroCores()),
                        Math.max(0, left.memoryBytes() - vm.memoryBytes()));
        double price = offers.get(next).usdPerHour().doubleValue();
        return Math.min(best, cheapestMix(offers, next, less, cost + price));
    }
}
