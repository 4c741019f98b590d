package dev.stowage.workflow.plan;

import dev.stowage.plan.CapacityPlan.Otherwise;
import dev.stowage.plan.SearchResult;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.report.ClaimWords;
import dev.stowage.scenario.Distribution;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.Scenario.Uncertainty;
import dev.stowage.words.Amounts;
import dev.stowage.workload.growth.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The same question about other workloads: more jobs or fewer, drawn by another generator, with
 * what tasks ask for in place of slices. Each is answered by itself, as a plan of its own would be.
 */
final class OtherWorkloads {
    private static final String GROWTH = "growth";
    private static final String GENERATOR = "generator";
    private static final String REQUESTS = "requests";

    private final Scenario scenario;
    private final Function<Scenario, Answer> answer;
    private @Nullable Answer declared;

    /** An answer with the bound below which none is. */
    record Answer(SearchResult found, LowerBound bound) {
        private int servers() {
            return found.servers();
        }

        private boolean met() {
            return found.met();
        }

        private boolean isExact() {
            return found.confidence().exact();
        }

        private String text() {
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
        if (scenario.policies().profiles().isPresent()) {
            declared = answer.apply(scenario.asDeclared());
            all.add(otherwise(REQUESTS, "as declared", null, declared));
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
        boolean isHopeless = !found.met() && found.servers() < scenario.search().max();
        return new Otherwise(
                source, value, quantile, isHopeless ? 0 : found.servers(), found.met());
    }

    /** What slices save against what tasks ask for; empty if tasks have what they ask for. */
    Optional<String> saving(Answer planned) {
        return declared == null
                ? Optional.empty()
                : Optional.of(saving(planned, declared).replace('\u00a0', ' '));
    }

    private static String saving(Answer slices, Answer requests) {
        String both = "Slices take " + slices.text() + ", requests as declared " + requests.text();
        int fewer = requests.servers() - slices.servers();
        if (!slices.met() || !requests.met()) {
            return both + ".";
        }
        String difference =
                fewer == 0
                        ? "as many"
                        : Amounts.counted(Math.abs(fewer), "server")
                                + (fewer > 0
                                        ? " saved"
                                        : " more, for a performance that requests do not promise");
        if (slices.isExact() && requests.isExact()) {
            return both + ": " + difference + ".";
        }
        return both
                + ": "
                + difference
                + ". Each number is a claim of its own; by the lower bounds of both between "
                + (requests.bound().servers() - slices.servers())
                + " and "
                + (requests.servers() - slices.bound().servers())
                + " are saved.";
    }

    /** What was found about growth and generators, in a sentence; empty if nothing was asked. */
    static String sentence(List<Otherwise> found) {
        return found.stream()
                .filter(each -> !each.source().equals(REQUESTS))
                .map(each -> ClaimWords.what(each) + ": " + ClaimWords.servers(each))
                .map(text -> text.replace('\u00a0', ' '))
                .collect(Collectors.joining("; "));
    }
}
