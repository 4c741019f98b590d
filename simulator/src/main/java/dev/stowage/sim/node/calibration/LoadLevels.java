package dev.stowage.sim.node.calibration;

import java.util.List;
import java.util.TreeSet;

/**
 * Levels of load. Requests that were sent are counted, so that two runs of one setting differ by a
 * little: loads are of one level where each is at most 2 % above the next lower one, and the
 * highest at most 5 % above the lowest.
 */
final class LoadLevels {
    private static final double STEP = 1.02; // ours
    private static final double WIDTH = 1.05; // a ramp of small steps is no single level; ours

    private final TreeSet<Double> lowest = new TreeSet<>();

    private LoadLevels() {}

    /** The levels of rows, whatever else was set. */
    static LoadLevels of(List<MeasuredRow> rows) {
        LoadLevels levels = new LoadLevels();
        double before = 0;
        for (double load :
                rows.stream().mapToDouble(MeasuredRow::loadPerSecond).sorted().toArray()) {
            if (levels.lowest.isEmpty()
                    || load > STEP * before
                    || load > WIDTH * levels.lowest.last()) {
                levels.lowest.add(load);
            }
            before = load;
        }
        return levels;
    }

    /** The levels at which a service kept up, so that its percentile is used. */
    static LoadLevels keptUp(List<MeasuredRow> rows) {
        return of(rows.stream().filter(row -> !row.isSaturated()).toList());
    }

    /** How many there are. */
    int count() {
        return lowest.size();
    }

    /**
     * The level of one of the rows: its lowest load, requests a second.
     *
     * @throws IllegalArgumentException if the load is below all levels
     */
    double of(MeasuredRow row) {
        Double found = lowest.floor(row.loadPerSecond());
        if (found == null) {
            throw new IllegalArgumentException(
                    "load " + row.loadPerSecond() + " is below all levels " + lowest);
        }
        return found;
    }
}
