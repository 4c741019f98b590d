package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code node}: services side by side on one server, by the command line. */
class NodeTest {
    @TempDir private Path directory;

    private Path scenario(String text) throws IOException {
        return Files.writeString(directory.resolve("pair.yaml"), text);
    }

    private Path pair(double load) throws IOException {
        return scenario(
                """
                durationSeconds: 30
                services:
                  - {service: memcached, load: {constant: %s}}
                  - {service: xapian, load: {constant: %s}}
                """
                        .formatted(load, load));
    }

    private Stowage.Result node(Path scenario, String out, Object... options) {
        Object[] args = new Object[4 + options.length];
        args[0] = "node";
        args[1] = scenario;
        args[2] = "-o";
        args[3] = directory.resolve(out);
        System.arraycopy(options, 0, args, 4, options.length);
        return run(args);
    }

    @Test
    void comparesAllManagersOnTheExample() throws IOException {
        Stowage.Result result =
                node(
                                Path.of("examples/node/three-services.yaml"),
                                "three",
                                "--manager",
                                "all",
                                "--replications",
                                3)
                        .exits(0);
        String text = result.out().replaceAll("\\s+", " ");
        assertThat(text)
                .contains("of their largest loads within all targets")
                .contains("less in 3 of 3 replications")
                .contains("oracle is the bound, and can't be deployed", "parties has most:")
                .contains("heracles", "unmanaged", "parties", "oracle");
        JsonNode json = new ObjectMapper().readTree(directory.resolve("three/node.json").toFile());
        assertThat(json.required("managers")).hasSize(4);
        for (JsonNode manager : json.required("managers")) {
            JsonNode timeline = manager.required("timeline");
            assertThat(timeline.required("endSeconds")).hasSize(480);
            for (int i = 0; i < 480; i++) {
                int cores = 0;
                double network = 0;
                double disk = 0;
                for (JsonNode tenant : timeline.required("tenants")) {
                    cores += tenant.required("cores").required(i).intValue();
                    network += tenant.required("networkGbps").required(i).doubleValue();
                    disk += tenant.required("diskMBps").required(i).doubleValue();
                }
                assertThat(cores).isEqualTo(14);
                assertThat(network).isCloseTo(10, within(1e-9));
                assertThat(disk).isCloseTo(150, within(1e-9));
            }
        }
        assertThat(rows(directory.resolve("three/timeline.parquet"))).isEqualTo(4 * 4 * 480);
        assertThat(Files.readString(directory.resolve("three/report.html")))
                .contains("Latency over target", "zeroLoadLatency", "0.3 fitted")
                .contains("Frequency (GHz)", "Network (Gbit/s)", "Disk (MB/s)")
                .doesNotContain("Of each approximate job");
    }

    private static long rows(Path parquet) {
        List<Column> columns = List.of(Column.required("manager", Column.Type.STRING, ""));
        try (ColumnFileReader reader = ColumnFileReader.open(parquet, columns)) {
            return reader.rows();
        }
    }

    @Test
    void givesTheSameBytesAgain() throws IOException {
        Path scenario = pair(0.4);
        for (String out : new String[] {"a", "b"}) {
            node(scenario, out, "--manager", "all", "--replications", 2, "--frontier").exits(0);
        }
        for (String file : new String[] {"node.json", "report.html", "timeline.parquet"}) {
            assertThat(directory.resolve("a").resolve(file))
                    .hasSameBinaryContentAs(directory.resolve("b").resolve(file));
        }
    }

    @Test
    void runsApproximateJobsUnderTheManagersThatKnowThem() throws IOException {
        Path example = Path.of("examples/node/approximate.yaml");
        Stowage.Result result = node(example, "ap", "--manager", "all").exits(0);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("precise[half-seconds=2]: canneal is done before the end");
        assertThat(result.out())
                .contains("approximate job", "canneal", "precise-reclaim")
                .doesNotContain("heracles");
        JsonNode json = new ObjectMapper().readTree(directory.resolve("ap/node.json").toFile());
        JsonNode pliant = json.required("managers").required(0);
        assertThat(pliant.required("manager").textValue()).startsWith("pliant[");
        assertThat(pliant.at("/approximateJobs/0/done").doubleValue()).isEqualTo(1);
        assertThat(pliant.at("/approximateJobs/0/inaccuracy").doubleValue()).isBetween(0.001, 0.05);
        JsonNode timeline = pliant.required("timeline");
        JsonNode variants = timeline.at("/tenants/1/variant");
        int changes = 0;
        for (int i = 1; i < variants.size(); i++) {
            boolean isOther = !variants.required(i).equals(variants.required(i - 1));
            changes += isOther ? 1 : 0;
            assertThat(!isOther || timeline.at("/isChanged/" + i).booleanValue()).isTrue();
        }
        assertThat(changes)
                .isPositive()
                .isEqualTo(pliant.at("/approximateJobs/0/switches").intValue());
        assertThat(timeline.at("/tenants/0/variant")).isEmpty();
        assertThat(Files.readString(directory.resolve("ap/report.html")))
                .contains("Of each approximate job. 0 is precise.");
        node(example, "no", "--manager", "parties")
                .exits(3)
                .says("parties with approximate jobs", "pliant, precise, precise-reclaim");
        node(pair(0.2), "no", "--manager", "pliant").exits(3).says("without approximate jobs");
    }

    @Test
    void findsTheLargestLoads() throws IOException {
        Stowage.Result result = node(pair(0.2), "f", "--manager", "oracle", "--frontier").exits(0);
        assertThat(result.out()).contains("largest load of xapian in %, by memcached");
        JsonNode json = new ObjectMapper().readTree(directory.resolve("f/node.json").toFile());
        double first = json.at("/managers/0/frontier/largest/0/0").doubleValue();
        assertThat(Files.readString(directory.resolve("f/report.html")))
                .contains(
                        "id=\"frontier-0-title\"",
                        "--depth:" + Math.round(62 * first) + "\">" + Math.round(100 * first));
    }

    @Test
    void saysWhatNoAllocationCanDoAndEndsWith1() throws IOException {
        Path scenario =
                scenario(
                        """
                        profiles: mine.yaml
                        durationSeconds: 10
                        services:
                          - {service: big, load: {constant: 1}}
                        """);
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        String nginx =
                library.substring(library.indexOf("  nginx:"), library.indexOf("  moses:"))
                        .replace("  nginx:", "  big:")
                        .replace("networkGbps: [6.2,", "networkGbps: [16.2,");
        Files.writeString(directory.resolve("mine.yaml"), "services:\n" + nginx);
        Stowage.Result result = node(scenario, "i").exits(1);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("No manager meets all targets")
                .contains("big at load 1.00 is infeasible at any allocation")
                .contains("the network is too slow, it asks for 16.2 of 10.0 Gbit/s");
    }

    /** 1.01 times its target, on all of a node: one reading in three is within it. */
    @Test
    void endsWith1WhereOnlyNoiseMeetsATarget() throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        String nodes = library.substring(library.indexOf("\nnodes:"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                nodes.replaceFirst("  parties:", "  small:")
                        .replaceFirst("memoryGb: \\[[^,]*", "memoryGb: [60"));
        String one =
                """
                profiles: mine.yaml
                node: small
                durationSeconds: 60
                services:
                  - {service: mongodb, load: {constant: %s}}
                """;
        Stowage.Result noise = node(scenario(one.formatted(0.9)), "n").exits(1);
        assertThat(noise.out().replaceAll("\\s+", " "))
                .contains("within all targets", "1/1")
                .contains(
                        "mongodb at load 0.90 is infeasible at any allocation: the memory is too"
                                + " small, it needs at least 61 of 60 whole GB")
                .contains("at no moment of the run all targets can be met");
        JsonNode json = new ObjectMapper().readTree(directory.resolve("n/node.json").toFile());
        assertThat(json.required("isInfeasible").booleanValue()).isTrue();
        assertThat(node(scenario(one.formatted(0.8)), "y").exits(0).out())
                .doesNotContain("infeasible");
    }

    /** 40 GB: no disk makes up for what is not in memory, and 61 GB are enough on any. */
    @Test
    void namesTheMemoryWhereNoDiskHelps() throws IOException {
        assertThat(onNode(40, 150))
                .contains("the memory is too small, it needs at least 61 of 40 whole GB");
        assertThat(onNode(40, 10_000))
                .contains("the memory is too small, it needs at least 61 of 40 whole GB");
        assertThat(onNode(60, 10)).contains("it needs at least 61 of 60 whole GB");
        assertThat(onNode(61, 10)).doesNotContain("infeasible");
        assertThat(onNode(61, 4)).contains("the disk is too slow, it asks for 4.5 of 4.0 MB/s");
        assertThat(onNode(40, 4))
                .as("all that is short")
                .contains(
                        "the disk is too slow, it asks for 4.5 of 4.0 MB/s; and the memory is too"
                                + " small, it needs at least 61 of 40 whole GB");
    }

    /** What is said of the shipped mongodb at 0.9 on a node with such memory and such a disk. */
    private String onNode(int memoryGb, int diskMBps) throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                library.substring(library.indexOf("\nnodes:"))
                        .replaceFirst("  parties:", "  own:")
                        .replaceFirst("memoryGb: \\[[^,]*", "memoryGb: [" + memoryGb)
                        .replaceFirst("diskMBps: \\[[^,]*", "diskMBps: [" + diskMBps));
        Path scenario =
                scenario(
                        """
                        profiles: mine.yaml
                        node: own
                        durationSeconds: 5
                        services:
                          - {service: mongodb, load: {constant: 0.9}}
                        """);
        return node(scenario, memoryGb + "-" + diskMBps).out().replaceAll("\\s+", " ");
    }

    /** Eight services on 64 ways can be divided some 550 million times. */
    @Test
    void refusesAnOracleThatWouldNotEnd() throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        String nodes = library.substring(library.indexOf("\nnodes:"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                nodes.replaceFirst("  parties:", "  wide:")
                        .replaceFirst("cacheWays: \\[[^,]*", "cacheWays: [64"));
        Path scenario =
                scenario(
                        "profiles: mine.yaml\nnode: wide\ndurationSeconds: 5\nservices:\n"
                                + "  - {service: xapian, load: {constant: 0.1}}\n".repeat(8));
        node(scenario, "wide", "--manager", "all")
                .exits(3)
                .says("oracle, with 8 services on 64 ways", "at most 1,000,000", "parties");
        assertThat(node(scenario, "wide", "--manager", "unmanaged,heracles,parties").out())
                .containsPattern("parties +[0-9.]+ %");
    }

    @Test
    void saysInWhichFormTheTimeOfAJobIs() throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/pliant.yaml"));
        String canneal =
                library.substring(
                        library.indexOf("  canneal:"), library.indexOf("  streamcluster:"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                "approximate:\n"
                        + canneal.replace("nominalSeconds: 60", "nominalSeconds: [40, ours]"));
        node(
                        scenario(
                                """
                                profiles: mine.yaml
                                services: [{service: nginx-pliant, load: {constant: 0.5}}]
                                approximate: [canneal]
                                """),
                        "form")
                .exits(3)
                .says(
                        "approximate.canneal.nominalSeconds",
                        "[40,\"ours\"]",
                        "a number by itself, without a source");
    }

    @Test
    void numbersTheSecondOfOneName() throws IOException {
        Stowage.Result result =
                node(
                                scenario(
                                        """
                                        durationSeconds: 10
                                        services:
                                          - {service: memcached, load: {constant: 0.2}}
                                          - {service: memcached, load: {constant: 0.3}}
                                        """),
                                "two",
                                "--frontier")
                        .exits(0);
        assertThat(result.out())
                .contains("largest load of memcached-2 in %, by memcached")
                .containsPattern("time above target +memcached +memcached-2");
        List<Column> columns =
                List.of(
                        Column.required("tenant", Column.Type.STRING, ""),
                        Column.required("end_seconds", Column.Type.DOUBLE, ""));
        Set<String> keys = new HashSet<>();
        try (ColumnFileReader reader =
                ColumnFileReader.open(directory.resolve("two/timeline.parquet"), columns)) {
            while (reader.nextGroup()) {
                String[] tenants = new String[reader.groupRows()];
                double[] ends = new double[tenants.length];
                reader.column(0).strings(tenants, tenants.length);
                reader.column(1).doubles(ends, ends.length);
                for (int row = 0; row < ends.length; row++) {
                    keys.add(tenants[row] + " " + ends[row]);
                }
            }
            assertThat(keys).hasSize(Math.toIntExact(reader.rows())).hasSize(3 * 20);
        }
    }

    /** A service whose name is what the second of another one would be called. */
    @Test
    void numbersAroundTheNamesThatThereAre() throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                "services:\n"
                        + library.substring(
                                        library.indexOf("  xapian:"), library.indexOf("  nginx:"))
                                .replace("  xapian:", "  memcached-2:"));
        node(
                        scenario(
                                """
                                profiles: mine.yaml
                                durationSeconds: 10
                                services:
                                  - {service: memcached, load: {constant: 0.1}}
                                  - {service: memcached, load: {constant: 0.2}}
                                  - {service: memcached-2, load: {constant: 0.3}}
                                """),
                        "names",
                        "--manager",
                        "unmanaged")
                .exits(0);
        JsonNode tenants =
                new ObjectMapper()
                        .readTree(directory.resolve("names/node.json").toFile())
                        .at("/managers/0/timeline/tenants");
        assertThat(tenants.at("/0/name").textValue()).isEqualTo("memcached");
        assertThat(tenants.at("/1/name").textValue()).isEqualTo("memcached-3");
        assertThat(tenants.at("/1/load/0").doubleValue()).isEqualTo(0.2);
        assertThat(tenants.at("/2/name").textValue()).isEqualTo("memcached-2");
        assertThat(tenants.at("/2/load/0").doubleValue()).isEqualTo(0.3);
    }

    /** What is enough for each of two services and too little for both. */
    @Test
    void namesTheResourceThatIsShortForServicesTogether() throws IOException {
        String pair =
                """
                durationSeconds: 30
                services:
                  - {service: %s, load: {constant: %s}}
                  - {service: %s, load: {constant: %s}}
                """;
        String[][] cases = {
            {
                "nginx",
                "1.0",
                "nginx",
                "1.0",
                "are infeasible at any allocation: the network is"
                        + " too slow, they ask for 12.4 of 10.0 Gbit/s"
            },
            {
                "mongodb",
                "0.9",
                "mongodb",
                "0.9",
                "are infeasible at any allocation: the memory is"
                        + " too small, they need more than 121 of 120 GB"
            },
            {
                "xapian",
                "0.9",
                "moses",
                "0.9",
                "no division of the node meets all targets: too few"
                        + " cores, they need at least 16 of their own and there are 14"
            },
            {"xapian", "1.0", "sphinx", "1.0", "no division"}
        };
        for (String[] each : cases) {
            Path scenario = scenario(pair.formatted(each[0], each[1], each[2], each[3]));
            assertThat(node(scenario, "o", "--force").out().replaceAll("\\s+", " "))
                    .contains(
                            "Warning: at 0.0 s, with %s at %.2f and %s at %.2f of their largest loads,"
                                    .formatted(
                                            each[0],
                                            Double.parseDouble(each[1]),
                                            each[0].equals(each[2]) ? each[2] + "-2" : each[2],
                                            Double.parseDouble(each[3])))
                    .contains(each[4]);
        }
        Path three =
                scenario(
                        """
                        durationSeconds: 30
                        services:
                          - {service: xapian, load: {constant: 0.1}}
                          - {service: nginx, load: {constant: 0.5}}
                          - {service: moses, load: {steps: [[0, 0.1], [10, 0.9]]}}
                        """);
        assertThat(node(three, "o", "--force").out().replaceAll("\\s+", " "))
                .contains(
                        "Warning: at 10.0 s, with xapian at 0.10 and nginx at 0.50 and moses at 0.90")
                .contains(
                        "no division of cores and ways meets all targets, nor a pool of all or all"
                                + " but one, though there is enough of each by itself: the best"
                                + " leaves")
                .contains("at 1.06 times its target");
        assertThat(node(pair(0.4), "o", "--force").out()).doesNotContain("Warning");
    }

    /**
     * tau f > 1: what the neighbours take of the bandwidth is enough to miss the target at rest.
     */
    @Test
    void saysThatNoAllocationHelpsWhereTheBandwidthIsShort() throws IOException {
        String library =
                Files.readString(
                        Path.of(
                                "planner-core/src/main/resources/dev/stowage/model/node/library.yaml"));
        String memcached =
                library.substring(library.indexOf("  memcached:"), library.indexOf("  xapian:"));
        Files.writeString(
                directory.resolve("mine.yaml"),
                "services:\n"
                        + memcached
                                .replace("  memcached:", "  tight:")
                                .replaceFirst("zeroLoadLatency: \\[[^,]*", "zeroLoadLatency: [0.9")
                        + memcached
                                .replace("  memcached:", "  greedy:")
                                .replaceFirst(
                                        "memoryBandwidthGBps: \\[[^,]*",
                                        "memoryBandwidthGBps: [80"));
        String services =
                """
                profiles: mine.yaml
                durationSeconds: 10
                services:
                  - {service: tight, load: {constant: 0.05}}
                  - {service: greedy, load: {constant: %s}}
                """;
        String expected = "tight is infeasible at any allocation beside the others: the memory";
        Stowage.Result all = node(scenario(services.formatted(0.5)), "g", "--manager", "all");
        assertThat(all.exits(1).out().replaceAll("\\s+", " "))
                .contains("No manager meets all targets")
                .contains(expected + " bandwidth is too small, they ask for 40.0 of 50.0 GB/s");
        assertThat(node(scenario(services.formatted(0.1)), "h", "--manager", "oracle").out())
                .doesNotContain("infeasible");
    }

    @Test
    void poolsReadingsOfTooFewRequestsAndSaysSo() throws IOException {
        Path scenario =
                scenario(
                        """
                        durationSeconds: 60
                        services:
                          - {service: sphinx, load: {constant: 0.5}}
                        """);
        Stowage.Result result =
                node(scenario, "s", "--fidelity", "requests", "--manager", "unmanaged");
        assertThat(result.out()).contains("too few requests");
    }

    /** 7 requests a second: the first hundred have come after 14 s. */
    @Test
    void holdsNothingToBeWithinItsTargetBeforeItWasRead() throws IOException {
        String services =
                """
                durationSeconds: %s
                services:
                  - {service: sphinx, load: {constant: 0.5}}
                  - {service: moses, load: {constant: 0.1}}
                """;
        Stowage.Result never =
                node(scenario(services.formatted(10)), "n", "--fidelity", "requests").exits(1);
        assertThat(never.out().replaceAll("\\s+", " "))
                .contains("No manager meets all targets", "not read")
                .contains("sphinx had too few requests for a percentile in the first 100.0 %")
                .doesNotContain("points less");
        JsonNode manager =
                new ObjectMapper()
                        .readTree(directory.resolve("n/node.json").toFile())
                        .required("managers")
                        .required(0);
        assertThat(manager.required("converged").intValue()).isZero();
        assertThat(manager.at("/services/0/violationShare").isNull()).isTrue();
        assertThat(manager.at("/timeline/tenants/0/latencyOverTarget/0").isNull()).isTrue();
        assertThat(manager.at("/timeline/tenants/1/latencyOverTarget/0").isNumber()).isTrue();
        node(scenario(services.formatted(40)), "l", "--fidelity", "requests", "--manager", "all");
        for (JsonNode each :
                new ObjectMapper()
                        .readTree(directory.resolve("l/node.json").toFile())
                        .required("managers")) {
            double unread = each.at("/services/0/unreadShare").doubleValue();
            assertThat(unread).isBetween(0.2, 0.6);
            assertThat(each.at("/effectiveUtilisation/mean").doubleValue())
                    .isLessThanOrEqualTo(0.6 * (1 - unread) + 1e-9);
        }
    }

    @Test
    void namesWhatIsWrong() throws IOException {
        node(
                        scenario(
                                """
                                services:
                                  - {service: redis, load: {constant: 0.5}}
                                  - {service: xapian, load: {points: [[0, 0.1], [0, 0.2]]}}
                                bestEffort: [video]
                                """),
                        "x")
                .exits(3)
                .says(
                        "pair.yaml:2:",
                        "\"redis\", expected one of memcached",
                        "times do not rise",
                        "\"video\", expected one of compute, memory");
        node(scenario("services:\n  - {service: xapian, load: {constant: 1.5}}\n"), "x")
                .exits(3)
                .says("1.5");
        node(
                        scenario(
                                "durationSeconds: 10.3\nservices: [{service: xapian, load: {constant: 0.1}}]\n"),
                        "x")
                .exits(3)
                .says("durationSeconds", "10.3", "whole intervals of 0.5 s");
        node(pair(0.2), "x", "--manager", "round-robin").exits(2).says("heracles, parties");
        node(pair(0.2), "x", "--manager", "parties,parties").exits(2).says("twice");
        node(scenario("services: []\n"), "x").exits(3);
        String many = "  - {service: xapian, load: {constant: 0.1}}\n".repeat(13);
        node(scenario("services:\n" + many), "x")
                .exits(3)
                .says("services: found a list of 13 entries", "a list of 1 to 12 entries");
    }

    @Test
    void readsLoadsFromACsvAndNamesTheLine() throws IOException {
        Files.writeString(directory.resolve("load.csv"), "t,x\n0,0.1\n10,0.5\n");
        Path scenario =
                scenario(
                        """
                        durationSeconds: 10
                        services:
                          - {service: xapian, load: {csv: {file: load.csv, time: t, load: x}}}
                        """);
        node(scenario, "c").exits(0);
        JsonNode json = new ObjectMapper().readTree(directory.resolve("c/node.json").toFile());
        assertThat(json.at("/managers/0/timeline/tenants/0/load/10").doubleValue())
                .isEqualTo(0.31, within(1e-9));
        assertThat(json.required("warnings")).isEmpty();
        Files.writeString(directory.resolve("load.csv"), "t,x\n2,0.1\n7.5,0.5\n");
        assertThat(node(scenario, "e").exits(0).out().replaceAll("\\s+", " "))
                .contains(
                        "Warning: load.csv begins at 2 s: the load is held at 0.100 before, from"
                                + " the start of the run.")
                .contains(
                        "Warning: load.csv ends at 7.5 s: the load is held at 0.500 from then on, to"
                                + " the end at 10 s.");
        assertThat(
                        new ObjectMapper()
                                .readTree(directory.resolve("e/node.json").toFile())
                                .required("warnings"))
                .hasSize(2);
        assertThat(Files.readString(directory.resolve("e/report.html")))
                .contains("load.csv ends at 7.5 s");
        Files.writeString(
                directory.resolve("load.csv"), "t,x\n0,0.1\n5,0.1\n5.05,1\n5.2,1\n10,0.1\n");
        assertThat(node(scenario, "g").out().replaceAll("\\s+", " "))
                .contains(
                        "load.csv has 2 rows less than half a second after the one before: the load"
                                + " of each half second is that in its middle");
        Files.writeString(directory.resolve("load.csv"), "t,x\n0,0.1\n10,12\n");
        node(scenario, "d").exits(3).says("load.csv:3", "12", "share of the largest load");
        Files.writeString(directory.resolve("load.csv"), "t,y\n0,0.1\n");
        node(scenario, "d").exits(3).says("load.csv:1", "no column \"x\"");
    }

    /** Two virtual machines with a use that a person can add up. */
    @Test
    void readsLoadsFromTheUseOfATrace() throws IOException {
        Path source = Files.createDirectory(directory.resolve("source"));
        for (int machine = 1; machine <= 2; machine++) {
            StringBuilder rows =
                    new StringBuilder(
                            "Timestamp [ms];\tCPU cores;\tCPU capacity provisioned [MHZ];\tCPU usage"
                                    + " [MHZ];\tCPU usage [%];\tMemory capacity provisioned [KB];\t"
                                    + "Memory usage [KB];\tDisk read throughput [KB/s];\tDisk write"
                                    + " throughput [KB/s];\tNetwork received throughput [KB/s];\tNetwork"
                                    + " transmitted throughput [KB/s]\n");
            for (int i = 0; i < 6; i++) {
                int percent = i == 3 ? 80 : 10 * machine;
                rows.append(1_376_314_800L + 300L * i)
                        .append(";\t1;\t1000;\t")
                        .append(10 * percent)
                        .append(";\t")
                        .append(percent)
                        .append(";\t4194304;\t1048576;\t0;\t0;\t0;\t0\n");
            }
            Files.writeString(source.resolve(machine + ".csv"), rows);
        }
        run("ingest", "bitbrains", source, "-o", directory.resolve("b.trace")).exits(0);
        String scenario =
                """
                durationSeconds: %d
                services:
                  - {service: xapian, load: {trace: {file: b.trace, peak: 0.8, speed: %d}}}
                """;
        node(scenario(scenario.formatted(20, 60)), "t").exits(0);
        JsonNode json = new ObjectMapper().readTree(directory.resolve("t/node.json").toFile());
        JsonNode load = json.at("/managers/0/timeline/tenants/0/load");
        // 0.1 + 0.2 cores, and 0.8 + 0.8 from the fourth measurement: of 0.8 at the most
        assertThat(load.get(0).doubleValue()).isEqualTo(0.15, within(1e-6));
        assertThat(load.get(29).doubleValue()).isEqualTo(0.15, within(1e-6));
        assertThat(load.get(30).doubleValue()).isEqualTo(0.8, within(1e-6));
        assertThat(load.get(39).doubleValue()).isEqualTo(0.8, within(1e-6));
        node(scenario(scenario.formatted(5, 240)), "u")
                .exits(3)
                .says(
                        "b.trace",
                        "steps of 60 s at a speed of 240.0",
                        "stepSeconds to at least 120");
        node(scenario(scenario.formatted(60, 60)), "u")
                .exits(3)
                .says("b.trace", "use over", "use until 60 min", "durationSeconds");
        node(scenario(scenario.replace(", peak: 0.8", "").formatted(20, 60)), "u")
                .exits(3)
                .says("peak");
        node(scenario(scenario.replace("b.trace", "c.trace").formatted(20, 60)), "u")
                .exits(3)
                .says("c.trace");
    }

    @Test
    void refusesMoreTenantsThanCoresAndSaysWhichResourceIsShortForAll() throws IOException {
        node(
                        scenario(
                                """
                                node: pliant
                                services: [{service: nginx-pliant, load: {constant: 0.5}}]
                                approximate: [%s]
                                """
                                        .formatted(
                                                String.join(
                                                        ", ", Collections.nCopies(16, "canneal")))),
                        "x",
                        "--manager",
                        "pliant")
                .exits(3)
                .says("17 services and approximate jobs", "at most 16");
        String services =
                "  - {service: mongodb, load: {constant: 0.1}}\n".repeat(8); // 18 GB each, of 120
        Stowage.Result result =
                node(scenario("durationSeconds: 5\nservices:\n" + services), "m").exits(1);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains(
                        "together they are infeasible at any allocation: the memory is too small");
    }
}
