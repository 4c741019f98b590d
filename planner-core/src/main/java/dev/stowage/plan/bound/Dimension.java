package dev.stowage.plan.bound;

/** A resource that is bounded on its own. */
enum Dimension {
    CPU("cpu", "CPU", "cpuAllocated"),
    MEMORY("memory", "memory", "memoryAllocated");

    private final String suffix;
    private final String label;
    private final String metricGroup;

    Dimension(String suffix, String label, String metricGroup) {
        this.suffix = suffix;
        this.label = label;
        this.metricGroup = metricGroup;
    }

    /** What names of methods end in. */
    String suffix() {
        return suffix;
    }

    /** What sentences call it. */
    String label() {
        return label;
    }

    /** The metric of its allocated share. */
    String metric(String statistic) {
        return metricGroup + "." + statistic;
    }
}
