package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tasks ask for besides CPU and memory is drawn as it was recorded; what is not drawn is said
 * by every command.
 */
final class ModelDemandsTest {
    private static final String HEADER =
            "submit_s,duration_s,cpu,memory_gib,job,task,disk_gib,network_gbps,constraints,stage,"
                    + "after\n";

    @TempDir private Path directory;

    /** 120 jobs of two tasks: large disks, small ones elsewhere, and none. */
    @BeforeEach
    void fit() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int job = 0; job < 120; job++) {
            String asked =
                    switch (job % 3) {
                        case 0 -> ",500,5,different-machines,";
                        case 1 -> ",20,,arch=x86;zone!=a%3Bb,";
                        default -> ",,,,";
                    };
            String at = 60 * job + "," + (100 + job) + ",1,2," + job;
            rows.append(at).append(",0").append(asked).append("0,\n");
            rows.append(at).append(",1").append(asked).append(job < 40 ? "1,0\n" : "0,\n");
        }
        Files.writeString(directory.resolve("w.csv"), rows);
        Stowage.run("ingest", "csv", in("w.csv"), "-o", in("w.trace")).exits(0);
    }

    private Path in(String name) {
        return directory.resolve(name);
    }

    private Stowage.Result fitted() {
        return Stowage.run("fit", in("w.trace"), "-o", in("w.json")).exits(0);
    }

    /** What tasks of a CSV ask for together, in the columns from disk to constraints. */
    private Set<String> combinations(Path csv) throws IOException {
        Set<String> all = new TreeSet<>();
        var lines = Files.readAllLines(csv);
        var names = java.util.List.of(lines.get(0).split(",", -1));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            all.add(
                    cells[names.indexOf("disk_gib")]
                            + " "
                            + cells[names.indexOf("network_gbps")]
                            + " "
                            + cells[names.indexOf("constraints")]);
        }
        return all;
    }

    @Test
    void drawsDiskNetworkAndConstraintsOfRecordedJobs() throws IOException {
        fitted();
        for (String generator : new String[] {"faithful", "resampled"}) {
            Path drawn = in(generator + ".trace");
            Path csv = in(generator + ".csv");
            Stowage.run("synth", in("w.json"), "--generator", generator, "-o", drawn).exits(0);
            Stowage.run("export", drawn, "--as", "csv", "-o", csv).exits(0);
            assertThat(combinations(csv)).as(generator).isEqualTo(combinations(in("w.csv")));
        }
    }

    @Test
    void refusesServersWithoutWhatTheTasksAskFor() throws IOException {
        fitted();
        for (String workload : new String[] {"model: w.json", "trace: w.trace"}) {
            Path scenario =
                    Files.writeString(
                            in("s.yaml"),
                            "workload: {"
                                    + workload
                                    + "}\nservers: {type: {cpu: 4, memoryGiB: 16}}\n"
                                    + "objective: {pendingSeconds: {p95: 600}}\n"
                                    + "clouds: {providers: []}\nsearch: {max: 50}\n");
            Stowage.Result plan = Stowage.run("plan", scenario, "-o", in(workload.length() + "p"));
            assertThat(plan.out()).as(workload).contains("No number of servers up to 50");
            assertThat(plan.out()).contains("GiB of disk");
        }
    }

    @Test
    void saysWhatIsNotDrawn() throws IOException {
        String stages = "40 of 240 tasks of w.trace have stages";
        assertThat(fitted().out().replaceAll("\\s+", " ")).contains(stages);
        JsonNode asked = new ObjectMapper().readTree(in("w.json").toFile()).at("/provenance/asked");
        assertThat(asked.toString())
                .isEqualTo("{\"disk\":160,\"network\":80,\"constraints\":160,\"stages\":40}");

        Files.copy(in("w.json"), in("w.model")); // a model is one by whatever name
        Stowage.run("simulate", in("w.model"), "--servers=9x4c16g", "-o", in("r")).says(stages);
        assertThat(Files.readString(in("r").resolve("summary.json"))).contains(stages);
        Stowage.run("synth", in("w.json"), "-o", in("d.trace")).says(stages);
        Stowage.run("synth", in("w.json"), "--generator=paper", "-o", in("p.trace"))
                .says(stages, "160 of 240 tasks of w.trace have disk", "have constraints");
        Path scenario =
                Files.writeString(
                        in("s.yaml"),
                        """
                        workload: {model: w.json, generator: paper}
                        servers: {type: {cpu: 4, memoryGiB: 16}}
                        objective: {pendingSeconds: {p95: 600}}
                        clouds: {providers: []}
                        """);
        String plan = Stowage.run("plan", scenario, "-o", in("p")).exits(0).out();
        assertThat(plan.replaceAll("\\s+", " "))
                .contains("whose tasks are drawn without disk, network, constraints, stages.");
        assertThat(Files.readString(in("p").resolve("plan.json"))).contains(stages);

        String compared =
                Stowage.run(
                                "compare",
                                in("w.trace"),
                                in("w.json"),
                                "--tolerance=utilisation=0.5,pending=9")
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(compared)
                .contains("not replayed: disk, network, constraints, stages of w.trace; disk,");
    }
}
