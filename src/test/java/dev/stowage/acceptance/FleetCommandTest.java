package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    }

    @Test
    void refusesWhatIsMissing() throws IOException {
        Path shop = scenario("");
        run("fleet", shop, "-o", directory.resolve("none")).exits(3).says("no requests of xapian");
        run("fleet", shop, "--managers", "unmanaged,nobody").exits(2).says("nobody");
    }
}
