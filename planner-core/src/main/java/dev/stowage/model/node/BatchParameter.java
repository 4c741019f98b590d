package dev.stowage.model.node;

/** What the model knows of a best-effort job. */
public enum BatchParameter implements ParameterKey {
    BANDWIDTH_PER_CORE("bandwidthPerCoreGBps", "GB/s", 0, 1000, "memory bandwidth of a core of it"),
    CACHE_GROWTH("cacheGrowth", "1", 0, 100, "growth of its time when the whole cache is lost"),
    BANDWIDTH_GROWTH("bandwidthGrowth", "1", 0, 100, "growth when others take all bandwidth"),
    PARALLEL_FRACTION("parallelFraction", "1", 0, 1, "part of its work that runs on all cores"),
    RESIDENT_GB("residentGb", "GB", 0, 1e5, "memory that it needs"),
    MOST_CORES("mostCores", "core", 1, 512, "cores that it can use"),
    SIBLING_SHARE("siblingShare", "1", 0, 1, "how often it is on the siblings of owned cores");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and texts
    private final Form form;

    BatchParameter(String spelling, String unit, double low, double high, String help) {
        form = new Form(spelling, unit, low, high, help);
    }

    @Override
    public Form form() {
        return form;
    }
}
