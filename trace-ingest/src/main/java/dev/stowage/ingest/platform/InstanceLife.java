package dev.stowage.ingest.platform;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The life of an instance of OpenStack, by its events in any order. */
final class InstanceLife {
    private static final String CREATED = "compute.instance.create.start";
    private static final String DELETED = "compute.instance.delete.end";
    private static final String FAILED = "compute.instance.create.error";

    private static final long SECOND = 1_000_000; // deleted_at has whole ones only

    private final String id;
    private final Path file;
    private final ListedTable table;
    private final List<Event> events = new ArrayList<>();

    /** An event; times are microseconds since 1970, or absent. */
    record Event(
            String type,
            long atMicros,
            long launchedMicros,
            long deletedMicros,
            long cpuMicroCores,
            long memoryBytes,
            long diskBytes,
            String host,
            String project,
            String state) {}

    /**
     * An instance.
     *
     * @param file where it is told of first
     */
    InstanceLife(String id, Path file, ListedTable table) {
        this.id = id;
        this.file = file;
        this.table = table;
    }

    void add(Event event) {
        events.add(event);
    }

    /** All events are there: it becomes a task, or all of its rows are bad. */
    void addTo(Listing listing, TaskClass taskClass) {
        events.sort(Comparator.comparingLong(Event::atMicros)); // stable: those of one time stay
        try {
            ListedTask task = task();
            task.taskClass = taskClass;
            listing.add(task);
            count(listing, task);
        } catch (BadRecordException e) {
            for (int i = 0; i < events.size(); i++) {
                table.bad(file, 1, e, id);
            }
        }
    }

    private ListedTask task() throws BadRecordException {
        Event first = events.get(0);
        Event last = events.get(events.size() - 1);
        long launched = ABSENT;
        long deleted = ABSENT;
        boolean isFailed = false;
        boolean isDeleted = false;
        for (Event event : events) {
            launched = launched == ABSENT ? event.launchedMicros : launched; // the first one
            deleted = event.deletedMicros == ABSENT ? deleted : event.deletedMicros;
            isDeleted |= event.type.equals(DELETED) || event.state.equals("deleted");
            isFailed |= event.type.equals(FAILED);
        }
        boolean isSeenFromBirth = first.type.equals(CREATED);
        long submit =
                isSeenFromBirth || launched == ABSENT
                        ? first.atMicros
                        : Math.min(first.atMicros, launched);
        ListedTask task = new ListedTask(table, CleanName.of("instance_id", id), submit);
        task.rows = events.size();
        task.isSubmitCensored = !isSeenFromBirth;
        task.cpuMicroCores = last.cpuMicroCores;
        task.memoryBytes = last.memoryBytes;
        task.diskBytes = last.diskBytes;
        task.user = last.project.isEmpty() ? null : last.project;
        task.machine = last.host.isEmpty() ? null : last.host;
        task.scheduleMicros = launched == ABSENT ? ABSENT : Math.max(submit, launched);
        task.attempts = launched == ABSENT ? 0 : 1;
        if (isDeleted) {
            task.endMicros = deleted == ABSENT ? last.atMicros : deleted;
            task.outcome = launched == ABSENT ? TaskOutcome.KILLED : TaskOutcome.FINISHED;
        } else if (isFailed && launched == ABSENT) {
            task.endMicros = last.atMicros;
            task.outcome = TaskOutcome.FAILED;
        } else {
            task.outcome = launched == ABSENT ? TaskOutcome.PENDING : TaskOutcome.RUNNING;
        }
        long start = Math.max(submit, task.scheduleMicros);
        if (task.endMicros != ABSENT && task.endMicros <= start - SECOND) {
            throw new BadRecordException(BadRow.END_BEFORE_START, "deleted before it was launched");
        }
        task.endMicros = task.endMicros == ABSENT ? ABSENT : Math.max(task.endMicros, start);
        return task;
    }

    private void count(Listing listing, ListedTask task) {
        long sizes =
                events.stream().map(e -> e.cpuMicroCores + " " + e.memoryBytes).distinct().count();
        long hosts = events.stream().map(Event::host).filter(h -> !h.isEmpty()).distinct().count();
        boolean isStopped = events.get(events.size() - 1).state.equals("stopped");
        listing.count(task, "tasks.resized", sizes > 1 ? 1 : 0);
        listing.count(task, "tasks.moved", hosts > 1 ? 1 : 0);
        listing.count(task, "tasks.stoppedAtEnd", isStopped ? 1 : 0);
    }
}
