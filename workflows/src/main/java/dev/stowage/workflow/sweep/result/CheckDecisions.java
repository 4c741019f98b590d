package dev.stowage.workflow.sweep.result;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.result.Changes.Change;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides the checks of a sweep. A cell that has no such figure breaks a check about it. */
final class CheckDecisions {
    private static final int NAMED = 12;

    private final Sweep sweep;
    private final List<CellResult> cells;
    private final Optional<Changes> changes;
    private final Map<String, List<Change>> byFigure;
    private final Set<String> uncompared;

    CheckDecisions(Sweep sweep, List<CellResult> cells, Optional<Changes> changes) {
        this.sweep = sweep;
        this.cells = cells;
        this.changes = changes;
        byFigure =
                changes.stream()
                        .flatMap(all -> all.all().stream())
                        .collect(Collectors.groupingBy(each -> key(each.cell(), each.figure())));
        uncompared =
                changes.stream()
                        .flatMap(
                                all ->
                                        Stream.concat(
                                                all.added().stream(), all.recovered().stream()))
                        .collect(Collectors.toSet());
    }

    private static String key(String cell, String figure) {
        return cell + "\n" + figure;
    }

    /** The changes of a figure of a cell: one for each cell that it was before. */
    private List<Change> changes(CellResult result, String figure) {
        List<Change> found = byFigure.get(key(result.cell().label(), figure));
        return found == null ? List.of() : found;
    }

    /** All decisions; a check about a figure that no cell has is not decided. */
    List<Outcome> all() {
        List<String> known = SweepResult.figures(cells);
        List<Outcome> outcomes = new ArrayList<>();
        for (Check check : sweep.checks()) {
            outcomes.add(
                    known.isEmpty() || known.contains(check.figure())
                            ? decided(check)
                            : new Outcome(check, 0, List.of(), "no cell has such a figure"));
        }
        return outcomes;
    }

    /**
     * Refuses checks that can't be decided.
     *
     * @throws InputException if a check names a figure that no cell has, though some have figures
     */
    static void refuseUnknown(Sweep sweep, List<CellResult> cells) {
        List<String> known = SweepResult.figures(cells);
        for (Check check : sweep.checks()) {
            if (!known.isEmpty() && !known.contains(check.figure())) {
                throw unknown(check, known);
            }
        }
    }

    private static InputException unknown(Check check, List<String> known) {
        String first = String.join(", ", known.subList(0, Math.min(NAMED, known.size())));
        return InputException.at(
                "check \"" + check.text() + "\"",
                "the figure \"" + check.figure() + "\", which no cell has",
                "one of the " + known.size() + " figures: " + first + ", …",
                NearestName.question(check.figure(), known)
                        .orElse("All are in the head of sweep.csv."));
    }

    private Outcome decided(Check check) {
        List<CellResult> about =
                cells.stream().filter(result -> sweep.isAbout(check, result.cell())).toList();
        if (check.isChange() && changes.isEmpty()) {
            return new Outcome(check, 0, List.of(), "there is no earlier sweep to compare with");
        }
        if (about.isEmpty()) {
            return new Outcome(check, 0, List.of(), "no cell has such settings");
        }
        List<CellResult> decided = about.stream().filter(each -> isDecided(check, each)).toList();
        if (decided.isEmpty()) {
            return new Outcome(check, 0, List.of(), "no cell of it was answered in both sweeps");
        }
        List<String> broken = new ArrayList<>();
        for (CellResult result : decided) {
            fault(check, result).ifPresent(why -> broken.add(result.cell().label() + ": " + why));
        }
        return new Outcome(check, decided.size(), broken, "");
    }

    /** A change is decided of cells with the figure in both sweeps, and of those that lost it. */
    private boolean isDecided(Check check, CellResult result) {
        boolean isCompared =
                !uncompared.contains(result.cell().label())
                        && changes(result, check.figure()).stream()
                                .noneMatch(each -> each.before().isEmpty());
        return !check.isChange() || isCompared;
    }

    private Optional<String> fault(Check check, CellResult result) {
        String literal = result.figures().get(check.figure());
        if (literal == null) {
            return Optional.of(
                    result.isDone()
                            ? "it has no " + check.figure()
                            : result.state().text() + ", " + firstLine(result.reason()));
        }
        if (!sweep.isCounted(result, check.figure())) {
            return sweep.shortfall(result);
        }
        if (check.isChange()) {
            return changed(check, result);
        }
        return Check.number(literal).filter(check::holds).isPresent()
                ? Optional.empty()
                : Optional.of(check.figure() + " is " + literal);
    }

    private Optional<String> changed(Check check, CellResult result) {
        return changes(result, check.figure()).stream()
                .filter(
                        found ->
                                !check.holds(
                                        check.isRelative() ? found.percent() : found.difference()))
                .findFirst()
                .map(
                        found ->
                                check.figure()
                                        + " changed from "
                                        + found.beforeInWords()
                                        + " to "
                                        + found.afterInWords()
                                        + (check.isRelative()
                                                ? ", by " + found.percentText()
                                                : ""));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
