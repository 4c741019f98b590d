package dev.stowage.policy.deployment;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool.Dominated;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.MarketFilter.Reason;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The places that a catalogue offers under a filter, and why the rest is left out. Nothing is left
 * out without a reason.
 *
 * @param markets one for each region of each provider with something to rent, in the order of the
 *     providers asked and the catalogue
 * @param leftOut offers that the filter leaves out, in the order of the catalogue
 * @param customFamilies names of the families with custom sizes that may be rented, by place
 * @param dates of the prices that may be paid: of the oldest and the newest, by provider
 */
public record Markets(
        List<Market> markets,
        List<LeftOut> leftOut,
        Map<String, List<String>> customFamilies,
        Map<String, Dates> dates) {
    private static final int MOST_NAMED = 200;

    public Markets {
        markets = List.copyOf(markets);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * An offer that the filter leaves out. Custom families are one offer.
     *
     * @param provider of the offer
     * @param region of the offer
     * @param type name of the type, or {@code family custom}
     * @param reason why
     */
    public record LeftOut(String provider, String region, String type, Reason reason) {}

    /**
     * When prices held.
     *
     * @param oldest date of the oldest price
     * @param newest date of the newest price
     */
    public record Dates(LocalDate oldest, LocalDate newest) {
        Dates and(LocalDate date) {
            return new Dates(
                    date.isBefore(oldest) ? date : oldest, date.isAfter(newest) ? date : newest);
        }
    }

    /**
     * The markets of some providers.
     *
     * @param providers in the order that breaks ties; not empty
     * @param billing what is made of each provider's billing rule
     * @throws InputException if a provider, region, family or the baseline is unknown, or if
     *     nothing is left to rent; says what left it out
     */
    public static Markets of(
            VmCatalogue catalogue,
            List<String> providers,
            MarketFilter filter,
            UnaryOperator<BillingRule> billing) {
        MarketsBuilder builder = new MarketsBuilder(catalogue, filter, billing);
        for (String provider : providers) {
            for (String region : catalogue.regions(provider)) {
                builder.add(provider, region);
            }
        }
        Markets markets = builder.build();
        requireKnown(catalogue, providers, filter);
        if (markets.markets().isEmpty()) {
            throw InputException.at(
                    "catalogue " + catalogue.name(),
                    "nothing to rent of "
                            + String.join(", ", providers)
                            + " after the filters: "
                            + markets.countsInWords(),
                    "at least one VM type",
                    "Ask for less.");
        }
        return markets;
    }

    /** How many offers were left out, by reason, in the order of the reasons. */
    public Map<Reason, Integer> counts() {
        Map<Reason, Integer> counts = new EnumMap<>(Reason.class);
        leftOut.forEach(each -> counts.merge(each.reason(), 1, Integer::sum));
        return counts;
    }

    private String countsInWords() {
        List<String> words = new ArrayList<>();
        counts().forEach((reason, count) -> words.add(count + " " + reason.words()));
        return words.isEmpty() ? "no offers at all" : String.join(", ", words);
    }

    /** Offers that were never considered for a mix because another is never dearer. */
    public int dominated() {
        return markets.stream().mapToInt(market -> market.pool().dominated().size()).sum();
    }

    /** Types of fixed size that may be rented, over all places. */
    public int offers() {
        return dominated()
                + markets.stream().mapToInt(market -> market.pool().items().size()).sum();
    }

    /** The markets of one provider. */
    public List<Market> of(String provider) {
        return markets.stream().filter(market -> market.provider().equals(provider)).toList();
    }

    /** Why an offer is not in a mix, in words. */
    public static String because(Dominated dominated) {
        return dominated.copies()
                + " x "
                + dominated.by().offer().type().name()
                + " replace it at "
                + usdPerHour(dominated.by(), dominated.copies())
                + " USD/h, and it costs "
                + usdPerHour(dominated.item(), 1);
    }

    private static String usdPerHour(CoverItem item, long count) {
        return item.usdPerHour()
                .add(item.offer().extrasUsdPerHour())
                .multiply(BigDecimal.valueOf(count))
                .toPlainString();
    }

    private static void requireKnown(
            VmCatalogue catalogue, List<String> providers, MarketFilter filter) {
        Collection<String> regions = new TreeSet<>();
        Collection<String> families = new TreeSet<>();
        Collection<String> types = new TreeSet<>();
        for (String provider : providers) {
            for (String region : catalogue.regions(provider)) {
                regions.add(region);
                regions.add(provider + "/" + region);
                for (VmOffer offer : catalogue.offers(provider, region)) {
                    families.add(offer.type().family());
                    types.add(offer.type().name());
                }
                catalogue
                        .customFamilies(provider, region)
                        .forEach(family -> families.add(family.family()));
            }
        }
        filter.regions().stream().sorted().forEach(name -> require("region", name, regions));
        filter.types().stream().sorted().forEach(name -> require("type", name, types));
        filter.families().stream().sorted().forEach(name -> require("family", name, families));
    }

    private static void require(String what, String name, Collection<String> known) {
        if (!known.contains(name)) {
            throw InputException.at(
                    what,
                    "\"" + name + "\"",
                    known.size() > MOST_NAMED
                            ? "one of the " + known.size() + " that there are"
                            : "one of " + String.join(", ", known),
                    NearestName.question(name, known).map(question -> question + " ").orElse("")
                            + "Of the providers asked; see `stowage catalog list`.");
        }
    }
}
