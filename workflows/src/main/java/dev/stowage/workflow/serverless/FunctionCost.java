package dev.stowage.workflow.serverless;

import dev.stowage.billing.functions.FunctionPrice;
import dev.stowage.billing.functions.FunctionPrice.Use;
import dev.stowage.billing.functions.FunctionPrices;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.sim.serverless.Arrivals;
import dev.stowage.sim.serverless.FunctionSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the same requests cost as functions of a provider. They run there one by one, with the CPU
 * that comes with the memory of their instances, without cold starts; network and storage are left
 * out.
 *
 * @param provider its name
 * @param service what it calls the product
 * @param region where the prices hold
 * @param usd of the window, without what a month has for nothing; null if it is not to be had
 * @param monthlyUsd of 730 hours like the window, after what a month has for nothing; null so
 * @param tooLarge functions whose instances have more memory than can be had; {@code usd} is null
 *     if there are any
 * @param tooLongShare share of the requests that would be stopped there before they end; {@code
 *     usd} is null if there are any
 * @param mostSeconds longest that a request may run there
 * @param date of the prices
 * @param source of the prices
 */
public record FunctionCost(
        String provider,
        String service,
        String region,
        @Nullable Double usd,
        @Nullable Double monthlyUsd,
        int tooLarge,
        double tooLongShare,
        double mostSeconds,
        String date,
        String source) {
    private static final double MIB_BYTES = 1 << 20;
    private static final double NANOS_PER_HOUR = 3.6e12;

    /** By each shipped price list, in its order. */
    public static List<FunctionCost> of(List<FunctionSpec> functions, long seed) {
        List<FunctionPrice> prices = FunctionPrices.reference();
        Use[] uses = new Use[prices.size()];
        Arrays.fill(uses, Use.NONE);
        long[] tooLong = new long[uses.length];
        long end = 0;
        for (FunctionSpec function : functions) {
            end = Math.max(end, function.arrivals().endNanos());
            add(function, seed, prices, uses, tooLong);
        }
        double months = end / NANOS_PER_HOUR / PriceMonth.HOURS;
        List<FunctionCost> costs = new ArrayList<>();
        for (int i = 0; i < uses.length; i++) {
            double share = tooLong[i] == 0 ? 0 : tooLong[i] / uses[i].requests();
            costs.add(cost(prices.get(i), uses[i], functions, share, months));
        }
        return costs;
    }

    private static FunctionCost cost(
            FunctionPrice price,
            Use use,
            List<FunctionSpec> functions,
            double tooLongShare,
            double months) {
        int tooLarge =
                (int) functions.stream().filter(function -> !price.holds(mib(function))).count();
        boolean isHad = tooLarge == 0 && tooLongShare == 0;
        return new FunctionCost(
                price.provider(),
                price.service(),
                price.region(),
                isHad ? price.usd(use) : null,
                isHad && months > 0 ? price.usdOfMonth(use.times(1 / months)) : null,
                tooLarge,
                tooLongShare,
                price.mostSeconds(),
                price.date(),
                price.source());
    }

    private static void add(
            FunctionSpec function,
            long seed,
            List<FunctionPrice> prices,
            Use[] uses,
            long[] tooLong) {
        double mib = mib(function);
        double[] cores =
                prices.stream()
                        .mapToDouble(price -> Math.min(function.path().cores(), price.cores(mib)))
                        .toArray();
        double[] millis = new double[uses.length];
        long requests = 0;
        Arrivals.Stream stream = function.requests(seed);
        while (stream.nextNanos() != Long.MAX_VALUE) {
            double cpuMillis = stream.demandNanos() / 1e6;
            requests++;
            for (int i = 0; i < millis.length; i++) {
                millis[i] += prices.get(i).chargedMillis(cpuMillis, cores[i]);
                tooLong[i] += prices.get(i).lets(cpuMillis, cores[i]) ? 0 : 1;
            }
        }
        for (int i = 0; i < uses.length; i++) {
            uses[i] = uses[i].plus(prices.get(i).use(requests, millis[i], mib));
        }
    }

    private static double mib(FunctionSpec function) {
        return function.instance().bytes() / MIB_BYTES;
    }
}
