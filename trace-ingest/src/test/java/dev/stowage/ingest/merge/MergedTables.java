package dev.stowage.ingest.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What holds of every merged trace, looked at by DuckDB. */
final class MergedTables {
    private MergedTables() {}

    /** Every row of the parts is there once, under its new ID, and nothing else; in time order. */
    static void assertHoldsTheRowsOf(List<TraceMerge.Input> parts, Path merged) {
        TraceManifest manifest = CanonicalTrace.open(merged).manifest();
        for (CanonicalTable table : CanonicalTable.values()) {
            List<TraceMerge.Input> having =
                    parts.stream().filter(part -> part.trace().has(table)).toList();
            if (having.isEmpty()) {
                assertThat(table.fileIn(merged)).doesNotExist();
                continue;
            }
            long rows = having.stream().mapToLong(part -> rows(part.trace(), table)).sum();
            assertThat(manifest.tables().get(table.tableName()).rowsWritten()).isEqualTo(rows);
            String columns = // quoted, in the order of the merged file
                    ColumnFileReader.columnNames(table.fileIn(merged)).stream()
                            .map(name -> '"' + name + '"')
                            .collect(Collectors.joining(", "));
            String expected =
                    having.stream()
                            .map(part -> renumbered(part, table, merged))
                            .collect(Collectors.joining(" union all by name "));
            assertThat(
                            TestTraces.duckDb(
                                    """
                                    with e as (select %1$s from (%2$s)), f as (select %1$s from '%3$s')
                                    select
                                      (select count(*) from (from e except all from f)),
                                      (select count(*) from (from f except all from e)),
                                      (select count(*) from f)
                                    """
                                            .formatted(columns, expected, table.fileIn(merged))))
                    .as(table.tableName())
                    .containsExactly("0", "0", Long.toString(rows));
            assertInTimeOrder(merged, table);
        }
    }

    private static long rows(CanonicalTrace trace, CanonicalTable table) {
        return trace.manifest().tables().get(table.tableName()).rowsWritten();
    }

    /** The rows of a part with the IDs that renumbered.csv gives them. */
    private static String renumbered(TraceMerge.Input part, CanonicalTable table, Path merged) {
        String rows = "select * from '" + table.fileIn(part.trace().path()) + "'";
        Path ids = merged.resolve("renumbered.csv");
        if (!Files.exists(ids)) {
            return rows;
        }
        for (String what : List.of("job", "machine")) {
            boolean hasColumn =
                    table.columns().stream().anyMatch(c -> c.name().equals(what + "_id"));
            if (hasColumn) {
                rows =
                        "select t.* replace (coalesce(n.becomes, t."
                                + what
                                + "_id) as "
                                + what
                                + "_id) from ("
                                + rows
                                + ") t left join (select id, becomes from read_csv('"
                                + ids
                                + "') where trace = '"
                                + part.name()
                                + "' and what = '"
                                + what
                                + "') n on t."
                                + what
                                + "_id = n.id";
            }
        }
        return "(" + rows + ")";
    }

    static void assertInTimeOrder(Path merged, CanonicalTable table) {
        try (TableRows rows = TableRows.open(merged, table, table.timeColumn())) {
            long last = Long.MIN_VALUE;
            while (rows.next()) {
                assertThat(rows.value(0)).isGreaterThanOrEqualTo(last);
                last = rows.value(0);
            }
        }
    }
}
