package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from the pod list, each a job of its own.
 *
 * <p>A pod whose deletion is the last of the table is alive at the end of the trace. Any other pod
 * that ran or waited when it was deleted was killed then, whatever its phase is called.
 */
final class GpuPodTable extends TableBuilder {
    private static final SourceSchema TABLE =
            FamilyDescription.of("alibaba-gpu-2023").table("openb_pod_list");
    private static final int NAME = TABLE.column("name");
    private static final int CPU = TABLE.column("cpu_milli");
    private static final int MEMORY = TABLE.column("memory_mib");
    private static final int GPUS = TABLE.column("num_gpu");
    private static final int GPU_MILLI = TABLE.column("gpu_milli");
    private static final int GPU_SPEC = TABLE.column("gpu_spec");
    private static final int QOS = TABLE.column("qos");
    private static final int PHASE = TABLE.column("pod_phase");
    private static final int CREATION = TABLE.column("creation_time");
    private static final int DELETION = TABLE.column("deletion_time");
    private static final int SCHEDULED = TABLE.column("scheduled_time");

    private static final int PENDING = 0;
    private static final int RUNNING = 1;
    private static final int SUCCEEDED = 2;
    private static final List<String> PHASES =
            List.of("phasePending", "phaseRunning", "phaseSucceeded", "phaseFailed");
    private static final String LATENCY_SENSITIVE = "LS";
    private static final long MICROS_PER_MILLI_GPU = 1_000;

    /** A pod as read. */
    private record Pod(
            long creation,
            long scheduled,
            long deletion,
            int phase,
            long cpuMicroCores,
            long memoryBytes,
            long gpuMicros,
            @Nullable String models,
            boolean isLatencySensitive) {}

    private final TextIndex names = new TextIndex();
    private final List<Pod> pods = new ArrayList<>(); // by number of the name
    private final long[] phases = new long[PHASES.size()];
    private long lastDeletion = ABSENT;
    private long neverScheduled;
    private long specsUnknown;

    GpuPodTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(CREATION, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long creation = chunk.value(CREATION, row);
        long scheduled = chunk.value(SCHEDULED, row);
        long deletion = chunk.value(DELETION, row);
        int phase = (int) chunk.value(PHASE, row);
        @Nullable String wrong = wrong(creation, scheduled, deletion, phase);
        if (wrong != null) {
            reject(chunk, row, BadRow.END_BEFORE_START, wrong);
            return;
        }
        int known = names.size();
        int number = chunk.number(NAME, row, names);
        if (number < known) {
            reject(chunk, row, BadRow.DUPLICATE, "pod \"" + names.text(number) + "\" again");
            return;
        }
        pods.add(
                new Pod(
                        creation,
                        scheduled,
                        deletion,
                        phase,
                        chunk.value(CPU, row),
                        chunk.value(MEMORY, row),
                        chunk.value(GPUS, row) * chunk.value(GPU_MILLI, row) * MICROS_PER_MILLI_GPU,
                        text(chunk, GPU_SPEC, row),
                        LATENCY_SENSITIVE.equals(text(chunk, QOS, row))));
        phases[phase]++;
        neverScheduled += scheduled == ABSENT ? 1 : 0;
        lastDeletion = Math.max(lastDeletion, deletion);
        ledger.used(clock.canonical(creation));
        ledger.reaches(clock.canonical(deletion == ABSENT ? creation : deletion));
    }

    private static @Nullable String wrong(long creation, long scheduled, long deletion, int phase) {
        if (scheduled != ABSENT && scheduled < creation) {
            return "scheduled_time before creation_time";
        }
        if (deletion != ABSENT && deletion < Math.max(creation, scheduled)) {
            return "deletion_time before creation_time or scheduled_time";
        }
        boolean hasRun = phase >= SUCCEEDED;
        return hasRun && deletion == ABSENT ? "no deletion_time of a pod that has ended" : null;
    }

    private static @Nullable String text(RowChunk chunk, int field, int row) {
        return chunk.value(field, row) == ABSENT ? null : chunk.text(field, row).intern();
    }

    /** Writes tasks and adds to the facts. */
    long write(
            Path directory,
            JobBook jobs,
            @Nullable GpuNodeTable nodes,
            SpillSpace space,
            Map<String, Long> facts) {
        TaskList list = new TaskList();
        SortedTasks sorted = new SortedTasks(space, 1);
        for (int number = 0; number < pods.size(); number++) {
            add(list, pods.get(number), jobs, number, nodes == null ? Set.of() : nodes.models());
        }
        list.addTo(sorted, jobs, entry -> false);
        for (int phase = 0; phase < phases.length; phase++) {
            facts.put("tasks." + PHASES.get(phase), phases[phase]);
        }
        facts.put("tasks.neverScheduled", neverScheduled);
        facts.put("tasks.cpuRequestAbsent", sorted.withoutCpu());
        facts.put("tasks.memoryRequestAbsent", sorted.withoutMemory());
        facts.put("tasks.gpuSpecUnknown", specsUnknown);
        return sorted.write(directory);
    }

    private void add(TaskList list, Pod pod, JobBook jobs, int number, Set<String> models) {
        boolean isAlive =
                pod.phase <= RUNNING && (pod.deletion == ABSENT || pod.deletion == lastDeletion);
        int job = jobs.findOrAdd(number);
        int task = list.add(job, 1, clock.canonical(pod.creation), outcome(pod, isAlive));
        if (clock.isBeforeStart(pod.creation)) {
            list.setSubmitCensored(task);
        }
        if (pod.scheduled != ABSENT) {
            list.set(task, TaskList.Amount.SCHEDULE, clock.canonical(pod.scheduled));
            if (clock.isBeforeStart(pod.scheduled)) {
                list.setScheduleCensored(task);
            }
        }
        if (!isAlive) {
            list.set(task, TaskList.Amount.END, clock.canonical(pod.deletion));
        }
        list.set(task, TaskList.Amount.CPU, pod.cpuMicroCores);
        list.set(task, TaskList.Amount.MEMORY, pod.memoryBytes);
        list.set(task, TaskList.Amount.GPU, pod.gpuMicros == 0 ? ABSENT : pod.gpuMicros);
        if (pod.isLatencySensitive) {
            list.setUserFacing(task);
        }
        if (pod.models != null) {
            constrain(list, task, pod.models, models);
        }
    }

    private static TaskOutcome outcome(Pod pod, boolean isAlive) {
        if (isAlive) {
            return pod.scheduled == ABSENT ? TaskOutcome.PENDING : TaskOutcome.RUNNING;
        }
        return switch (pod.phase) {
            case PENDING, RUNNING -> TaskOutcome.KILLED;
            case SUCCEEDED -> TaskOutcome.FINISHED;
            default -> TaskOutcome.FAILED;
        };
    }

    /** One of some kinds of GPUs: none of the others that there are. */
    private void constrain(TaskList list, int task, String wanted, Set<String> models) {
        Set<String> kinds = new TreeSet<>(List.of(wanted.split("\\|")));
        if (kinds.size() == 1) {
            list.setConstraints(task, constraints(Operator.EQUAL, kinds));
            return;
        }
        Set<String> others = new TreeSet<>(models);
        others.removeAll(kinds);
        if (models.isEmpty()) {
            specsUnknown++;
        } else if (!others.isEmpty()) {
            list.setConstraints(task, constraints(Operator.NOT_EQUAL, others));
        }
    }

    private static String constraints(Operator operator, Set<String> models) {
        List<AttributePredicate> predicates =
                models.stream()
                        .map(model -> new AttributePredicate("platform", operator, model))
                        .toList();
        return new PlacementConstraints(predicates, false, false).toString();
    }

    /** Name of the pod of a job. */
    String name(long job) {
        return names.text((int) job);
    }
}
