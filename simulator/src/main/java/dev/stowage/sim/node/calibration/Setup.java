package dev.stowage.sim.node.calibration;

import dev.stowage.basis.InputException;
import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterKey;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.calibration.FreeParameter.Prior;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What of a service, a node and neighbours can vary, by what varies in the rows. */
final class Setup {
    /** What the node of a calibration is called. */
    static final String NODE = "measured";

    private static final double USUAL_SHARE = 0.1; // bandwidth of a core that nobody measured; ours

    private final NodeLibrary library;
    private final String service;
    private final List<FreeParameter> free = new ArrayList<>();
    private final List<String> notTold = new ArrayList<>();
    private final Set<ParameterKey> mixed = new HashSet<>();

    private Setup(NodeLibrary library, String service) {
        this.library = library;
        this.service = service;
    }

    /** Of a service and a node from which all that is not fitted is taken. */
    static Setup of(ServiceProfile service, NodeProfile node, List<MeasuredRow> rows) {
        return of(service, node, rows, rows);
    }

    /**
     * As if only some rows were known: priors come from them alone.
     *
     * @param all rows, from which the neighbours and the bandwidth of their cores are known
     */
    static Setup of(
            ServiceProfile service,
            NodeProfile node,
            List<MeasuredRow> rows,
            List<MeasuredRow> all) {
        int cores = (int) most(rows, MeasuredRow::cores);
        ServiceProfile own =
                service.with(ServiceParameter.REFERENCE_CORES, cores, ParameterSource.OURS);
        Map<String, BatchProfile> neighbours = new LinkedHashMap<>();
        for (MeasuredRow row : all) {
            if (!row.neighbour().isEmpty()) {
                neighbours.computeIfAbsent(row.neighbour(), name -> neighbour(name, all));
            }
        }
        Setup setup =
                new Setup(
                        new NodeLibrary(
                                Map.of(own.name(), own),
                                neighbours,
                                Map.of(NODE, node(node, !neighbours.isEmpty())),
                                Map.of()),
                        own.name());
        setup.ofService(rows);
        setup.ofNeighbours(rows, all, neighbours.keySet());
        setup.ofReference(rows);
        setup.apart(rows, Column.CORES, Column.NEIGHBOUR);
        setup.apart(rows, Column.WAYS, Column.NEIGHBOUR);
        setup.apart(rows, Column.CORES, Column.WAYS);
        return setup;
    }

    NodeLibrary library() {
        return library;
    }

    List<FreeParameter> free() {
        return List.copyOf(free);
    }

    /** True if it says what a column does that always changed together with another one. */
    boolean isMixed(ParameterKey key) {
        return mixed.contains(key);
    }

    /** What these rows cannot tell, in words. */
    List<String> notTold() {
        return List.copyOf(notTold);
    }

    /**
     * The largest load is the one that just meets the target. One service cannot tell what of a
     * growth is the node's: where neighbours make it grow, all of it goes into one parameter.
     */
    private static NodeProfile node(NodeProfile node, boolean hasNeighbours) {
        NodeProfile own =
                new NodeProfile(NODE, node.frequenciesGhz(), node.nominalLevel(), node.parameters())
                        .with(NodeParameter.KNEE_MARGIN, 1, ParameterSource.OURS);
        if (!hasNeighbours) {
            return own;
        }
        return own.with(NodeParameter.SIBLING_GROWTH, 1, ParameterSource.OURS)
                .with(NodeParameter.SIBLING_SYSTEM_GROWTH, 0, ParameterSource.OURS)
                .with(NodeParameter.BANDWIDTH_SYSTEM_WEIGHT, 0, ParameterSource.OURS)
                .with(NodeParameter.BANDWIDTH_MISS_GROWTH, 0, ParameterSource.OURS);
    }

    private static BatchProfile neighbour(String name, List<MeasuredRow> rows) {
        BatchProfile memory = NodeLibrary.shipped().batch("calibrate", "memory");
        double most =
                most(
                        rows.stream().filter(row -> row.neighbour().equals(name)).toList(),
                        MeasuredRow::neighbourCores);
        return new BatchProfile(name, memory.parameters())
                .with(BatchParameter.MOST_CORES, most, ParameterSource.TABLE);
    }

    private void ofService(List<MeasuredRow> rows) {
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        double cores = most(rows, MeasuredRow::cores);
        for (MeasuredRow row : rows) {
            Double answered = row.achievedPerSecond();
            most = Math.max(most, answered == null ? row.loadPerSecond() : answered);
            if (!row.isSaturated()) {
                least = Math.min(least, row.seconds());
            }
        }
        ServiceProfile own = library.service("calibrate", service);
        double target = own.of(ServiceParameter.TARGET_SECONDS);
        add(ServiceParameter.MAX_LOAD, LargestLoad.of(rows, target).prior(most));
        if (Repeats.doesRise(rows)) {
            add(ServiceParameter.UTILISATION, Prior.of(0.8, 0.3, 0.05, 0.99));
        } else {
            notTold.add(
                    "no row is near saturation, the percentile does not rise with the load: these"
                            + " rows can't tell how much the service holds (maxLoadPerSecond,"
                            + " utilisationAtMaxLoad)");
        }
        add(ServiceParameter.ZERO_LOAD, zeroLoad(least / target, cores / most / target));
        if (most(rows, MeasuredRow::cores) > 1) {
            add(
                    ServiceParameter.THREAD_IMBALANCE,
                    Prior.of(0, 0.5, 0, 4)); // none unless rows say so
        }
        if (varies(
                "cores",
                rows,
                MeasuredRow::cores,
                "how the wait depends on cores (queueScvLimit)")) {
            add(ServiceParameter.QUEUE_SCV_LIMIT, Prior.of(2, 2, 0, 9));
        }
        if (varies(
                "ways",
                rows,
                MeasuredRow::ways,
                "what a way does (cacheGrowth, cachePressureGrowth)")) {
            add(ServiceParameter.CACHE_GROWTH, Prior.of(0.2, 0.5, 0, 5));
        }
    }

    /**
     * The latency without load lies between the tail of the service time itself, exponential for
     * want of better, and the least that was measured, which a load had. Shares of the target.
     */
    private static Prior zeroLoad(double leastMeasured, double serviceTime) {
        double high = Math.min(0.9, leastMeasured);
        double low = Math.min(high / 2, serviceTime * Math.log(100));
        return Prior.ofLogarithm(
                Math.sqrt(low * high), Math.log(high / low) / 4, 0.001, Math.min(0.99, 1.1 * high));
    }

    private void ofNeighbours(
            List<MeasuredRow> rows, List<MeasuredRow> all, Set<String> neighbours) {
        if (neighbours.isEmpty()) {
            notTold.add(
                    "no neighbour: what others do to it (bandwidthGrowth, siblingShare) stays as it"
                            + " was");
            return;
        }
        varies(
                "neighbour_cores",
                rows.stream().filter(row -> !row.neighbour().isEmpty()).toList(),
                MeasuredRow::neighbourCores,
                "what another core of a neighbour does (bandwidthPerCoreGBps)");
        free.add(
                FreeParameter.ofNode(
                        NODE, NodeParameter.BANDWIDTH_GROWTH, Prior.of(0.2, 0.5, 0, 10)));
        if (levels(rows, MeasuredRow::ways) > 1) {
            add(ServiceParameter.CACHE_PRESSURE, Prior.of(1, 1, 0, 20));
        }
        double capacity = library.node("calibrate", NODE).of(NodeParameter.MEMORY_BANDWIDTH);
        for (String name : neighbours) {
            OptionalDouble measured = measured(name, all);
            double usual = measured.orElse(USUAL_SHARE * capacity);
            double deviation = measured.isPresent() ? 0.5 : 1.5;
            free.add(
                    FreeParameter.ofBatch(
                            name,
                            BatchParameter.BANDWIDTH_PER_CORE,
                            Prior.ofLogarithm(usual, deviation, 1e-3, 20 * capacity)));
            free.add(
                    FreeParameter.ofBatch(
                            name, BatchParameter.SIBLING_SHARE, Prior.of(0, 0.3, 0, 1)));
        }
    }

    private static OptionalDouble measured(String name, List<MeasuredRow> rows) {
        for (MeasuredRow row : rows) {
            Double gbps = row.neighbourGbps();
            if (row.neighbour().equals(name) && gbps != null) {
                return OptionalDouble.of(gbps);
            }
        }
        return OptionalDouble.empty();
    }

    private void add(ServiceParameter key, Prior prior) {
        free.add(FreeParameter.ofService(service, key, prior));
    }

    private boolean varies(
            String column,
            List<MeasuredRow> rows,
            ToDoubleFunction<MeasuredRow> value,
            String what) {
        if (levels(rows, value) > 1) {
            return true;
        }
        notTold.add(column + " has one level: these rows can't tell " + what);
        return false;
    }

    /** Whether the largest load was measured where it is that of the service. */
    private void ofReference(List<MeasuredRow> rows) {
        MeasuredRow.Place place = LargestLoad.reference(rows);
        List<MeasuredRow> there = rows.stream().filter(row -> row.place().equals(place)).toList();
        String where = place.cores() + " cores and " + place.ways() + " ways, alone";
        if (there.isEmpty()) {
            notTold.add(
                    "no row is on "
                            + where
                            + ": what it holds there (maxLoadPerSecond) is the model's");
        } else if (LoadLevels.of(there).count() == 1) {
            notTold.add(
                    "one load was measured on "
                            + where
                            + ": how much hangs on it (maxLoadPerSecond) can't be told by leaving"
                            + " it out");
        }
    }

    /** What two columns do if one of them always changed with the other. */
    private void apart(List<MeasuredRow> rows, Column a, Column b) {
        long both =
                rows.stream()
                        .map(row -> List.of(a.of.apply(row), b.of.apply(row)))
                        .distinct()
                        .count();
        long first = rows.stream().map(a.of).distinct().count();
        long second = rows.stream().map(b.of).distinct().count();
        if (first > 1 && second > 1 && both == Math.max(first, second)) {
            mixed.addAll(a.parameters);
            mixed.addAll(b.parameters);
            notTold.add(
                    a.words
                            + " and "
                            + b.words
                            + " never varied apart: these rows can't tell what is the one's and"
                            + " what the other's");
        }
    }

    /** Columns that may change together, and the parameters that say what they do. */
    private enum Column {
        CORES("cores", MeasuredRow::cores, ServiceParameter.QUEUE_SCV_LIMIT),
        WAYS(
                "ways",
                MeasuredRow::ways,
                ServiceParameter.CACHE_GROWTH,
                ServiceParameter.CACHE_PRESSURE),
        NEIGHBOUR(
                "neighbour",
                MeasuredRow::neighbour,
                NodeParameter.BANDWIDTH_GROWTH,
                ServiceParameter.CACHE_PRESSURE,
                BatchParameter.BANDWIDTH_PER_CORE,
                BatchParameter.SIBLING_SHARE);

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // a method of a record
        private final Function<MeasuredRow, Object> of;

        @SuppressWarnings("ImmutableEnumChecker") // never changed
        private final List<ParameterKey> parameters;

        Column(String words, Function<MeasuredRow, Object> of, ParameterKey... parameters) {
            this.words = words;
            this.of = of;
            this.parameters = List.of(parameters);
        }
    }

    private static long levels(List<MeasuredRow> rows, ToDoubleFunction<MeasuredRow> value) {
        return rows.stream().mapToDouble(value).distinct().count();
    }

    private static double most(List<MeasuredRow> rows, ToDoubleFunction<MeasuredRow> value) {
        return rows.stream().mapToDouble(value).max().orElseThrow();
    }

    /**
     * Refuses rows from which no service can be calibrated.
     *
     * @param file how errors call it
     */
    void check(String file, List<MeasuredRow> rows, List<MeasuredRow> kept) {
        for (MeasuredRow row : kept) {
            if (!row.neighbour().isEmpty() && !library.batch().containsKey(row.neighbour())) {
                throw InputException.at(
                        "--held-out, line " + row.line(),
                        "neighbour \"" + row.neighbour() + "\"",
                        library.batch().isEmpty()
                                ? "rows without neighbours, as those that are fitted"
                                : "a neighbour of the rows that are fitted: "
                                        + String.join(", ", library.batch().keySet()),
                        null);
            }
        }
        int loads = LoadLevels.of(rows).keptUp();
        if (loads < 2) {
            throw InputException.at(
                    file,
                    "load_per_second has "
                            + (loads == 0 ? "no level" : "one level")
                            + " at which the service kept up, and "
                            + LoadLevels.of(rows).count()
                            + " in all",
                    "at least two at which it did: one can't tell maxLoadPerSecond,"
                            + " utilisationAtMaxLoad and zeroLoadLatency apart",
                    "Measure at a low and at a middle load too.");
        }
        if (rows.size() < free.size()) {
            throw InputException.at(
                    file,
                    rows.size() + " rows",
                    "at least "
                            + free.size()
                            + ", as many as there are parameters for what varies in them",
                    "Measure more settings, or fewer neighbours.");
        }
        ServiceProfile own = library.service("calibrate", service);
        double target = own.of(ServiceParameter.TARGET_SECONDS);
        if (rows.stream().noneMatch(row -> row.isWithin(target))) {
            throw InputException.at(
                    file,
                    "no row below the target of " + target + " s of " + service,
                    "rows within the target",
                    "Give the target of your service with --target-us.");
        }
    }
}
