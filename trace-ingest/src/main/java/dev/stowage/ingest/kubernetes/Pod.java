package dev.stowage.ingest.kubernetes;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.quarantine.BadRow;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a snapshot. Times are microseconds since 1970 or absent.
 *
 * @param owner kind and name of what controls it, {@code ReplicaSet/web-5d}; null if nothing does
 * @param workload what a person applies: the owner, but the Deployment of a ReplicaSet that is
 *     one's; null if nothing controls it
 * @param node where it runs or ran; null if it was never placed
 * @param isOfJob true if a Job controls it
 * @param staying why it must not be evicted; null if it may be
 * @param placement where it may run
 * @param ties what else ties it to where it runs
 */
record Pod(
        String namespace,
        String name,
        @Nullable String owner,
        @Nullable String workload,
        @Nullable String node,
        Phase phase,
        boolean isEvicted,
        boolean isOfJob,
        boolean isOfDaemonSet,
        @Nullable String staying,
        PodPlacement placement,
        Set<PodTie> ties,
        int priority,
        Amounts requests,
        long createdMicros,
        long scheduledMicros,
        long endedMicros) {
    /** What a pod is doing. */
    enum Phase {
        PENDING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        UNKNOWN,
        /** A later snapshot lacks it: it ended, nobody knows how. */
        GONE
    }

    /** The same, of which a snapshot at that time is the first one without it. */
    Pod gone(long atMicros) {
        return with(Phase.GONE, createdMicros, scheduledMicros, atMicros);
    }

    /** The same as if it had been made and placed then, if that was earlier. */
    Pod notBefore(long micros) {
        return with(
                phase,
                Math.max(createdMicros, micros),
                scheduledMicros == CanonicalTable.ABSENT
                        ? CanonicalTable.ABSENT
                        : Math.max(scheduledMicros, micros),
                endedMicros);
    }

    private Pod with(Phase changed, long created, long scheduled, long ended) {
        return new Pod(
                namespace,
                name,
                owner,
                workload,
                node,
                changed,
                isEvicted,
                isOfJob,
                isOfDaemonSet,
                staying,
                placement,
                ties,
                priority,
                requests,
                created,
                scheduled,
                ended);
    }

    /**
     * Reads a pod.
     *
     * @throws BadObjectException if it lacks what every pod has, or has nonsense
     */
    static Pod of(JsonNode json) throws BadObjectException {
        JsonNode metadata = json.path("metadata");
        JsonNode spec = json.path("spec");
        JsonNode status = json.path("status");
        PodOwner owner = PodOwner.of(json);
        String node = spec.path("nodeName").asText();
        return new Pod(
                metadata.path("namespace").asText("default"),
                required(metadata, "name"),
                owner.workload() == null ? null : owner.kind() + "/" + owner.name(),
                owner.workload(),
                node.isEmpty() ? null : node,
                phase(required(status, "phase")),
                status.path("reason").asText().equals("Evicted"),
                owner.kind().equals("Job"),
                owner.kind().equals("DaemonSet"),
                owner.staying(json).orElse(null),
                PodPlacement.of(metadata, spec),
                PodTie.of(spec),
                spec.path("priority").asInt(0),
                requests(spec),
                micros(required(metadata, "creationTimestamp")),
                scheduled(status),
                ended(status));
    }

    /** True if each node has one like it, or made it itself: it is where its node is. */
    boolean isOfNode() {
        return isOfDaemonSet || (owner != null && owner.startsWith("Node/"));
    }

    /** True if both are replicas of the same. */
    boolean isOfSameKind(Pod other) {
        return namespace.equals(other.namespace) && kind().equals(other.kind());
    }

    /** What it is a replica of; a pod that nothing controls is the only one. */
    String kind() {
        return workload == null ? "Pod/" + name : workload;
    }

    /** True if its job is in a sample. */
    boolean isIn(JobSample sample) {
        byte[] job =
                (namespace + "/" + (owner == null ? name : owner)).getBytes(StandardCharsets.UTF_8);
        return sample.keeps(job, 0, job.length);
    }

    private static Phase phase(String text) throws BadObjectException {
        for (Phase phase : Phase.values()) {
            if (phase != Phase.GONE && phase.name().equalsIgnoreCase(text)) {
                return phase;
            }
        }
        throw new BadObjectException(BadRow.UNKNOWN_WORD, "phase \"" + text + "\"");
    }

    /**
     * What the scheduler reserves: the sum of the containers and of the sidecars, which are init
     * containers that always restart, but at least each other init container with the sidecars
     * before it; then the overhead. Requests of the pod as a whole come first.
     *
     * <p>Source: Kubernetes, KEP-753 and KEP-2837.
     */
    static Amounts requests(JsonNode spec) throws BadObjectException {
        Amounts sidecars = Amounts.NONE;
        Amounts most = Amounts.NONE;
        for (JsonNode container : spec.path("initContainers")) {
            Amounts own = Amounts.ofContainer(container);
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = sidecars.plus(own);
                most = most.max(sidecars);
            } else {
                most = most.max(sidecars.plus(own));
            }
        }
        Amounts sum = sidecars;
        for (JsonNode container : spec.path("containers")) {
            sum = sum.plus(Amounts.ofContainer(container));
        }
        Amounts ofPod = Amounts.ofContainer(spec);
        return ofPod.or(sum.max(most)).plus(Amounts.asked(spec.path("overhead")));
    }

    private static long scheduled(JsonNode status) throws BadObjectException {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("PodScheduled")
                    && condition.path("status").asText().equals("True")) {
                return micros(condition.path("lastTransitionTime").asText());
            }
        }
        return micros(status.path("startTime").asText());
    }

    /** When its last container ended, as far as the snapshot says. */
    private static long ended(JsonNode status) throws BadObjectException {
        long last = CanonicalTable.ABSENT;
        for (JsonNode container : status.path("containerStatuses")) {
            JsonNode terminated = container.path("state").path("terminated");
            last = Math.max(last, micros(terminated.path("finishedAt").asText()));
        }
        return last;
    }

    static String required(JsonNode object, String field) throws BadObjectException {
        String text = object.path(field).asText();
        if (text.isEmpty()) {
            throw new BadObjectException(BadRow.MISSING_VALUE, "no " + field);
        }
        return text;
    }

    private static long micros(String text) throws BadObjectException {
        if (text.isEmpty()) {
            return CanonicalTable.ABSENT;
        }
        try {
            Instant instant = Instant.parse(text);
            return Math.addExact(
                    Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
                    instant.getNano() / 1000);
        } catch (DateTimeException | ArithmeticException e) {
            throw new BadObjectException(BadRow.NOT_A_NUMBER, "time \"" + text + "\"");
        }
    }
}
