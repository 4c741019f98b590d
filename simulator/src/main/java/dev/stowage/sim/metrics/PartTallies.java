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

    private record OfPart(TaskPart part, Tally pending, JobTimes jobs) {}

    /** Of these parts. */
    public PartTallies(List<TaskPart> parts) {
        parts.forEach(each -> this.parts.add(new OfPart(each, new Tally(), new JobTimes())));
    }

    @Override
    public void task(TaskEntry entry) {
        submits.merge(entry.jobId, entry.submitMicros, Math::min);
        for (OfPart each : parts) {
            if (each.part.has(entry)) {
                each.jobs.add(entry);
                if (entry.isStarted()) {
                    each.pending.add(entry.waitMicros());
                } else if (entry.fate == Fate.PENDING) {
                    each.pending.addInfinite();
                }
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
