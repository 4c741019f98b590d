package dev.stowage.report;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.Metric;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A plan in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param verdict whether the objective is met
 * @param sentences what decides it, how far from the least possible, what it costs
 */
public record Answer(String headline, String verdict, List<String> sentences) {
    /** A slowdown that is worth a sentence, where one task in a hundred has it. */
    private static final double NOTICEABLE = 1.05;

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
            SurvivalWords.sentence(plan).ifPresent(sentences::add);
            slowdown(plan).ifPresent(sentences::add);
            evictions(plan).ifPresent(sentences::add);
            bound(plan).ifPresent(sentences::add);
            SharingWords.of(plan).ifPresent(words -> sentences.addAll(words.sentences()));
            PurchaseWords.of(plan)
                    .map(PurchaseWords::cost)
                    .or(() -> MixWords.of(plan).map(MixWords::cost))
                    .ifPresent(sentences::add);
            cost(plan).ifPresent(sentences::add);
            packed(plan).ifPresent(sentences::add);
        } else {
            sentences.add(missed(plan));
            MixWords.of(plan)
                    .filter(MixWords::hasBudget)
                    .map(mix -> mix.actions() + ". " + mix.cost())
                    .ifPresent(sentences::add);
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
        Optional<PurchaseWords> purchases = PurchaseWords.of(plan);
        if (purchases.isPresent()) {
            return purchases.get().headline();
        }
        if (!plan.met() && plan.mix() != null) {
            return MixWords.of(plan).orElseThrow().unmet();
        }
        if (!plan.met()) {
            return "No number of servers up to "
                    + Amounts.count(maxServers)
                    + " meets the objective.";
        }
        if (servers == 0) {
            return "No servers are needed: the workload has no tasks.";
        }
        Optional<MixWords> mix = MixWords.of(plan);
        if (mix.isPresent()) {
            return mix.get().actions()
                    + ": "
                    + Amounts.counted(servers, "server")
                    + (servers == 1 ? " holds" : " hold")
                    + what(plan)
                    + ClaimWords.scope(plan.confidence())
                    + ".";
        }
        String type = plan.servers().get(0).type();
        return Amounts.counted(servers, "server")
                + " of type "
                + type
                + (servers == 1 ? " holds" : " hold")
                + what(plan)
                + ClaimWords.scope(plan.confidence())
                + ".";
    }

    private static String what(CapacityPlan plan) {
        return plan.sharing() == null
                ? " this workload at its objective"
                : " these "
                        + Amounts.count(plan.sharing().workloads().size())
                        + " workloads together at their objective";
    }

    /** The bound that decides, of the metric that {@link Confidence#metric} names. */
    public static Optional<ObjectiveValue> deciding(CapacityPlan plan) {
        return plan.objective().stream()
                .filter(value -> value.metric().equals(plan.confidence().metric()))
                .findFirst();
    }

    private static Optional<CurvePoint> tooFew(CapacityPlan plan) {
        return CurvePoint.tooFew(plan.curve(), servers(plan));
    }

    private static String decides(CapacityPlan plan, ObjectiveValue value) {
        String text = "What decides is the " + MetricWords.inSentence(value.metric()) + ": ";
        double fewer =
                tooFew(plan)
                        .filter(point -> point.replications() == 1)
                        .map(point -> point.metrics().getOrDefault(value.metric(), Double.NaN))
                        .orElse(Double.NaN);
        double shown = plan.confidence().exact() ? value.value() : value.upper();
        String allowed = Amounts.metric(value.metric(), value.bound(), shown, fewer);
        Confidence confidence = plan.confidence();
        if (confidence.exact()) {
            text +=
                    Amounts.metric(value.metric(), shown, value.bound())
                            + " of at most "
                            + allowed
                            + ".";
        } else {
            text +=
                    "at most "
                            + Amounts.metric(value.metric(), shown, value.bound())
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
            return with
                    + " it would be "
                    + Amounts.metric(bound.metric(), value, bound.bound())
                    + ".";
        }
        return with
                + " the objective held in "
                + Amounts.count(fewer.held())
                + " of "
                + Amounts.counted(fewer.replications(), "replication")
                + ".";
    }

    /** How much slower tasks run than alone on a server, where that is noticeable. */
    private static Optional<String> slowdown(CapacityPlan plan) {
        return planned(plan)
                .filter(point -> figure(point, "slowdown.p99") >= NOTICEABLE)
                .map(
                        point ->
                                "Tasks share the CPU of their servers: they run "
                                        + metric(point, "slowdown.mean")
                                        + " times as long as alone on average, at most "
                                        + metric(point, "slowdown.max")
                                        + " times"
                                        + ofHowMany(point)
                                        + bounded(plan, "slowdown."));
    }

    /** What evictions come to, which the time to the first start leaves out. */
    private static Optional<String> evictions(CapacityPlan plan) {
        return planned(plan)
                .filter(point -> point.evictions() != null)
                .map(point -> evictions(plan, point));
    }

    private static String evictions(CapacityPlan plan, CurvePoint point) {
        CurvePoint.Evictions evictions = Objects.requireNonNull(point.evictions());
        boolean isOne = evictions.replications() == 1;
        return "Tasks lose their servers "
                + (isOne
                        ? ""
                        : "in "
                                + Amounts.count(evictions.losing())
                                + " of "
                                + Amounts.count(evictions.replications())
                                + " replications, at most ")
                + Amounts.counted(evictions.most(), "time")
                + (isOne ? "" : " in one,")
                + " and wait again, which the pending time leaves out: it ends with their first"
                + " start. The longest wait in all is "
                + Amounts.metric("queuedSeconds.max", evictions.mostQueuedSeconds())
                + lostWork(evictions)
                + (boundsJobs(plan)
                        ? ". Job times have both in them."
                        : bounded(plan, "queuedSeconds."));
    }

    private static boolean boundsJobs(CapacityPlan plan) {
        return plan.objective().stream()
                .flatMap(each -> Metric.named(each.metric()).stream())
                .anyMatch(metric -> metric.quantity().isOfParts());
    }

    private static String lostWork(CurvePoint.Evictions evictions) {
        Double lost = evictions.mostWorkLost();
        return lost == null || lost == 0
                ? ""
                : "; at most " + Amounts.share(lost) + " of the work of a replication is done anew";
    }

    private static Optional<CurvePoint> planned(CapacityPlan plan) {
        return plan.curve().stream().filter(point -> point.servers() == servers(plan)).findFirst();
    }

    /** A metric of a point; not a number if its runs don't have it. */
    private static double figure(CurvePoint point, String metric) {
        return point.metrics().getOrDefault(metric, Double.NaN);
    }

    private static String metric(CurvePoint point, String metric) {
        return Amounts.metric(metric, figure(point, metric));
    }

    private static String ofHowMany(CurvePoint point) {
        return point.averaged() == 1
                ? ""
                : " (means of the first " + Amounts.count(point.averaged()) + " replications)";
    }

    private static String bounded(CapacityPlan plan, String metrics) {
        return plan.objective().stream().anyMatch(each -> each.metric().startsWith(metrics))
                ? "."
                : ". The objective does not bound that.";
    }

    /** How far from the least possible; empty where a note says that the bound is wrong. */
    private static Optional<String> bound(CapacityPlan plan) {
        LowerBound least = plan.lowerBound();
        int above = servers(plan) - least.servers();
        if (above < 0 || plan.mix() != null) {
            return Optional.empty();
        }
        boolean isDrawn = !plan.confidence().exact();
        String needed = Amounts.counted(least.servers(), "server");
        String text =
                isDrawn
                        ? drawn(plan.confidence()) + " at least " + needed
                        : "At least "
                                + needed
                                + (least.servers() == 1 ? " is needed" : " are needed");
        text += " with this queue on servers of one type, whatever the placement";
        if (above == 0) {
            boolean isPart = plan.notes().stream().anyMatch(TraceManifest::isLeftOut);
            return Optional.of(
                    text
                            + (isDrawn
                                    ? ": no plan that rests on them can be smaller."
                                    : isPart
                                            ? ": no plan for what is in the trace can be smaller."
                                            : ": no plan can be smaller."));
        }
        return Optional.of(
                text
                        + "; the plan is "
                        + Amounts.count(above)
                        + " above that ("
                        + Amounts.share(plan.gap())
                        + ").");
    }

    private static String drawn(Confidence confidence) {
        String claim = confidence.claimed() == null ? "" : "For this claim ";
        boolean isOne = confidence.replications() == 1;
        String windows =
                isOne ? "the window that was drawn needs" : "the windows that were drawn need";
        if (ClaimWords.isReplayed(confidence)) {
            windows = isOne ? "the replication that was made needs" : "the replications need";
        }
        return claim.isEmpty()
                ? windows.substring(0, 1).toUpperCase(Locale.ROOT) + windows.substring(1)
                : claim + windows;
    }

    private static Optional<String> cost(CapacityPlan plan) {
        OwnCost own = plan.cost();
        String cloud =
                plan.clouds().isEmpty()
                        ? ""
                        : "the cheapest cloud option by cores and memory, "
                                + cloud(plan.clouds().get(0));
        if (own == null) {
            return cloud.isEmpty()
                    ? Optional.empty()
                    : Optional.of("Rented all year, " + cloud + ".");
        }
        String text =
                "The servers cost "
                        + Amounts.money(own.monthlyUsd())
                        + " a month, "
                        + Amounts.money(own.yearlyUsd())
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
                + Amounts.money(option.monthlyUsd())
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
                                + Amounts.metric(value.metric(), value.upper(), value.bound())
                                + " where at most "
                                + Amounts.metric(value.metric(), value.bound(), value.upper())
                                + " is allowed");
            }
        }
        boolean isLossTried = plan.survival() != null && plan.survival().tried() > 0;
        String at =
                "With "
                        + Amounts.counted(servers(plan), "server")
                        + (isLossTried ? ", some of them lost," : "");
        return misses.isEmpty()
                ? at + " too many replications miss one bound or another."
                : at + " " + String.join(", and ", misses) + ".";
    }
}
