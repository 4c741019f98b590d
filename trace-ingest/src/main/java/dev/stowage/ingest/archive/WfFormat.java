package dev.stowage.ingest.archive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.JsonFile;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.model.TaskClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Workflows of WfCommons, in the WfFormat 1.x: a file is a workflow, submitted at time 0. */
final class WfFormat extends ListedFormat {
    WfFormat() {
        super(
                "wfformat",
                "workflows of WfCommons: files of the WfFormat 1.x, in JSON",
                List.of(ALL_BATCH, ALL_USER_FACING),
                List.of());
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return JsonFile.begins(file, '{') && tasks(JsonFile.peek(file)).isArray();
    }

    /** The tasks of a file, called jobs until 1.2; missing if it is something else. */
    private static JsonNode tasks(JsonNode root) {
        JsonNode workflow = root.path("workflow");
        for (JsonNode each :
                List.of(
                        workflow.path("jobs"),
                        workflow.path("tasks"),
                        workflow.path("specification").path("tasks"))) {
            if (each.isArray()) {
                return each;
            }
        }
        return root.path("workflow").path("tasks");
    }

    @Override
    protected Reader begin(Listing listing) {
        boolean isUserFacing = classRule(listing.request()).equals(ALL_USER_FACING);
        Set<String> names = new HashSet<>();
        listing.hasTimesFromZero();
        return file -> {
            ListedTable table = listing.table("tasks");
            JsonNode root = JsonFile.read(file, listing, table, value -> tasks(value).size());
            JsonNode tasks = tasks(root);
            if (!tasks.isArray()) {
                throw InputException.of(
                        file, "no tasks of a workflow", "a file of the WfFormat 1.x", null);
            }
            String name = root.path("name").asText(String.valueOf(file.getFileName()));
            String unique = name;
            for (int n = 2; !names.add(unique); n++) {
                unique = name + " #" + n;
            }
            Map<String, JsonNode> executions = new HashMap<>();
            root.path("workflow")
                    .path("execution")
                    .path("tasks")
                    .forEach(each -> executions.put(each.path("id").asText(), each));
            for (JsonNode each : tasks) {
                try {
                    JsonNode execution = executions.getOrDefault(each.path("id").asText(), each);
                    ListedTask task = task(table, unique, each, execution);
                    task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
                    listing.add(task);
                } catch (BadRecordException e) {
                    table.bad(file, 1, e, each.path("name").asText());
                }
            }
            listing.warn(
                    "The tasks of a workflow are submitted with it; times of files and what they"
                            + " read and write are not kept.");
        };
    }

    private static ListedTask task(ListedTable table, String job, JsonNode task, JsonNode execution)
            throws BadRecordException {
        ListedTask listed = new ListedTask(table, job, 0);
        String id = task.path("id").asText();
        String name = task.path("name").asText();
        if (name.isEmpty() && id.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "a task without name");
        }
        // parents are named by ID since 1.4, by name before
        listed.id = task.path("parents").isMissingNode() || name.isEmpty() ? id : name;
        List<String> after = new ArrayList<>();
        task.path("parents").forEach(parent -> after.add(parent.asText()));
        listed.after = after;
        listed.otherId = id;
        String runtime =
                execution.path("runtimeInSeconds").asText(execution.path("runtime").asText());
        if (runtime.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "task " + name + " without runtime");
        }
        listed.durationMicros = Amount.of("runtime", runtime, Amount.MILLION);
        String cores = execution.path("coreCount").asText(execution.path("cores").asText("1"));
        listed.cpuMicroCores = Amount.of("cores", cores, Amount.MILLION);
        String share = execution.path("avgCPU").asText();
        if (!share.isEmpty()) { // percent of a core
            listed.cpuUsedMicroCores = Amount.of("avgCPU", share, Amount.MILLION.movePointLeft(2));
        }
        return listed;
    }
}
