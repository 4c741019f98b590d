package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A plan in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param verdict whether the objective is met
 * @param sentences what decides it, how far from the least possible, what it costs
 */
public record Answer(String headline, String verdict, List<String> sentences) {
    public Answer {
        sentences = List.copyOf(sentences);
    }

    /**
     * The words for a plan.
     *
     * @param maxServers largest number of servers that the search was allowed to try
     */
    public static Answer of(CapacityPlan plan, int maxServers) {
        List<String> sentences = new ArrayList<>();
        if (servers(plan) == 0) {
            return new Answer(headline(plan, maxServers), verdict(plan), sentences);
        }
        if (plan.met()) {
            deciding(plan).ifPresent(value -> sentences.add(decides(plan, value)));
            sentences.add(bound(plan));
            cost(plan).ifPresent(sentences::add);
            packed(plan).ifPresent(sentences::add);
        } else {
            sentences.add(missed(plan));
        }
        return new Answer(headline(plan, maxServers), verdict(plan), sentences);
    }

    private static String verdict(CapacityPlan plan) {
        return plan.met() ? "The objective is met" : "The objective is not met";
    }

    /** Number of planned servers. */
    public static int servers(CapacityPlan plan) {
        return plan.servers().stream().mapToInt(CapacityPlan.PlannedServers::count).sum();
    }

    private static String headline(CapacityPlan plan, int maxServers) {
        int servers = servers(plan);
        if (!plan.met()) {
            return "No number of servers up to "
                    + Amounts.count(maxServers)
                    + " meets the objective.";
        }
        if (servers == 0) {
            return "No servers are needed: the workload has no tasks.";
        }
        String type = plan.servers().get(0).type();
        return Amounts.counted(servers, "server")
                + " of type "
                + type
                + (servers == 1 ? " holds" : " hold")
                + " this workload at its objective"
                + ClaimWords.scope(plan.confidence())
                + ".";
    }

    /**
     * The bound that decides: of the largest smaller number of servers on which the objective does
     * not hold, the one that most replications exceed; of several the one whose metric goes
     * furthest beyond it, or comes closest to it. Without such a number, that of the deciding
     * metric at the answer.
     */
    public static Optional<ObjectiveValue> deciding(CapacityPlan plan) {
        return tooFew(plan)
                .flatMap(
                        point ->
                                plan.objective().stream()
                                        .max(
                                                Comparator.comparingInt(
                                                                (ObjectiveValue v) ->
                                                                        missed(v, point))
                                                        .thenComparingDouble(
                                                                v -> strain(v, point))))
                .or(
                        () ->
                                plan.objective().stream()
                                        .filter(v -> v.metric().equals(plan.confidence().metric()))
                                        .findFirst());
    }

    private static int missed(ObjectiveValue bound, CurvePoint point) {
        return point.missed().getOrDefault(bound.metric(), 0);
    }

    private static Optional<CurvePoint> tooFew(CapacityPlan plan) {
        int servers = servers(plan);
        return plan.curve().stream()
                .filter(point -> point.servers() < servers && !point.met())
                .max(Comparator.comparingInt(CurvePoint::servers));
    }

    /**
     * Value over bound, the value with what it is off its upper limit at the answer; a bound of 0
     * is strained beyond measure by anything above it.
     */
    private static double strain(ObjectiveValue bound, CurvePoint point) {
        double mean = point.metrics().getOrDefault(bound.metric(), 0.0);
        double off = bound.upper() - bound.value();
        double value = mean + (Double.isFinite(off) ? Math.max(0, off) : 0);
        if (bound.bound() == 0) {
            return value > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        return value / bound.bound();
    }

    private static String decides(CapacityPlan plan, ObjectiveValue value) {
        String text = "What decides is the " + MetricWords.inSentence(value.metric()) + ": ";
        String allowed = Amounts.metric(value.metric(), value.bound());
        Confidence confidence = plan.confidence();
        if (confidence.exact()) {
            text += Amounts.metric(value.metric(), value.value()) + " of at most " + allowed + ".";
        } else {
            text +=
                    "at most "
                            + Amounts.metric(value.metric(), value.upper())
                            + ClaimWords.windows(confidence)
                            + ", where "
                            + allowed
                            + " is allowed.";
        }
        String decides = text;
        return tooFew(plan).map(point -> decides + " " + onFewer(value, point)).orElse(decides);
    }

    private static String onFewer(ObjectiveValue bound, CurvePoint fewer) {
        String with = "With " + Amounts.counted(fewer.servers(), "server");
        if (fewer.replications() == 1) {
            double value = fewer.metrics().getOrDefault(bound.metric(), Double.NaN);
            return with + " it would be " + Amounts.metric(bound.metric(), value) + ".";
        }
        return with
                + " the objective held in "
                + Amounts.count(fewer.held())
                + " of "
                + Amounts.counted(fewer.replications(), "replication")
                + ".";
    }

    private static String bound(CapacityPlan plan) {
        LowerBound least = plan.lowerBound();
        int above = servers(plan) - least.servers();
        boolean isDrawn = !plan.confidence().exact();
        String needed = Amounts.counted(least.servers(), "server");
        String text =
                isDrawn
                        ? "For this claim the windows that were drawn need at least " + needed
                        : "At least "
                                + needed
                                + (least.servers() == 1 ? " is needed" : " are needed");
        text += " under strict FIFO on servers of one type, whatever the placement";
        if (above == 0) {
            return text
                    + (isDrawn
                            ? ": no plan that rests on them can be smaller."
                            : ": no plan can be smaller.");
        }
        return text
                + "; the plan is "
                + Amounts.count(above)
                + " above that ("
                + Amounts.share(plan.gap())
                + ").";
    }

    private static Optional<String> cost(CapacityPlan plan) {
        OwnCost own = plan.cost();
        String cloud =
                plan.clouds().isEmpty()
                        ? ""
                        : "the cheapest cloud option, " + cloud(plan.clouds().get(0));
        if (own == null) {
            return cloud.isEmpty()
                    ? Optional.empty()
                    : Optional.of("Rented all year, " + cloud + ".");
        }
        String text =
                "The servers cost "
                        + Amounts.dollars(own.monthlyUsd())
                        + " a month, "
                        + Amounts.dollars(own.yearlyUsd())
                        + " a year";
        return Optional.of(cloud.isEmpty() ? text + "." : text + "; " + cloud + ".");
    }

    private static Optional<String> packed(CapacityPlan plan) {
        CapacityPlan.BusiestMoment moment = plan.placement();
        if (moment == null) {
            return Optional.empty();
        }
        String text =
                "At "
                        + Amounts.seconds(moment.atSeconds())
                        + ", "
                        + Amounts.counted(moment.tasks(), "task")
                        + " run on "
                        + Amounts.counted(moment.serversBefore(), "server")
                        + "; packed anew "
                        + (moment.unplaced() > 0
                                ? Amounts.count(moment.unplaced()) + " of them have no place"
                                : Amounts.counted(moment.servers(), "server")
                                        + (moment.servers() == 1 ? " holds" : " hold")
                                        + " them, and none fewer than "
                                        + Amounts.decimal(moment.bound().doubleValue())
                                        + " can")
                        + " (placement.html).";
        return Optional.of(text);
    }

    private static String cloud(CloudOption option) {
        return Amounts.vms(option)
                + " at "
                + option.provider()
                + " in "
                + option.region()
                + ", costs "
                + Amounts.dollars(option.monthlyUsd())
                + " a month";
    }

    private static String missed(CapacityPlan plan) {
        List<String> misses = new ArrayList<>();
        for (ObjectiveValue value : plan.objective()) {
            if (!value.met()) {
                misses.add(
                        "the "
                                + MetricWords.inSentence(value.metric())
                                + " reaches "
                                + Amounts.metric(value.metric(), value.upper())
                                + " where at most "
                                + Amounts.metric(value.metric(), value.bound())
                                + " is allowed");
            }
        }
        String at = "With " + Amounts.counted(servers(plan), "server");
        return misses.isEmpty()
                ? at + " too many replications miss one bound or another."
                : at + " " + String.join(", and ", misses) + ".";
    }
}
