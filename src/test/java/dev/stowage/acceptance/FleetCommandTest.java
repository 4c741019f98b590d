package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fleet}: how many servers each manager needs, by the command line. */
class FleetCommandTest {
    @TempDir private Path directory;

    private Path scenario(String more) throws IOException {
        return Files.writeString(
                directory.resolve("shop.yaml"),
                """
                durationSeconds: 3600
                money: {currency: USD, serverPerYear: 1000, perKwh: 0}
                services:
                  - {service: memcached, replicas: 2, requests: {cores: 8, memoryGb: 10}, load: {constant: 0.2}}
                  - {service: xapian, replicas: 2, %sload: {constant: 0.2}}
                """
                        .formatted(more));
    }

    @Test
    void comparesManagersWithRequests() throws IOException {
        Path shop = scenario("requests: {cores: 8, memoryGb: 4}, ");
        Path out = directory.resolve("one");
        Stowage.Result result =
                run("fleet", shop, "--managers", "requests,parties", "-o", out).exits(0);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("parties holds this with")
                .contains("instead of 4 by requests")
                .contains("No manager can do with fewer than")
                .doesNotContainPattern("from (\\S+) to \\1 if");
        JsonNode json = new ObjectMapper().readTree(out.resolve("fleet.json").toFile());
        JsonNode parties = json.required("managers").get(1);
        int servers = parties.required("servers").intValue();
        assertThat(servers).isBetween(json.required("lowerBound").intValue(), 4);
        assertThat(parties.required("moneyPerYear").doubleValue()).isEqualTo(1000.0 * servers);
        assertThat(parties.required("savedShare").doubleValue()).isEqualTo(1 - servers / 4.0);
        assertThat(Files.readString(out.resolve("report.html"))).contains("Who is with whom");
        writesWithWhatEachServerStarts(out, json);
    }

    /**
     * What {@code push} writes for the servers is what the answer says, and not more than they
     * have.
     */
    private void writesWithWhatEachServerStarts(Path fleet, JsonNode json) throws IOException {
        Path files = directory.resolve("servers");
        List<Object> push =
                List.of("push", fleet, "--target", "node", "--manager", "parties", "-o", files);
        run(push.toArray()).exits(0).says("agent");
        assertThat(files).doesNotExist();
        run(with(push, "--yes")).exits(0);
        int servers = json.required("managers").get(1).required("servers").intValue();
        Set<String> replicas = new TreeSet<>();
        for (int i = 1; i <= servers; i++) {
            Path server = files.resolve("server-" + i);
            JsonNode settings =
                    new ObjectMapper().readTree(server.resolve("settings.json").toFile());
            int cores = 0;
            long memory = 0;
            long masks = 0;
            for (JsonNode group : settings.required("groups")) {
                replicas.add(group.required("replica").asText());
                cores += group.required("cores").intValue();
                memory += group.required("memoryBytes").longValue();
                long mask = Long.parseLong(group.required("l3Mask").asText(), 16);
                assertThat(masks & mask).isZero();
                masks |= mask;
                Path cgroup =
                        server.resolve("sys/fs/cgroup").resolve(group.required("cgroup").asText());
                assertThat(cgroup.resolve("cpuset.cpus"))
                        .hasContent(group.required("cpus").asText() + "\n");
                assertThat(cgroup.resolve("memory.max"))
                        .hasContent(group.required("memoryBytes").asText() + "\n");
            }
            assertThat(cores).isLessThanOrEqualTo(14);
            assertThat(memory).isLessThanOrEqualTo(120_000_000_000L);
            assertThat(Long.bitCount(masks)).isLessThanOrEqualTo(20);
        }
        assertThat(replicas).containsExactly("memcached-1", "memcached-2", "xapian-1", "xapian-2");
        assertThat(run(with(push, "--yes")).exits(0).out()).contains("Nothing to change");
        run("push", fleet, "--target", "node", "--rollback").exits(0);
        assertThat(files).doesNotExist();

        refusesWhatCanNotBePushed(fleet, push);
    }

    private void refusesWhatCanNotBePushed(Path fleet, List<Object> push) throws IOException {
        run("push", fleet, "--target", "node").exits(3).says("--manager").says("parties");
        run("push", fleet, "--target", "node", "--manager", "pliant", "-o", directory)
                .exits(3)
                .says("found pliant, expected one of the managers");
        run("push", directory, "--target", "node", "--manager", "parties", "-o", directory)
                .exits(3)
                .says("fleet.json");
        run(with(push, "--root", "/")).exits(3).says("--root and --output");
        run("push", fleet, "--target", "node", "--manager", "parties", "--root", "/")
                .exits(3)
                .says("--live");
        Path answer = fleet.resolve("fleet.json");
        String text = Files.readString(answer);
        Files.writeString(answer, text.replaceAll("\"memoryGb\" : \\d+,", "\"memoryGb\" : 99,"));
        run(push.toArray()).exits(3).says("GB given away").says("at most 120");
    }

    private static Object[] with(List<Object> command, Object... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toArray();
    }

    @Test
    void refusesWhatIsMissing() throws IOException {
        Path shop = scenario("");
        run("fleet", shop, "-o", directory.resolve("none")).exits(3).says("no requests of xapian");
        run("fleet", shop, "--managers", "unmanaged,nobody").exits(2).says("nobody");
    }
}
