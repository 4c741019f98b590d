package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sentences of {@code pack} that were once untrue or ended in the middle. */
class PackWordsTest {
    private static final String SERVERS =
            """
            servers:
              - {name: a, count: 2, cpu: 16, memoryGiB: 64}
              - {name: b, count: 2, %s}
            services:
              - {name: web, replicas: 3, cpu: 4, memoryGiB: 8, mostPerDomain: 1}
            """;

    @TempDir private Path directory;

    @Test
    void namesWhatItExpectsOfAGroup() throws IOException {
        refuses(
                SERVERS.formatted("vm: aws/us-east-1/m7g.4xlarge, cpu: 4, memoryGiB: 4"),
                "servers[1]: found cpu and vm, expected exactly one of cpu, vm");
        refuses(
                SERVERS.formatted("cpu: 16, memoryGiB: 64, domain: x, serversPerDomain: 2"),
                "servers[1]: found domain and serversPerDomain, expected one of them");
    }

    @Test
    void saysHowMuchHeadRoomThereMayBe() throws IOException {
        refuses(
                SERVERS.formatted("cpu: 16, memoryGiB: 64") + "headroom: {cpu: 1}\n",
                "headroom.cpu: found 1, expected a number of at least 0 and below 1");
    }

    @Test
    void refusesAServiceThatIsCalledAsAReplicaOfAnotherOne() throws IOException {
        refuses(
                """
                servers: [{name: a, count: 2, cpu: 4, memoryGiB: 8}]
                services:
                  - {name: x, replicas: 2, cpu: 1, memoryGiB: 1}
                  - {name: x/0, cpu: 1, memoryGiB: 1}
                rules: [{name: apart, apart: [x/0, x/1]}]
                """,
                "x.yaml:4:12: services[1].name: found a service called \"x/0\", as a replica of"
                        + " service \"x\" is, expected a name that no replica of another service"
                        + " has");
    }

    @Test
    void refusesWhatWouldMeanNothing() throws IOException {
        String text =
                """
                servers: [{name: a, count: 2, cpu: 4, memoryGiB: 8}]
                services:
                  - {name: x, replicas: 2, cpu: 1, memoryGiB: 1%s}
                rules: [{name: pair, together: [x]%s}]
                """;
        refuses(
                text.formatted(", pinned: true", ""),
                "services[0].pinned: found true, and no server that a replica runs on, expected on:"
                        + " [SERVER, ...] beside it");
        refuses(
                text.formatted("", ", most: 2"),
                "rules[0].most: found 2, expected it only beside apart");
    }

    @Test
    void namesNoNumberOfServersWhereNoneIsEnough() throws IOException {
        refuses(
                """
                headroom: 0.5
                servers: [{name: a, count: 3, cpu: 8, memoryGiB: 8, gpu: 1}]
                services: [{name: x, replicas: 3, cpu: 1, memoryGiB: 1, gpu: 1}]
                """,
                "head-room of 0 % instead of 50 %; no number of servers like these is enough: see"
                        + " item x/0");
    }

    @Test
    void saysASmallShortfallToItsLastDigitAndThatRoundingMayMakeIt() throws IOException {
        refuses(
                """
                servers: [{name: a, count: 3, cpu: 1, memoryGiB: 1}]
                services: [{name: x, replicas: 9, cpu: 0.3333333, memoryGiB: 0.3}]
                """,
                "found 3.000006 cores of cpu, 0.000006 cores more than there is (requests of a file"
                        + " are rounded up to whole micro-cores, which alone can make so much),"
                        + " expected at most 3 cores");
    }

    /** With a domain of its own each, three replicas have room. */
    @Test
    void keepsDomainsApartThatItNamedItself() throws IOException {
        refuses(
                SERVERS.formatted("cpu: 16, memoryGiB: 64, domain: a-1"),
                "found the domain \"a-1\", which servers without a domain have of their own");
        refuses(
                SERVERS.replace("count: 2, cpu: 16", "count: 2, serversPerDomain: 1, cpu: 16")
                        .formatted("cpu: 16, memoryGiB: 64, domain: a domain 1"),
                "found the domain \"a domain 1\", which");
        pack(SERVERS.formatted("cpu: 16, memoryGiB: 64, domain: x"));
    }

    @Test
    void saysCostsBelowADollarAndWhatProvesABoundOfNothing() throws IOException {
        String text =
                """
                servers:
                  - {name: a, count: 3, cpu: 16, memoryGiB: 64, monthlyUsd: %s}
                services:
                  - {name: web, replicas: 9, cpu: 4, memoryGiB: 8}
                """;

        assertThat(pack(text.formatted("0.1")))
                .contains("for $0.30 a month", "less than $0.30 a month");
        assertThat(pack(text.formatted("0.004"))).contains("for $0.012 a", "less than $0.012 a");
        assertThat(pack(text.formatted("3.35"))).contains("for $10.05 a", "less than $10.05 a");
        assertThat(pack(text.formatted("3.335")))
                .as("half a cent: no bound is told as more than it is")
                .contains("for $10.01 a", "less than $10.00 a");
        assertThat(pack(text.formatted("0"))).contains("for $0 a month").doesNotContain("pinned");
    }

    @Test
    void claimsNoOrderWithoutOverloadWhereTodayIsOne() throws IOException {
        String out =
                pack(
                        """
                        servers:
                          - {name: a, count: 3, cpu: 5, memoryGiB: 64}
                        services:
                          - {name: db, cpu: 3, memoryGiB: 8, on: [a-1], pinned: true}
                          - {name: web, cpu: 4, memoryGiB: 8, on: [a-1]}
                        """);

        assertThat(out)
                .contains(
                        "no server is given more than it has but those that are today, until what"
                                + " is too much has left",
                        "server a-1 is given 7 cores of cpu and has 5 cores to give");
    }

    private void refuses(String text, String words) throws IOException {
        run("pack", write(text), "-o", directory.resolve("x.plan")).exits(3).says(words);
    }

    private String pack(String text) throws IOException {
        Path plan = directory.resolve("x.plan");
        return run("pack", write(text), "-o", plan, "--work", "5", "--force")
                .exits(0)
                .out()
                .replaceAll("\\s+", " ");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("x.yaml"), text);
    }
}
