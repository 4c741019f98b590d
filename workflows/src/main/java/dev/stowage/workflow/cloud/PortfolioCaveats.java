package dev.stowage.workflow.cloud;

import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.deployment.Market;
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
        caveats.addAll(forecast.map(PortfolioCaveats::futures).orElseGet(PortfolioCaveats::past));
        Set<String> providers = new LinkedHashSet<>();
        request.markets().forEach(market -> providers.add(market.provider()));
        for (String provider : providers) {
            caveats.add(CloudCaveats.sentence(provider, kinds(request, provider)));
        }
        caveats.add(request.risk().map(PortfolioCaveats::spot).orElseGet(PortfolioCaveats::noSpot));
        if (found.isCut()) {
            caveats.add("The search stopped at its limit: another portfolio may cost less.");
        }
        return caveats;
    }

    private static List<String> past() {
        return List.of(
                "The demand is taken to repeat through the terms: commitments are bought in"
                        + " hindsight, for what was seen. --forecast buys for what may come.");
    }

    private static List<String> futures(PortfolioResult.Forecast of) {
        List<String> sentences = new ArrayList<>();
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

    private static Set<Commitment.Kind> kinds(PortfolioAnswer.Request request, String provider) {
        Set<Commitment.Kind> kinds = EnumSet.noneOf(Commitment.Kind.class);
        for (Market market : request.markets()) {
            if (market.provider().equals(provider)) {
                market.items()
                        .forEach(
                                item ->
                                        item.offer().commitments().stream()
                                                .filter(c -> c.termMonths() <= request.mostMonths())
                                                .forEach(c -> kinds.add(c.kind())));
            }
        }
        return kinds;
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
