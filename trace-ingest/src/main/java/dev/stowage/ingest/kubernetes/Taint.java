package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps pods away from a node.
 *
 * @param key what it is called
 * @param value may be empty
 * @param effect {@code NoSchedule} or {@code NoExecute}
 */
record Taint(String key, String value, String effect) {
    private static final String PREFERENCE = "PreferNoSchedule";

    /** What the scheduler takes {@code spec.unschedulable} for, whether a node lists it or not. */
    private static final Taint CORDON =
            new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

    /**
     * What lets a pod on nodes with some taints.
     *
     * @param key of the taints; empty for all
     * @param isAnyValue false if {@code value} is asked for
     * @param value of the taints
     * @param effect of the taints; empty for all
     */
    record Toleration(String key, boolean isAnyValue, String value, String effect) {
        static Toleration of(JsonNode json) {
            return new Toleration(
                    json.path("key").asText(),
                    json.path("operator").asText().equals("Exists"),
                    json.path("value").asText(),
                    json.path("effect").asText());
        }

        boolean isFor(Taint taint) {
            return (effect.isEmpty() || effect.equals(taint.effect))
                    && (key.isEmpty() ? isAnyValue : key.equals(taint.key))
                    && (isAnyValue || value.equals(taint.value));
        }
    }

    /** The taints of a node that keep pods away, its cordon too; preferences are none of them. */
    static List<Taint> of(JsonNode spec) {
        List<Taint> taints = new ArrayList<>();
        for (JsonNode json : spec.path("taints")) {
            String effect = json.path("effect").asText();
            if (!effect.equals(PREFERENCE)) {
                taints.add(
                        new Taint(json.path("key").asText(), json.path("value").asText(), effect));
            }
        }
        if (spec.path("unschedulable").asBoolean() && !taints.contains(CORDON)) {
            taints.add(CORDON);
        }
        return taints;
    }

    /** What the taint is called as an attribute of a machine; a node has one of each. */
    String attribute() {
        return "taint " + key + ":" + effect;
    }
}
