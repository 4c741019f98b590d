package dev.stowage.sim.node.calibration;

import dev.stowage.sim.node.BesideModel;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of a service.
 *
 * @param line where it stands in its file
 * @param loadPerSecond requests a second that were sent
 * @param seconds the percentile of response time
 * @param cores of the service
 * @param ways of the service
 * @param achievedPerSecond requests a second that were answered; null if that was not measured
 * @param neighbour what ran beside it; empty for nothing
 * @param neighbourCores cores of the neighbour, 0 without one
 * @param neighbourGbps memory bandwidth of a core of the neighbour alone; null if not measured
 * @param level name of its level of load: rows of one level that differ in nothing else are
 *     repeats; null where it has none
 */
public record MeasuredRow(
        int line,
        double loadPerSecond,
        double seconds,
        int cores,
        int ways,
        @Nullable Double achievedPerSecond,
        String neighbour,
        int neighbourCores,
        @Nullable Double neighbourGbps,
        @Nullable String level) {
    /** Share of the load below which a service did not keep up; ours. */
    private static final double KEPT_UP = 0.97;

    /** A row that does not name its level of load. */
    public MeasuredRow(
            int line,
            double loadPerSecond,
            double seconds,
            int cores,
            int ways,
            @Nullable Double achievedPerSecond,
            String neighbour,
            int neighbourCores,
            @Nullable Double neighbourGbps) {
        this(
                line,
                loadPerSecond,
                seconds,
                cores,
                ways,
                achievedPerSecond,
                neighbour,
                neighbourCores,
                neighbourGbps,
                null);
    }

    /** Requests a second for each of its cores. */
    double loadPerCore() {
        return loadPerSecond / cores;
    }

    /** True if it did not keep up with the load. */
    public boolean isSaturated() {
        return achievedPerSecond != null && achievedPerSecond < KEPT_UP * loadPerSecond;
    }

    /** True if it kept up and met a target: exactly the target meets it. */
    boolean isWithin(double targetSeconds) {
        return !isSaturated() && seconds <= targetSeconds;
    }

    /** True if another row, wherever it stands, says the same. */
    public boolean isSameAs(MeasuredRow other) {
        return at(0).equals(other.at(0));
    }

    private MeasuredRow at(int newLine) {
        return new MeasuredRow(
                newLine,
                loadPerSecond,
                seconds,
                cores,
                ways,
                achievedPerSecond,
                neighbour,
                neighbourCores,
                neighbourGbps,
                level);
    }

    /** What was set: rows with the same are repeats. */
    Cell cell(LoadLevels levels) {
        return new Cell(levels.inPlace(this), place());
    }

    /** What was set but for the load. */
    Place place() {
        return new Place(cores, ways, neighbour, neighbourCores);
    }

    BesideModel.Setting setting() {
        return new BesideModel.Setting(loadPerSecond, cores, ways, neighbourCores);
    }

    /** Settings but for the load. */
    record Place(int cores, int ways, String neighbour, int neighbourCores) {}

    /**
     * All settings.
     *
     * @param level of load, requests a second and core
     */
    record Cell(double level, Place place) {}
}
