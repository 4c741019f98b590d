package dev.stowage.push.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Push;
import dev.stowage.push.PushReport;
import dev.stowage.push.SamplePlacements;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node target on cgroups: those of a folder, and those of this machine where it has some. */
class NodeTargetTest {
    @TempDir private Path folder;

    private Push push(CgroupFiles files, Path root, Map<String, String> options) {
        Map<String, String> all = new TreeMap<>(options);
        all.put("server", "a");
        PushPlan plan = new PushPlan(folder.resolve("placement.json"), "p", "d", plan(), List.of());
        PushTarget target = new NodeTarget(() -> plan, PushSettings.of(all), root, false, files);
        return new Push("node", target, folder.resolve("p"), folder.resolve("journals"), false);
    }

    private static PlacementPlan plan() {
        ResourceVector size = ResourceVector.of(4_000_000, 8L << 30);
        ResourceVector one = ResourceVector.of(1_000_000, 1L << 30);
        ResourceVector small = ResourceVector.of(100_000, (1L << 28) + 100);
        return SamplePlacements.plan(
                List.of(SamplePlacements.server("a", size, true)),
                List.of(
                        new PlacementPlan.Service("web", 2, one, null, one, 0, null),
                        new PlacementPlan.Service("cron", 1, small, null, null, 5, null)),
                List.of(
                        SamplePlacements.item("w1", "web", one, "a"),
                        SamplePlacements.item("w2", "web", one, "a"),
                        SamplePlacements.item("c", "cron", small, "a"),
                        SamplePlacements.item("x", null, small, null)));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    @Test
    void writesTheLimitsOfEachServiceAndTakesThemBack() throws IOException {
        Path root = Files.createDirectory(folder.resolve("cgroup"));
        FakeCgroups kernel = new FakeCgroups(root, "cpu cpuset io memory pids");
        kernel.write(root.resolve(CgroupTree.CONTROLLERS), "+pids");
        Push push = push(kernel, root, Map.of("pin", "true"));

        push.carryOut("d");

        Path web = root.resolve("stowage.slice/stowage-web.slice");
        assertThat(text(web.resolve("cpu.max"))).isEqualTo("200000 100000");
        assertThat(text(web.resolve("cpu.weight"))).isEqualTo("79");
        assertThat(text(web.resolve("memory.max"))).isEqualTo(Long.toString(2L << 30));
        assertThat(text(web.resolve("memory.low"))).isEqualTo(Long.toString(2L << 30));
        assertThat(text(web.resolve("cpuset.cpus"))).isEqualTo("0-1");
        Path cron = root.resolve("stowage.slice/stowage-cron.slice");
        assertThat(text(cron.resolve("cpu.max"))).isEqualTo("max 100000");
        assertThat(text(cron.resolve("memory.low"))).isEqualTo(Long.toString(1L << 28));
        assertThat(text(cron.resolve("io.weight"))).isEqualTo("default 200");
        assertThat(text(cron.resolve("cpuset.cpus"))).isEqualTo("2-3");
        assertThat(text(root.resolve(CgroupTree.CONTROLLERS)))
                .isEqualTo("cpu cpuset io memory pids");
        assertThat(push.compare().outcome()).isEqualTo(PushReport.Outcome.UNCHANGED);

        push.rollBack();
        assertThat(root.resolve("stowage.slice")).doesNotExist();
        assertThat(text(root.resolve(CgroupTree.CONTROLLERS))).isEqualTo("pids");
    }

    @Test
    void goesOnWithACgroupThatGotSomeOfItsLimits() throws IOException {
        for (int last = 0; last < 12; last++) {
            int limit = last;
            Path root = Files.createDirectory(folder.resolve("c" + last));
            FakeCgroups kernel = new FakeCgroups(root, "cpu io memory");
            CgroupFiles failing =
                    new CgroupFiles() {
                        private int writes;

                        @Override
                        public void make(Path path) {
                            kernel.make(path);
                        }

                        @Override
                        void write(Path file, String value) {
                            if (writes++ == limit) {
                                throw refused(value, new IOException("Device or resource busy"));
                            }
                            kernel.write(file, value);
                        }

                        @Override
                        void remove(Path path) {
                            kernel.remove(path);
                        }
                    };
            try {
                push(failing, root, Map.of()).carryOut("d");
            } catch (PushFailure e) {
                assertThat(e).hasMessageContainingAll("busy", "Processes are in it", "--continue");
                push(kernel, root, Map.of()).resume();
            }
            assertThat(text(root.resolve("stowage.slice/stowage-web.slice/memory.max")))
                    .isEqualTo(Long.toString(2L << 30));
            push(kernel, root, Map.of()).rollBack();
            assertThat(root.resolve("stowage.slice")).doesNotExist();
            assertThat(text(root.resolve(CgroupTree.CONTROLLERS))).isEmpty();
        }
    }

    @Test
    void failsWhenTheKernelKeepsAnotherValueThanWasWritten() throws IOException {
        Path root = Files.createDirectory(folder.resolve("cgroup"));
        FakeCgroups kernel = new FakeCgroups(root, "cpu io memory");
        CgroupFiles rounding =
                new CgroupFiles() {
                    @Override
                    public void make(Path path) {
                        kernel.make(path);
                    }

                    @Override
                    void write(Path file, String value) {
                        kernel.write(file, value.equals("200000 100000") ? "1 2" : value);
                    }
                };
        assertThatThrownBy(() -> push(rounding, root, Map.of()).carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("but read back", "cpu.max = 1 2", "--rollback");
    }

    @Test
    void givesTwoServicesOfLikeNamesSlicesOfTheirOwn() {
        SliceNames names = new SliceNames("stowage.slice");
        assertThat(names.of("a-b")).isEqualTo("stowage-a_b.slice");
        assertThat(names.of("a/b")).startsWith("stowage-a_b_").endsWith(".slice");
        assertThat(names.of("a-b")).isEqualTo("stowage-a_b.slice");
        assertThatThrownBy(() -> new SliceNames("../x.slice")).hasMessageContaining("--slice");
    }

    @Test
    void writesAndReadsBackTheLimitsOfThisMachine() throws IOException {
        Path root = CgroupFiles.mountPoint().orElse(folder);
        TreeSet<String> controllers =
                new CgroupTree(root, new CgroupFiles()).controllers("", "cgroup.controllers");
        assumeThat(controllers)
                .as("cgroup v2 at %s with cpu and memory, writable", root)
                .contains("cpu", "memory");
        assumeThat(Files.isWritable(root.resolve(CgroupTree.CONTROLLERS))).isTrue();
        Push push =
                push(
                        new CgroupFiles(),
                        root,
                        Map.of("slice", "scratch_test.slice", "limits", "cpu,memory"));
        String before = text(root.resolve(CgroupTree.CONTROLLERS));
        try {
            push.carryOut("d");
            assertThat(text(root.resolve("scratch_test.slice/scratch_test-web.slice/cpu.max")))
                    .isEqualTo("200000 100000");
        } finally {
            push.rollBack();
        }
        assertThat(root.resolve("scratch_test.slice")).doesNotExist();
        assertThat(text(root.resolve(CgroupTree.CONTROLLERS))).isEqualTo(before);
    }
}
