package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.UseRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageCsvTest {
    private static final List<String> SERVICES = List.of("shop/Deployment/front", "db");
    private static final long GIB = 1L << 30;

    @TempDir private Path folder;

    @Test
    void readsMeasurementsInOrderOfTheirStart() throws IOException {
        Path file =
                write(
                        """
                        service,start_s,end_s,cpu,memory_gib,cpu_max,memory_max_gib,replica
                        db,300,600,1.5,2,1.75,2.5,b
                        shop/Deployment/front,0,300,0.25,,,,x
                        db,0,300,1,2,0.5,1,b
                        """);
        List<String> seen = new ArrayList<>();

        UseRows rows =
                UsageCsv.read(file, SERVICES)
                        .visit(
                                row ->
                                        seen.add(
                                                String.join(
                                                        " ",
                                                        SERVICES.get(row.service),
                                                        "" + row.startMicros,
                                                        "" + row.micros(),
                                                        "" + row.cpuMicroCores,
                                                        "" + row.peakMicroCores,
                                                        "" + row.memoryBytes)));

        assertThat(seen)
                .containsExactly(
                        "shop/Deployment/front 0 300000000 250000 250000 -1",
                        "db 0 300000000 1000000 1000000 " + 2 * GIB,
                        "db 300000000 300000000 1500000 1750000 " + 5 * GIB / 2);
        assertThat(rows.read()).isEqualTo(3);
        assertThat(rows.used()).isEqualTo(3);
    }

    @Test
    void countsWhatItLeavesOut() throws IOException {
        Path file =
                write(
                        """
                        service,start_s,end_s,cpu,memory_gib
                        db,0,300,1,1
                        bd,0,300,1,1
                        bd,300,600,1,1
                        db,300,300,1,1
                        db,600,300,1,1
                        db,600,900,NaN,nan
                        db,900,1200,,

                        db,1200,1500,NaN,1
                        """);

        UseRows rows = UsageCsv.read(file, SERVICES).visit(row -> {});

        assertThat(rows.read()).isEqualTo(8);
        assertThat(rows.used()).isEqualTo(2);
        assertThat(rows.leftOut())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "of services that are not packed", 2L,
                                "without length", 2L,
                                "without CPU and memory", 2L));
        assertThat(rows.unknownServices()).isEqualTo(Map.of("bd", 2L));
    }

    /** Rows of one service that overlap are those of different replicas, and others need not be. */
    @Test
    void tellsReplicasWithoutNamesApartByTime() throws IOException {
        Path file =
                write(
                        """
                        service,start_s,end_s,cpu,memory_gib
                        db,0,300,1,1
                        db,0,300,2,1
                        db,300,600,3,1
                        db,300,600,4,1
                        """);
        List<Integer> replicas = new ArrayList<>();

        MeasuredUse use = UsageCsv.read(file, SERVICES);
        use.visit(row -> replicas.add(row.replica));

        assertThat(use.isByItem()).isFalse();
        assertThat(replicas.subList(0, 2)).containsExactly(0, 1);
        assertThat(replicas.subList(2, 4)).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void readsCompressedFiles() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(
                    "service,start_s,end_s,cpu,memory_gib\ndb,0,1,1,1\n"
                            .getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("usage.csv.gz"), bytes.toByteArray());

        assertThat(UsageCsv.read(file, SERVICES).visit(row -> {}).used()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "db,0,300,-1,1|\"-1\" as cpu",
                "db,0,300,1,-0.1|\"-0.1\" as memory_gib",
                "db,0,300,much,1|\"much\" as cpu",
                "db,0,300,Infinity,1|\"Infinity\" as cpu",
                "db,0,300,1e30,1|\"1e30\" as cpu",
                "db,,300,1,1|no start_s",
                "db,0,1e12,1,1|\"1e12\" as end_s",
                "db,-5,300,1,1|\"-5\" as start_s",
                ",0,300,1,1|no service",
                "db,0|no end_s"
            })
    void refusesRowsThatAreWrong(String row, String found) throws IOException {
        Path file = write("service,start_s,end_s,cpu,memory_gib\ndb,0,1,1,1\n" + row + "\n");

        assertThatThrownBy(() -> UsageCsv.read(file, SERVICES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("usage.csv:3: found " + found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "service,start_s,end_s,cpu|no column memory_gib",
                "service,start_s,end_s,cpu,cpu,memory_gib|the column \"cpu\" twice",
                "service,start_s,end_s,cpu,memory|the column \"memory\""
            })
    void refusesHeadersThatAreWrong(String header, String found) throws IOException {
        Path file = write(header + "\n");

        assertThatThrownBy(() -> UsageCsv.read(file, SERVICES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("usage.csv:1: found " + found)
                .hasMessageContaining("memory_max_gib");
    }

    @Test
    void anEmptyFileHasNoHeaderAndAFolderIsNoFile() throws IOException {
        assertThatThrownBy(() -> UsageCsv.read(write(""), SERVICES))
                .hasMessageContaining("an empty file");
        assertThatThrownBy(() -> UsageCsv.read(folder, SERVICES)).hasMessageContaining("a folder");
        Path header = write("service,start_s,end_s,cpu,memory_gib\n");
        assertThat(UsageCsv.read(header, SERVICES).visit(row -> {}).read()).isZero();
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("usage.csv"), text);
    }
}
