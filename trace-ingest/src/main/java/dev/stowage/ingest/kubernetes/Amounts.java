package dev.stowage.ingest.kubernetes;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * What a node has, or a container or pod asks for; each may be absent.
 *
 * @param cpuMicroCores CPU
 * @param memoryBytes memory
 * @param gpuMicros all resources whose name ends with {@code /gpu}, millionths of one
 * @param named every other resource by its name, and those of {@code gpuMicros}, in whole units:
 *     bytes of {@code ephemeral-storage} and huge pages, {@code pods}, devices
 */
record Amounts(
        long cpuMicroCores, long memoryBytes, long gpuMicros, SortedMap<String, Long> named) {
    static final Amounts NONE = new Amounts(ABSENT, ABSENT, ABSENT, new TreeMap<>());

    Amounts {
        named = Collections.unmodifiableSortedMap(new TreeMap<>(named));
    }

    /** True if a resource counts as a GPU. */
    static boolean isGpu(String resource) {
        return resource.endsWith("/gpu");
    }

    /** Reads a map of resources that are there; what it lacks is absent. */
    static Amounts of(JsonNode resources) throws BadObjectException {
        return of(resources, RoundingMode.DOWN);
    }

    private static Amounts of(JsonNode resources, RoundingMode rounding) throws BadObjectException {
        long cpu = ABSENT;
        long memory = ABSENT;
        long gpu = ABSENT;
        SortedMap<String, Long> named = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : resources.properties()) {
            String name = entry.getKey();
            String text = entry.getValue().asText();
            if (name.equals("cpu")) {
                cpu = Quantity.parse(text, Resources.MICRO_CORES_PER_CORE, rounding);
            } else if (name.equals("memory")) {
                memory = Quantity.parse(text, 1, rounding);
            } else {
                named.put(name, Quantity.parse(text, 1, rounding));
                gpu =
                        isGpu(name)
                                ? sum(
                                        gpu,
                                        Quantity.parse(text, ServerExtras.MICROS_PER_GPU, rounding))
                                : gpu;
            }
        }
        return new Amounts(cpu, memory, gpu, named);
    }

    /** Reads a map of resources that are asked for: parts of a unit are whole ones. */
    static Amounts asked(JsonNode resources) throws BadObjectException {
        return of(resources, RoundingMode.UP);
    }

    /** Requests of a container; a limit stands for a request that is absent. */
    static Amounts ofContainer(JsonNode container) throws BadObjectException {
        JsonNode resources = container.path("resources");
        return asked(resources.path("requests")).or(asked(resources.path("limits")));
    }

    /** These, and the others where these are absent. */
    Amounts or(Amounts others) {
        return with(others, (one, other) -> one == ABSENT ? other : one);
    }

    /** Both together; absent is nothing, unless both are. */
    Amounts plus(Amounts others) {
        return with(others, Amounts::sum);
    }

    /** The larger of each. */
    Amounts max(Amounts others) {
        return with(others, Math::max);
    }

    private Amounts with(Amounts others, LongBinaryOperator both) {
        SortedMap<String, Long> all = new TreeMap<>(named);
        others.named.forEach(
                (name, amount) -> all.merge(name, amount, (a, b) -> both.applyAsLong(a, b)));
        return new Amounts(
                both.applyAsLong(cpuMicroCores, others.cpuMicroCores),
                both.applyAsLong(memoryBytes, others.memoryBytes),
                both.applyAsLong(gpuMicros, others.gpuMicros),
                all);
    }

    private static long sum(long a, long b) {
        return a == ABSENT ? b : b == ABSENT ? a : Math.addExact(a, b);
    }
}
