package dev.stowage.workflow.part;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskPart;
import dev.stowage.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parts of the tasks that an objective speaks of by name, looked up in a workload. */
public final class WorkloadParts {
    private static final int SHOWN = 5;

    private final List<TaskPart> parts;
    private final TaskPart.Names names;

    private WorkloadParts(List<TaskPart> parts, TaskPart.Names names) {
        this.parts = parts;
        this.names = names;
    }

    /** True if a part is of tasks of a user. */
    public static boolean areOfUsers(List<TaskPart> parts) {
        return parts.stream().anyMatch(part -> part.user().isPresent());
    }

    /**
     * Looks for a task of each part that is named after a user, a resource or a workload; reads the
     * workload once if there is one.
     *
     * @param workloads names of those that it is merged of, if it is
     * @throws InputException if a user has no task there, or none asks for a resource, or none is
     *     of a workload: a bound on the part would ask for nothing
     */
    public static WorkloadParts in(
            Workload workload, List<String> workloads, List<TaskPart> parts, ScenarioFile file) {
        Set<TaskPart> missing = new LinkedHashSet<>();
        parts.stream()
                .filter(WorkloadParts::isNamed)
                .map(part -> part.due(Optional.empty()))
                .forEach(missing::add);
        if (missing.isEmpty()) {
            return new WorkloadParts(parts, TaskPart.Names.NONE);
        }
        List<String> users = new ArrayList<>();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        TaskEntry entry = new TaskEntry();
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                users.addAll(source.users().subList(users.size(), source.users().size()));
                TaskPart.Names names = new TaskPart.Names(users, workloads);
                for (int row = 0; row < batch.size && !missing.isEmpty(); row++) {
                    fill(entry, batch, row);
                    missing.removeIf(part -> part.has(entry, names));
                }
            }
        }
        for (TaskPart part : missing) {
            throw file.problem(
                    "/objective/parts",
                    "no task of " + part.text() + " in " + workload.name(),
                    expected(part, users),
                    "A bound on it would ask for nothing.");
        }
        return new WorkloadParts(parts, new TaskPart.Names(users, workloads));
    }

    private static boolean isNamed(TaskPart part) {
        return part.user().isPresent() || part.asks().isPresent() || part.workload().isPresent();
    }

    private static String expected(TaskPart part, List<String> users) {
        if (part.user().isEmpty() && part.asks().isEmpty()) {
            return "a workload that has some";
        }
        if (part.user().isEmpty()) {
            return "tasks that ask for it (of a trace: what its replay counts)";
        }
        return users.isEmpty()
                ? "a workload whose tasks name their users"
                : "a user with such tasks: "
                        + String.join(", ", users.subList(0, Math.min(SHOWN, users.size())))
                        + (users.size() > SHOWN ? ", and " + (users.size() - SHOWN) + " more" : "");
    }

    private static void fill(TaskEntry entry, TaskBatch batch, int row) {
        entry.jobId = batch.jobId[row];
        entry.taskClass = batch.taskClass[row];
        entry.priority = batch.priority[row];
        entry.userId = batch.isPlain ? -1 : batch.userId[row];
        entry.gpuMicros = batch.isPlain ? 0 : batch.gpuMicros[row];
        entry.diskBytes = batch.isPlain ? 0 : batch.diskBytes[row];
        entry.networkBitsPerSecond = batch.isPlain ? 0 : batch.networkBitsPerSecond[row];
        entry.constraints = batch.isPlain ? null : batch.constraints[row];
    }

    /** The parts. */
    public List<TaskPart> parts() {
        return parts;
    }

    /** Names of users and workloads by their numbers; none if no part is named after something. */
    public TaskPart.Names names() {
        return names;
    }
}
