package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The policy {@code always-on}: in each region the cheapest {@code count} VMs of one type that
 * together have the CPU, memory and accelerators of the demand, each able to hold the largest task,
 * rented all year: 8,760 h, a month of 730 h. Whole hours are charged in full under every billing
 * rule. Types with shared cores are left out unless asked for, because they can't be busy all year.
 */
public final class AlwaysOn {
    /** Name of the policy in scenarios and results. */
    public static final String NAME = "always-on";

    /** A quotient of GPUs may be off by this and is not rounded up for it. */
    private static final double ROUNDING = 1e-9;

    private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_760);

    /** Cheapest first; of equal prices fewer VMs, then the name. */
    private static final Comparator<AlwaysOnOption> CHEAPEST =
            Comparator.comparing(AlwaysOnOption::hourlyUsd)
                    .thenComparing(AlwaysOnOption::count)
                    .thenComparing(option -> option.offer().type().name());

    private AlwaysOn() {}

    /**
     * Options, one per region, cheapest first, and what was left out.
     *
     * @param options cheapest first; ties by number of VMs, then name of the type, then the order
     *     of the catalogue
     * @param tooSmall offers whose VMs can't hold the largest task, in the order of the catalogue
     * @param sharedCore offers left out for shared cores, in the order of the catalogue
     * @param regionsWithoutOption {@code provider region} where no type can hold the largest task
     */
    public record Result(
            List<AlwaysOnOption> options,
            List<VmOffer> tooSmall,
            List<VmOffer> sharedCore,
            List<String> regionsWithoutOption) {
        public Result {
            options = List.copyOf(options);
            tooSmall = List.copyOf(tooSmall);
            sharedCore = List.copyOf(sharedCore);
            regionsWithoutOption = List.copyOf(regionsWithoutOption);
        }
    }

    /**
     * Ranks the regions of the asked providers; no options if the total demand is nothing.
     *
     * @throws dev.stowage.basis.InputException if the catalogue has no such provider
     */
    public static Result rank(VmCatalogue catalogue, AlwaysOnRequest request) {
        List<AlwaysOnOption> options = new ArrayList<>();
        List<VmOffer> tooSmall = new ArrayList<>();
        List<VmOffer> sharedCore = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (String provider : request.providers()) {
            for (String region : catalogue.regions(provider)) {
                List<VmOffer> eligible = new ArrayList<>();
                for (VmOffer offer : catalogue.offers(provider, region)) {
                    boolean holds =
                            offer.type().capacity().covers(request.largestTask())
                                    && request.gpus().areHeldBy(offer.type());
                    boolean isShared = offer.type().isSharedCore() && !request.hasSharedCores();
                    (isShared ? sharedCore : holds ? eligible : tooSmall).add(offer);
                }
                if (eligible.isEmpty()) {
                    without.add(provider + " " + region);
                }
                cheapest(eligible, request).ifPresent(options::add);
            }
        }
        options.sort(CHEAPEST);
        return new Result(options, tooSmall, sharedCore, without);
    }

    private static Optional<AlwaysOnOption> cheapest(
            List<VmOffer> eligible, AlwaysOnRequest request) {
        if (request.total().equals(Resources.NONE)) {
            return Optional.empty();
        }
        double bound =
                Math.max(
                        FractionalCover.hourlyUsd(eligible, request.total()),
                        gpusAlone(eligible, request.gpus().total()));
        return eligible.stream().map(offer -> option(offer, request, bound)).min(CHEAPEST);
    }

    /** USD an hour that the accelerators cost at least, at the least price of one. */
    private static double gpusAlone(List<VmOffer> eligible, double gpus) {
        return gpus == 0
                ? 0
                : eligible.stream()
                        .mapToDouble(
                                each -> each.usdPerHour().doubleValue() * gpus / each.type().gpus())
                        .min()
                        .orElse(0);
    }

    private static AlwaysOnOption option(VmOffer offer, AlwaysOnRequest request, double bound) {
        Resources total = request.total();
        Resources vm = offer.type().capacity();
        long byGpus =
                request.gpus().total() == 0
                        ? 0
                        : (long) Math.ceil(request.gpus().total() / offer.type().gpus() - ROUNDING);
        int count =
                Math.toIntExact(
                        Math.max(
                                byGpus,
                                Math.max(
                                        roundUp(total.cpuMicroCores(), vm.cpuMicroCores()),
                                        roundUp(total.memoryBytes(), vm.memoryBytes()))));
        BigDecimal hourly = offer.usdPerHour().multiply(BigDecimal.valueOf(count));
        return new AlwaysOnOption(
                offer,
                count,
                hourly,
                cents(hourly.multiply(PriceMonth.EXACT_HOURS)),
                cents(hourly.multiply(HOURS_PER_YEAR)),
                new Resources(
                        Math.multiplyExact(count, vm.cpuMicroCores()),
                        Math.multiplyExact(count, vm.memoryBytes())),
                bound,
                Math.max(0, (hourly.doubleValue() - bound) / bound));
    }

    private static long roundUp(long amount, long unit) {
        return -Math.floorDiv(-amount, unit);
    }

    private static BigDecimal cents(BigDecimal usd) {
        return usd.setScale(2, RoundingMode.HALF_UP);
    }
}
