package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.Located;
import dev.stowage.catalog.gather.TypeNames;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmType;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Prices against those of other rows, by medians, so that a few wrong ones don't hide themselves.
 *
 * <p>A price is expected to be the median of its type over all regions, times the factor of its
 * region: the median over its types of their price to that median. The types of a family move
 * together, so the factor of the family in the region tells more where there is one. Where a type
 * is sold in fewer than three regions, its price is held against its siblings, else against its
 * family.
 */
final class PriceComparison {
    /**
     * Prices beyond this factor of what their region asks are wrong. In three collected lists
     * (78,000 rows) 99.99 % stay below 1.9.
     */
    static final double FAR = 1.9;

    /** The same for what their family asks there: 99.9 % of these rows stay below 1.4. */
    static final double ODD = 1.5;

    /** The same for the family as a whole, whose sizes need not be priced in proportion. */
    static final double ABSURD = 4;

    private static final double WINDOWS_TOLERANCE = 0.03;
    private static final double WINDOWS_LEAST_SHARE = 0.4;

    private final Map<String, Double> typeMedians;
    private final Map<String, Double> regionFactors;
    private final Map<String, Double> familyFactors;
    private final Map<String, Map<String, Double>> familyMedians = new HashMap<>();
    private final Map<String, Double> siblingMedians;
    private final DiscountComparison discounts;
    private final DateComparison dates;
    private final RegionNames regions;

    PriceComparison(List<Located> offers, LocalDate today) {
        typeMedians = Medians.of(offers, PriceComparison::type, PriceComparison::usd);
        List<Located> sold =
                offers.stream().filter(each -> typeMedians.containsKey(type(each))).toList();
        ToDoubleFunction<Located> factor =
                each -> usd(each) / typeMedians.getOrDefault(type(each), Double.NaN);
        regionFactors = Medians.of(sold, PriceComparison::region, factor);
        familyFactors = Medians.of(sold, PriceComparison::familyInRegion, factor);
        siblingMedians =
                Medians.of(
                        offers.stream().filter(each -> each.offer().type().gpus() == 0).toList(),
                        PriceComparison::siblings,
                        each -> usd(each) / each.offer().type().capacity().cores());
        units().forEach(
                        (name, unit) ->
                                familyMedians.put(
                                        name,
                                        Medians.of(
                                                offers.stream()
                                                        .filter(e -> unit.applyAsDouble(e) > 0)
                                                        .toList(),
                                                PriceComparison::family,
                                                each -> usd(each) / unit.applyAsDouble(each))));
        discounts = new DiscountComparison(offers);
        dates = new DateComparison(offers, today);
        regions = new RegionNames(offers);
    }

    /** What is wrong with an offer; null if nothing is. */
    @Nullable Problem problem(Located located) {
        Problem found = withoutAccelerators(located);
        found = found == null ? regions.problem(located) : found;
        found = found == null ? impossible(located) : found;
        found = found == null ? licence(located) : found;
        found = found == null ? againstOthers(located) : found;
        found = found == null ? discounts.problem(located) : found;
        return found == null ? dates.problem(located) : found;
    }

    private static @Nullable Problem withoutAccelerators(Located located) {
        VmType type = located.offer().type();
        return type.gpus() == 0 && TypeNames.hasAccelerators(type.provider(), type.name())
                ? new Problem(
                        Reason.ACCELERATOR_UNPRICED,
                        located.place(),
                        located.name(),
                        "no accelerators at "
                                + located.offer().usdPerHour().toPlainString()
                                + " USD/hour",
                        "their number, and a price with them")
                : null;
    }

    private static @Nullable Problem impossible(Located located) {
        VmType type = located.offer().type();
        double cores = type.capacity().cores();
        double gib = type.capacity().gib();
        double least = 0.0002 * cores + 0.0001 * gib;
        double most = 2 * cores + 0.2 * gib + 30.0 * type.gpus() + 1;
        return usd(located) < least || usd(located) > most
                ? problem(
                        Reason.ABSURD_SIZE,
                        located,
                        String.format(Locale.ROOT, "%.4g to %.4g USD/hour", least, most))
                : null;
    }

    private @Nullable Problem licence(Located located) {
        OptionalDouble here = inRegion(located);
        OptionalDouble siblings = likeSiblings(located);
        for (OptionalDouble expected : List.of(here, siblings)) {
            if (expected.isPresent() && isLicence(located, expected.getAsDouble())) {
                return problem(
                        Reason.WINDOWS,
                        located,
                        about(expected.getAsDouble()) + " without the licence");
            }
        }
        return null;
    }

    private @Nullable Problem againstOthers(Located located) {
        OptionalDouble here = inRegion(located);
        if (here.isPresent() && isBeyond(FAR, located, here)) {
            return farFromRegions(located, here);
        }
        OptionalDouble inFamily = inFamily(located, here);
        if (isBeyond(ODD, located, inFamily)) {
            return farFromRegions(located, inFamily);
        }
        OptionalDouble siblings = likeSiblings(located);
        if (inFamily.isEmpty() && isBeyond(ODD, located, siblings)) {
            return problem(
                    Reason.ABSURD_FAMILY,
                    located,
                    about(siblings.getAsDouble()) + " as its siblings in the region");
        }
        return here.isPresent() ? null : againstFamily(located);
    }

    private static Problem farFromRegions(Located located, OptionalDouble expected) {
        return problem(
                Reason.ABSURD_REGION,
                located,
                about(expected.getAsDouble()) + " as in other regions");
    }

    private static boolean isBeyond(double factor, Located located, OptionalDouble expected) {
        double ratio = usd(located) / expected.orElse(Double.NaN);
        return ratio > factor || ratio < 1 / factor; // false for NaN
    }

    /** What the type should cost as types do in its region; empty if it is sold in too few. */
    private OptionalDouble inRegion(Located located) {
        Double median = typeMedians.get(type(located));
        return median == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(median * regionFactors.getOrDefault(region(located), 1.0));
    }

    /** What it should cost as its family does there; empty if the family is wrong as a whole. */
    private OptionalDouble inFamily(Located located, OptionalDouble inRegion) {
        Double factor = familyFactors.get(familyInRegion(located));
        Double median = typeMedians.get(type(located));
        if (factor == null || median == null) {
            return OptionalDouble.empty();
        }
        double apart = factor * median / inRegion.orElse(Double.NaN);
        return apart < FAR && apart > 1 / FAR
                ? OptionalDouble.of(factor * median)
                : OptionalDouble.empty();
    }

    /** What it should cost as its siblings do; accelerators don't grow with the vCPUs. */
    private OptionalDouble likeSiblings(Located located) {
        Double perCore =
                located.offer().type().gpus() == 0 ? siblingMedians.get(siblings(located)) : null;
        return perCore == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(perCore * located.offer().type().capacity().cores());
    }

    private static boolean isLicence(Located located, double expected) {
        double licence = Gathering.WINDOWS_USD_PER_VCPU * located.offer().type().capacity().cores();
        double more = usd(located) - expected;
        return Math.abs(more - licence) <= WINDOWS_TOLERANCE * licence
                && more >= WINDOWS_LEAST_SHARE * expected;
    }

    /** Against the family: absurd if it is, in the same direction, by every unit. */
    private @Nullable Problem againstFamily(Located located) {
        double nearest = Double.NaN;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (Map.Entry<String, ToDoubleFunction<Located>> unit : units().entrySet()) {
            Double median = medianOf(unit.getKey(), located);
            double size = unit.getValue().applyAsDouble(located);
            if (median != null && size > 0) {
                double ratio = usd(located) / size / median;
                least = Math.min(least, ratio);
                most = Math.max(most, ratio);
                nearest = Double.isNaN(nearest) ? median * size : nearest;
            }
        }
        boolean isAbsurd = most > 0 && (least > ABSURD || most < 1 / ABSURD);
        return isAbsurd && !Double.isNaN(nearest)
                ? problem(Reason.ABSURD_FAMILY, located, about(nearest) + " as in its family")
                : null;
    }

    private @Nullable Double medianOf(String unit, Located located) {
        Map<String, Double> medians = familyMedians.get(unit);
        return medians == null ? null : medians.get(family(located));
    }

    private static Problem problem(Reason reason, Located located, String expected) {
        return new Problem(
                reason,
                located.place(),
                located.name(),
                located.offer().usdPerHour().toPlainString() + " USD/hour",
                expected);
    }

    private static String about(double usd) {
        return String.format(Locale.ROOT, "about %.4g", usd);
    }

    private static Map<String, ToDoubleFunction<Located>> units() {
        Map<String, ToDoubleFunction<Located>> units = new LinkedHashMap<>(); // in this order
        units.put("vCPU", each -> each.offer().type().capacity().cores());
        units.put("GiB", each -> each.offer().type().capacity().gib());
        units.put("accelerator", each -> each.offer().type().gpus());
        return units;
    }

    private static double usd(Located each) {
        return each.offer().usdPerHour().doubleValue();
    }

    private static String type(Located each) {
        return each.offer().type().provider() + " " + each.offer().type().name();
    }

    private static String region(Located each) {
        return each.offer().type().provider() + " " + each.offer().region();
    }

    /** Types of one family in one region with as much memory for each vCPU. */
    private static String siblings(Located each) {
        Resources size = each.offer().type().capacity();
        return family(each)
                + " "
                + each.offer().region()
                + " "
                + Math.round(10 * size.gib() / size.cores());
    }

    private static String familyInRegion(Located each) {
        return family(each) + " " + each.offer().region();
    }

    private static String family(Located each) {
        return each.offer().type().provider() + " " + each.offer().type().family();
    }
}
