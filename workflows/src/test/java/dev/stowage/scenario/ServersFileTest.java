package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServersFileTest {
    @TempDir Path folder;

    private Path file(String group) throws IOException {
        return Files.writeString(
                folder.resolve("servers.yaml"), "servers:\n- {count: 4, cpu: 1, " + group + "}\n");
    }

    @Test
    void readsWhatAServerHasBesidesCpuAndMemory() throws IOException {
        ServerFleet.Group group =
                ServersFile.read(
                                file(
                                        "memoryGiB: 2, gpu: 0.5, diskGiB: 1.5, networkGbps: 2.5,"
                                                + " attributes: {arch: x86, kernel: 3, v: '3.10'},"
                                                + " serversPerDomain: 2"))
                        .fleet()
                        .groups()
                        .get(0);

        assertThat(group.serversPerDomain()).isEqualTo(2);
        assertThat(group.domains()).isEqualTo(2);
        assertThat(group.type().extras())
                .isEqualTo(
                        ServerExtras.of(
                                500_000,
                                3L << 29,
                                2_500_000_000L,
                                Map.of("arch", "x86", "kernel", "3", "v", "3.10")));
    }

    @Test
    void hasNothingElseUnlessSaid() throws IOException {
        ServerFleet.Group group = ServersFile.read(file("memoryGiB: 2")).fleet().groups().get(0);
        assertThat(group.type().extras()).isEqualTo(ServerExtras.NONE);
        assertThat(group.serversPerDomain()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu: -1 | :41: / found -1, expected a number from 0 to 65536",
                "gpu: two | found the text \"two\", expected a number",
                "diskGiB: | found nothing, expected a number",
                "networkGbps: 1000001 | expected a number from 0 to 1000000",
                "attributes: x86 | found the text \"x86\", expected a map of names to values",
                "attributes: {v: 3.10} | expected a text or a whole number",
                "attributes: {v: [x]} | found a list, expected a text or a whole number",
                "attributes: {'': x} | attributes",
                "serversPerDomain: 0 | found 0, expected a whole number from 1",
                "gpus: 1 | :36: / the unknown key \"gpus\" / Did you mean gpu?"
            })
    void saysWhereAGroupIsWrong(String key, String messages) throws IOException {
        Path file = file("memoryGiB: 2, " + key);
        assertThatThrownBy(() -> ServersFile.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":2:")
                .hasMessageContainingAll(messages.split(" / ", -1));
    }

    private Path with(String dynamics) throws IOException {
        return Files.writeString(
                folder.resolve("servers.yaml"),
                "servers: [{count: 4, cpu: 1, memoryGiB: 2}]\n" + dynamics + "\n");
    }

    @Test
    void readsHowServersGoDownAndComeBack() throws IOException {
        ServerDynamics dynamics =
                ServersFile.read(
                                with(
                                        """
                                        failures: {mttfHours: 720, mttrHours: 0.5}
                                        domainFailures: {mttfHours: 8760, mttrHours: 4, shape: 0.7}
                                        maintenance:
                                        - {firstServer: 1, servers: 3, startHours: 2, lengthHours: 0.5, everyHours: 24}
                                        - {firstServer: 0, startHours: 0, lengthHours: 1}
                                        idleOff: {afterSeconds: 300, offWatts: 5, startsOff: true}
                                        keepProgress: true
                                        """))
                        .dynamics();

        long hour = 3_600_000_000L;
        assertThat(dynamics)
                .isEqualTo(
                        new ServerDynamics(
                                Optional.of(
                                        new FailureModel(
                                                new Lifetime.Exponential(2_592_000),
                                                new Lifetime.Exponential(1_800))),
                                Optional.of(
                                        new FailureModel(
                                                Lifetime.Weibull.ofMean(0.7, 31_536_000),
                                                new Lifetime.Exponential(14_400))),
                                List.of(
                                        new MaintenanceWindow(1, 3, 2 * hour, hour / 2, 24 * hour),
                                        new MaintenanceWindow(0, 1, 0, hour, 0)),
                                Optional.of(new IdleOff(300_000_000, 60_000_000, 5, true)),
                                true));
    }

    @Test
    void serversStayAsTheyAreUnlessSaid() throws IOException {
        assertThat(ServersFile.read(with("")).dynamics()).isEqualTo(ServerDynamics.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "failures: {mttfHours: 0, mttrHours: 1} | :2:23: / found 0, expected a number from"
                        + " 0.000001",
                "failures: {mttfHours: .nan, mttrHours: 1} | the text \".nan\"",
                "failures: {mttfHours: 1} | no key \"mttrHours\"",
                "failures: {mttfHours: 1, mttrHours: 1, form: 2} | unknown key \"form\"",
                "maintenance: [{firstServer: 4, startHours: 0, lengthHours: 1}] | :2:29: / servers"
                        + " up to 4 / servers 0 to 3",
                "maintenance: [{firstServer: 2, servers: 3, startHours: 0, lengthHours: 1}] |"
                        + " servers up to 4",
                "maintenance: [{firstServer: 0, startHours: 0, lengthHours: 1, everyHours: 0.5}] |"
                        + " :2:75: / above lengthHours, 1",
                "maintenance: [] | a list of 1 to 10000 entries",
                "idleOff: {wakeSeconds: 5} | no key \"afterSeconds\"",
                "keepProgress: maybe | the text \"maybe\", expected true or false",
                "falures: {} | Did you mean failures?"
            })
    void saysWhereTheirUpsAndDownsAreWrong(String key, String messages) throws IOException {
        Path file = with(key);
        assertThatThrownBy(() -> ServersFile.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":2:")
                .hasMessageContainingAll(messages.split(" / ", -1));
    }
}
