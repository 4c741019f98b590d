package dev.stowage.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.InputException;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        ServerFleet.Group group = ServersFile.read(file("memoryGiB: 2")).groups().get(0);
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
}
