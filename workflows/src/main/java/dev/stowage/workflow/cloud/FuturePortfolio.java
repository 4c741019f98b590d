package dev.stowage.workflow.cloud;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.portfolio.DemandCurve;
import dev.stowage.policy.portfolio.PlacePortfolio;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.policy.portfolio.SpotRisk;
import dev.stowage.report.cloud.PortfolioResult.Choice;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The portfolio with the least mean cost over drawn futures. Commitments are the same in all of
 * them, and what is rented beside follows each. As that depends on the need of the moment alone,
 * the mean over futures is the cost of all of them one after the other: one demand, whose best
 * portfolio is found as that of any demand. It is judged by other futures than it was decided on.
 */
final class FuturePortfolio {
    private static final long SECOND_MICROS = 1_000_000L;

    private final DrawnFutures futures;
    private final Function<ServiceDemand, PortfolioSearch> search;
    private final int mostMonths;
    private final Set<Commitment.Kind> kinds;
    private final Optional<SpotRisk> risk;
    private final Resources peak;
    private final BilledPortfolio decided;

    FuturePortfolio(
            DrawnFutures futures,
            List<Market> markets,
            Function<String, BillingRule> rules,
            int mostMonths,
            Set<Commitment.Kind> kinds,
            Optional<SpotRisk> risk) {
        this.futures = futures;
        this.search =
                demand -> new PortfolioSearch(markets, demand, kinds, Optional.empty(), rules);
        this.mostMonths = mostMonths;
        this.kinds = kinds;
        this.risk = risk;
        this.peak =
                futures.toJudge().stream()
                        .map(ServiceDemand::peak)
                        .reduce(futures.history().peak(), Resources::max);
        this.decided = bought(futures.toDecide(), mostMonths, risk);
    }

    /** The best over several demands, good for any need of the futures. */
    private BilledPortfolio bought(
            List<ServiceDemand> demands, int months, Optional<SpotRisk> spot) {
        return search.apply(inTurn(demands)).cheapest(months, spot).best();
    }

    /** One after the other, and a second of the most that is ever needed. */
    private ServiceDemand inTurn(List<ServiceDemand> demands) {
        int levels = 1 + demands.stream().mapToInt(ServiceDemand::levels).sum();
        long[] starts = new long[levels];
        long[] cpu = new long[levels];
        long[] memory = new long[levels];
        long begin = 0;
        int at = 0;
        for (ServiceDemand demand : demands) {
            for (int i = 0; i < demand.levels(); i++, at++) {
                starts[at] = begin + demand.startMicros(i);
                cpu[at] = demand.at(i).cpuMicroCores();
                memory[at] = demand.at(i).memoryBytes();
            }
            begin += demand.endMicros();
        }
        Resources most = demands.stream().map(ServiceDemand::peak).reduce(peak, Resources::max);
        starts[at] = begin;
        cpu[at] = most.cpuMicroCores();
        memory[at] = most.memoryBytes();
        return new ServiceDemand(starts, cpu, memory, begin + SECOND_MICROS);
    }

    /** What is bought. */
    Portfolio portfolio() {
        return decided.portfolio();
    }

    /** The future that costs the median of those that were decided on, the earlier of two. */
    ServiceDemand medianFuture() {
        List<ServiceDemand> sorted = new ArrayList<>(futures.toDecide());
        sorted.sort(Comparator.comparingDouble(portfolio()::usd));
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** What each way to decide costs over the futures to judge by, and what it could have saved. */
    List<Choice> choices() {
        Map<String, BilledPortfolio> ways = new LinkedHashMap<>();
        ways.put("decided on futures", decided);
        ways.put("bought for the past", bought(List.of(futures.history()), mostMonths, risk));
        ways.put("on demand", bought(futures.toDecide(), 0, Optional.empty()));
        Map<String, double[]> costs = new LinkedHashMap<>();
        ways.forEach((name, way) -> costs.put(name, costs(way)));
        double[] hindsight = hindsight(ways.values(), costs.values());
        List<Choice> choices = new ArrayList<>();
        costs.forEach((name, each) -> choices.add(choice(name, each, hindsight)));
        choices.add(choice("hindsight", hindsight, hindsight));
        return choices;
    }

    private double[] costs(BilledPortfolio way) {
        return futures.toJudge().stream()
                .mapToDouble(each -> way.portfolio().usd(each) * way.billFactor())
                .toArray();
    }

    /** Of each future the best if it is known, at any of the places that a way chose. */
    private double[] hindsight(Iterable<BilledPortfolio> ways, Iterable<double[]> costs) {
        double[] least = new double[futures.toJudge().size()];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        costs.forEach(each -> lower(least, each));
        Set<Market> seen = new LinkedHashSet<>();
        for (BilledPortfolio way : ways) {
            if (seen.add(way.portfolio().market())) {
                lower(least, known(way));
            }
        }
        return least;
    }

    private double[] known(BilledPortfolio way) {
        return futures.toJudge().stream()
                .mapToDouble(
                        each ->
                                new PlacePortfolio(
                                                        way.portfolio().market(),
                                                        new DemandCurve(each),
                                                        mostMonths,
                                                        kinds,
                                                        risk)
                                                .best(Double.POSITIVE_INFINITY)
                                                .proof()
                                                .usd()
                                        * way.billFactor())
                .toArray();
    }

    private static void lower(double[] least, double[] to) {
        for (int i = 0; i < least.length; i++) {
            least[i] = Math.min(least[i], to[i]);
        }
    }

    private static Choice choice(String name, double[] usd, double[] hindsight) {
        double[] regret = new double[usd.length];
        for (int i = 0; i < usd.length; i++) {
            regret[i] = usd[i] - hindsight[i];
        }
        return new Choice(
                name,
                mean(usd),
                Arrays.stream(usd).min().orElseThrow(),
                Arrays.stream(usd).max().orElseThrow(),
                mean(regret),
                Arrays.stream(regret).max().orElseThrow());
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
