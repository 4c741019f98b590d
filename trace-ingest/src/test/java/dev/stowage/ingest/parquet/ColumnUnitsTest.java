package dev.stowage.ingest.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.canonical.CanonicalTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnUnitsTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "submit_micros, us",
        "cpu_used_micro_cores, 1e-6 core",
        "gpu_micros, 1e-6 GPU",
        "memory_bytes, byte",
        "network_bits_per_second, bit/s",
        "cpuAllocatedShare, 1",
        "cpuDemandCores, core",
        "memoryDemandGib, GiB",
        "end_seconds, s",
        "tasksPending, ",
        "job_id, ",
    })
    void theNameEndsWithTheUnit(String column, String unit) {
        assertThat(ColumnUnits.of(column).orElse(null)).isEqualTo(unit);
    }

    /** A 64-bit column that is no number of a thing has a unit in its name. */
    @ParameterizedTest
    @EnumSource
    void columnsOfACanonicalTableHaveUnits(CanonicalTable table) {
        assertThat(table.columns())
                .filteredOn(column -> column.type() == Column.Type.INT64)
                .filteredOn(column -> !column.name().endsWith("_id"))
                .allSatisfy(column -> assertThat(ColumnUnits.of(column.name())).isPresent());
    }

    @Test
    void theFooterSaysWhatColumnsHold() throws Exception {
        Path file = directory.resolve("a.parquet");
        List<Column> columns =
                List.of(
                        Column.required("end_micros", Column.Type.INT64, "when it ended"),
                        Column.optional("user", Column.Type.STRING, "who"));
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "a", columns)) {
            writer.putLong(1);
            writer.putNull();
            writer.endRow();
        }
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "select decode(key), decode(value) from parquet_kv_metadata('%s')"
                                        .formatted(file))) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("stowage.columns");
            assertThat(row.getString(2))
                    .isEqualTo(
                            "{\"end_micros\":{\"unit\":\"us\",\"what\":\"when it ended\"},"
                                    + "\"user\":{\"what\":\"who\"}}");
        }
    }
}
