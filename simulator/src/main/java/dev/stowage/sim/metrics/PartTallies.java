package dev.stowage.sim.metrics;

import dev.stowage.run.PartFigures;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TaskPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures parts of the tasks of a run to its end, as its log. Memory follows the jobs, where a
 * part asks for them.
 */
public final class PartTallies implements TaskLog {
    private final List<OfPart> parts = new ArrayList<>();
    private final Map<Long, Long> submits = new HashMap<>(); // first of each job, of any part

    private final TaskPart.Names names;

    private record OfPart(TaskPart part, Tally pending, Slowdowns slowdowns, JobTimes jobs) {
        private void add(TaskEntry entry) {
            jobs.add(entry);
            if (entry.isStarted()) {
                pending.add(entry.waitMicros());
            } else if (entry.fate == Fate.PENDING) {
                pending.addInfinite();
            }
            boolean isEnded = entry.fate == Fate.FINISHED || entry.fate == Fate.KILLED;
            long ran = entry.endMicros - entry.lastStartMicros;
            if (isEnded && entry.attemptMicros != TaskLog.NONE && ran >= entry.attemptMicros) {
                slowdowns.add(ran, entry.attemptMicros);
            }
        }
    }

    /**
     * Of these parts.
     *
     * @param names of users and workloads that parts are named after
     */
    public PartTallies(List<TaskPart> parts, TaskPart.Names names) {
        this.names = names;
        parts.forEach(
                each ->
                        this.parts.add(
                                new OfPart(each, new Tally(), new Slowdowns(), new JobTimes())));
    }

    @Override
    public void task(TaskEntry entry) {
        submits.merge(entry.jobId, entry.submitMicros, Math::min);
        for (OfPart each : parts) {
            if (each.part.has(entry, names)) {
                each.add(entry);
            }
        }
    }

    /** The figures by {@link TaskPart#text}. */
    public Map<String, PartFigures> figures() {
        Map<String, PartFigures> figures = new LinkedHashMap<>();
        for (OfPart each : parts) {
            figures.put(
                    each.part.text(),
                    new PartFigures(
                            each.pending.distribution(),
                            each.slowdowns.distribution(),
                            each.jobs.distribution(this::submitMicros),
                            each.part
                                    .deadline()
                                    .map(due -> each.jobs.late(this::submitMicros, due))
                                    .orElse(0.0)));
        }
        return figures;
    }

    private long submitMicros(long job) {
        return Objects.requireNonNull(submits.get(job));
    }
}
