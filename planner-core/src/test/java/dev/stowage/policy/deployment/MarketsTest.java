package dev.stowage.policy.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.CustomSizeRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmFeatures;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.model.cloud.VmType.Architecture;
import dev.stowage.policy.deployment.MarketFilter.Reason;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MarketsTest {
    private static final LocalDate OLD = LocalDate.of(2026, 1, 31);
    private static final LocalDate NEW = LocalDate.of(2026, 7, 20);

    /** One provider, one region, a type for each filter, and a family with custom sizes. */
    private record Small(List<VmOffer> all) implements VmCatalogue {
        @Override
        public String name() {
            return "small";
        }

        @Override
        public List<String> providers() {
            return List.of("a");
        }

        @Override
        public List<String> regions(String provider) {
            return List.of("east", "west");
        }

        @Override
        public List<VmOffer> offers(String provider, String region) {
            return all.stream().filter(each -> each.region().equals(region)).toList();
        }

        @Override
        public VmOffer offer(String provider, String region, String vmType) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<CustomVmFamily> customFamilies(String provider, String region) {
            return region.equals("east")
                    ? List.of(
                            new CustomVmFamily(
                                    "a",
                                    "n",
                                    region,
                                    new BigDecimal("0.03"),
                                    new BigDecimal("0.004"),
                                    new CustomSizeRule(List.of(2, 4, 8), 1024, 8192, 256, 65_536),
                                    "list",
                                    OLD,
                                    OptionalDouble.of(10_000)))
                    : List.of();
        }

        @Override
        public BillingRule billing(String provider) {
            return new BillingRule(provider, 1, 60, BillingRule.Rounding.UP, "USD", "list");
        }
    }

    private static VmOffer offer(String region, String name, long cores, String usd, VmFeatures f) {
        VmType type =
                new VmType(
                        "a",
                        name,
                        name.substring(0, 1),
                        VmType.Category.GENERAL,
                        name.startsWith("g") ? Architecture.ARM64 : Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, 4 * cores),
                        f);
        Optional<SpotPrice> spot =
                name.startsWith("s")
                        ? Optional.of(
                                new SpotPrice(
                                        new BigDecimal("0.02"), "advisor", OptionalDouble.empty()))
                        : Optional.empty();
        return new VmOffer(type, region, new BigDecimal(usd), "list", NEW, spot, List.of());
    }

    private static VmFeatures score(double score) {
        return new VmFeatures(0, false, 0, OptionalDouble.of(score));
    }

    private static final Small CATALOGUE =
            new Small(
                    List.of(
                            offer("east", "small", 2, "0.1", score(20_000)),
                            offer("east", "big", 8, "0.41", score(160_000)),
                            offer("east", "good", 2, "0.09", VmFeatures.PLAIN),
                            offer(
                                    "east",
                                    "tiny",
                                    2,
                                    "0.01",
                                    new VmFeatures(0, true, 0, OptionalDouble.empty())),
                            offer(
                                    "east",
                                    "vision",
                                    2,
                                    "0.9",
                                    new VmFeatures(1, false, 0, OptionalDouble.empty())),
                            offer("west", "small", 2, "0.2", score(20_000))));

    private static Markets markets(MarketFilter filter) {
        return Markets.of(CATALOGUE, List.of("a"), filter, UnaryOperator.identity());
    }

    private static List<String> names(Markets markets) {
        return markets.markets().stream()
                .flatMap(m -> m.pool().items().stream())
                .map(item -> item.offer().type().name())
                .distinct()
                .toList();
    }

    @Test
    void leavesOutAcceleratorsAndSharedCoresUnlessAskedForAndCountsThem() {
        Markets markets = markets(MarketFilter.NONE);

        assertThat(markets.counts())
                .isEqualTo(Map.of(Reason.SHARED_CORE, 1, Reason.ACCELERATOR, 1));
        assertThat(markets.markets()).hasSize(2);
        assertThat(markets.offers()).isEqualTo(4);
        assertThat(markets.dates().get("a")).isEqualTo(new Markets.Dates(OLD, NEW));
        Markets all =
                markets(
                        MarketFilter.NONE.with(
                                draft -> {
                                    draft.hasAccelerators = true;
                                    draft.hasSharedCores = true;
                                }));
        assertThat(all.leftOut()).isEmpty();
        assertThat(names(all)).contains("tiny");
    }

    @Test
    void saysWhichTypeReplacesOneAndAtWhichPrice() {
        var dominated = markets(MarketFilter.NONE).markets().get(0).pool().dominated();

        assertThat(dominated).hasSize(2);
        assertThat(Markets.because(dominated.get(1)))
                .isEqualTo("4 x good replace it at 0.36 USD/h, and it costs 0.41");
    }

    @Test
    void everyOfferIsRentableOrLeftOutForAReason() {
        List<MarketFilter> filters =
                List.of(
                        MarketFilter.NONE.with(d -> d.regions = Set.of("a/west")),
                        MarketFilter.NONE.with(d -> d.families = Set.of("s")),
                        MarketFilter.NONE.with(d -> d.types = Set.of("small", "good")),
                        MarketFilter.NONE.with(d -> d.architectures = Set.of(Architecture.ARM64)),
                        MarketFilter.NONE.with(
                                d -> d.least = Optional.of(Resources.ofCoresAndGib(4, 4))),
                        MarketFilter.NONE.with(
                                d -> d.most = Optional.of(Resources.ofCoresAndGib(4, 64))),
                        MarketFilter.NONE.with(d -> d.speedBaseline = Optional.of("small")),
                        MarketFilter.NONE.with(d -> d.pricing = Pricing.SPOT));
        for (MarketFilter filter : filters) {
            Markets markets = markets(filter);
            long custom = markets.customFamilies().values().stream().mapToInt(List::size).sum();
            assertThat(markets.offers() + custom + markets.leftOut().size())
                    .as("%s", filter)
                    .isEqualTo(CATALOGUE.all().size() + 1L);
            assertThat(markets.leftOut()).isNotEmpty();
        }
    }

    @Test
    void countsCoresInThoseOfTheBaseline() {
        Markets markets =
                markets(MarketFilter.NONE.with(d -> d.speedBaseline = Optional.of("small")));

        CoverItem big =
                markets.markets().get(0).cheapestSingle(Resources.ofCoresAndGib(10, 1)).get();
        assertThat(big.offer().type().name()).isEqualTo("big");
        assertThat(big.provides().cores()).isCloseTo(16, within(1e-6));
        assertThat(markets.counts()).containsEntry(Reason.NO_SCORE, 1);
    }

    @Test
    void holdsCustomSizesWithinTheLargestSize() {
        Markets markets =
                markets(
                        MarketFilter.NONE.with(
                                d -> {
                                    d.most = Optional.of(Resources.ofCoresAndGib(4, 64));
                                    d.families = Set.of("n");
                                }));

        assertThat(markets.markets()).hasSize(1);
        Market market = markets.markets().get(0);
        assertThat(market.cheapestSingle(Resources.ofCoresAndGib(4, 8))).isPresent();
        assertThat(market.cheapestSingle(Resources.ofCoresAndGib(5, 8))).isEmpty();
        assertThat(market.cheapestMix(Resources.ofCoresAndGib(9, 18)).provides().cores())
                .isGreaterThanOrEqualTo(9);
    }

    @Test
    void refusesWhatTheCatalogueDoesNotHave() {
        assertThatThrownBy(() -> markets(MarketFilter.NONE.with(d -> d.regions = Set.of("eats"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("\"eats\"")
                .hasMessageContaining("a/east, a/west, east, west");
        assertThatThrownBy(() -> markets(MarketFilter.NONE.with(d -> d.families = Set.of("z"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("\"z\"");
        assertThatThrownBy(
                        () ->
                                markets(
                                        MarketFilter.NONE.with(
                                                d -> d.speedBaseline = Optional.of("good"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("whose CPU nobody measured");
        assertThatThrownBy(
                        () ->
                                markets(
                                        MarketFilter.NONE.with(
                                                d ->
                                                        d.least =
                                                                Optional.of(
                                                                        Resources.ofCoresAndGib(
                                                                                100, 1)))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("below the least size");
    }
}
