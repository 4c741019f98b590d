package dev.stowage.ingest.archive;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.NamedTable;
import dev.stowage.ingest.listed.TableColumns;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workloads of OpenDC: tasks, and fragments, which say what a task uses one time after another. */
final class OpenDcFormat extends ListedFormat {
    private static final List<TableColumns> TABLES =
            TableColumns.of(OpenDcFormat.class, "opendc.txt");

    OpenDcFormat() {
        super(
                "opendc",
                "workloads of OpenDC: tasks and fragments, in Parquet or CSV",
                List.of(ALL_BATCH, ALL_USER_FACING),
                List.of());
    }

    @Override
    protected List<TableColumns> tables() {
        return TABLES;
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return NamedTable.find(file, TABLES) >= 0;
    }

    @Override
    protected Reader begin(Listing listing) {
        return new Workload(listing, classRule(listing.request()).equals(ALL_USER_FACING));
    }

    /** Fragments may be read before their tasks, which must be known to say when they are. */
    private static final class Workload implements Reader {
        private final Listing listing;
        private final boolean isUserFacing;
        private final List<Path> fragments = new ArrayList<>();
        private final Map<String, Task> tasks = new HashMap<>();

        Workload(Listing listing, boolean isUserFacing) {
            this.listing = listing;
            this.isUserFacing = isUserFacing;
        }

        @Override
        public void read(Path file) {
            switch (NamedTable.find(file, TABLES)) {
                case 0 -> NamedTable.read(file, TABLES.get(0), listing, this::task);
                case 1 -> fragments.add(file);
                default -> throw NamedTable.unknown(file, TABLES, null);
            }
        }

        private @Nullable IgnoreRule task(ListedRow row) throws BadRecordException {
            ListedTable table = listing.table("tasks");
            String id = row.name("id");
            if (tasks.containsKey(id)) {
                throw new BadRecordException(BadRow.DUPLICATE, "a second task " + id);
            }
            ListedTask task =
                    new ListedTask(table, id, row.requiredAmount("submit", Amount.THOUSAND));
            task.durationMicros = row.requiredAmount("duration", Amount.THOUSAND);
            task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
            task.cpuMicroCores = row.requiredAmount("cores", Amount.MILLION);
            task.memoryBytes = row.requiredAmount("memory", Amount.MIB);
            tasks.put(id, new Task(task, Amount.number("mhz", row.required("mhz"))));
            listing.add(task);
            return null;
        }

        private @Nullable IgnoreRule fragment(ListedRow row) throws BadRecordException {
            Task task = tasks.get(row.name("id"));
            long micros = row.requiredAmount("duration", Amount.THOUSAND);
            BigDecimal mhz = Amount.number("mhz", row.required("mhz"));
            if (task == null) {
                return IgnoreRule.UNKNOWN_TASK;
            }
            if (mhz.signum() < 0 || micros == 0) {
                throw new BadRecordException(
                        mhz.signum() < 0 ? BadRow.NEGATIVE : BadRow.END_BEFORE_START,
                        "duration " + row.text("duration") + ", cpu_usage " + row.text("mhz"));
            }
            task.add(listing, micros, mhz);
            return null;
        }

        @Override
        public void finish() {
            for (Path file : fragments) {
                NamedTable.read(file, TABLES.get(1), listing, this::fragment);
            }
            tasks.values().forEach(Task::end);
        }
    }

    /** A task, and what its fragments told so far. */
    private static final class Task {
        private final ListedTask task;
        private final BigDecimal mhz; // of all its cores
        private long micros;
        private double coreMicros;

        Task(ListedTask task, BigDecimal mhz) {
            this.task = task;
            this.mhz = mhz;
        }

        void add(Listing listing, long duration, BigDecimal used) throws BadRecordException {
            if (mhz.signum() <= 0) {
                throw new BadRecordException(BadRow.MISSING_VALUE, "a task without cpu_capacity");
            }
            BigDecimal cores =
                    used.multiply(BigDecimal.valueOf(task.cpuMicroCores))
                            .divide(mhz, 0, RoundingMode.HALF_UP);
            if (cores.compareTo(BigDecimal.valueOf(Amount.MOST)) > 0
                    || micros > Amount.MOST - duration) {
                throw new BadRecordException(BadRow.OUT_OF_RANGE, "cpu_usage " + used);
            }
            long start = task.submitMicros + micros;
            listing.usage(task, start, start + duration, cores.longValue(), ABSENT);
            micros += duration;
            coreMicros += cores.doubleValue() * duration;
        }

        void end() {
            if (micros > 0) {
                task.cpuUsedMicroCores = Math.round(coreMicros / micros);
            }
        }
    }
}
