package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.alibaba.TaskList.Amount;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskOutcome;
import java.util.Arrays;
import java.util.Map;

/** Entries from {@code batch_task}: a row stands for as many tasks as it has instances. */
final class BatchTable extends BatchRows {
    private final int instancesField;
    private final boolean hasStages;
    private final TraceNames names;
    private final JobBook jobs;
    private final TaskList list = new TaskList();
    private final StageNames stageNames = new StageNames();
    private final Dependencies dependencies = new Dependencies();
    private boolean[] hasTime = new boolean[1 << 10];
    private boolean isIndexed;
    private boolean isComplete;
    private final KeyIndex byName = new KeyIndex();
    private int[] entryOfName = new int[1 << 10];
    private long beforeStart;
    private long withoutTime;
    private long withoutInstances;
    private long namesCut;
    private long namesWithoutStage;

    BatchTable(
            SourceSchema table,
            TraceNames names,
            JobBook jobs,
            TraceClock clock,
            Quarantine quarantine) {
        super(table, clock, quarantine);
        instancesField = table.column("instances");
        hasStages = table.field("task").kind() == Field.Kind.TEXT; // within the names
        this.names = names;
        this.jobs = jobs;
    }

    /** There are instances, which ask for their tasks: they must be found by name. */
    void indexNames() {
        isIndexed = true;
    }

    @Override
    void keep(RowChunk chunk, int row, TaskOutcome outcome, long start, long end) {
        long instances = chunk.value(instancesField, row);
        if (instances == 0) {
            reject(chunk, row, BadRow.OUT_OF_RANGE, "a task of 0 instances");
            return;
        }
        int job = jobs.findOrAdd(names.job(chunk, jobField, row));
        boolean isPending = outcome == TaskOutcome.PENDING;
        boolean isKnown = start != ABSENT && !(isPending && start == 0 && hasStages);
        long micros = isKnown ? clock.canonical(start) : 0;
        int entry = list.add(job, instances == ABSENT ? 1 : (int) instances, micros, outcome);
        list.setExpanded(entry);
        if (!isKnown || start <= 0) {
            list.setSubmitCensored(entry);
        }
        if (!isPending) {
            list.set(entry, Amount.SCHEDULE, micros);
            if (start <= 0) {
                list.setScheduleCensored(entry);
            }
            list.set(entry, Amount.END, Statuses.isAlive(outcome) ? ABSENT : clock.canonical(end));
        }
        list.set(entry, Amount.CPU, chunk.value(cpuField, row));
        list.set(entry, Amount.MEMORY, chunk.value(memoryField, row));
        keepName(chunk, row, entry, isKnown);
        withoutInstances += instances == ABSENT ? 1 : 0;
        withoutTime += isKnown ? 0 : 1;
        beforeStart += isKnown && start <= 0 ? 1 : 0;
        ledger.used(micros);
        ledger.reaches(Math.max(micros, list.endMicros(entry)));
    }

    private void keepName(RowChunk chunk, int row, int entry, boolean isKnown) {
        if (entry == hasTime.length) {
            hasTime = Arrays.copyOf(hasTime, Math.addExact(entry, entry >> 1));
        }
        hasTime[entry] = isKnown;
        if (hasStages) {
            long place = chunk.value(taskField, row);
            int length = FieldReader.length(place);
            int stage = stageNames.read(chunk.bytes(), FieldReader.start(place), length);
            list.set(entry, Amount.STAGE, stage == StageNames.NONE ? ABSENT : stage);
            dependencies.add(stageNames);
            namesCut += stageNames.isCut() ? 1 : 0;
            namesWithoutStage += stage == StageNames.NONE ? 1 : 0;
        }
        if (isIndexed) {
            int known = byName.size();
            int name = byName.findOrAdd(list.job(entry), names.task(chunk, taskField, row));
            if (name == known) {
                if (name == entryOfName.length) {
                    entryOfName = Arrays.copyOf(entryOfName, Math.addExact(name, name >> 1));
                }
                entryOfName[name] = entry;
            }
        }
    }

    /** The entry of the task of that name, or -1. */
    int find(int job, int task) {
        int name = byName.find(job, task);
        return name < 0 ? -1 : entryOfName[name];
    }

    /** The entries, with their dependencies; when all rows have been taken. */
    TaskList entries() {
        if (hasStages && !isComplete) {
            dependencies.apply(list, hasTime);
        }
        isComplete = true;
        return list;
    }

    void addTo(Map<String, Long> facts) {
        if (hasStages) {
            dependencies.addTo(facts);
            facts.put("tasks.rowsWithNamesCut", namesCut);
            facts.put("tasks.rowsWithoutStage", namesWithoutStage);
        }
        facts.put("tasks.rowsBeforeStart", beforeStart);
        facts.put("tasks.rowsWithoutTime", withoutTime);
        facts.put("tasks.rowsWithoutInstances", withoutInstances);
    }
}
