package dev.stowage.push.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.push.Push;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.workflow.fleet.FleetManagerView.Mix;
import dev.stowage.workflow.fleet.FleetManagerView.Start;
import dev.stowage.workflow.fleet.FleetManagerView.Started;
import dev.stowage.workflow.fleet.FleetManagerView.Units;
import dev.stowage.workflow.fleet.FleetServerView;
import dev.stowage.workflow.fleet.FleetServerView.Sourced;
import dev.stowage.workflow.fleet.FleetStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start of a server of a fleet, on a {@code /sys} that follows the kernel's rules. */
class FleetTargetTest {
    private static final int CORES = 14;
    private static final int WAYS = 20;
    private static final int MEMORY = 120;
    private static final int PARTS = 10;

    @TempDir private Path folder;

    private static FleetStart fleet(Start start) {
        FleetServerView server =
                new FleetServerView(
                        new Sourced(CORES, "text"),
                        new Sourced(2, "table"),
                        new Sourced(WAYS, "table"),
                        new Sourced(MEMORY, "text"),
                        new Sourced(150, "ours"),
                        new Sourced(PARTS, "ours"),
                        new Sourced(0.5, "text"),
                        List.of(1.2, 2.2, 2.8),
                        List.of());
        return new FleetStart(
                1,
                "drawn",
                "parties",
                server,
                List.of(new FleetStart.StartOf("parties", 1, List.of(new Mix("m", 1, start)))));
    }

    /** A division as a manager may begin with: some replicas share a pool, if there is one. */
    private static Start drawn(Random random) {
        int own = random.nextInt(6);
        int pooled = own == 0 ? 1 + random.nextInt(4) : random.nextInt(3);
        int owners = pooled > 0 || random.nextBoolean() ? own + 1 : own;
        int[] cores = parts(random, CORES, owners);
        int[] ways = parts(random, WAYS, owners);
        int[] memory = parts(random, MEMORY, owners);
        int[] disk = parts(random, PARTS, owners);
        List<Started> replicas = new ArrayList<>();
        for (int i = 0; i < own; i++) {
            double ghz = List.of(1.2, 2.2, 2.8).get(random.nextInt(3));
            replicas.add(
                    new Started(
                            "service " + i,
                            new Units(cores[i], ways[i], memory[i], disk[i], 1, ghz)));
        }
        for (int i = 0; i < pooled; i++) {
            replicas.add(new Started("shared-" + i % 2, null));
        }
        return new Start(
                replicas,
                owners == own
                        ? new Units(0, 0, 0, 0, 0, 2.8)
                        : new Units(cores[own], ways[own], memory[own], disk[own], 1, 2.8));
    }

    /** At least one each, at most all together. */
    private static int[] parts(Random random, int total, int owners) {
        int[] parts = new int[owners];
        int left = total;
        for (int i = 0; i < owners; i++) {
            parts[i] = 1 + random.nextInt(Math.max(1, left - (owners - i) + 1) / (owners - i) + 1);
            parts[i] = Math.min(parts[i], left - (owners - i - 1));
            left -= parts[i];
        }
        return parts;
    }

    private Push push(Path root, CgroupFiles files, Start start) {
        PushPlan plan =
                new PushPlan(
                        folder.resolve("fleet.json"),
                        "p",
                        "d",
                        null,
                        List.of(),
                        null,
                        fleet(start));
        Map<String, String> options =
                Map.of("manager", "parties", "root", "r", "server", "server-1", "disk", "8:0");
        return new Push(
                "node",
                new FleetTarget(() -> plan, PushSettings.of(options), root, files),
                folder.resolve("p"),
                folder.resolve("journals-" + root.getFileName()),
                false);
    }

    private static SortedMap<String, String> bytes(Path root) throws IOException {
        SortedMap<String, String> bytes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                bytes.put(
                        root.relativize(file).toString(),
                        Files.isDirectory(file)
                                ? "folder"
                                : new String(
                                        Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return bytes;
    }

    @Test
    void dividesAServerWithinTheRulesOfTheKernelAndBringsEachByteBack() throws IOException {
        Random random = new Random(35);
        for (int round = 0; round < 12; round++) {
            Start start = drawn(random);
            Path root = folder.resolve("r" + round);
            boolean arePaired = random.nextBoolean();
            FakeSys kernel = new FakeSys(root, CORES + random.nextInt(3), WAYS, arePaired);
            SortedMap<String, String> before = bytes(root);
            push(root, kernel, start).carryOut("d");
            holdsWhatTheServerHas(root, kernel, start, arePaired);
            assertThat(push(root, kernel, start).compare().outcome())
                    .isEqualTo(PushReport.Outcome.UNCHANGED);
            push(root, kernel, start).rollBack();
            assertThat(bytes(root)).as("round %s", round).isEqualTo(before);
        }
    }

    /** By reading the tree alone: cores, ways and memory are nobody else's, and not too much. */
    private static void holdsWhatTheServerHas(
            Path root, FakeSys kernel, Start start, boolean arePaired) throws IOException {
        TreeSet<Integer> cpus = new TreeSet<>();
        int cpuCount = 0;
        long memory = 0;
        long disk = 0;
        int limited = 0;
        try (Stream<Path> files = Files.walk(root.resolve("sys/fs/cgroup/stowage.slice"))) {
            for (Path each : files.filter(Files::isDirectory).toList()) {
                String list = kernel.read(each.resolve("cpuset.cpus")).orElse("");
                if (list.isEmpty()) {
                    continue;
                }
                limited++;
                TreeSet<Integer> own = ServerCpus.parse(list);
                cpuCount += own.size();
                cpus.addAll(own);
                for (int cpu : own) {
                    String siblings = "cpu" + cpu + "/topology/thread_siblings_list";
                    String pair =
                            Files.readString(root.resolve("sys/devices/system/cpu/" + siblings))
                                    .strip();
                    assertThat(own).as("paired %s", arePaired).containsAll(ServerCpus.parse(pair));
                }
                assertThat(kernel.read(each.resolve("cpu.max")))
                        .hasValue(own.size() * 100_000L + " 100000");
                assertThat(kernel.read(each.resolve("cpuset.mems"))).hasValue("0");
                memory += Long.parseLong(kernel.read(each.resolve("memory.max")).orElseThrow());
                String io = kernel.read(each.resolve("io.max")).orElseThrow();
                disk += Long.parseLong(io.replaceFirst(".*rbps=(\\d+) .*", "$1"));
            }
        }
        long own = start.replicas().stream().filter(each -> each.own() != null).count();
        assertThat((long) limited).isEqualTo(own + (start.pool().cores() > 0 ? 1 : 0));
        assertThat(cpuCount)
                .as("no CPU twice")
                .isEqualTo(cpus.size())
                .isLessThanOrEqualTo(2 * CORES);
        assertThat(memory).isLessThanOrEqualTo(MEMORY * 1_000_000_000L);
        assertThat(disk).isLessThanOrEqualTo(150_000_000L);
        long masks = 0;
        List<Path> groups = kernel.groups();
        if (start.pool().cores() > 0) {
            groups.add(root.resolve("sys/fs/resctrl"));
        }
        for (Path group : groups) {
            String schemata = kernel.read(group.resolve("schemata")).orElseThrow();
            long mask =
                    Long.parseUnsignedLong(
                            ResctrlTree.values(schemata).getOrDefault("L3:0", "none"), 16);
            assertThat(masks & mask).as("no way twice").isZero();
            masks |= mask;
        }
        assertThat((long) kernel.groups().size()).isEqualTo(own);
        for (Started each : start.replicas()) {
            if (each.own() != null && each.own().frequencyGhz() < 2.8) {
                assertThat(bytes(root.resolve("sys/devices")).values())
                        .contains((long) (each.own().frequencyGhz() * 1e6) + "\n");
            }
        }
    }

    @Test
    void goesOnOrBackWhereverItWasKilled() throws IOException {
        Start start = drawn(new Random(4));
        assertThat(start.replicas()).hasSizeGreaterThan(1);
        int stopped = 0;
        for (int last = 0; last < 28; last += 2) {
            Path root = folder.resolve("k" + last);
            FakeSys kernel = new FakeSys(root, CORES, WAYS, false);
            SortedMap<String, String> before = bytes(root);
            try {
                push(root, failing(kernel, last), start).carryOut("d");
            } catch (PushFailure e) {
                stopped++;
                assertThatThrownBy(() -> push(root, kernel, start).carryOut("d"))
                        .hasMessageContainingAll("--continue", "--rollback");
                if (last % 4 == 0) {
                    push(root, kernel, start).resume();
                    holdsWhatTheServerHas(root, kernel, start, false);
                }
            }
            push(root, kernel, start).rollBack();
            assertThat(bytes(root)).as("write %s", last).isEqualTo(before);
        }
        assertThat(stopped).isGreaterThan(7);
    }

    /** Refuses a write, after so many. */
    private static CgroupFiles failing(FakeSys kernel, int last) {
        return new CgroupFiles() {
            private int writes;

            @Override
            public void make(Path path) {
                kernel.make(path);
            }

            @Override
            void write(Path file, String value) {
                if (writes++ == last) {
                    throw refused(value, new IOException("killed"));
                }
                kernel.write(file, value);
            }

            @Override
            void remove(Path path) {
                kernel.remove(path);
            }
        };
    }

    @Test
    void refusesATreeThatIsNotTheServerThatWasPlanned() throws IOException {
        Start start = drawn(new Random(4));
        Path small = folder.resolve("small");
        FakeSys fewer = new FakeSys(small, CORES - 1, WAYS, false);
        assertThatThrownBy(() -> push(small, fewer, start).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("13 cores", "14 cores");
        Path narrow = folder.resolve("narrow");
        FakeSys less = new FakeSys(narrow, CORES, 4, false);
        Start all =
                new Start(
                        List.of(new Started("web", new Units(14, 20, 120, 10, 20, 2.8))),
                        new Units(0, 0, 0, 0, 0, 2.8));
        assertThatThrownBy(() -> push(narrow, less, all).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("4 ways", "20 ways", "cbm_mask");
        Path none = folder.resolve("none");
        FakeSys without = new FakeSys(none, CORES, WAYS, false);
        Files.delete(none.resolve("sys/fs/resctrl/info/L3/cbm_mask"));
        assertThatThrownBy(() -> push(none, without, all).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("cbm_mask", "mount -t resctrl");
        assertThat(none.resolve("sys/fs/cgroup/stowage.slice")).doesNotExist();
    }

    @Test
    void writesNothingWhereAFileIsReadOnly() throws IOException {
        Path root = folder.resolve("ro");
        FakeSys kernel = new FakeSys(root, CORES, WAYS, false);
        SortedMap<String, String> before = bytes(root);
        CgroupFiles readOnly =
                new CgroupFiles() {
                    @Override
                    boolean isWritable(Path file) {
                        return !file.endsWith("cgroup.subtree_control");
                    }
                };
        Start start = drawn(new Random(4));
        assertThatThrownBy(() -> push(root, readOnly, start).carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("cgroup.subtree_control: can't be written", "writable");
        assertThat(bytes(root)).isEqualTo(before);
        assertThat(kernel.groups()).isEmpty();
    }

    @Test
    void keepsTheLimitsOfACgroupThatIsGivenToIt() throws IOException {
        Path root = folder.resolve("delegated");
        FakeSys kernel = new FakeSys(root, CORES, WAYS, false);
        Path limit = root.resolve("sys/fs/cgroup/memory.max");
        Files.writeString(limit, "130000000000\n");
        push(root, kernel, drawn(new Random(4))).carryOut("d");
        assertThat(limit).hasContent("130000000000\n");
    }
}
