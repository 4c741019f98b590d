package dev.stowage.ingest.kubernetes;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.model.Resources;
import java.util.Map;

/**
 * CPU, memory and GPUs of a node, a container or a pod; each may be absent.
 *
 * @param cpuMicroCores CPU
 * @param memoryBytes memory
 * @param gpuMicros all resources whose name ends with {@code /gpu}, millionths of one
 */
record Amounts(long cpuMicroCores, long memoryBytes, long gpuMicros) {
    static final Amounts NONE = new Amounts(ABSENT, ABSENT, ABSENT);
    private static final long MICROS = 1_000_000;

    /** Reads a map of resources; what it lacks is absent. */
    static Amounts of(JsonNode resources) throws BadObjectException {
        long cpu = ABSENT;
        long memory = ABSENT;
        long gpu = ABSENT;
        for (Map.Entry<String, JsonNode> entry : resources.properties()) {
            String name = entry.getKey();
            String text = entry.getValue().asText();
            if (name.equals("cpu")) {
                cpu = Quantity.parse(text, Resources.MICRO_CORES_PER_CORE);
            } else if (name.equals("memory")) {
                memory = Quantity.parse(text, 1);
            } else if (name.endsWith("/gpu")) {
                gpu = sum(gpu, Quantity.parse(text, MICROS));
            }
        }
        return new Amounts(cpu, memory, gpu);
    }

    /** Requests of a container; a limit stands for a request that is absent. */
    static Amounts ofContainer(JsonNode container) throws BadObjectException {
        JsonNode resources = container.path("resources");
        return of(resources.path("requests")).or(of(resources.path("limits")));
    }

    /** These, and the others where these are absent. */
    Amounts or(Amounts others) {
        return new Amounts(
                cpuMicroCores == ABSENT ? others.cpuMicroCores : cpuMicroCores,
                memoryBytes == ABSENT ? others.memoryBytes : memoryBytes,
                gpuMicros == ABSENT ? others.gpuMicros : gpuMicros);
    }

    /** Both together; absent is nothing, unless both are. */
    Amounts plus(Amounts others) {
        return new Amounts(
                sum(cpuMicroCores, others.cpuMicroCores),
                sum(memoryBytes, others.memoryBytes),
                sum(gpuMicros, others.gpuMicros));
    }

    /** The larger of each. */
    Amounts max(Amounts others) {
        return new Amounts(
                Math.max(cpuMicroCores, others.cpuMicroCores),
                Math.max(memoryBytes, others.memoryBytes),
                Math.max(gpuMicros, others.gpuMicros));
    }

    private static long sum(long a, long b) {
        return a == ABSENT ? b : b == ABSENT ? a : Math.addExact(a, b);
    }
}
