package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.similarity.ArrivalCounts;
import dev.stowage.similarity.JobTable;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Sees a trace or a workload as a side of a comparison: its parameters as {@link
 * ParameterExtraction} has them, its arrivals, its jobs. Only that tasks arrive so long after the
 * first one of their job: when the job itself was submitted, a workload does not tell.
 */
public final class WorkloadObservation {
    private final JobSums jobs = new JobSums(JobTable.MOST);
    private long[] submits = new long[1 << 10];
    private int submitted;

    private final SeenSpan span;

    private WorkloadObservation(SeenSpan span) {
        this.span = span;
    }

    /**
     * Of a trace; reads its task table twice.
     *
     * @param span how much of it is seen
     * @throws InputException if the trace has no tasks
     */
    public static ObservedWorkload of(CanonicalTrace trace, SeenSpan span, Progress progress) {
        Set<TaskColumn> gpus = EnumSet.of(TaskColumn.GPU);
        gpus.retainAll(trace.columns());
        return new WorkloadObservation(span)
                .observe(trace.name(), new TraceRows(trace), trace.workload(gpus), progress);
    }

    /**
     * Of any workload, which is read twice.
     *
     * @param span how much of it is seen
     * @throws InputException if it has no tasks
     */
    public static ObservedWorkload of(Workload workload, SeenSpan span, Progress progress) {
        return new WorkloadObservation(span)
                .observe(workload.name(), new WorkloadRows(workload), workload, progress);
    }

    private ObservedWorkload observe(
            String name, ExtractionSource source, Workload workload, Progress progress) {
        ParameterExtraction extraction =
                new ParameterExtraction(source, new Listener(), true, span);
        ParameterSamples samples = extraction.run(progress);
        TraceManifest.Window tasks = extraction.taskWindow();
        if (submitted == 0 || tasks == null) {
            throw InputException.at(
                    name,
                    submitted == 0 ? "no jobs" : "no tasks",
                    "a workload with jobs and tasks to compare",
                    null);
        }
        return new ObservedWorkload(
                name,
                samples,
                arrivals(samples),
                countedJobs(extraction.jobs()),
                tasks(extraction.jobs(), workload, tasks));
    }

    private ArrivalCounts arrivals(ParameterSamples samples) {
        TraceProvenance.Table window = Objects.requireNonNull(samples.provenance().arrivals());
        ArrivalCounts arrivals =
                new ArrivalCounts(
                        Math.round(window.fromSeconds() * MICROS_PER_SECOND),
                        Math.round(window.toSeconds() * MICROS_PER_SECOND));
        for (int i = 0; i < submitted; i++) {
            arrivals.add(submits[i]);
        }
        return arrivals;
    }

    private JobTable countedJobs(JobRecords records) {
        for (int job = 0; job < records.size(); job++) {
            if (records.isChosen(job)) {
                jobs.countJob();
            }
        }
        return jobs.table();
    }

    private static ObservedWorkload.Tasks tasks(
            JobRecords records, Workload workload, TraceManifest.Window window) {
        long[] chosen = new long[records.size()];
        int size = 0;
        long inside = 0;
        for (int job = 0; job < records.size(); job++) {
            if (records.isChosen(job)) {
                chosen[size++] = records.id(job);
            }
            boolean isInside =
                    !records.isSubmitCensored(job)
                            && records.submitMicros(job) >= window.from()
                            && records.submitMicros(job) <= window.to();
            inside += isInside ? 1 : 0;
        }
        long[] sorted = Arrays.copyOf(chosen, size);
        Arrays.sort(sorted);
        LongPredicate isChosen = id -> Arrays.binarySearch(sorted, id) >= 0;
        return new ObservedWorkload.Tasks(
                workload, isChosen, window.from(), window.to(), size, inside, 1);
    }

    private final class Listener implements ExtractionListener {
        @Override
        public void task(TaskClass jobClass, TaskColumns tasks, int row, boolean isOpen) {
            jobs.add(jobClass, tasks, row, isOpen);
        }

        @Override
        public void job(long submitMicros) {
            if (submitted == submits.length) {
                submits = Arrays.copyOf(submits, 2 * submitted);
            }
            submits[submitted++] = submitMicros;
        }
    }
}
