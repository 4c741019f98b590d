package dev.stowage.workflow.sweep;

import dev.stowage.basis.Check;
import java.time.Duration;
import java.util.Optional;

/**
 * How cells are carried out.
 *
 * @param threads cells at a time
 * @param cellTimeout after which a cell is given up; empty for never
 */
public record SweepOptions(int threads, Optional<Duration> cellTimeout) {
    public SweepOptions {
        Check.positive("threads", threads);
    }
}
