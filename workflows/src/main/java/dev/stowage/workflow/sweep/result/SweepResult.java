package dev.stowage.workflow.sweep.result;

import dev.stowage.basis.InputException;
import dev.stowage.words.Version;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.SweepEffects;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A sweep with all its cells.
 *
 * @param sweep what was asked
 * @param cells in the order of the sweep
 * @param changes since an earlier sweep, if there is one
 * @param outcomes what came of the checks, in the order of the sweep
 */
public record SweepResult(
        Sweep sweep, List<CellResult> cells, Optional<Changes> changes, List<Outcome> outcomes) {
    public SweepResult {
        cells = List.copyOf(cells);
        outcomes = List.copyOf(outcomes);
    }

    /**
     * What came of a check.
     *
     * @param check what must hold
     * @param cells number of cells that it is about
     * @param broken a line for each cell that breaks it
     * @param open why it could not be decided; empty if it could
     */
    public record Outcome(Check check, int cells, List<String> broken, String open) {
        public Outcome {
            broken = List.copyOf(broken);
        }

        /** True if no cell breaks it. */
        public boolean holds() {
            return broken.isEmpty();
        }
    }

    /** The result of cells, with the checks of the sweep decided. */
    public static SweepResult of(Sweep sweep, List<CellResult> cells, Optional<Changes> changes) {
        return new SweepResult(
                sweep, cells, changes, new CheckDecisions(sweep, cells, changes).all());
    }

    /**
     * The same, with its changes explained.
     *
     * @param ask answers cells
     */
    public SweepResult explained(
            EarlierSweep earlier,
            InputArchive archive,
            Function<List<Cell>, List<CellResult>> ask) {
        Optional<Changes> told =
                changes.map(each -> each.explainedBy(Explanation.of(this, earlier, archive, ask)));
        return new SweepResult(sweep, cells, told, outcomes);
    }

    /** What decides the first figures. */
    public List<FigureEffects> effects() {
        return new SweepEffects(sweep, cells).of(LeadingFigures.deciding(this));
    }

    /** How much capacity is enough how often, by slice. */
    public Map<String, CapacityNeed> needs() {
        return new SweepEffects(sweep, cells).needs();
    }

    /** The version of the product that answered. */
    public static String version() {
        return Version.text();
    }

    /** Names of all figures that any cell has, in the order of the answers. */
    public List<String> figures() {
        return figures(cells);
    }

    static List<String> figures(List<CellResult> cells) {
        Set<String> names = new LinkedHashSet<>();
        cells.forEach(cell -> names.addAll(cell.figures().keySet()));
        return List.copyOf(names);
    }

    /** Cells without figures. */
    public List<CellResult> failures() {
        return cells.stream().filter(cell -> !cell.isDone()).toList();
    }

    /** Cells whose answer was there already. */
    public long reused() {
        return cells.stream().filter(CellResult::isReused).count();
    }

    /**
     * Refuses a check about a figure that no cell has, which says that it is misspelled.
     *
     * @throws InputException with the nearest names
     */
    public void refuseUnknownFigures() {
        CheckDecisions.refuseUnknown(sweep, cells);
    }

    /** True if every check holds and every cell has figures. */
    public boolean isGood() {
        return outcomes.stream().allMatch(Outcome::holds) && failures().isEmpty();
    }
}
