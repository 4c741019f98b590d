package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code isolation} of a node's scenario. */
class IsolatedNodeTest {
    @TempDir private Path directory;

    @Test
    void aLevelSaysHowMuchOfTheBandwidthOfOthersIsFelt() throws IOException {
        Stowage.Result result = node("frimics");
        assertThat(result.exits(0).out())
                .containsSubsequence(
                        "isolation frimics", "feels 50", "(estimated)", "one slice.\n");
        assertThat(node("0.5", "--json").exits(0).out()).contains("isolation 0.5");
        JsonNode half = new ObjectMapper().readTree(node("0.5", "--json").out());
        JsonNode level = new ObjectMapper().readTree(node("frimics", "--json").out());
        assertThat(half.required("managers")).isEqualTo(level.required("managers"));
        JsonNode none = new ObjectMapper().readTree(node("native", "--json").out());
        assertThat(none.required("managers")).isNotEqualTo(level.required("managers"));
    }

    @Test
    void refusesWhatIsNoLevel() throws IOException {
        node("fremics").exits(3).says("isolation", "fremics", "native, cgroups, vanguard, frimics");
        node("1.5").exits(3).says("isolation", "1.5", "a number from 0 to 1");
    }

    private Stowage.Result node(String isolation, String... more) throws IOException {
        Path scenario = directory.resolve("n.yaml");
        Files.writeString(
                scenario,
                """
                name: n
                node: parties
                isolation: %s
                services:
                  - {service: memcached, load: {constant: 0.3}}
                  - {service: moses, load: {constant: 0.9}}
                bestEffort: [memory]
                durationSeconds: 10
                """
                        .formatted(isolation));
        Object[] args = new Object[7 + more.length];
        args[0] = "node";
        args[1] = scenario;
        args[2] = "--manager";
        args[3] = "parties";
        args[4] = "-o";
        args[5] = directory.resolve("n.node");
        args[6] = "--force";
        System.arraycopy(more, 0, args, 7, more.length);
        return Stowage.run(args);
    }
}
