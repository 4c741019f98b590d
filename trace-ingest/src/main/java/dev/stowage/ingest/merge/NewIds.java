package dev.stowage.ingest.merge;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs or machines of a trace whose IDs a trace before it has too, and their new IDs: the
 * smallest numbers from 0 on that are the ID of nothing else, in the order of the traces and of
 * first appearance. All other IDs stay. Some 40 bytes an ID while they are compared, then only for
 * those that change.
 */
final class NewIds {
    private final KeyIndex old = new KeyIndex();
    private long[] ids = {};

    private NewIds() {}

    /**
     * Compares the IDs in a column of all tables that have it.
     *
     * @param column {@code job_id} or {@code machine_id}
     * @return those of each trace
     */
    static List<NewIds> of(List<CanonicalTrace> traces, String column) {
        KeyIndex all = new KeyIndex();
        List<NewIds> found = new ArrayList<>();
        for (CanonicalTrace trace : traces) {
            int before = all.size();
            NewIds fresh = new NewIds();
            for (CanonicalTable table : tables()) {
                if (trace.has(table)) {
                    fresh.scan(trace, table, column, all, before);
                }
            }
            found.add(fresh);
        }
        long next = 0;
        for (NewIds each : found) {
            each.ids = new long[each.old.size()];
            for (int i = 0; i < each.ids.length; i++) {
                while (all.find(next, 0) >= 0) {
                    next++;
                }
                each.ids[i] = next++;
            }
        }
        return found;
    }

    /** In the order in which their IDs count as appearing. */
    private static List<CanonicalTable> tables() {
        return List.of(
                CanonicalTable.MACHINES,
                CanonicalTable.JOBS,
                CanonicalTable.TASKS,
                CanonicalTable.USAGE);
    }

    /** Takes in a table; an ID below {@code before} in {@code all} is one of an earlier trace. */
    private void scan(
            CanonicalTrace trace, CanonicalTable table, String column, KeyIndex all, int before) {
        if (!ColumnFileReader.columnNames(table.fileIn(trace.path())).contains(column)) {
            return;
        }
        try (TableRows rows = TableRows.open(trace.path(), table, column)) {
            long last = ABSENT;
            while (rows.next()) {
                long id = rows.value(0);
                if (id != last && id != ABSENT && all.findOrAdd(id, 0) < before) {
                    old.findOrAdd(id, 0);
                }
                last = id;
            }
        }
    }

    /** How many change. */
    int size() {
        return ids.length;
    }

    /** The ID that one had, by its place in the order of first appearance. */
    long old(int place) {
        return old.job(place);
    }

    /** The ID that it has now. */
    long id(int place) {
        return ids[place];
    }

    /** What an ID of the trace becomes. */
    long of(long id) {
        int place = ids.length == 0 || id == ABSENT ? -1 : old.find(id, 0);
        return place < 0 ? id : ids[place];
    }
}
