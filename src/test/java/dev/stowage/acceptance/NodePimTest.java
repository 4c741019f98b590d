package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage node pim} from the outside. */
class NodePimTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private Stowage.Result pim(Object... services) {
        Object[] all = new Object[services.length + 6];
        all[0] = "node";
        all[1] = "pim";
        System.arraycopy(services, 0, all, 2, services.length);
        all[all.length - 4] = "-o";
        all[all.length - 3] = directory.resolve("out");
        all[all.length - 2] = "--force";
        all[all.length - 1] = "--json";
        return Stowage.run(all);
    }

    /** What may be chosen from contains what another may choose from; so does what is held. */
    @Test
    void managersHoldInTheirOrderAndTheControllerGetsThere() throws IOException {
        String out = pim("xapian=0.3", "imgdnn=0.4").exits(0).out();
        JsonNode result = JSON.readTree(out);
        assertThat(result.at("/services/0/name").asText()).isEqualTo("imgdnn");
        double preference = result.at("/managers/3/factor").asDouble();
        double cores = result.at("/managers/4/factor").asDouble();
        double pages = result.at("/managers/5/factor").asDouble();
        assertThat(preference).isLessThanOrEqualTo(cores);
        assertThat(cores).isLessThanOrEqualTo(pages);
        assertThat(result.at("/managers/2/factor").asDouble()).isLessThanOrEqualTo(cores);
        assertThat(result.at("/nodes/0/replaces").asDouble()).isEqualTo(1);
        assertThat(result.at("/nodes/0/factor").asDouble()).isEqualTo(pages);
        assertThat(result.at("/nodes/1/name").asText()).isEqualTo("ordinary");
        assertThat(result.at("/nodes/1/replaces").asDouble())
                .isBetween(
                        result.at("/nodes/1/lower").asDouble(),
                        result.at("/nodes/1/upper").asDouble())
                .isGreaterThan(1);
        assertThat(result.at("/controller/holds").asBoolean()).isTrue();
        assertThat(result.at("/controller/gaveUp").asBoolean()).isFalse();
        assertThat(result.at("/controller/timeline")).hasSize(600);
        assertThat(Files.readString(directory.resolve("out/pim.json"))).isEqualTo(out);
        assertThat(pim("imgdnn=0.4", "xapian=0.3").exits(0).out()).isEqualTo(out);
        assertThat(directory.resolve("out/report.html")).content().contains("PIM cores");
    }

    @Test
    void comparesTheKindsThatAreAskedForWithTheFirst() throws IOException {
        JsonNode result =
                JSON.readTree(
                        pim("silo=0.3", "sphinx=0.3", "--compare-nodes", "ordinary,big-little,pim")
                                .exits(0)
                                .out());
        assertThat(result.at("/nodes/0/name").asText()).isEqualTo("ordinary");
        assertThat(result.at("/nodes/1/name").asText()).isEqualTo("big-little");
        assertThat(result.at("/nodes/1/replaces").asDouble()).isLessThan(1);
        assertThat(result.at("/nodes/2/replaces").asDouble())
                .isEqualTo(
                        result.at("/nodes/2/servers").asDouble()
                                / result.at("/nodes/0/servers").asDouble());
    }

    @Test
    void aServiceComesAndLeaves() throws IOException {
        JsonNode timeline =
                JSON.readTree(pim("imgdnn=0.4", "xapian=0.2@20-40").exits(0).out())
                        .at("/controller/timeline");
        for (JsonNode each : timeline) {
            double seconds = each.at("/seconds").asDouble();
            JsonNode read = each.at("/latencyOverTarget/1");
            boolean isThere = seconds > 20.05 && seconds < 40.05; // said at its end
            assertThat(read.isNumber()).as("at %s", seconds).isEqualTo(isThere);
        }
        assertThat(timeline.get(590).at("/division/1/cpu").asInt()).isZero();
        assertThat(timeline.get(590).at("/division/1/pim").asInt()).isZero();
    }

    /** Sphinx alone needs more PIM cores than a stack has; its pages follow them. */
    @Test
    void pagesFollowCoresAndThresholdsAreLearntInTheTimeline() throws IOException {
        JsonNode result = JSON.readTree(pim("imgdnn=0.3", "sphinx=0.6").exits(0).out());
        JsonNode timeline = result.at("/controller/timeline");
        double most = 0;
        double threshold = 0;
        for (JsonNode each : timeline) {
            most = Math.max(most, each.at("/movedGb/1").doubleValue());
            threshold = Math.max(threshold, each.at("/thresholds/1").doubleValue());
        }
        assertThat(most).isGreaterThan(0);
        assertThat(threshold).isGreaterThan(0);
        assertThat(result.at("/services/1/pages/private").doubleValue()).isEqualTo(0.96);
        assertThat(result.at("/services/1/pages/source").asText()).isEqualTo("estimated");
    }

    @Test
    void largerServersHoldMore() throws IOException {
        double before = 0;
        for (String server : new String[] {"pim", "pim-8-32", "pim-16-64"}) {
            JsonNode result =
                    JSON.readTree(
                            pim("imgdnn=0.2", "moses=0.2", "xapian=0.2", "--server", server)
                                    .exits(0)
                                    .out());
            assertThat(result.at("/server/name").asText()).isEqualTo(server);
            assertThat(result.at("/nodes/0/name").asText()).isEqualTo(server);
            assertThat(result.at("/nodes/0/factor").doubleValue())
                    .isEqualTo(result.at("/managers/5/factor").doubleValue());
            int cpu = result.at("/server/cores/cpu").intValue();
            int pim = result.at("/server/cores/pim").intValue();
            assertThat(pim).isEqualTo(4 * cpu);
            for (JsonNode each : result.at("/controller/timeline")) {
                int held = 0;
                for (JsonNode division : each.at("/division")) {
                    held += division.at("/pim").intValue();
                }
                assertThat(held).isLessThanOrEqualTo(pim);
            }
            double replaces = result.at("/nodes/1/replaces").doubleValue();
            assertThat(replaces).isGreaterThan(before);
            before = replaces;
        }
        pim("imgdnn=0.2", "moses=0.2", "--server", "pim-8-23").exits(2).says("pim-8-32");
        pim(
                        "imgdnn=0.1",
                        "moses=0.1",
                        "xapian=0.1",
                        "silo=0.1",
                        "sphinx=0.1",
                        "--server",
                        "pim-16-64")
                .exits(2)
                .says("5 services on pim-16-64", "at most 4");
    }

    /** Nothing holds these loads; a short run ends before that is known. */
    @Test
    void aRunThatEndsAboveATargetDoesNotHold() throws IOException {
        for (int seconds : new int[] {10, 40}) {
            JsonNode result =
                    JSON.readTree(
                            pim(
                                            "silo=0.99",
                                            "sphinx=0.99",
                                            "--server",
                                            "pim-16-64",
                                            "--seconds",
                                            seconds)
                                    .exits(1)
                                    .out());
            assertThat(result.at("/controller/holds").asBoolean()).isFalse();
            assertThat(result.at("/controller/timeline")).hasSize(10 * seconds);
            assertThat(result.at("/controller/changedSeconds").doubleValue())
                    .isLessThanOrEqualTo(seconds);
            assertThat(result.at("/services/0/aloneOn/cpu").intValue()).isEqualTo(16);
        }
        assertThat(said("silo=0.5", "masstree=0.2"))
                .contains("silo reaches the largest load that a service of 20 threads holds alone");
        assertThat(said("imgdnn=0.3", "silo=0.3")).doesNotContain("20 threads");
    }

    private String said(String first, String second) {
        return Stowage.run(
                        "node",
                        "pim",
                        first,
                        second,
                        "--server",
                        "pim-16-64",
                        "--force",
                        "-o",
                        directory.resolve("o"))
                .exits(0)
                .out()
                .replaceAll("\\s+", " ");
    }

    /** Octopus-Man holds these loads; the rule lets no single core be given on the way there. */
    @Test
    void endsWithOneWhereTheControllerDoesNotComeToADivisionThatHolds() throws IOException {
        JsonNode result = JSON.readTree(pim("imgdnn=0.2", "silo=0.2", "sphinx=0.6").exits(1).out());
        assertThat(result.at("/managers/2/holds").asBoolean()).isTrue();
        assertThat(result.at("/managers/5/holds").asBoolean()).isTrue();
        assertThat(result.at("/controller/holds").asBoolean()).isFalse();
        assertThat(result.at("/controller/gaveUp").asBoolean()).isTrue();
        assertThat(Files.readString(directory.resolve("out/report.html")))
                .contains(
                        "controller does not come to hold these loads on a server of 4 CPU cores and"
                                + " 16 PIM cores, though they fit under octopus-man");
    }

    /** Never there together, both are held; at once no manager holds them. */
    @Test
    void asksForTheLoadsOfServicesOnlyWhileTheyAreThere() throws IOException {
        JsonNode result = JSON.readTree(pim("silo=0.9@0-10", "xapian=0.9@10-").exits(0).out());
        assertThat(result.at("/managers/5/holds").asBoolean()).isFalse();
        assertThat(result.at("/controller/holds").asBoolean()).isTrue();
        // a second of which it has one core: above its target until it leaves
        result = JSON.readTree(pim("silo=0.3", "xapian=0.9@20-21").exits(1).out());
        assertThat(result.at("/services/1/name").asText()).isEqualTo("xapian");
        assertThat(result.at("/controller/violations/0").doubleValue()).isZero();
        assertThat(result.at("/controller/violations/1").doubleValue()).isEqualTo(1);
        // between two readings
        result = JSON.readTree(pim("silo=0.3", "xapian=0.9@20.01-20.02").exits(0).out());
        assertThat(result.at("/controller/violations/1").isNull()).isTrue();
    }

    @Test
    void whatNobodyHoldsEndsWithOne() throws IOException {
        JsonNode result = JSON.readTree(pim("imgdnn=1", "xapian=1", "moses=1").exits(1).out());
        assertThat(result.at("/controller/holds").asBoolean()).isFalse();
    }

    @Test
    void saysWhatIsWrong() {
        pim("imgdn=0.4", "xapian=0.1").exits(2).says("imgdn", "Did you mean imgdnn");
        pim("imgdnn=1.4", "xapian=0.1").exits(2).says("imgdnn=1.4", "at most 1");
        pim("imgdnn=0.4").exits(2).says("1 service", "2 to 6");
        pim("imgdnn=0.4", "imgdnn=0.1").exits(2).says("imgdnn twice");
        pim("imgdnn=0.4@9-3", "xapian=0.1").exits(2).says("imgdnn=0.4@9-3", "@20-60");
        pim("imgdnn=0.4@-0", "xapian=0.1").exits(2).says("imgdnn=0.4@-0", "@20-60");
        pim("imgdnn=0.4@70-80", "xapian=0.1").exits(2).says("imgdnn comes after the end");
        pim("imgdnn=0.4@5-", "xapian=0.1@7-").exits(2).says("no service at the start");
        pim("imgdnn=0.4", "xapian=0.1", "--compare-nodes", "pim,ordinay")
                .exits(2)
                .says("ordinay", "Did you mean ordinary");
        pim("imgdnn=0.4", "xapian=0.1", "--compare-nodes", "pim").exits(2).says("two or more");
    }
}
