package dev.stowage.report.fleet;

import dev.stowage.plan.FewestClaim;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.fleet.FleetChoice;
import dev.stowage.workflow.fleet.FleetManagerView;
import dev.stowage.workflow.fleet.FleetResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A result in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param sentences what it relies on, and the others
 */
public record FleetAnswer(String headline, List<String> sentences) {
    private static final String ORACLE = "oracle"; // nobody could deploy it

    public FleetAnswer {
        sentences = List.copyOf(sentences);
    }

    /** The words for a result. */
    public static FleetAnswer of(FleetResult result) {
        List<String> sentences = new ArrayList<>();
        Optional<FleetManagerView> best = best(result);
        best.ifPresent(each -> sentences.add(claimed(each)));
        FleetManagerView baseline = result.baselineView();
        if (isRequests(baseline)) {
            sentences.add(requests(result, baseline));
        }
        for (FleetManagerView each : result.managers()) {
            if (!isRequests(each) && best.filter(each::equals).isEmpty()) {
                sentences.add(other(result, each));
            }
        }
        Integer bound = result.lowerBound();
        sentences.add(
                bound == null
                        ? "No lower bound is known that holds for every manager."
                        : "No manager can do with fewer than "
                                + Amounts.counted(bound, "server")
                                + ": by busy cores, network and disk alone, with nothing lost to"
                                + " neighbours.");
        sentences.add(
                "It relies on the node model: "
                        + ours(result)
                        + " of its parameters here are our choice, without evidence. The range is"
                        + " over interference of half to twice as much and loads of 20"
                        + Amounts.GAP
                        + "% less to more, one at a time, by the frontiers and one run of each"
                        + " mix.");
        return new FleetAnswer(headline(result, best), sentences);
    }

    /** The deployable manager with the fewest servers, ties to the first. */
    static Optional<FleetManagerView> best(FleetResult result) {
        List<FleetManagerView> shown =
                result.managers().stream().filter(FleetManagerView::isShown).toList();
        return shown.stream()
                .filter(each -> shown.size() == 1 || !each.manager().startsWith(ORACLE))
                .min(Comparator.comparingInt(FleetAnswer::servers));
    }

    private static int servers(FleetManagerView view) {
        Integer servers = view.servers();
        return servers == null ? Integer.MAX_VALUE : servers;
    }

    private static boolean isRequests(FleetManagerView view) {
        return view.manager().equals(FleetChoice.REQUESTS);
    }

    private static String headline(FleetResult result, Optional<FleetManagerView> best) {
        if (best.isEmpty()) {
            return "No manager was shown to keep every target, on any number of servers.";
        }
        FleetManagerView view = best.get();
        String holds =
                result.label(view) + " holds this with " + Amounts.counted(servers(view), "server");
        FleetManagerView baseline = result.baselineView();
        Double saved = view.savedShare();
        if (saved == null) {
            return holds + ".";
        }
        return holds
                + " instead of "
                + servers(baseline)
                + (isRequests(baseline) ? " by requests" : " under " + result.label(baseline))
                + " ("
                + change(saved)
                + (view.savedRange() == null ? "" : "; " + range(view.savedRange()))
                + ").";
    }

    private static String change(double saved) {
        return saved == 0
                ? "no saving"
                : (saved > 0 ? "-" : "+") + Figures.share(Math.abs(saved)).strip();
    }

    private static String range(FleetManagerView.Range range) {
        Double least = range.least();
        if (least == null) {
            return "if what is assumed is off, it may not hold at all";
        }
        String from = change(least);
        String to = change(range.most());
        if (from.equals(to)) {
            return from + " if what is assumed is off, too";
        }
        String words = "from " + from + " to " + to + " if what is assumed is off";
        return least <= 0 && range.most() > 0 ? words + ", which includes no saving" : words;
    }

    private static String claimed(FleetManagerView view) {
        FewestClaim claim = view.claim();
        if (claim == null || claim.share() == null || claim.confidence() == null) {
            throw new IllegalStateException("nothing is claimed of " + view.manager());
        }
        return "Every server was run for the whole time: all targets were met in "
                + claim.held()
                + " of "
                + Amounts.counted(claim.replications(), "replication")
                + (claim.fresh() ? " that the search did not see" : "")
                + ", which makes it at least "
                + Figures.share(claim.share())
                + " of such runs ("
                + Figures.share(claim.confidence())
                + " confidence); they differ in the noise of readings alone.";
    }

    private static String requests(FleetResult result, FleetManagerView view) {
        boolean isMet = view.held() == result.replications();
        return "Requests say nothing of targets: on those "
                + Amounts.counted(servers(view), "server")
                + ", which nobody manages, "
                + (isMet
                        ? "all targets were met."
                        : "targets were missed: the worst replica was above its target for "
                                + Figures.share(view.worstReplica())
                                + " of its time, so that the comparison flatters requests.");
    }

    private static String other(FleetResult result, FleetManagerView view) {
        String name = result.label(view);
        if (!view.notHeld().isEmpty()) {
            return "Under "
                    + name
                    + " one server does not hold "
                    + String.join(", ", view.notHeld())
                    + " even alone, so that no number of servers does.";
        }
        if (!view.isShown()) {
            return name
                    + " was not shown to keep every target, not even with each replica on a server"
                    + " of its own.";
        }
        Double saved = view.savedShare();
        return name
                + " needs "
                + Amounts.counted(servers(view), "server")
                + (saved == null
                        ? "."
                        : " ("
                                + change(saved)
                                + (view.savedRange() == null ? "" : "; " + range(view.savedRange()))
                                + ").");
    }

    private static String ours(FleetResult result) {
        int ours = 0;
        int all = 0;
        for (FleetResult.Sources each : result.sources()) {
            for (var entry : each.counts().entrySet()) {
                all += entry.getValue();
                ours += entry.getKey().equals("ours") ? entry.getValue() : 0;
            }
        }
        return ours + " of " + all;
    }
}
