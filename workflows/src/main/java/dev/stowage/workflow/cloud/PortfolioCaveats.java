package dev.stowage.workflow.cloud;

import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.policy.portfolio.SpotMeasurement;
import dev.stowage.policy.portfolio.SpotRisk;
import dev.stowage.report.cloud.PortfolioResult;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a portfolio rests on and leaves out of account, in sentences. */
final class PortfolioCaveats {
    private PortfolioCaveats() {}

    static List<String> of(
            PortfolioAnswer.Request request,
            PortfolioSearch.Found found,
            Optional<PortfolioResult.Forecast> forecast) {
        List<String> caveats = new ArrayList<>(request.notes());
        caveats.addAll(PaidToday.sentences(request.demand(), "this portfolio", found.best().usd()));
        caveats.addAll(
                forecast.map(PortfolioCaveats::futures).orElseGet(() -> past(request, found)));
        Set<String> providers = new LinkedHashSet<>();
        request.markets().forEach(market -> providers.add(market.provider()));
        for (String provider : providers) {
            caveats.add(commitments(provider, sold(request, provider), hasExtras(request)));
        }
        caveats.add(request.risk().map(PortfolioCaveats::spot).orElseGet(PortfolioCaveats::noSpot));
        if (found.isCut()) {
            caveats.add("The search stopped at its limit: another portfolio may cost less.");
        }
        return caveats;
    }

    private static List<String> past(PortfolioAnswer.Request request, PortfolioSearch.Found found) {
        double seconds = request.demand().demand().endMicros() / 1e6;
        long times = Math.round(months(found) * (double) PriceMonth.SECONDS / seconds);
        return List.of(
                "The demand is taken to repeat"
                        + (times > 1 ? " " + Figures.count(times) + " times" : "")
                        + " through the terms: commitments are bought in hindsight, for what was"
                        + " seen. --forecast buys for what may come.");
    }

    /** The longest term of what is bought; 0 for nothing. */
    private static int months(PortfolioSearch.Found found) {
        Portfolio bought = found.best().portfolio();
        return Math.max(
                bought.shared().map(SharedPlan::termMonths).orElse(0),
                bought.lines().stream().mapToInt(l -> l.commitment().termMonths()).max().orElse(0));
    }

    private static boolean hasExtras(PortfolioAnswer.Request request) {
        return request.markets().stream()
                .flatMap(market -> market.items().stream())
                .anyMatch(item -> !item.offer().extras().isEmpty());
    }

    private static String commitments(String provider, List<Commitment> sold, boolean hasExtras) {
        Set<Commitment.Kind> kinds = kinds(sold);
        if (kinds.isEmpty()) {
            return "The catalogue has no commitments of " + provider + " of these terms and kinds.";
        }
        StringBuilder text =
                new StringBuilder("Commitments of ")
                        .append(provider)
                        .append(" are those of the catalogue (")
                        .append(labels(kinds))
                        .append(')');
        if (kinds.contains(Commitment.Kind.COMMITTED_USE)) {
            text.append(
                    hasExtras
                            ? "; they count by VM type, as VMs need something beside themselves"
                            : "; vCPUs and memory are bought apart, of one family (by VM type where all its"
                                    + " types have one ratio)");
        }
        if (kinds.stream().noneMatch(Commitment.Kind::isSpending)) {
            text.append(
                    hasExtras
                            ? ", without plans of spending, as VMs need something beside themselves"
                            : ", and no savings plans");
        }
        if (kinds.contains(Commitment.Kind.CONVERTIBLE)) {
            text.append("; convertible ones are never exchanged");
        }
        text.append('.');
        Set<Commitment.Kind> estimated =
                kinds(sold.stream().filter(Commitment::isEstimated).toList());
        if (!estimated.isEmpty()) {
            text.append(" Estimates, which nobody published: ")
                    .append(labels(estimated))
                    .append('.');
        }
        return text.toString();
    }

    private static String labels(Set<Commitment.Kind> kinds) {
        return String.join(", ", kinds.stream().map(Commitment.Kind::label).toList());
    }

    private static List<String> futures(PortfolioResult.Forecast of) {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "Futures are drawn from models of "
                        + Figures.seconds(of.historySeconds())
                        + " of history: "
                        + String.join(", ", of.models())
                        + ". "
                        + Figures.count(of.decided())
                        + " are decided on, "
                        + Figures.count(of.judged())
                        + " others judge that.");
        if (!of.isGoodEnough()) {
            sentences.add(
                    "The forecast is not good enough to plan by: "
                            + String.join(" ", of.reasons()));
        }
        sentences.add(
                "Costs, VMs, the bill and what is lost if the demand falls are of the future that"
                        + " costs the median. The peak of each "
                        + Figures.seconds(of.bucketSeconds())
                        + " stands for it.");
        return sentences;
    }

    private static Set<Commitment.Kind> kinds(List<Commitment> of) {
        Set<Commitment.Kind> kinds = EnumSet.noneOf(Commitment.Kind.class);
        of.forEach(each -> kinds.add(each.kind()));
        return kinds;
    }

    /** What may be bought of a provider. */
    private static List<Commitment> sold(PortfolioAnswer.Request request, String provider) {
        boolean hasExtras = hasExtras(request);
        return request.markets().stream()
                .filter(market -> market.provider().equals(provider))
                .flatMap(market -> market.items().stream())
                .flatMap(item -> item.offer().commitments().stream())
                .filter(each -> each.termMonths() <= request.mostMonths())
                .filter(each -> request.kinds().contains(each.kind()))
                .filter(each -> !hasExtras || !each.kind().isSpending())
                .toList();
    }

    private static String spot(SpotRisk risk) {
        String rate =
                "Spot VMs are taken to be taken back "
                        + Figures.number(risk.interruptionsPerHour())
                        + " times an hour, with all others in "
                        + Figures.share(risk.together())
                        + " of cases, to be missing for "
                        + Figures.seconds(risk.restartSeconds())
                        + ", and to be for rent "
                        + Figures.share(risk.availability())
                        + " of the time";
        return risk.isBearable()
                ? rate
                        + "; as many spares are rented that fewer than are needed work for at most "
                        + Figures.share(risk.maxShortShare())
                        + " of the time. Custom sizes are not sold on spot here."
                : rate
                        + ": all go at once for "
                        + Figures.share(risk.together() * risk.outShare())
                        + " of the time, more than --spot-risk allows, so none is rented.";
    }

    private static String noSpot() {
        StringBuilder text =
                new StringBuilder(
                        "Spot VMs are left out, as no rate was given (--interruptions). Measured:");
        for (SpotMeasurement each : SpotMeasurement.ALL) {
            text.append(text.charAt(text.length() - 1) == ':' ? " " : ", ")
                    .append(each.type())
                    .append(' ')
                    .append(each.zone())
                    .append(each.takenBack() > 0 ? " " : " below ")
                    .append(Figures.number(each.atMostPerHour()))
                    .append(" an hour");
        }
        return text.append(" (NSDI 2024, spot-traces).").toString();
    }
}
