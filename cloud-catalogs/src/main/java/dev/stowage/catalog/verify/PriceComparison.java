package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.catalog.imports.Located;
import dev.stowage.model.Resources;
import dev.stowage.model.VmOffer;
import dev.stowage.model.VmType;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Prices against those of other rows, by medians, so that a few wrong ones don't hide themselves.
 *
 * <p>A price is expected to be the median of its type over all regions, times the factor of its
 * region: the median over its types of their price to that median. Where a type is sold in fewer
 * than three regions, its price for each vCPU, GiB and accelerator is held against its family.
 */
final class PriceComparison {
    /** Prices beyond this factor are absurd: in the lists that we know honest ones stay below 2. */
    static final double ABSURD = 4;

    private static final int FEWEST = 3;
    private static final int STALE_DAYS = 180;
    private static final double WINDOWS_TOLERANCE = 0.03;
    private static final double WINDOWS_LEAST_SHARE = 0.4;

    private final Map<String, Double> typeMedians;
    private final Map<String, Double> regionFactors;
    private final Map<String, Map<String, Double>> familyMedians = new HashMap<>();
    private final Map<String, Double> siblingMedians;
    private final Map<String, LocalDate> newest = new HashMap<>();

    PriceComparison(List<Located> offers) {
        typeMedians = medians(offers, PriceComparison::type, PriceComparison::usd, FEWEST);
        List<Located> sold =
                offers.stream().filter(each -> typeMedians.containsKey(type(each))).toList();
        regionFactors =
                medians(
                        sold,
                        PriceComparison::region,
                        each -> usd(each) / typeMedians.getOrDefault(type(each), Double.NaN),
                        FEWEST);
        siblingMedians =
                medians(
                        offers.stream().filter(each -> each.offer().type().gpus() == 0).toList(),
                        PriceComparison::siblings,
                        each -> usd(each) / each.offer().type().capacity().cores(),
                        FEWEST);
        units().forEach(
                        (name, unit) ->
                                familyMedians.put(
                                        name,
                                        medians(
                                                offers.stream()
                                                        .filter(
                                                                each ->
                                                                        unit.applyAsDouble(each)
                                                                                > 0)
                                                        .toList(),
                                                PriceComparison::family,
                                                each -> usd(each) / unit.applyAsDouble(each),
                                                FEWEST)));
        for (Located each : offers) {
            newest.merge(
                    each.offer().type().provider(),
                    each.offer().date(),
                    (a, b) -> a.isAfter(b) ? a : b);
        }
    }

    /** What is wrong with an offer; null if nothing is. */
    @Nullable Problem problem(Located located) {
        Double median = typeMedians.get(type(located));
        Problem found = impossible(located);
        if (found == null) {
            found =
                    median == null
                            ? againstFamily(located)
                            : againstRegions(
                                    located,
                                    median * regionFactors.getOrDefault(region(located), 1.0));
        }
        if (found == null) {
            found = spotAbove(located);
        }
        return found == null ? stale(located) : found;
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

    private @Nullable Problem againstRegions(Located located, double expected) {
        double ratio = usd(located) / expected;
        if (ratio > ABSURD || ratio < 1 / ABSURD) {
            return problem(Reason.ABSURD_REGION, located, about(expected) + " as in other regions");
        }
        double cores = located.offer().type().capacity().cores();
        double sibling =
                located.offer().type().gpus() == 0
                        ? siblingMedians.getOrDefault(siblings(located), Double.NaN)
                        : Double.NaN; // accelerators don't grow with the vCPUs
        double likeSiblings = sibling * cores;
        return isLicence(located, expected) || isLicence(located, likeSiblings)
                ? problem(Reason.WINDOWS, located, about(expected) + " without the licence")
                : null;
    }

    private static boolean isLicence(Located located, double expected) {
        double licence =
                CatalogueImport.WINDOWS_USD_PER_VCPU * located.offer().type().capacity().cores();
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

    private static @Nullable Problem spotAbove(Located located) {
        VmOffer offer = located.offer();
        boolean isAbove =
                offer.spot()
                        .map(spot -> spot.usdPerHour().compareTo(offer.usdPerHour()) > 0)
                        .orElse(false);
        return isAbove
                ? problem(
                        Reason.SPOT_ABOVE,
                        located,
                        "a spot price of at most that, not "
                                + offer.spot()
                                        .map(spot -> spot.usdPerHour().toPlainString())
                                        .orElse(""))
                : null;
    }

    private @Nullable Problem stale(Located located) {
        VmOffer offer = located.offer();
        LocalDate latest = newest.getOrDefault(offer.type().provider(), offer.date());
        long days = ChronoUnit.DAYS.between(offer.date(), latest);
        return offer.type().gpus() > 0 && days > STALE_DAYS
                ? new Problem(
                        Reason.STALE,
                        located.place(),
                        located.name(),
                        "a price of " + offer.date(),
                        "one of at most " + STALE_DAYS + " days before " + latest)
                : null;
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

    private static Map<String, Double> medians(
            List<Located> offers,
            Function<Located, String> key,
            ToDoubleFunction<Located> value,
            int fewest) {
        Map<String, List<Double>> groups = new HashMap<>();
        for (Located each : offers) {
            groups.computeIfAbsent(key.apply(each), self -> new ArrayList<>())
                    .add(value.applyAsDouble(each));
        }
        Map<String, Double> medians = new HashMap<>();
        groups.forEach(
                (name, values) -> {
                    if (values.size() >= fewest) {
                        medians.put(name, median(values));
                    }
                });
        return medians;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
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

    private static String family(Located each) {
        return each.offer().type().provider() + " " + each.offer().type().family();
    }
}
