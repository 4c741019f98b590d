package dev.stowage.ingest.prometheus;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Resources as kube-state-metrics names them: what is no letter or digit is {@code _} there, so
 * that {@code example_com_fpga} keeps that name. Those that Kubernetes itself has get theirs back.
 */
final class ResourceNames {
    private static final String GPU = "_gpu";
    private static final double MILLION = 1e6;
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 53);

    private ResourceNames() {}

    /**
     * Amounts by what they are.
     *
     * @param cpuMicroCores or absent, as the others
     * @param gpuMicros of all resources whose name ends with {@code _gpu}
     * @param named all others, in whole units
     */
    record Amounts(
            long cpuMicroCores, long memoryBytes, long gpuMicros, SortedMap<String, Long> named) {
        /** As attributes of a machine. */
        Map<String, String> attributes() {
            Map<String, String> attributes = new TreeMap<>();
            named.forEach(
                    (name, amount) -> {
                        AttributePredicate there = ClusterTerms.there(name, amount);
                        attributes.put(there.name(), there.value());
                    });
            return attributes;
        }

        /** As constraints of a task. */
        PlacementConstraints constraints() {
            List<AttributePredicate> asked = new ArrayList<>();
            named.forEach(
                    (name, amount) -> {
                        if (amount > 0) {
                            asked.add(ClusterTerms.asked(name, amount));
                        }
                    });
            return new PlacementConstraints(asked, false, false);
        }
    }

    /** Amounts by the names that the metrics have. */
    static Amounts of(Map<String, Double> byResource, RoundingMode rounding) {
        long cpu = ABSENT;
        long memory = ABSENT;
        long gpus = ABSENT;
        SortedMap<String, Long> named = new TreeMap<>();
        for (Map.Entry<String, Double> each : byResource.entrySet()) {
            String name = each.getKey();
            double value = each.getValue();
            if (name.equals("cpu")) {
                cpu = whole(value * MILLION, rounding);
            } else if (name.equals("memory")) {
                memory = whole(value, rounding);
            } else if (name.endsWith(GPU)) {
                gpus = (gpus == ABSENT ? 0 : gpus) + whole(value * MILLION, rounding);
            } else {
                named.put(original(name), whole(value, rounding));
            }
        }
        return new Amounts(cpu, memory, gpus, named);
    }

    private static String original(String name) {
        if (name.equals("ephemeral_storage")) {
            return "ephemeral-storage";
        }
        return name.startsWith("hugepages_") ? name.replaceFirst("_", "-") : name;
    }

    /** A double has 53 bits; a request of 0.1 cores is 100,000 micro-cores and not one more. */
    private static long whole(double value, RoundingMode rounding) {
        BigDecimal shortest = new BigDecimal(Double.toString(value));
        return shortest.setScale(3, RoundingMode.HALF_EVEN)
                .setScale(0, rounding)
                .min(MOST)
                .longValueExact();
    }
}
