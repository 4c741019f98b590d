package dev.stowage.report.fleet;

import dev.stowage.plan.FewestClaim;
import dev.stowage.words.Figures;
import dev.stowage.workflow.fleet.FleetManagerView;
import dev.stowage.workflow.fleet.FleetResult;
import java.util.ArrayList;
import java.util.List;

/** The rows of a fleet: the same on a terminal and in the report. */
final class FleetRows {
    private FleetRows() {}

    /** Headings of the decision table, without that of the first column. */
    static List<String> headings(FleetResult result) {
        List<String> headings =
                new ArrayList<>(
                        List.of(
                                "servers",
                                "held",
                                "load in targets",
                                "power",
                                "above target",
                                "worst replica",
                                "worst hour"));
        if (result.scenario().money() != null) {
            headings.add(result.scenario().money().currency() + "/year");
        }
        return headings;
    }

    /** A row of it. */
    static List<String> cells(FleetResult result, FleetManagerView view) {
        FewestClaim claim = view.claim();
        boolean isRun = !view.services().isEmpty();
        List<String> cells = new ArrayList<>();
        cells.add(view.servers() == null ? "none" : Figures.count(view.servers()));
        cells.add(
                claim == null
                        ? isRun ? view.held() + "/" + result.replications() : "-"
                        : claim.held() + "/" + claim.replications());
        cells.add(isRun ? Figures.share(view.effectiveUtilisation()) : "-");
        cells.add(isRun ? Figures.number(view.watts()) + " W" : "-");
        cells.add(isRun ? Figures.number(view.violatedMinutes()) + " min" : "-");
        cells.add(isRun ? Figures.share(view.worstReplica()) : "-");
        cells.add(isRun ? Figures.share(view.worstHour()) : "-");
        if (result.scenario().money() != null) {
            cells.add(
                    view.moneyPerYear() == null
                            ? "-"
                            : Figures.count(Math.round(view.moneyPerYear())));
        }
        return cells;
    }

    /** Servers if an assumption is off, one cell a case. */
    static List<String> ifOff(FleetManagerView view) {
        List<String> cells = new ArrayList<>();
        cells.add(view.byFrontier() == null ? "not held" : Figures.count(view.byFrontier()));
        view.ifOff()
                .forEach(
                        each ->
                                cells.add(
                                        each.servers() == null
                                                ? "not held"
                                                : Figures.count(each.servers())));
        return cells;
    }

    /** Headings of these. */
    static List<String> cases(FleetResult result) {
        List<String> cases = new ArrayList<>(List.of("as assumed"));
        result.managers().stream()
                .map(FleetManagerView::ifOff)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .ifPresent(
                        all ->
                                all.forEach(
                                        each ->
                                                cases.add(
                                                        each.assumption()
                                                                + " x"
                                                                + Figures.number(each.factor()))));
        return cases;
    }
}
