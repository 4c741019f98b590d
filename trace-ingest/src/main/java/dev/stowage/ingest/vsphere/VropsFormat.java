package dev.stowage.ingest.vsphere;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CoreSpeed;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.NamedTable;
import dev.stowage.ingest.listed.TableColumns;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Views of vRealize (Aria) Operations as CSV: what hosts, clusters or virtual machines used, a row
 * an interval.
 */
public final class VropsFormat extends ListedFormat {
    private static final List<TableColumns> TABLES =
            TableColumns.of(VropsFormat.class, "vrops.txt");

    /** The format. */
    public VropsFormat() {
        super(
                "vrops",
                "what hosts or virtual machines of a vSphere estate used: views of vROps as CSV",
                List.of(ALL_USER_FACING, ALL_BATCH),
                List.of(CoreSpeed.OPTION));
    }

    @Override
    public boolean hasWallClock() {
        return true;
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
        return new View(listing, classRule(listing.request()).equals(ALL_USER_FACING));
    }

    /** Measurements of one object by time. */
    private static final class Measured {
        private final TreeMap<Long, long[]> use = new TreeMap<>();
        private long cpu = ABSENT;
        private long memory = ABSENT;
        private long rows;
    }

    private static final class View implements Reader {
        private static final int CPU = 0;
        private static final int MEMORY = 1;

        private final Listing listing;
        private final boolean isUserFacing;
        private final BigDecimal perMhz;
        private final Map<String, Measured> objects = new LinkedHashMap<>();

        View(Listing listing, boolean isUserFacing) {
            this.listing = listing;
            this.isUserFacing = isUserFacing;
            perMhz = CoreSpeed.microCoresPerMhz(listing.request());
        }

        @Override
        public void read(Path file) {
            NamedTable.read(file, TABLES.get(0), listing, this::row);
        }

        private @Nullable IgnoreRule row(ListedRow row) throws BadRecordException {
            String name = row.name("name");
            long time = listing.moments().micros("time", row.required("time"));
            long cpu = amount(row, "cpu", perMhz);
            long memory = amount(row, "memory", Amount.MIB);
            long cpuSize = amount(row, "cpuSize", perMhz);
            long memorySize = amount(row, "memorySize", Amount.MIB);
            if (cpu == ABSENT && memory == ABSENT) {
                return IgnoreRule.NOT_PROVISIONED;
            }
            Measured object = objects.computeIfAbsent(name, key -> new Measured());
            if (object.use.putIfAbsent(time, new long[] {cpu, memory}) != null) {
                throw new BadRecordException(
                        BadRow.DUPLICATE,
                        "a second row of " + Amount.shown(name) + " at that time");
            }
            object.cpu = Math.max(object.cpu, cpuSize);
            object.memory = Math.max(object.memory, memorySize);
            object.rows++;
            return null;
        }

        /** An amount; a dash is none. */
        private static long amount(ListedRow row, String column, BigDecimal factor)
                throws BadRecordException {
            return row.text(column).equals("-") ? ABSENT : row.amount(column, factor);
        }

        @Override
        public void finish() {
            long last = objects.values().stream().mapToLong(o -> o.use.lastKey()).max().orElse(0);
            objects.forEach((name, object) -> add(name, object, last));
            listing.warn(
                    "CPU is taken for MHz and memory for MB (2^20 bytes), which the export does not"
                            + " say of every column.");
        }

        private void add(String name, Measured object, long last) {
            long first = object.use.firstKey();
            ListedTask task = new ListedTask(listing.table("tasks"), name, first);
            task.rows = object.rows;
            task.scheduleMicros = first;
            task.isSubmitCensored = true;
            task.isScheduleCensored = true;
            task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
            task.cpuMicroCores = object.cpu;
            task.memoryBytes = object.memory;
            long step = step(object);
            long end = object.use.lastKey() + step;
            boolean isAlive = object.use.lastKey() == last;
            task.outcome = isAlive ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
            task.endMicros = end;
            listing.count(task, "usage.gaps", addUse(task, object, step));
            listing.add(task);
            if (object.cpu > 0 && object.memory > 0) {
                addMachine(name, object);
                task.machine = name;
            }
        }

        /** The shortest time between two rows; an hour if there is one row alone. */
        private static long step(Measured object) {
            long step = Long.MAX_VALUE;
            long before = Long.MIN_VALUE;
            for (long time : object.use.keySet()) {
                step = before == Long.MIN_VALUE ? step : Math.min(step, time - before);
                before = time;
            }
            return step == Long.MAX_VALUE ? 3_600_000_000L : step;
        }

        /** Adds each row for the step behind it; returns how often there is none behind that. */
        private long addUse(ListedTask task, Measured object, long step) {
            long gaps = 0;
            double cpu = 0;
            long cpuRows = 0;
            long memory = ABSENT;
            long expected = object.use.firstKey();
            for (Map.Entry<Long, long[]> row : object.use.entrySet()) {
                gaps += row.getKey() == expected ? 0 : 1;
                expected = row.getKey() + step;
                long[] used = row.getValue();
                listing.usage(task, row.getKey(), expected, used[CPU], used[MEMORY]);
                memory = Math.max(memory, used[MEMORY]);
                if (used[CPU] != ABSENT) {
                    cpu += used[CPU];
                    cpuRows++;
                }
            }
            task.cpuUsedMicroCores = cpuRows == 0 ? ABSENT : Math.round(cpu / cpuRows);
            task.memoryUsedBytes = memory;
            return gaps;
        }

        private void addMachine(String name, Measured object) {
            try {
                listing.add(ListedMachine.of(name, object.cpu, object.memory));
            } catch (BadRecordException e) {
                throw new IllegalStateException("machine " + name, e);
            }
        }
    }
}
