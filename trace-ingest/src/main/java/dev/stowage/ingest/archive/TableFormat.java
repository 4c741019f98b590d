package dev.stowage.ingest.archive;

import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.NamedTable;
import dev.stowage.ingest.listed.TableColumns;
import dev.stowage.model.TaskClass;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A format that is one table, of which each row is a task. */
final class TableFormat extends ListedFormat {
    private final List<TableColumns> tables;
    private final boolean isOfClock;
    private final RowReader reader;

    /** Makes a task of a row. */
    @FunctionalInterface
    interface RowReader {
        ListedTask task(ListedRow row, ListedTable table, Listing listing)
                throws BadRecordException;
    }

    /**
     * A format whose columns are the resource of its name.
     *
     * @param isOfClock true if its times are what a clock on the wall shows
     */
    TableFormat(
            String name,
            String description,
            List<String> classRules,
            boolean isOfClock,
            RowReader reader) {
        super(name, description, classRules, List.of());
        tables = TableColumns.of(TableFormat.class, name + ".txt");
        this.isOfClock = isOfClock;
        this.reader = reader;
    }

    @Override
    public boolean hasWallClock() {
        return isOfClock;
    }

    @Override
    protected List<TableColumns> tables() {
        return tables;
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return NamedTable.find(file, tables) >= 0;
    }

    @Override
    protected Reader begin(Listing listing) {
        ListedTable table = listing.table("tasks");
        boolean isUserFacing = classRule(listing.request()).equals(ALL_USER_FACING);
        Set<List<String>> rows = new HashSet<>();
        if (!isOfClock) {
            listing.hasTimesFromZero();
        }
        return file ->
                NamedTable.read(
                        file,
                        tables.get(0),
                        listing,
                        row -> {
                            ListedTask task = reader.task(row, table, listing);
                            task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
                            if (!rows.add(row.values())) {
                                listing.count(task, "tasks.equalRows", 1);
                            }
                            listing.add(task);
                            return null;
                        });
    }
}
