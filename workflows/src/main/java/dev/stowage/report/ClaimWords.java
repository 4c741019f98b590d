package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Confidence;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;

/** What a plan claims, how sure that is and what it is conditional on, in words. */
public final class ClaimWords {
    private final CapacityPlan plan;
    private final Confidence confidence;
    private final int servers;

    private ClaimWords(CapacityPlan plan) {
        this.plan = plan;
        this.confidence = plan.confidence();
        this.servers = Answer.servers(plan);
    }

    /** All of it, in sentences. */
    public static List<String> of(CapacityPlan plan) {
        return new ClaimWords(plan).sentences();
    }

    /** How far the headline of a plan that meets its objective goes. */
    static String scope(Confidence confidence) {
        if (confidence.exact()) {
            return confidence.without();
        }
        if (confidence.claimed() == null) {
            return " in the "
                    + Amounts.counted(confidence.replications(), noun(confidence))
                    + (isReplayed(confidence) ? " made" : " drawn")
                    + ", which claims nothing of any other"
                    + confidence.without();
        }
        double share =
                confidence.isReached() ? confidence.reliability() : rounded(confidence.claimed());
        return " in at least "
                + Amounts.share(share)
                + (isReplayed(confidence)
                        ? " of replications of these tasks ("
                        : " of windows drawn like it (")
                + Amounts.share(confidence.level())
                + " confidence)"
                + confidence.without();
    }

    /** Heading of {@link dev.stowage.plan.objective.ObjectiveValue#upper}. */
    public static String upper(Confidence confidence) {
        return confidence.isReached() && !confidence.exact()
                ? "in " + Amounts.share(confidence.reliability()) + " at most"
                : "at most seen";
    }

    /** Which windows stay within {@link dev.stowage.plan.objective.ObjectiveValue#upper}. */
    static String windows(Confidence confidence) {
        return confidence.isReached()
                ? " in "
                        + Amounts.share(confidence.reliability())
                        + " of the "
                        + noun(confidence)
                        + "s"
                : " in the " + noun(confidence) + (isReplayed(confidence) ? "s made" : "s drawn");
    }

    /** True if the tasks are recorded: only what happens to them is drawn. */
    public static boolean isReplayed(Confidence confidence) {
        return confidence.conditionalOn().startsWith("this recorded window");
    }

    private static String noun(Confidence confidence) {
        return isReplayed(confidence) ? "replication" : "window";
    }

    /** Heading of {@link dev.stowage.plan.objective.ObjectiveValue#value}. */
    public static String value(Confidence confidence) {
        return confidence.exact() ? "value" : "mean";
    }

    /** What else the workload may be. */
    public static String what(CapacityPlan.Otherwise otherwise) {
        return otherwise.quantile() == null
                ? otherwise.source() + " " + otherwise.value()
                : otherwise.source()
                        + " × "
                        + otherwise.value()
                        + " ("
                        + Math.round(100 * otherwise.quantile())
                        + "th percentile)";
    }

    /** How many servers that takes. */
    public static String servers(CapacityPlan.Otherwise otherwise) {
        if (!otherwise.met() && otherwise.servers() == 0) {
            return "no number helps";
        }
        return (otherwise.met() ? "" : "more than ") + Amounts.count(otherwise.servers());
    }

    private List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (confidence.exact()) {
            sentences.add(
                    "Nothing is drawn at random, so one run says all of this workload. It says"
                            + " nothing of another week.");
        } else if (servers > 0) {
            sentences.add(held());
            sentences.add(claim());
            sentences.add(
                    "That is conditional on "
                            + confidence.conditionalOn()
                            + ". The notes tell apart what else may differ.");
        }
        sentences.add(
                "The search made "
                        + Amounts.counted(plan.provenance().runs(), "simulation")
                        + (confidence.exact()
                                ? "."
                                : ", with the same random draws for every number of servers."));
        return sentences;
    }

    private String held() {
        String text =
                "The objective held in "
                        + of(confidence.held())
                        + (confidence.replications() == 1
                                ? " replication on "
                                : " replications on ")
                        + Amounts.counted(servers, "server");
        return confidence.heldOnOneLess() == null
                ? text + "."
                : text
                        + ", and in "
                        + of(confidence.heldOnOneLess())
                        + " on "
                        + Amounts.count(servers - 1L)
                        + ", with the same draws.";
    }

    private String of(int held) {
        return Amounts.count(held) + " of " + Amounts.count(confidence.replications());
    }

    private String claim() {
        if (confidence.claimed() == null) {
            return confidence.replications() == 1
                    ? "One replication claims nothing of any other."
                    : "So few replications claim nothing of any other.";
        }
        String share = Amounts.share(rounded(confidence.claimed()));
        String asked = Amounts.share(confidence.reliability());
        return "So with "
                + Amounts.share(confidence.level())
                + " confidence it holds in at least "
                + share
                + " of all such "
                + noun(confidence)
                + "s, however their figures are distributed (Clopper and"
                + " Pearson)"
                + (share.equals(asked) ? ", as was asked for." : "; " + asked + " was asked for.");
    }

    /** Down to a tenth of a per cent: never more than is claimed. */
    private static double rounded(double share) {
        return Math.floor(1e3 * share) / 1e3;
    }
}
