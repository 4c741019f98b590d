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

/** {@code tune}: interrupt delay and frequency of a server, by the command line. */
class TuneTest {
    @TempDir private Path directory;

    private Path server(String loads) throws IOException {
        return Files.writeString(
                directory.resolve("cache.yaml"),
                "platform: e5-2690\nservice: memcached\ninterface: eth0\nload: {requestsPerSecond: ["
                        + loads
                        + "]}\n");
    }

    @Test
    void savesEnergyWithinTheTargetAndWritesWhatPushApplies() throws IOException {
        Path out = directory.resolve("tuned");
        Stowage.Result result =
                run(
                                "tune",
                                server("150000, 400000"),
                                "--sla",
                                "p99=500us",
                                "--replications",
                                2,
                                "-o",
                                out)
                        .exits(0);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("less energy than Linux over the median day, trials included")
                .contains("p99 <= 500 us is met in 2 of 2 hours");
        JsonNode json = new ObjectMapper().readTree(out.resolve("tune.json").toFile());
        assertThat(json.required("saving").required("median").doubleValue()).isPositive();
        assertThat(json.required("hours").required(1).required("micros").doubleValue())
                .isLessThanOrEqualTo(500);
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("power-surface", "Trials");
        Path units = directory.resolve("units");
        run("push", out, "--target", "node", "--root", units, "--yes").exits(0);
        assertThat(units.resolve("stowage-settings.timer")).exists();
        assertThat(Files.readString(units.resolve("stowage-settings.service")))
                .contains("ethtool -C eth0 adaptive-rx off rx-usecs")
                .contains("scaling_$${f}_freq");
        run("push", out, "--target", "node", "--rollback").exits(0);
        assertThat(units.resolve("stowage-settings.service")).doesNotExist();
    }

    @Test
    void namesHoursThatNoSettingHolds() throws IOException {
        Stowage.Result result =
                run(
                                "tune",
                                server("150000, 900000"),
                                "--sla",
                                "p99=150us",
                                "--replications",
                                1,
                                "-o",
                                directory.resolve("t"))
                        .exits(0);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("No setting meets p99 <= 150 us in hour 0, 1: infeasible.")
                .contains("1 replications cannot say how sure the saving is");
    }

    @Test
    void refusesKnobsOutsideTheGridWithTheNearestLegalOnes() throws IOException {
        Path server = server("150000");
        assertThat(
                        run("tune", server, "--sla", "p99=500us", "--at", "itr=37us,frequency=2GHz")
                                .exits(2)
                                .err())
                .contains("found itr 37 us")
                .contains("the nearest are 36 us and 38 us");
        assertThat(
                        run(
                                        "tune",
                                        server,
                                        "--sla",
                                        "p99=500us",
                                        "--at",
                                        "itr=36us,frequency=3.1GHz")
                                .exits(2)
                                .err())
                .contains("the nearest are 2.9 GHz");
        assertThat(
                        run(
                                        "tune",
                                        server,
                                        "--sla",
                                        "p99=500us",
                                        "--at",
                                        "itr=36us,frequency=2.9GHz")
                                .exits(0)
                                .out())
                .contains("met");
        assertThat(run("tune", server, "--sla", "p95=1us").exits(2).err())
                .contains("expected p90 or p99 with a time");
        assertThat(run("tune", server, "--sla", "p99=1ms", "--knobs", "fan").exits(2).err())
                .contains("expected itr, frequency or itr,frequency");
    }

    @Test
    void refusesAPlatformThatNobodyKnowsAtItsPlace() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("x.yaml"),
                        "platform: abacus\nservice: memcached\nload: {requestsPerSecond: [1]}\n");
        assertThat(run("tune", file, "--sla", "p99=500us").exits(3).err())
                .contains("x.yaml:1")
                .contains("\"abacus\"")
                .contains("one of e5-2690");
    }
}
