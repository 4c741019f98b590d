package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs from {@code job_events}. */
final class JobTable extends GoogleJobs {
    private static final SourceSchema TABLE =
            FamilyDescription.of("google-2011").table("job_events");
    private static final int TIME = TABLE.column("time");
    private static final int MISSING_INFO = TABLE.column("missing info");
    private static final int JOB = TABLE.column("job ID");
    private static final int EVENT = TABLE.column("event type");
    private static final int USER = TABLE.column("user");
    private static final int SCHEDULING_CLASS = TABLE.column("scheduling class");
    private static final int NAME = TABLE.column("job name");
    private static final int LOGICAL_NAME = TABLE.column("logical job name");
    private static final int FIRST_CAPACITY = 1 << 10;

    private final Lifecycles jobs = new Lifecycles();
    private final Map<String, String> texts = new HashMap<>();
    private byte[] schedulingClass = new byte[FIRST_CAPACITY];
    private boolean[] isFirstScheduleCensored = new boolean[FIRST_CAPACITY];
    private @Nullable String[] user = new String[FIRST_CAPACITY];
    private @Nullable String[] name = new String[FIRST_CAPACITY];
    private @Nullable String[] logicalName = new String[FIRST_CAPACITY];
    private long rowsWithMissingInfo;
    private long rowsBeforeStart;

    JobTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(TIME, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(TIME, row);
        long time = clock.canonical(source);
        boolean isBefore = clock.isBeforeStart(source);
        long jobId = chunk.value(JOB, row);
        LifecycleEvent event = LifecycleEvent.of((int) chunk.value(EVENT, row));
        int before = jobs.size();
        int job = jobs.accept(jobId, 0, event, time, isBefore);
        if (job < 0) {
            String found = "time " + source + " of job " + jobId + " after a later one";
            reject(chunk, row, BadRow.TIME_GOES_BACK, found);
            return;
        }
        ledger.used(time);
        if (job == before) {
            begin(job);
        }
        rowsBeforeStart += isBefore ? 1 : 0;
        rowsWithMissingInfo += chunk.value(MISSING_INFO, row) == ABSENT ? 0 : 1;
        if (event == LifecycleEvent.SCHEDULE && jobs.attempts(job) == 1) {
            isFirstScheduleCensored[job] = isBefore;
        }
        if (chunk.value(SCHEDULING_CLASS, row) != ABSENT) {
            schedulingClass[job] = (byte) chunk.value(SCHEDULING_CLASS, row);
        }
        user[job] = text(chunk, USER, row, user[job]);
        name[job] = text(chunk, NAME, row, name[job]);
        logicalName[job] = text(chunk, LOGICAL_NAME, row, logicalName[job]);
    }

    private @Nullable String text(RowChunk chunk, int field, int row, @Nullable String known) {
        if (known != null || chunk.value(field, row) == ABSENT) {
            return known;
        }
        String text = chunk.text(field, row);
        String shared = texts.putIfAbsent(text, text);
        return shared == null ? text : shared;
    }

    private void begin(int job) {
        if (job == schedulingClass.length) {
            int capacity = Math.addExact(job, job >> 1);
            schedulingClass = Arrays.copyOf(schedulingClass, capacity);
            isFirstScheduleCensored = Arrays.copyOf(isFirstScheduleCensored, capacity);
            user = Arrays.copyOf(user, capacity);
            name = Arrays.copyOf(name, capacity);
            logicalName = Arrays.copyOf(logicalName, capacity);
        }
        schedulingClass[job] = -1;
    }

    @Override
    Lifecycles jobs() {
        return jobs;
    }

    @Override
    int[] order() {
        return jobs.bySubmit();
    }

    @Override
    int deciding(int job, ClassRule rule) {
        return rule.field() == ClassRule.Field.SCHEDULING_CLASS ? schedulingClass[job] : -1;
    }

    @Override
    boolean isFirstScheduleCensored(int job) {
        return isFirstScheduleCensored[job];
    }

    @Override
    void fillGiven(JobRow row, int job) {
        row.schedulingClass = schedulingClass[job] < 0 ? ABSENT_INT : schedulingClass[job];
        row.user = user[job];
        row.name = name[job];
        row.logicalName = logicalName[job];
    }

    @Override
    void addFacts(Map<String, Long> facts) {
        facts.put("jobs.rowsBeforeStart", rowsBeforeStart);
        facts.put("jobs.rowsWithMissingInfo", rowsWithMissingInfo);
    }
}
