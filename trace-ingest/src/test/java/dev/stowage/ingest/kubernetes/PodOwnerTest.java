package dev.stowage.ingest.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be evicted, and what stays. */
class PodOwnerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    ReplicaSet | {} | {} | -
                    ReplicaSet | {"volumes": [{"emptyDir": {}}]} | {} | -
                    ReplicaSet | {"volumes": [{"hostPath": {}}]} | {} | hostPath
                    ReplicaSet | {"volumes": [{"hostPath": {}}]} | {"cluster-autoscaler.kubernetes.io/safe-to-evict": "true"} | -
                    ReplicaSet | {} | {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"} | safe-to-evict
                    ReplicaSet | {"priority": 2000000000} | {} | system priority
                    ReplicaSet | {"priority": 1000000000} | {} | -
                    StatefulSet | {} | {} | -
                    Job | {} | {} | begin again
                    DaemonSet | {} | {} | its node
                    Node | {} | {} | its node
                    - | {} | {} | nothing would make it anew
                    - | {} | {"kubernetes.io/config.mirror": "x"} | its node
                    """)
    void saysWhyAPodStays(String kind, String spec, String annotations, String reason)
            throws JsonProcessingException {
        String owners = kind == null ? "" : "{\"kind\": \"%s\", \"name\": \"o\"}".formatted(kind);
        String pod =
                "{\"metadata\": {\"annotations\": %s, \"ownerReferences\": [%s]}, \"spec\": %s}"
                        .formatted(annotations, owners, spec);
        var found = PodOwner.of(JSON.readTree(pod)).staying(JSON.readTree(pod));
        if (reason == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).hasValueSatisfying(why -> assertThat(why).contains(reason));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    {} | -
                    {"volumes": [{"emptyDir": {}}, {"configMap": {}}]} | -
                    {"volumes": [{"hostPath": {}}]} | hostPath
                    {"volumes": [{"persistentVolumeClaim": {"claimName": "d"}}]} | persistent volume
                    {"volumes": [{"ephemeral": {}}]} | persistent volume
                    {"containers": [{"ports": [{"containerPort": 80}]}]} | -
                    {"containers": [{"ports": [{"containerPort": 80, "hostPort": 80}]}]} | host port
                    {"resourceClaims": [{"name": "gpu"}]} | resource claim
                    """)
    void isKeptWhereNodesAndPodsDoNotSayWhereElseItMayRun(String spec, String reason)
            throws JsonProcessingException {
        String pod =
                "{\"metadata\": {\"ownerReferences\": [{\"kind\": \"ReplicaSet\", \"name\": \"o\"}]},"
                        + " \"spec\": %s}".formatted(spec);
        var found = PodOwner.of(JSON.readTree(pod)).keptBy(JSON.readTree(pod));
        assertThat(found.isPresent()).isEqualTo(reason != null);
        assertThat(found.orElse("")).contains(reason == null ? "" : reason);
    }
}
