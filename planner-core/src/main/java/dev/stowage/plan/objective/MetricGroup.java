package dev.stowage.plan.objective;

import dev.stowage.run.RunSummary;
import java.util.List;
import java.util.Optional;

/**
 * The metrics that an objective may bound, in groups of statistics of one quantity. Their values
 * come from {@link RunSummary#metric}.
 */
enum MetricGroup {
    PENDING_SECONDS(
            "pendingSeconds", List.of("mean", "p50", "p90", "p95", "p99", "max"), Unit.SECONDS),
    CPU_ALLOCATED("cpuAllocated", List.of("mean", "p50", "p95", "peak"), Unit.SHARE),
    MEMORY_ALLOCATED("memoryAllocated", List.of("mean", "p50", "p95", "peak"), Unit.SHARE),
    CPU_USED("cpuUsed", List.of("mean", "p50", "p95", "peak"), Unit.SHARE),
    SLOWDOWN("slowdown", List.of("mean", "p50", "p90", "p95", "p99", "max"), Unit.RATIO),
    REJECTED("rejected", List.of(), Unit.TASKS),
    PENDING("pending", List.of(), Unit.TASKS);

    /** What a limit may be. */
    enum Unit {
        SECONDS("a number of seconds of at least 0"),
        SHARE("a share above 0 and at most 1"),
        RATIO("a ratio of at least 1"),
        TASKS("a whole number of tasks of at least 0");

        private final String expected;

        Unit(String expected) {
            this.expected = expected;
        }

        /** The limits that make sense, in words. */
        String expected() {
            return expected;
        }

        /** True if a run could meet {@code limit} and could exceed it or reach it. */
        boolean allows(double limit) {
            return switch (this) {
                case SECONDS -> limit >= 0 && Double.isFinite(limit);
                case SHARE -> limit > 0 && limit <= 1;
                case RATIO -> limit >= 1 && Double.isFinite(limit);
                case TASKS -> limit >= 0 && Double.isFinite(limit) && limit == Math.rint(limit);
            };
        }
    }

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> statistics;

    private final Unit unit;

    MetricGroup(String label, List<String> statistics, Unit unit) {
        this.label = label;
        this.statistics = statistics;
        this.unit = unit;
    }

    /** As scenarios spell it. */
    String label() {
        return label;
    }

    /** Its statistics; empty if it is a single number. */
    List<String> statistics() {
        return statistics;
    }

    /** True if only runs whose tasks contend have it. */
    boolean isContended() {
        return this == CPU_USED || this == SLOWDOWN;
    }

    Unit unit() {
        return unit;
    }

    /** Its metrics as {@code group.statistic}. */
    List<String> metrics() {
        return statistics.isEmpty()
                ? List.of(label)
                : statistics.stream().map(statistic -> label + "." + statistic).toList();
    }

    static Optional<MetricGroup> of(String label) {
        for (MetricGroup group : values()) {
            if (group.label.equals(label)) {
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }
}
