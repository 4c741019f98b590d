package dev.stowage.model.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import org.junit.jupiter.api.Test;

class NodeLibraryTest {
    @Test
    void shipsTheSixServicesOfTable2AndThreeOfPliantWithASourceForEachParameter() {
        NodeLibrary shipped = NodeLibrary.shipped();
        assertThat(shipped.services().keySet())
                .containsExactly(
                        "memcached",
                        "xapian",
                        "nginx",
                        "moses",
                        "mongodb",
                        "sphinx",
                        "nginx-pliant",
                        "memcached-pliant",
                        "mongodb-pliant");
        ServiceProfile moses = shipped.service("test", "moses");
        assertThat(moses.of(ServiceParameter.MAX_LOAD)).isEqualTo(2800);
        assertThat(moses.parameters().parameter(ServiceParameter.MISSES))
                .isEqualTo(new Parameter(10.48, ParameterSource.TABLE));
        assertThat(moses.parameters().parameter(ServiceParameter.ZERO_LOAD).source())
                .isEqualTo(ParameterSource.FITTED);
    }

    @Test
    void namesEveryIssueOfAFileAtOnce() throws Exception {
        String yaml =
                """
                services:
                  mine:
                    stateless: true
                    targetSeconds: [-1, table]
                    percentile: [0.99, guessed]
                    colour: [1, ours]
                """;
        assertThatThrownBy(() -> NodeLibrary.of("mine.yaml", new YAMLMapper().readTree(yaml)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "mine.yaml: services.mine.targetSeconds: found [-1,\"table\"]")
                .hasMessageContaining("one of table, text, fitted, ours")
                .hasMessageContaining("services.mine.maxLoadPerSecond: found nothing")
                .hasMessageContaining("the unknown key \"colour\"");
    }

    @Test
    void namesTheKnownOnesForAnUnknownName() {
        assertThatThrownBy(() -> NodeLibrary.shipped().service("s.yaml: services[0]", "redis"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("s.yaml: services[0]: found service \"redis\"")
                .hasMessageContaining("memcached, xapian");
    }

    @Test
    void refusesAFrequencyThatDoesNotRise() {
        NodeProfile node = NodeLibrary.shipped().node("test", "parties");
        assertThatThrownBy(
                        () ->
                                new NodeProfile(
                                        "x", java.util.List.of(2.0, 1.0), 0, node.parameters()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
