package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.Set;

/** What decides where a pod may run, of which a snapshot of nodes and pods doesn't say the rest. */
enum PodTie {
    /** A volume is bound to a zone or a node by objects that the snapshot lacks. */
    VOLUME("persistent volume", "tasks.withPersistentVolumes"),
    /** A port of the node that only one pod can have. */
    HOST_PORT("host port", "tasks.withHostPorts"),
    /** Devices that another object hands out. */
    CLAIM("resource claim", "tasks.withResourceClaims");

    private final String reason;
    private final String fact;

    PodTie(String reason, String fact) {
        this.reason = reason;
        this.fact = fact;
    }

    /** As a person would say it. */
    String reason() {
        return reason;
    }

    /** Where such pods are counted. */
    String fact() {
        return fact;
    }

    /** Those of a pod's specification. */
    static Set<PodTie> of(JsonNode spec) {
        Set<PodTie> ties = EnumSet.noneOf(PodTie.class);
        for (JsonNode volume : spec.path("volumes")) {
            if (volume.has("persistentVolumeClaim") || volume.has("ephemeral")) {
                ties.add(VOLUME);
            }
        }
        if (!spec.path("resourceClaims").isEmpty()) {
            ties.add(CLAIM);
        }
        for (JsonNode container : spec.path("containers")) {
            for (JsonNode port : container.path("ports")) {
                if (port.path("hostPort").asInt() > 0) {
                    ties.add(HOST_PORT);
                }
            }
        }
        return ties;
    }
}
