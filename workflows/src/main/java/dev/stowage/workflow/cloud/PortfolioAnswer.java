package dev.stowage.workflow.cloud;

import dev.stowage.billing.Charge;
import dev.stowage.covering.Cover;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.portfolio.DemandCurve;
import dev.stowage.policy.portfolio.PlacePortfolio;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.policy.portfolio.SpotRisk;
import dev.stowage.report.cloud.CommitmentStudy;
import dev.stowage.report.cloud.PortfolioPage;
import dev.stowage.report.cloud.PortfolioResult;
import dev.stowage.report.cloud.PortfolioResult.Fall;
import dev.stowage.report.cloud.PortfolioResult.Line;
import dev.stowage.report.cloud.PortfolioResult.Pricing;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest portfolio for a demand that repeats: what to commit to and what to rent on demand
 * and on spot, what that saves, how sure that is, and what is lost if the demand falls.
 */
public final class PortfolioAnswer {
    private static final double[] FALLS = {0.1, 0.2, 0.3};
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final String CUSTOM = "custom-";

    private final Request request;
    private final PortfolioSearch.Found found;
    private final BilledPortfolio onDemand;
    private final Optional<PortfolioResult.Forecast> forecast;

    /**
     * What is asked.
     *
     * @param markets what may be rented; not empty
     * @param rules how each provider charges
     * @param mostMonths the longest term to commit for
     * @param kinds of commitments that may be bought
     * @param risk how spot VMs are taken back; empty for none
     * @param start first day of the demand; empty if it has none
     * @param seed of the resampled demands
     * @param notes what a reader should know of the prices
     */
    public record Request(
            CloudDemand demand,
            List<Market> markets,
            Function<String, BillingRule> rules,
            int mostMonths,
            Set<Commitment.Kind> kinds,
            Optional<SpotRisk> risk,
            Optional<LocalDate> start,
            long seed,
            List<String> notes) {
        Request with(CloudDemand other) {
            return new Request(other, markets, rules, mostMonths, kinds, risk, start, seed, notes);
        }
    }

    private PortfolioAnswer(
            Request request,
            Function<PortfolioSearch.Found, PortfolioSearch.Found> chosen,
            Optional<PortfolioResult.Forecast> forecast) {
        this.request = request;
        this.forecast = forecast;
        PortfolioSearch search =
                new PortfolioSearch(
                        request.markets(),
                        request.demand().demand(),
                        request.kinds(),
                        request.start(),
                        request.rules());
        this.found = chosen.apply(search.cheapest(request.mostMonths(), request.risk()));
        this.onDemand = search.cheapest(0, Optional.empty()).best();
    }

    /** Searches. */
    public static PortfolioAnswer of(Request request) {
        return new PortfolioAnswer(request, Function.identity(), Optional.empty());
    }

    /**
     * The portfolio to buy for drawn futures of a demand, described by the future that costs the
     * median. Its bound is that of the best portfolio for that future, had it been known.
     */
    public static PortfolioAnswer of(Request request, DrawnFutures futures) {
        FuturePortfolio bought =
                new FuturePortfolio(
                        futures,
                        request.markets(),
                        request.rules(),
                        request.mostMonths(),
                        request.kinds(),
                        request.risk());
        ServiceDemand median = bought.medianFuture();
        Request one = request.with(request.demand().with(median));
        return new PortfolioAnswer(
                one,
                known ->
                        new PortfolioSearch.Found(
                                BilledPortfolio.of(
                                        bought.portfolio().over(median),
                                        median,
                                        request.start(),
                                        request.rules()),
                                known.boundUsd(),
                                false,
                                known.isCut()),
                Optional.of(
                        new PortfolioResult.Forecast(
                                median.endMicros() / 1e6,
                                futures.bucketSeconds(),
                                futures.history().endMicros() / 1e6,
                                futures.models(),
                                futures.toDecide().size(),
                                futures.toJudge().size(),
                                futures.isGoodEnough(),
                                futures.reasons(),
                                bought.choices())));
    }

    /** The best with its bill. */
    BilledPortfolio best() {
        return found.best();
    }

    /**
     * Writes {@code bill.csv}, {@code report.html}, and if wanted {@code focus.csv}.
     *
     * @param facts what the answer rests on, by name
     */
    public void write(
            PortfolioResult result, Map<String, String> facts, Path directory, boolean isFocus) {
        CloudBill.write(best().bill(), request.demand().name(), directory, "", isFocus);
        try {
            Files.writeString(
                    directory.resolve(CloudBill.REPORT), PortfolioPage.html(result, facts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code portfolio.json} and the terminal have it. */
    public PortfolioResult result() {
        BilledPortfolio best = found.best();
        Market market = best.portfolio().market();
        Market listed = onDemand.portfolio().market();
        double usd = best.usd();
        return new PortfolioResult(
                PortfolioResult.FORMAT_VERSION,
                CloudAnswer.demand(request.demand()),
                new PortfolioResult.Best(
                        market.provider(),
                        market.region(),
                        usd,
                        best.bill().total(),
                        best.interruptionsUsd(),
                        found.boundUsd(),
                        found.boundUsd() > 0 ? Math.max(0, usd / found.boundUsd() - 1) : 0,
                        found.isExact(),
                        found.isCut()),
                new PortfolioResult.OnDemand(listed.provider(), listed.region(), onDemand.usd()),
                onDemand.usd() > 0 ? 1 - usd / onDemand.usd() : 0,
                forecast.isPresent() ? null : interval(),
                lines(),
                falls(),
                forecast.orElse(null),
                request.risk().map(PortfolioAnswer::spot).orElse(null),
                PortfolioCaveats.of(request, found, forecast));
    }

    private PortfolioResult.@Nullable Interval interval() {
        return ResampledSaving.of(request.demand().demand(), best(), onDemand, request.seed())
                .map(
                        of ->
                                new PortfolioResult.Interval(
                                        of.low(), of.high(), of.days(), of.blockDays(), of.draws()))
                .orElse(null);
    }

    private static PortfolioResult.Spot spot(SpotRisk risk) {
        return new PortfolioResult.Spot(
                risk.interruptionsPerHour(),
                risk.together(),
                risk.availability(),
                risk.restartSeconds(),
                risk.restartUsd(),
                risk.maxShortShare(),
                risk.outShare(),
                risk.isBearable());
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        double hours = request.demand().demand().endMicros() / 3.6e9;
        for (CommitmentPlan.Line line : best().portfolio().lines()) {
            lines.add(
                    new Line(
                            Pricing.COMMITTED,
                            line.item().offer().type().name(),
                            CommitmentStudy.term(line.commitment().termMonths()),
                            line.count(),
                            line.count() * hours,
                            line.count() * hours * line.item().nanoUsdPerHour() / 1e9));
        }
        best().portfolio().shared().ifPresent(plan -> lines.addAll(shared(plan, hours)));
        lines.addAll(rented());
        return lines;
    }

    /** What a plan costs that types share, and what it pays of the VMs below at list price. */
    private List<Line> shared(SharedPlan plan, double hours) {
        double paid =
                best().bill().lines().stream()
                        .filter(line -> line.item().kind() == Charge.Kind.PLAN_CREDIT)
                        .mapToDouble(line -> line.usdSeconds().doubleValue() / SECONDS_PER_HOUR)
                        .sum();
        String term = CommitmentStudy.term(plan.termMonths());
        double usd = hours * plan.usdPerHour().doubleValue();
        return List.of(
                new Line(Pricing.PLAN, plan.words(), term, 1, 0, usd),
                new Line(Pricing.PAID_BY_PLAN, "VMs on demand", term, 0, 0, paid));
    }

    /** VMs beside the commitments, custom sizes of a family together; the dearest total first. */
    private List<Line> rented() {
        Map<List<String>, Line> lines = new LinkedHashMap<>();
        for (CommitmentPlan.Beside level : best().beside()) {
            double seconds = level.toSeconds() - level.fromSeconds();
            Map<List<String>, Line> now = new LinkedHashMap<>();
            for (Cover.Line each : level.vms().lines()) {
                Line line = line(each, seconds);
                now.merge(List.of(line.pricing().words(), line.type()), line, (a, b) -> sum(a, b));
            }
            now.forEach((key, line) -> lines.merge(key, line, (a, b) -> both(a, b)));
        }
        return lines.values().stream()
                .sorted(Comparator.comparingDouble(Line::usd).reversed())
                .toList();
    }

    private static Line line(Cover.Line of, double seconds) {
        String type = of.item().offer().type().name();
        boolean isSpot = of.item().pricing() == dev.stowage.covering.CoverItem.Pricing.SPOT;
        return new Line(
                isSpot ? Pricing.SPOT : Pricing.ON_DEMAND,
                type.contains(CUSTOM) ? of.item().offer().type().family() + " custom sizes" : type,
                "as needed",
                of.count(),
                of.count() * seconds / SECONDS_PER_HOUR,
                of.count() * seconds * of.item().nanoUsdPerHour() / NANO_USD_SECONDS);
    }

    /** At the same time. */
    private static Line sum(Line a, Line b) {
        return joined(a, b, a.most() + b.most());
    }

    /** One after the other. */
    private static Line both(Line a, Line b) {
        return joined(a, b, Math.max(a.most(), b.most()));
    }

    private static Line joined(Line a, Line b, long most) {
        return new Line(
                a.pricing(),
                a.type(),
                a.term(),
                most,
                a.vmHours() + b.vmHours(),
                a.usd() + b.usd());
    }

    /** At the prices of time as it passes, as far from the bill as for the demand itself. */
    private List<Fall> falls() {
        List<Fall> falls = new ArrayList<>();
        Portfolio kept = best().portfolio();
        for (double share : FALLS) {
            ServiceDemand lower = request.demand().demand().withMore(-share);
            double usd = kept.usd(lower) * best().billFactor();
            Portfolio anew =
                    new PlacePortfolio(
                                    kept.market(),
                                    new DemandCurve(lower),
                                    request.mostMonths(),
                                    request.kinds(),
                                    request.risk())
                            .best(Double.POSITIVE_INFINITY);
            double least = anew.proof().usd() * best().billFactor();
            double listed = onDemand.portfolio().usd(lower) * onDemand.billFactor();
            falls.add(new Fall(share, usd, Math.max(0, usd - least), listed - usd));
        }
        return falls;
    }
}
