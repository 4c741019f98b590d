package dev.stowage.policy.deployment;

import dev.stowage.basis.InputException;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.covering.CustomFamilySizes;
import dev.stowage.covering.CustomSizes;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmExtra;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType.Architecture;
import dev.stowage.policy.deployment.MarketFilter.Reason;
import dev.stowage.policy.deployment.Markets.Dates;
import dev.stowage.policy.deployment.Markets.LeftOut;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Makes {@link Markets}, place by place. */
final class MarketsBuilder {
    private final VmCatalogue catalogue;
    private final MarketFilter filter;
    private final UnaryOperator<BillingRule> billing;
    private final OptionalDouble scorePerCore;
    private final List<Market> markets = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Map<String, List<String>> customNames = new LinkedHashMap<>();
    private final Map<String, Dates> dates = new LinkedHashMap<>();

    MarketsBuilder(VmCatalogue catalogue, MarketFilter filter, UnaryOperator<BillingRule> billing) {
        this.catalogue = catalogue;
        this.filter = filter;
        this.billing = billing;
        this.scorePerCore =
                filter.speedBaseline()
                        .map(type -> OptionalDouble.of(baseline(catalogue, type)))
                        .orElseGet(OptionalDouble::empty);
    }

    /** CoreMark iterations a second of one vCPU of a type. */
    private static double baseline(VmCatalogue catalogue, String name) {
        List<VmOffer> offers =
                catalogue.providers().stream()
                        .flatMap(p -> catalogue.regions(p).stream().map(r -> new String[] {p, r}))
                        .flatMap(place -> catalogue.offers(place[0], place[1]).stream())
                        .filter(offer -> offer.type().name().equals(name))
                        .toList();
        if (offers.isEmpty()) {
            throw InputException.at(
                    "--cpu-score",
                    "type \"" + name + "\", which catalogue " + catalogue.name() + " doesn't have",
                    "a type of the catalogue",
                    "See `stowage catalog show`.");
        }
        return offers.stream()
                .filter(offer -> offer.type().cpuScore().isPresent())
                .mapToDouble(
                        offer ->
                                offer.type().cpuScore().getAsDouble()
                                        / offer.type().capacity().cores())
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "--cpu-score",
                                        "type " + name + ", whose CPU nobody measured",
                                        "a type with a CPU score in the catalogue",
                                        null));
    }

    /** Adds what the filter leaves of a region. */
    void add(String provider, String region) {
        boolean isAllowed = filter.allows(provider, region);
        List<CoverItem> items = new ArrayList<>();
        List<VmExtra> extras = isAllowed ? filter.extras().at(provider, region) : List.of();
        for (VmOffer offer : catalogue.offers(provider, region)) {
            Optional<Reason> refusal =
                    isAllowed ? filter.refusal(offer) : Optional.of(Reason.REGION);
            if (refusal.isEmpty() && filter.usable(provides(offer)).isEmpty()) {
                refusal = Optional.of(Reason.OVERHEAD);
            }
            if (refusal.isPresent()) {
                leaveOut(provider, region, offer.type().name(), refusal.get());
            } else {
                items.add(item(extras.isEmpty() ? offer : offer.with(extras)));
                priced(provider, offer.date());
            }
        }
        List<CustomSizes> custom = custom(provider, region, isAllowed);
        if (!items.isEmpty() || !custom.isEmpty()) {
            BillingRule rule = billing.apply(catalogue.billing(provider));
            markets.add(new Market(provider, region, rule, items, custom));
        }
    }

    private List<CustomSizes> custom(String provider, String region, boolean isAllowed) {
        List<CustomSizes> custom = new ArrayList<>();
        for (CustomVmFamily family : catalogue.customFamilies(provider, region)) {
            Optional<Reason> refusal = isAllowed ? refusal(family) : Optional.of(Reason.REGION);
            if (refusal.isPresent()) {
                leaveOut(provider, region, family.family() + " custom", refusal.get());
            } else {
                custom.add(sizes(family));
                customNames
                        .computeIfAbsent(provider + "/" + region, place -> new ArrayList<>())
                        .add(family.family());
                priced(provider, family.date());
            }
        }
        return custom;
    }

    private Optional<Reason> refusal(CustomVmFamily family) {
        return Stream.of(
                        refuse(!filter.types().isEmpty(), Reason.TYPE),
                        refuse(
                                !filter.families().isEmpty()
                                        && !filter.families().contains(family.family()),
                                Reason.FAMILY),
                        refuse(
                                !filter.architectures().isEmpty()
                                        && !filter.architectures().contains(Architecture.X86_64),
                                Reason.ARCHITECTURE),
                        refuse(
                                scorePerCore.isPresent() && family.cpuScorePerVcpu().isEmpty(),
                                Reason.NO_SCORE),
                        refuse(filter.pricing() == Pricing.SPOT, Reason.NO_SPOT_PRICE),
                        refuse(
                                filter.zones() > 1
                                        || !filter.overhead().equals(Resources.NONE)
                                        || !filter.extras().isNone(),
                                Reason.CUT_TO_SIZE),
                        refuse(hasNone(family, filter.least(), Optional.empty()), Reason.TOO_SMALL),
                        refuse(hasNone(family, filter.least(), filter.most()), Reason.TOO_LARGE))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** True if no size of the family lies between two. */
    private static boolean hasNone(
            CustomVmFamily family, Optional<Resources> least, Optional<Resources> most) {
        return new BoundedSizes(
                        new CustomFamilySizes(family, 1), least.orElse(Resources.NONE), most)
                .cheapestCovering(Resources.NONE)
                .isEmpty();
    }

    private static Optional<Reason> refuse(boolean isRefused, Reason reason) {
        return isRefused ? Optional.of(reason) : Optional.empty();
    }

    private CustomSizes sizes(CustomVmFamily family) {
        double coresPerVcpu =
                scorePerCore.isPresent()
                        ? family.cpuScorePerVcpu().orElseThrow() / scorePerCore.getAsDouble()
                        : 1;
        CustomSizes sizes = new CustomFamilySizes(family, coresPerVcpu);
        if (filter.least().isEmpty() && filter.most().isEmpty()) {
            return sizes;
        }
        return new BoundedSizes(
                sizes,
                filter.least().map(size -> scaled(size, coresPerVcpu)).orElse(Resources.NONE),
                filter.most().map(size -> scaled(size, coresPerVcpu)));
    }

    private CoverItem item(VmOffer offer) {
        Resources provides = filter.usable(provides(offer)).orElseThrow();
        CoverItem item =
                filter.pricing() == Pricing.SPOT
                        ? CoverItem.spot(offer, provides)
                        : CoverItem.of(offer, provides);
        return filter.zones() > 1 ? item.inZones(filter.zones()) : item;
    }

    /** The size of a type, its CPU by its speed. */
    private Resources provides(VmOffer offer) {
        Resources capacity = offer.type().capacity();
        return scorePerCore.isPresent()
                ? scaled(
                        capacity,
                        offer.type().cpuScore().orElseThrow()
                                / capacity.cores()
                                / scorePerCore.getAsDouble())
                : capacity;
    }

    private static Resources scaled(Resources size, double cores) {
        return new Resources((long) (size.cpuMicroCores() * cores), size.memoryBytes());
    }

    private void leaveOut(String provider, String region, String type, Reason reason) {
        leftOut.add(new LeftOut(provider, region, type, reason));
    }

    private void priced(String provider, LocalDate date) {
        dates.merge(provider, new Dates(date, date), (all, one) -> all.and(one.oldest()));
    }

    Markets build() {
        return new Markets(markets, leftOut, customNames, dates);
    }
}
