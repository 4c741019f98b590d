package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Survival;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the loss of servers does to a plan, in words and as a section of its report. */
public final class SurvivalWords {
    private final CapacityPlan plan;
    private final Survival survival;

    private SurvivalWords(CapacityPlan plan, Survival survival) {
        this.plan = plan;
        this.survival = survival;
    }

    /** In a sentence or two; empty if nobody asked, or nothing was tried. */
    static Optional<String> sentence(CapacityPlan plan) {
        return Optional.ofNullable(plan.survival())
                .filter(survival -> survival.tried() > 0)
                .map(survival -> new SurvivalWords(plan, survival).sentence());
    }

    /** The section of a report; empty if nobody asked. */
    public static Optional<SectionedView.Section> section(CapacityPlan plan) {
        return Optional.ofNullable(plan.survival())
                .map(survival -> new SurvivalWords(plan, survival).section());
    }

    private String sentence() {
        return "The figures are those of a run with servers lost, "
                + lost()
                + ", in the loss that comes nearest to a bound. "
                + searched()
                + " "
                + hardest()
                        .map(
                                effect ->
                                        "The worst of them, "
                                                + which()
                                                + ", takes the "
                                                + MetricWords.inSentence(effect.metric())
                                                + " from "
                                                + amount(effect, effect.without())
                                                + " to "
                                                + amount(effect, effect.with())
                                                + ".")
                        .orElse("The worst of them is " + which() + ".")
                + others();
    }

    /** Metrics of which another loss that was tried is worse. */
    private String others() {
        return survival.effects().stream()
                .filter(effect -> largest(effect) > effect.with())
                .map(
                        effect ->
                                " In another, the "
                                        + MetricWords.inSentence(effect.metric())
                                        + " reaches "
                                        + amount(effect, largest(effect))
                                        + ".")
                .collect(Collectors.joining());
    }

    /** What is lost and for how long. */
    private String lost() {
        String servers =
                survival.servers() == 0 ? "" : Amounts.counted(survival.servers(), "server");
        String domains =
                survival.domains() == 0
                        ? ""
                        : (servers.isEmpty() ? "" : ", or ")
                                + Amounts.counted(survival.domains(), "failure domain");
        Double hours = survival.hours();
        return servers
                + domains
                + (hours == null
                        ? ", to the end of the run"
                        : ", for " + Amounts.seconds(hours * 3600));
    }

    private String searched() {
        return "Tried were "
                + Amounts.unit(
                        Amounts.count(survival.tried()), survival.tried() == 1 ? "loss" : "losses")
                + (plan.confidence().exact() ? "" : " in the first replication, and others so")
                + ": "
                + survival.searched()
                + " ("
                + Amounts.count(survival.moments())
                + ")."
                + (survival.everyMoment()
                        ? " Of a loss at another moment nothing is proven."
                        : " Another loss may be worse.");
    }

    private String which() {
        List<Integer> servers = survival.worstServers();
        Double at = survival.worstAtSeconds();
        return (servers.size() == 1 ? "server " : "servers ")
                + servers.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "))
                + (servers.size() > 8 ? " and " + (servers.size() - 8) + " more" : "")
                + " lost at "
                + Amounts.seconds(at == null ? 0 : at);
    }

    /** The bound that the loss strains the most, of those that it changes. */
    private Optional<Survival.Effect> hardest() {
        return survival.effects().stream()
                .filter(effect -> effect.with() > effect.without() && effect.bound() > 0)
                .max(Comparator.comparingDouble(effect -> effect.with() / effect.bound()));
    }

    private static String amount(Survival.Effect effect, double value) {
        return Amounts.metric(
                effect.metric(),
                value,
                effect.bound(),
                effect.without(),
                effect.with(),
                largest(effect));
    }

    /** Of all losses that were tried, none beyond the one shown if none was. */
    private static double largest(Survival.Effect effect) {
        Double largest = effect.largest();
        return largest == null ? effect.with() : largest;
    }

    private SectionedView.Section section() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "The first replication without a loss and with the worst that was found",
                        DataTable.Column.text("Metric"),
                        DataTable.Column.number("At most"),
                        DataTable.Column.number("Without a loss"),
                        DataTable.Column.number("With it"),
                        DataTable.Column.number("Most in any tried"));
        for (Survival.Effect effect : survival.effects()) {
            table.row(
                    MetricWords.title(effect.metric()),
                    amount(effect, effect.bound()),
                    amount(effect, effect.without()),
                    amount(effect, effect.with()),
                    effect.largest() == null ? "–" : amount(effect, effect.largest()));
        }
        String lede =
                survival.tried() == 0
                        ? "The objective misses without a loss, so none was tried."
                        : "Lost are "
                                + lost()
                                + ". "
                                + searched()
                                + " The worst: "
                                + which()
                                + ". The charts above show the run without a loss.";
        return new SectionedView.Section(
                "losses", "Losses", lede, List.of(), List.of(table.build()));
    }
}
