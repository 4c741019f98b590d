package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workload.synthesis.MeanLoad;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a planned workload asks for beside what the trace behind its model did.
 *
 * @param draws of the first draws, at least one
 * @param recorded of the trace; empty if the model does not say
 * @param recordedSeconds how long the trace recorded tasks
 */
record PlannedLoad(List<MeanLoad> draws, Optional<MeanLoad> recorded, double recordedSeconds) {
    /** Draws whose mean is taken, at most. */
    static final int DRAWS = 5;

    /** A plan for more than this, or less than one over it, must have been asked for. */
    private static final double MOST = 2;

    /** True if it is more than twice, or less than half, of the trace's in each of the draws. */
    boolean isFarOff() {
        return recorded.isPresent()
                && (draws.stream().allMatch(draw -> draw.over(recorded.get()) > MOST)
                        || draws.stream().allMatch(draw -> draw.over(recorded.get()) < 1 / MOST));
    }

    /** Both of them, in words. */
    String text() {
        if (recordedSeconds == 0) {
            return "undefined, since the window of the model has no length: all of its jobs are"
                    + " submitted at one moment";
        }
        MeanLoad planned = MeanLoad.mean(draws);
        return text(planned)
                + " on average"
                + (draws.size() > 1 ? " over the first " + draws.size() + " draws" : "")
                + recorded.map(
                                trace ->
                                        "; the trace behind the model: "
                                                + text(trace)
                                                + ", in the "
                                                + Figures.seconds(recordedSeconds)
                                                + " of which it has tasks; "
                                                + ratios(planned, trace))
                        .orElse("; the model does not say what its trace asked for");
    }

    /** One factor where all resources have it, else that of each. */
    private static String ratios(MeanLoad planned, MeanLoad trace) {
        Map<String, String> ratios = new LinkedHashMap<>();
        planned.ratios(trace)
                .forEach((name, ratio) -> ratios.put(name, "× " + Amounts.decimal(ratio)));
        return ratios.values().stream().distinct().count() == 1
                ? ratios.values().iterator().next()
                : ratios.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static String text(MeanLoad load) {
        String gpus = load.gpus() > 0 ? ", " + Figures.number(load.gpus()) + " GPUs" : "";
        return (Amounts.cores(load.cores()) + ", " + Amounts.gib(load.gib())).replace('\u00a0', ' ')
                + gpus;
    }
}
