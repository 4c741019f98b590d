package dev.stowage.ingest.platform;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.CoreSpeed;
import dev.stowage.ingest.listed.JsonFile;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Allocations of Nomad, as {@code /v1/node/ID/allocations} tells them, and nodes. */
public final class NomadFormat extends ListedFormat {
    static final String NOT_BATCH = "type!=batch";

    private static final BigDecimal NANOS = new BigDecimal("0.001"); // microseconds

    /** The format. */
    public NomadFormat() {
        super(
                "nomad",
                "allocations of Nomad: the JSON of nomad node status -json or of /v1/node/ID, and"
                        + " its /allocations",
                List.of(NOT_BATCH, ALL_BATCH, ALL_USER_FACING),
                List.of(CoreSpeed.OPTION));
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        if (!JsonFile.begins(file, '[') && !JsonFile.begins(file, '{')) {
            return false;
        }
        JsonNode root = JsonFile.peek(file);
        JsonNode first = root.isArray() ? root.path(0) : root;
        return isAllocation(first) || isNode(first);
    }

    private static boolean isAllocation(JsonNode node) {
        return node.has("ClientStatus") && node.has("TaskGroup");
    }

    private static boolean isNode(JsonNode node) {
        return node.has("NodeResources");
    }

    @Override
    protected Reader begin(Listing listing) {
        return new Allocations(listing, classRule(listing.request()));
    }

    private static final class Allocations implements Reader {
        private final Listing listing;
        private final String classRule;
        private final BigDecimal perMhz;
        private final Set<String> ids = new HashSet<>();

        Allocations(Listing listing, String classRule) {
            this.listing = listing;
            this.classRule = classRule;
            perMhz = CoreSpeed.microCoresPerMhz(listing.request());
        }

        @Override
        public void read(Path file) {
            JsonNode peeked = JsonFile.peek(file);
            JsonNode first = peeked.isArray() ? peeked.path(0) : peeked;
            if (!isAllocation(first) && !isNode(first)) {
                throw InputException.of(
                        file,
                        "JSON of something else",
                        "allocations or nodes of Nomad",
                        "nomad operator api /v1/node/ID/allocations prints them.");
            }
            ListedTable table = listing.table(isNode(first) ? "machines" : "tasks");
            JsonNode root = JsonFile.read(file, listing, table, v -> v.isArray() ? v.size() : 1);
            for (JsonNode each : root.isArray() ? root : List.of(root)) {
                try {
                    if (isNode(first)) {
                        addNode(each);
                        table.used(1);
                    } else if (!isAllocation(each)) {
                        throw new BadRecordException(BadRow.WRONG_TYPE, "no allocation");
                    } else if (!ids.add(each.path("ID").asText())) {
                        table.ignored(IgnoreRule.UNCHANGED, 1);
                    } else {
                        listing.add(task(each, table));
                    }
                } catch (BadRecordException e) {
                    table.bad(file, 1, e, each.path("Name").asText());
                }
            }
        }

        private void addNode(JsonNode node) throws BadRecordException {
            JsonNode resources = node.path("NodeResources");
            String name = node.path("Name").asText(node.path("ID").asText());
            listing.add(
                    ListedMachine.of(
                            CleanName.of("Name", name),
                            amount(resources.path("Cpu").path("CpuShares"), perMhz),
                            amount(resources.path("Memory").path("MemoryMB"), Amount.MIB)));
        }

        private ListedTask task(JsonNode node, ListedTable table) throws BadRecordException {
            JsonNode job = node.path("Job");
            String name = CleanName.of("JobID", node.path("JobID").asText());
            if (name.isEmpty()) {
                throw new BadRecordException(BadRow.MISSING_VALUE, "no JobID");
            }
            String namespace = CleanName.of("Namespace", node.path("Namespace").asText("default"));
            ListedTask task =
                    new ListedTask(
                            table,
                            namespace + "/" + name,
                            Math.max(0, time(node.path("CreateTime"), node, job)));
            task.logicalName = CleanName.of("ParentID", job.path("ParentID").asText());
            task.logicalName = task.logicalName.isEmpty() ? null : task.logicalName;
            task.user = namespace;
            task.priority = job.path("Priority").asInt();
            boolean isBatch =
                    classRule.equals(NOT_BATCH)
                            ? job.path("Type").asText().endsWith("batch")
                            : classRule.equals(ALL_BATCH);
            task.taskClass = isBatch ? TaskClass.BATCH : TaskClass.USER_FACING;
            String machine = node.path("NodeName").asText(node.path("NodeID").asText());
            task.machine = machine.isEmpty() ? null : CleanName.of("NodeName", machine);
            addResources(task, node);
            addTimes(task, node);
            countConstraints(task, job);
            return task;
        }

        private static long time(JsonNode created, JsonNode node, JsonNode job)
                throws BadRecordException {
            JsonNode text = created.isNumber() ? created : job.path("SubmitTime");
            if (!text.isNumber()) {
                throw new BadRecordException(
                        BadRow.MISSING_VALUE, "no CreateTime of " + node.path("ID").asText());
            }
            return Amount.of("CreateTime", text.asText(), NANOS);
        }

        private void addResources(ListedTask task, JsonNode node) throws BadRecordException {
            JsonNode allocated = node.path("AllocatedResources");
            long devices = 0;
            if (allocated.path("Tasks").isObject()) {
                task.cpuMicroCores = 0;
                task.memoryBytes = 0;
                for (JsonNode each : allocated.path("Tasks")) {
                    task.cpuMicroCores += amount(each.path("Cpu").path("CpuShares"), perMhz);
                    task.memoryBytes += amount(each.path("Memory").path("MemoryMB"), Amount.MIB);
                    devices += each.path("Devices").size();
                }
                JsonNode disk = allocated.path("Shared").path("DiskMB");
                task.diskBytes = disk.isNumber() ? amount(disk, Amount.MIB) : ABSENT;
            } else {
                JsonNode resources = node.path("Resources");
                task.cpuMicroCores = amount(resources.path("CPU"), perMhz);
                task.memoryBytes = amount(resources.path("MemoryMB"), Amount.MIB);
            }
            listing.count(task, "tasks.devicesNotKept", devices > 0 ? 1 : 0);
        }

        private static long amount(JsonNode node, BigDecimal factor) throws BadRecordException {
            if (!node.isNumber()) {
                throw new BadRecordException(BadRow.MISSING_VALUE, "no CPU or memory");
            }
            return Amount.of("resources", node.asText(), factor);
        }

        private void addTimes(ListedTask task, JsonNode node) throws BadRecordException {
            long started = Long.MAX_VALUE;
            long ended = ABSENT;
            int restarts = 0;
            for (JsonNode state : node.path("TaskStates")) {
                if (state.path("StartedAt").isTextual()) {
                    String text = state.path("StartedAt").asText();
                    started = Math.min(started, listing.moments().micros("StartedAt", text));
                }
                if (state.path("FinishedAt").isTextual()) {
                    String text = state.path("FinishedAt").asText();
                    ended = Math.max(ended, listing.moments().micros("FinishedAt", text));
                }
                restarts += Math.max(0, state.path("Restarts").asInt());
            }
            String status = node.path("ClientStatus").asText();
            task.outcome =
                    switch (status) {
                        case "pending", "unknown" -> TaskOutcome.PENDING;
                        case "running" -> TaskOutcome.RUNNING;
                        case "complete" -> TaskOutcome.FINISHED;
                        case "failed" -> TaskOutcome.FAILED;
                        case "lost" -> TaskOutcome.LOST;
                        default ->
                                throw new BadRecordException(
                                        BadRow.UNKNOWN_WORD,
                                        "ClientStatus " + Amount.shown(status));
                    };
            boolean isPlaced = started != Long.MAX_VALUE;
            task.scheduleMicros = isPlaced ? Math.max(started, task.submitMicros) : ABSENT;
            task.endMicros = isPlaced ? ended : ABSENT;
            if (task.endMicros != ABSENT && task.endMicros < task.scheduleMicros) {
                throw new BadRecordException(
                        BadRow.END_BEFORE_START, "FinishedAt before StartedAt");
            }
            task.attempts = isPlaced ? (int) Math.min(1L + restarts, 1_000_000) : 0;
        }

        private void countConstraints(ListedTask task, JsonNode job) {
            int constraints = job.path("Constraints").size();
            for (JsonNode group : job.path("TaskGroups")) {
                constraints += group.path("Constraints").size();
            }
            listing.count(task, "tasks.withConstraintsNotKept", constraints > 0 ? 1 : 0);
            boolean isSpread = job.path("Affinities").size() + job.path("Spreads").size() > 0;
            listing.count(task, "tasks.withPreferences", isSpread ? 1 : 0);
        }

        @Override
        public void finish() {
            if (listing.machineNames().isEmpty()) {
                listing.warn(
                        "There are no nodes: give what /v1/node/ID tells of each, too, or simulate"
                                + " with --servers of your own.");
            }
        }
    }
}
