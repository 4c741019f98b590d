package dev.stowage.ingest.swf;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.util.Arrays;

/** The jobs of a log, one row each; 18 numbers a job. */
final class SwfJobs extends TableBuilder {
    private static final SourceSchema TABLE = FamilyDescription.of("swf").table("swf_jobs");
    static final int JOB = TABLE.column("job number");
    static final int SUBMIT = TABLE.column("submit time");
    static final int WAIT = TABLE.column("wait time");
    static final int RUN = TABLE.column("run time");
    static final int ALLOCATED = TABLE.column("number of allocated processors");
    static final int CPU_TIME = TABLE.column("average CPU time used");
    static final int MEMORY_USED = TABLE.column("used memory");
    static final int REQUESTED = TABLE.column("requested number of processors");
    static final int MEMORY_REQUESTED = TABLE.column("requested memory");
    static final int STATUS = TABLE.column("status");
    static final int USER = TABLE.column("user ID");
    static final int EXECUTABLE = TABLE.column("executable number");
    static final int QUEUE = TABLE.column("queue number");
    static final int PRECEDING = TABLE.column("preceding job number");

    /** More processors than any computer has; keeps products of them within 63 bits. */
    static final long MAX_PROCESSORS = 1L << 24;

    /** Larger times and amounts are refused, so that sums of them fit. */
    private static final long MAX_MICROS = 1L << 61;

    private static final long MAX_BYTES = 1L << 53;
    private static final int STATUS_FIRST_PART = 2;
    private static final int STATUS_LAST_PART = 4;
    private static final int FIRST_CAPACITY = 1 << 10;

    private final SwfHeader header = new SwfHeader();
    private final KeyIndex jobs = new KeyIndex();
    private final long[][] values = new long[TABLE.fields().size()][FIRST_CAPACITY];
    private long lastSubmit = Long.MIN_VALUE;
    private long partsWithoutWhole;
    private long submitsBeforeRowAbove;

    SwfJobs(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        chunk.comments().forEach(header::add);
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long status = chunk.value(STATUS, row);
        long id = chunk.value(JOB, row);
        if (status >= STATUS_FIRST_PART && status <= STATUS_LAST_PART) {
            partsWithoutWhole += jobs.find(id, 0) < 0 ? 1 : 0;
            ledger.ignored(IgnoreRule.PART_OF_A_JOB, 1);
            return;
        }
        if (isUnusable(chunk, row) || !isWanted(chunk.value(SUBMIT, row))) {
            return;
        }
        int known = jobs.size();
        if (jobs.findOrAdd(id, 0) < known) {
            reject(chunk, row, BadRow.DUPLICATE, "a second row of job " + id);
            return;
        }
        add(chunk, row, known);
    }

    /** Rejects a row whose times or amounts make no sense. */
    private boolean isUnusable(RowChunk chunk, int row) {
        for (int field : new int[] {WAIT, RUN, CPU_TIME}) {
            long micros = chunk.value(field, row);
            if (micros != ABSENT && micros < 0) {
                reject(chunk, row, BadRow.NEGATIVE, "a time below 0 that is not -1");
                return true;
            }
        }
        boolean isHuge = Math.abs(chunk.value(SUBMIT, row)) > MAX_MICROS;
        for (int field : new int[] {WAIT, RUN, CPU_TIME}) {
            isHuge |= chunk.value(field, row) > MAX_MICROS;
        }
        for (int field : new int[] {ALLOCATED, REQUESTED}) {
            isHuge |= chunk.value(field, row) > MAX_PROCESSORS;
        }
        for (int field : new int[] {MEMORY_REQUESTED, MEMORY_USED}) {
            long processors = Math.max(chunk.value(ALLOCATED, row), chunk.value(REQUESTED, row));
            isHuge |= chunk.value(field, row) > MAX_BYTES / Math.max(1, processors);
        }
        if (isHuge) {
            reject(chunk, row, BadRow.OUT_OF_RANGE, "a time or an amount beyond any computer's");
        }
        return isHuge;
    }

    private void add(RowChunk chunk, int row, int job) {
        if (job == values[0].length) {
            int capacity = Math.addExact(job, job >> 1);
            for (int i = 0; i < values.length; i++) {
                values[i] = Arrays.copyOf(values[i], capacity);
            }
        }
        for (int i = 0; i < values.length; i++) {
            values[i][job] = chunk.value(i, row);
        }
        long submit = values[SUBMIT][job];
        submitsBeforeRowAbove += submit < lastSubmit ? 1 : 0;
        lastSubmit = submit;
        ledger.used(clock.canonical(submit));
    }

    SwfHeader header() {
        return header;
    }

    int size() {
        return jobs.size();
    }

    /** A field of a job, absent where it is -1. */
    long value(int field, int job) {
        return values[field][job];
    }

    /** A field of a job as text; null where it is absent. */
    @org.jspecify.annotations.Nullable
    String text(int field, int job) {
        return values[field][job] == ABSENT ? null : Long.toString(values[field][job]);
    }

    /** Numbers of the jobs in order of their submits. */
    int[] inOrder() {
        return StableOrder.of(values[SUBMIT], size());
    }

    long partsWithoutWhole() {
        return partsWithoutWhole;
    }

    long submitsBeforeRowAbove() {
        return submitsBeforeRowAbove;
    }
}
