package dev.stowage.workflow.plan;

import dev.stowage.plan.CapacityPlan.Otherwise;
import dev.stowage.plan.SearchResult;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.report.ClaimWords;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.Scenario.Uncertainty;
import dev.stowage.scenario.uncertain.Distribution;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workload.growth.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The same question about other workloads: more jobs or fewer, drawn by another generator, with
 * what tasks ask for in place of slices. Each is answered by itself, as a plan of its own would be.
 */
final class OtherWorkloads {
    private static final String GROWTH = "growth";
    private static final String GENERATOR = "generator";
    private static final String REQUESTS = "requests";
    private static final String SLICES = "slices";

    private final Scenario scenario;
    private final Function<Scenario, Answer> answer;
    private @Nullable Answer declared;
    private @Nullable Answer asGood;

    /**
     * An answer with the bound below which none is.
     *
     * @param requests what tasks of the first draw ask for; empty without profiles
     */
    record Answer(
            SearchResult found,
            LowerBound bound,
            int most,
            Optional<SlicedWorkload.Requests> requests) {
        private int servers() {
            return found.servers();
        }

        private boolean met() {
            return found.met();
        }

        private boolean isExact() {
            return found.confidence().exact();
        }

        /** True if more servers would not help. */
        private boolean isHopeless() {
            return !met() && servers() < most;
        }

        private String text() {
            if (isHopeless()) {
                return "no number of servers meets the objective";
            }
            return (met() ? "" : "more than ") + Amounts.counted(servers(), "server");
        }
    }

    /**
     * Prepares.
     *
     * @param answer answers a scenario of which no more is asked
     */
    OtherWorkloads(Scenario scenario, Function<Scenario, Answer> answer) {
        this.scenario = scenario;
        this.answer = answer;
    }

    List<Otherwise> all() {
        List<Otherwise> all = new ArrayList<>();
        scenario.uncertainty()
                .growth()
                .ifPresent(
                        growth ->
                                Uncertainty.QUANTILES.forEach(
                                        share -> all.add(grown(growth, share))));
        if (scenario.workload() instanceof Scenario.FromModel model) {
            for (String generator : scenario.uncertainty().generators()) {
                all.add(
                        otherwise(
                                GENERATOR,
                                generator,
                                null,
                                scenario.about(model.drawnBy(generator))));
            }
        }
        if (scenario.policies().areSliced()) {
            declared = answer.apply(scenario.asDeclared());
            all.add(otherwise(REQUESTS, "as declared", null, declared));
            asGood = answer.apply(scenario.asGoodAsDeclared());
            all.add(otherwise(SLICES, "as good as requests", null, asGood));
        }
        return all;
    }

    private Otherwise grown(Distribution growth, double share) {
        double factor = growth.quantile(share).doubleValue();
        Scenario.WorkloadChoice workload = scenario.workload();
        Demand demand = new Demand(factor, factor, workload.demand().season());
        return otherwise(
                GROWTH, Amounts.decimal(factor), share, scenario.about(workload.with(demand)));
    }

    private Otherwise otherwise(
            String source, String value, @Nullable Double quantile, Scenario other) {
        return otherwise(source, value, quantile, answer.apply(other));
    }

    private Otherwise otherwise(
            String source, String value, @Nullable Double quantile, Answer found) {
        return new Otherwise(
                source, value, quantile, found.isHopeless() ? 0 : found.servers(), found.met());
    }

    /**
     * What slices save against what tasks ask for, and at which performance, one sentence each;
     * nothing if tasks have what they ask for.
     */
    List<String> saving(Answer planned) {
        if (declared == null || asGood == null) {
            return List.of();
        }
        String performance = planned.requests().map(this::performance).orElse("");
        return Stream.of(
                        performance,
                        difference("Slices", planned, declared),
                        difference(asGoodAsRequests(asGood), asGood, declared),
                        planned.requests().map(this::onTrust).orElse(""),
                        asGood.requests().map(OtherWorkloads::asGoodOnTrust).orElse(""))
                .filter(each -> !each.isEmpty())
                .map(each -> each.replace('\u00a0', ' '))
                .toList();
    }

    private String performance(SlicedWorkload.Requests requests) {
        return promised()
                + " give "
                + hundredths(requests.mean())
                + " in the mean and "
                + hundredths(requests.least())
                + " at least"
                + (scenario.isolation().isPresent() ? ", both before what neighbours take" : "")
                + (requests.mean().to() - requests.mean().from() < 0.005
                        ? "."
                        : ", which runs do not tell closer.");
    }

    private String promised() {
        PolicySpec admission = scenario.policies().admission();
        if (!admission.name().equals(AdmissionPolicies.QUMAN_USER)) {
            return "Slices promise no performance: who comes finds "
                    + Figures.number(admission.parameter("floor") / 100.0)
                    + " at least for all on its server, or an empty one. Requests as declared";
        }
        int target = admission.parameter("pi");
        return target == 0
                ? "Slices are chosen to perform as requests do, and requests"
                : "Slices promise a performance of "
                        + Figures.number((target + admission.parameter("margin")) / 100.0)
                        + ", requests as declared";
    }

    /** What slices are, as far as runs bear it out. */
    private static String asGoodAsRequests(Answer asGood) {
        boolean isBorneOut =
                asGood.requests().stream().allMatch(requests -> requests.notBorneOut() == 0);
        return isBorneOut
                ? "Slices as good as requests"
                : "Slices that profiles call as good as requests";
    }

    /** That no run bears out what slices promise; nothing if runs do, or requests decide. */
    private String onTrust(SlicedWorkload.Requests requests) {
        long tasks = requests.notBorneOut();
        PolicySpec admission = scenario.policies().admission();
        boolean isPromised =
                admission.name().equals(AdmissionPolicies.QUMAN_USER)
                        && admission.parameter("pi") > 0;
        return tasks == 0 || !isPromised
                ? ""
                : "What slices promise is what profiles say of "
                        + Figures.count(tasks)
                        + " of "
                        + Amounts.counted(requests.profiled(), "task")
                        + ": no run on as little or less reached it.";
    }

    private static String asGoodOnTrust(SlicedWorkload.Requests requests) {
        long tasks = requests.notBorneOut();
        return tasks == 0
                ? ""
                : "That slices are as good as requests is what profiles say of "
                        + Figures.count(tasks)
                        + " of "
                        + Amounts.counted(requests.profiled(), "task")
                        + ": runs alone do not bear it out, so what these slices save is no claim"
                        + " about the same performance.";
    }

    private static String hundredths(SlicedWorkload.Range range) {
        String from = Figures.hundredths(range.from());
        String to = Figures.hundredthsAbove(range.to());
        return range.to() - range.from() < 0.005 ? from : from + " to " + to;
    }

    private static String difference(String what, Answer slices, Answer requests) {
        String both =
                what
                        + (slices.isHopeless() ? ": " : " take ")
                        + slices.text()
                        + (requests.isHopeless() ? "; with " : ", ")
                        + "requests as declared "
                        + requests.text();
        if (!slices.met() || !requests.met()) {
            return both + ".";
        }
        String difference = both + ": " + saved(requests.servers() - slices.servers());
        if (slices.isExact() && requests.isExact()) {
            return difference + ".";
        }
        int least = requests.bound().servers() - slices.servers();
        int most = requests.servers() - slices.bound().servers();
        return difference
                + ". Each number is a claim of its own; "
                + (least == most
                        ? "both are as few as their lower bounds allow."
                        : "by the lower bounds of both it is between "
                                + saved(least)
                                + " and "
                                + saved(most)
                                + ".");
    }

    private static String saved(int servers) {
        if (servers == 0) {
            return "as many";
        }
        return Amounts.counted(Math.abs(servers), "server") + (servers > 0 ? " saved" : " more");
    }

    /** What was found about growth and generators, in a sentence; empty if nothing was asked. */
    static String sentence(List<Otherwise> found) {
        return found.stream()
                .filter(each -> !List.of(REQUESTS, SLICES).contains(each.source()))
                .map(each -> ClaimWords.what(each) + ": " + ClaimWords.servers(each))
                .map(text -> text.replace('\u00a0', ' '))
                .collect(Collectors.joining("; "));
    }
}
