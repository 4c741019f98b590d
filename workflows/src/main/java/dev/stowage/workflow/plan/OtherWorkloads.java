package dev.stowage.workflow.plan;

import dev.stowage.plan.CapacityPlan.Otherwise;
import dev.stowage.plan.SearchResult;
import dev.stowage.report.ClaimWords;
import dev.stowage.scenario.Distribution;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.Scenario.Uncertainty;
import dev.stowage.words.Amounts;
import dev.stowage.workload.growth.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The same question about other workloads: more jobs or fewer, drawn by another generator. Each is
 * answered by itself, as a plan of its own would be.
 */
final class OtherWorkloads {
    private static final String GROWTH = "growth";
    private static final String GENERATOR = "generator";

    private final Scenario scenario;
    private final Function<Scenario, SearchResult> answer;

    /**
     * Prepares.
     *
     * @param answer answers a scenario of which no more is asked
     */
    OtherWorkloads(Scenario scenario, Function<Scenario, SearchResult> answer) {
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
                all.add(otherwise(GENERATOR, generator, null, model.drawnBy(generator)));
            }
        }
        return all;
    }

    private Otherwise grown(Distribution growth, double share) {
        double factor = growth.quantile(share).doubleValue();
        Scenario.WorkloadChoice workload = scenario.workload();
        Demand demand = new Demand(factor, factor, workload.demand().season());
        return otherwise(GROWTH, Amounts.decimal(factor), share, workload.with(demand));
    }

    private Otherwise otherwise(
            String source,
            String value,
            @Nullable Double quantile,
            Scenario.WorkloadChoice workload) {
        SearchResult found = answer.apply(scenario.about(workload));
        return new Otherwise(source, value, quantile, found.servers(), found.met());
    }

    /** What was found, in a sentence; empty if nothing was asked. */
    static String sentence(List<Otherwise> found) {
        return found.stream()
                .map(each -> ClaimWords.what(each) + ": " + ClaimWords.servers(each))
                .map(text -> text.replace('\u00a0', ' '))
                .collect(Collectors.joining("; "));
    }
}
