package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.run.TaskLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The finish time and the server of every task against an independent simulator in another
 * language, on too few servers: long queues, everything on whole seconds and so full of ties, tasks
 * of no duration. The fixture names its generator, {@code bench/peers/crosscheck.py}, and the
 * version that made it.
 */
class CrossCheckTest {
    private static final String FIXTURE = "crosscheck.tsv";

    private record Expected(
            String policy,
            long seed,
            int tasks,
            int servers,
            long finishSum,
            long finishHash,
            long serverSum,
            long serverHash,
            long longestWait) {
        static Expected parse(String line) {
            String[] fields = line.split("\t", -1);
            return new Expected(
                    fields[0],
                    Long.parseLong(fields[1]),
                    Integer.parseInt(fields[2]),
                    Integer.parseInt(fields[3]),
                    Long.parseLong(fields[4]),
                    Long.parseUnsignedLong(fields[5]),
                    Long.parseLong(fields[6]),
                    Long.parseUnsignedLong(fields[7]),
                    Long.parseLong(fields[8]));
        }
    }

    static Stream<Expected> runs() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CrossCheckTest.class.getResourceAsStream(FIXTURE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(Expected::parse)
                            .toList()
                            .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void finishesEachTaskWhenAndWhereAnotherSimulatorDoes(Expected expected) {
        int tasks = expected.tasks();
        long[] finish = new long[tasks];
        long[] server = new long[tasks];
        long[] wait = new long[tasks];
        TaskLog log =
                entry -> {
                    assertThat(entry.fate).isEqualTo(TaskLog.Fate.FINISHED);
                    finish[(int) entry.jobId] = entry.endMicros;
                    server[(int) entry.jobId] = entry.server;
                    wait[(int) entry.jobId] = entry.firstStartMicros - entry.submitMicros;
                };
        ServerType type = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        RunResult result =
                Simulation.run(
                        SimulationSpec.of(
                                        workload(expected.seed(), tasks),
                                        ServerFleet.of(type, expected.servers()))
                                .withPlacement(new PolicySpec(expected.policy(), Map.of()))
                                .withTaskLog(log));

        assertThat(result.summary().tasks().finished()).isEqualTo(tasks);
        assertThat(Arrays.stream(finish).sum()).isEqualTo(expected.finishSum());
        assertThat(hash(finish)).isEqualTo(expected.finishHash());
        assertThat(Arrays.stream(server).sum()).isEqualTo(expected.serverSum());
        assertThat(hash(server)).isEqualTo(expected.serverHash());
        assertThat(Arrays.stream(wait).max()).hasValue(expected.longestWait());
    }

    private static ColumnWorkload workload(long seed, int tasks) {
        List<ColumnWorkload.Row> rows = new ArrayList<>();
        Lcg random = new Lcg(seed);
        long submit = 0;
        for (int i = 0; i < tasks; i++) {
            submit += random.draw(3) * 1_000_000;
            long duration = random.draw(600) * 1_000_000;
            long cpu = (1 + random.draw(100)) * 5000;
            long memory = (1 + random.draw(100)) * 5_000_000;
            rows.add(ColumnWorkload.Row.of(submit, duration, cpu, memory));
        }
        return new ColumnWorkload(1000, rows);
    }

    private static long hash(long[] values) {
        long hash = 0;
        for (long value : values) {
            hash = hash * 31 + value;
        }
        return hash;
    }

    /** Source: Knuth's MMIX generator, TAOCP volume 2, 3.3.4, table 1. */
    private static final class Lcg {
        private long state;

        Lcg(long seed) {
            state = seed;
        }

        long draw(int limit) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return (state >>> 33) % limit;
        }
    }
}
