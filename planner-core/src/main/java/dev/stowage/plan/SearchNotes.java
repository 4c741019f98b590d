package dev.stowage.plan;

import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.ObjectiveValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a search has to say about its answer, in words. */
final class SearchNotes {
    static final String NO_TASKS =
            "The workload has no tasks, so it needs no servers; the figures are of a run on 1.";

    private SearchNotes() {}

    static String tooLarge(WorkloadFigures demand) {
        return String.format(
                Locale.ROOT,
                "%d of %d tasks ask for more than one server has, so no number of servers helps: %s"
                        + " Take a server type that has it, or allow it with rejected: %d.",
                demand.tooLarge(),
                demand.tasks(),
                demand.missing(),
                demand.tooLarge());
    }

    static String notMet(Evaluation evaluation) {
        SearchOptions options = evaluation.options();
        List<String> failing =
                evaluation.values().stream()
                        .filter(value -> !value.met())
                        .map(SearchNotes::describe)
                        .toList();
        String bound =
                options.lowerBound().servers() > options.max()
                        ? " At least " + options.lowerBound().servers() + " are needed."
                        : "";
        return "The objective does not hold on "
                + evaluation.servers()
                + " servers, the most that the search may try (search.max): "
                + (options.isExact() ? "" : missed(evaluation) + "; ")
                + String.join(", ", failing)
                + "."
                + bound;
    }

    static String notMonotone(Map<Integer, Evaluation> evaluations, int answer) {
        List<String> exceptions =
                evaluations.values().stream()
                        .filter(each -> each.servers() > answer && each.isRefuted())
                        .map(each -> String.valueOf(each.servers()))
                        .toList();
        return "The objective holds on "
                + answer
                + " servers but not on "
                + String.join(", ", exceptions)
                + ": a server more changes which task goes where and when, which does not always"
                + " help. The answer has little margin.";
    }

    static String onFresh(Evaluation evaluation, int attempt) {
        SearchOptions strict = evaluation.options();
        return String.format(
                Locale.ROOT,
                "Windows that hold on some servers miss on more of them, so a number may hold by"
                        + " luck. The answer holds on %d replications that the search did not see,"
                        + " at a confidence of %s %% (try %d there).",
                strict.replications(),
                number(100 * strict.reliability().confidence()),
                attempt);
    }

    static String boundBroken(LowerBound bound, int answer) {
        return "The runs hold the objective on "
                + answer
                + " servers although the lower bound ("
                + bound.method()
                + ") says "
                + bound.servers()
                + ": the bound is wrong for this workload; please report it.";
    }

    /**
     * True if one server less may be enough: its replications don't exclude the share asked for.
     */
    static boolean isOpen(Evaluation oneLess) {
        return oneLess.isNotExcluded(oneLess.held(), oneLess.runs().size());
    }

    static String open(Evaluation oneLess) {
        return String.format(
                Locale.ROOT,
                "%d servers may be enough too: %s there, too many for the claim and too few to"
                        + " exclude it. More replications (search.replications) may give a smaller"
                        + " number.",
                oneLess.servers(),
                missed(oneLess));
    }

    static String tooFew(Confidence confidence) {
        String claim =
                confidence.claimed() == null
                        ? String.format(
                                Locale.ROOT,
                                "%d random replication%s nothing of windows that were not drawn.",
                                confidence.replications(),
                                confidence.replications() == 1 ? " claims" : "s claim")
                        : String.format(
                                Locale.ROOT,
                                "%d replications are too few to claim %s %% of all windows.",
                                confidence.replications(),
                                number(100 * confidence.reliability()));
        return claim
                + String.format(
                        Locale.ROOT,
                        " %d more, without a miss, would do: raise search.maxReplications.",
                        confidence.missing());
    }

    private static String missed(Evaluation evaluation) {
        int runs = evaluation.runs().size();
        return String.format(
                Locale.ROOT, "%d of %d replications miss it", runs - evaluation.held(), runs);
    }

    private static String describe(ObjectiveValue value) {
        String figure = Double.isInfinite(value.upper()) ? "infinite" : number(value.upper());
        return value.metric() + " is " + figure + ", bound " + number(value.bound());
    }

    /** At most six significant digits, without an exponent for the figures that plans have. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.valueOf((long) value);
        }
        return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
    }
}
