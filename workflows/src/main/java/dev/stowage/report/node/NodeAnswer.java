package dev.stowage.report.node;

import dev.stowage.words.Amounts;
import dev.stowage.workflow.node.ManagerView;
import dev.stowage.workflow.node.NodeResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A result in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param sentences how the others compare
 */
public record NodeAnswer(String headline, List<String> sentences) {
    private static final double LEAST_POINTS = 0.05;

    public NodeAnswer {
        sentences = List.copyOf(sentences);
    }

    private static final String ORACLE = "oracle";

    /** The words for a result. */
    public static NodeAnswer of(NodeResult result) {
        ManagerView best = result.bestView();
        List<String> sentences = new ArrayList<>();
        deployable(result, best).ifPresent(sentences::add);
        for (ManagerView each : result.managers()) {
            boolean isOther = !each.manager().equals(best.manager());
            if (isOther && best.effectiveUtilisation().mean() > 0) {
                sentences.add(comparison(result, each, best));
            }
        }
        return new NodeAnswer(headline(result, best), sentences);
    }

    /** The oracle knows what no manager can: who has most of those that could be deployed. */
    private static Optional<String> deployable(NodeResult result, ManagerView best) {
        if (!best.manager().startsWith(ORACLE)) {
            return Optional.empty();
        }
        return result.managers().stream()
                .filter(each -> !each.manager().startsWith(ORACLE))
                .max(Comparator.comparingDouble(each -> each.effectiveUtilisation().mean()))
                .map(
                        each ->
                                "oracle is the bound, and can't be deployed: it knows the model. Of"
                                        + " those that can, "
                                        + result.label(each)
                                        + " has most: "
                                        + loads(each.effectiveUtilisation())
                                        + ".");
    }

    private static String headline(NodeResult result, ManagerView best) {
        if (best.effectiveUtilisation().mean() == 0) {
            return "No manager meets all targets at any time.";
        }
        String who =
                result.managers().size() == 1
                        ? "Under " + result.label(best) + ", "
                        : "Most under " + result.label(best) + ": ";
        return who
                + "the services run "
                + loads(best.effectiveUtilisation())
                + " of their largest loads within all targets, on average over the run.";
    }

    private static String loads(NodeResult.Mean mean) {
        String interval =
                mean.medianLower() == null || mean.medianUpper() == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " (median window %.1f to %.1f %%)",
                                100 * mean.medianLower(),
                                100 * mean.medianUpper());
        return String.format(Locale.ROOT, "%.1f", 100 * mean.mean()) + Amounts.GAP + "%" + interval;
    }

    private static String comparison(NodeResult result, ManagerView each, ManagerView best) {
        double less =
                100 * (best.effectiveUtilisation().mean() - each.effectiveUtilisation().mean());
        String figure =
                less > 0 && less < LEAST_POINTS
                        ? "less than " + LEAST_POINTS
                        : String.format(Locale.ROOT, "%.1f", less);
        NodeResult.FromBest difference = each.againstBest();
        if (less == 0 && (difference == null || difference.less() == 0)) {
            return result.label(each) + " has the same.";
        }
        if (difference == null) {
            return result.label(each)
                    + " has "
                    + figure
                    + " points less; one run cannot say whether that is chance.";
        }
        return result.label(each)
                + " has "
                + figure
                + " points less on average, and less in "
                + difference.less()
                + " of "
                + Amounts.counted(result.replications(), "replication")
                + (difference.isSignificant() ? "." : ": that may be chance.");
    }
}
