package dev.stowage.study;

import dev.stowage.basis.Check;
import dev.stowage.stats.output.Precision;
import java.util.Optional;

/**
 * How a study replicates.
 *
 * @param replications number of replications, at least 1; without effect if a precision is wanted
 * @param precision replicate until the interval of the metric is so narrow
 * @param metric the one that the precision and the verdict are about
 * @param level confidence level of all intervals, in (0, 1)
 * @param threads runs at the same time; never changes a result
 */
public record StudyOptions(
        int replications,
        Optional<Precision> precision,
        StudyMetric metric,
        double level,
        int threads) {
    public StudyOptions {
        Check.positive("replications", replications);
        Check.inRange("level", level, Double.MIN_VALUE, Math.nextDown(1.0));
        Check.positive("threads", threads);
    }

    /** One replication, whatever precision was wanted. */
    public StudyOptions single() {
        return new StudyOptions(1, Optional.empty(), metric, level, threads);
    }

    /** The same on so many threads. */
    public StudyOptions withThreads(int count) {
        return new StudyOptions(replications, precision, metric, level, count);
    }

    int firstLook() {
        return precision.map(Precision::least).orElse(replications);
    }
}
