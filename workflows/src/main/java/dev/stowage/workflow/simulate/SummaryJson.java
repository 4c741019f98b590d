package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.RunSummary.SteadyState;
import dev.stowage.stats.output.SteadyMean;
import dev.stowage.stats.output.SteadyMean.Shortfall;
import org.jspecify.annotations.Nullable;

/**
 * The form of {@code summary.json}: results only, nothing about the machine that computed them, no
 * paths; the same bytes for the same input and seed. {@code docs/files.md} explains each field.
 */
public final class SummaryJson {
    /** Name of the file in a run directory. */
    public static final String FILE = "summary.json";

    private SummaryJson() {}

    /** The summary as a JSON object with its keys in their fixed order. */
    public static ObjectNode of(RunSummary summary) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("workload", summary.workload());
        root.put("servers", summary.servers());
        ObjectNode policies = root.putObject("policies");
        summary.policies().forEach(policies::put);
        root.put("seed", summary.seed());
        root.set("verdict", VerdictJson.of(RunVerdict.of(summary)));
        tasks(root.putObject("tasks"), summary.tasks());
        root.putObject("rejectedByReason")
                .put("capacity", summary.rejectedByReason().capacity())
                .put("quota", summary.rejectedByReason().quota())
                .put("queueFull", summary.rejectedByReason().queueFull());
        pending(root.putObject("pendingSeconds"), summary.pendingSeconds());
        ObjectNode utilisation = root.putObject("utilisation");
        summary.utilisation().extras().forEach((name, extra) -> extra(utilisation, name, extra));
        level(utilisation.putObject("cpuAllocated"), summary.utilisation().cpuAllocated());
        level(utilisation.putObject("memoryAllocated"), summary.utilisation().memoryAllocated());
        RunSummary.Contention contention = summary.contention();
        if (contention != null) {
            level(utilisation.putObject("cpuUsed"), contention.cpuUsed());
            level(utilisation.putObject("memoryUsed"), contention.memoryUsed());
            pending(root.putObject("slowdown"), contention.slowdown());
            root.put("outOfMemoryKills", contention.outOfMemoryKills());
        }
        root.putObject("fragmentation")
                .put("medianTask", summary.fragmentation().medianTask())
                .put("p90Task", summary.fragmentation().p90Task());
        root.putObject("serversInUse")
                .put("mean", summary.serversInUse().mean())
                .put("peak", summary.serversInUse().peak());
        root.put("energyKWh", summary.energy().kWh());
        root.put("energyAssumed", summary.energy().assumed());
        root.put("makespanSeconds", summary.makespanSeconds());
        steadyState(root, summary.steadyState());
        summary.jobs().ifPresent(jobs -> jobs(root.putObject("jobs"), jobs));
        summary.outages()
                .ifPresent(outages -> root.set("outages", Json.mapper().valueToTree(outages)));
        ObjectNode leftOut = root.putObject("leftOut");
        summary.leftOut().forEach(leftOut::put);
        ArrayNode warnings = root.putArray("warnings");
        summary.warnings().forEach(warnings::add);
        return root;
    }

    private static void tasks(ObjectNode node, RunSummary.TaskCounts tasks) {
        node.put("submitted", tasks.submitted())
                .put("rejected", tasks.rejected())
                .put("started", tasks.started())
                .put("finished", tasks.finished())
                .put("evicted", tasks.evicted())
                .put("killed", tasks.killed())
                .put("running", tasks.running())
                .put("pending", tasks.pending());
    }

    private static void jobs(ObjectNode node, RunSummary.Jobs jobs) {
        node.put("finished", jobs.makespanSeconds().count()).put("unfinished", jobs.unfinished());
        pending(node.putObject("makespanSeconds"), jobs.makespanSeconds());
    }

    private static void pending(ObjectNode node, Distribution distribution) {
        node.put("mean", distribution.mean())
                .put("p50", distribution.p50())
                .put("p90", distribution.p90())
                .put("p95", distribution.p95())
                .put("p99", distribution.p99())
                .put("max", distribution.max());
    }

    private static void steadyState(ObjectNode root, @Nullable SteadyState steady) {
        if (steady == null) {
            root.putNull("steadyState");
            return;
        }
        ObjectNode node = root.putObject("steadyState");
        steadyMean(node.putObject("pendingSeconds"), steady.pendingSeconds());
        steadyMean(node.putObject("responseSeconds"), steady.responseSeconds());
    }

    private static void steadyMean(ObjectNode node, SteadyMean steady) {
        Long end = steady.warmUpEndMicros();
        Shortfall shortfall = steady.shortfall();
        node.put("mean", steady.mean())
                .put("observations", steady.kept())
                .put("dropped", steady.dropped())
                .put("warmUpEndSeconds", end == null ? null : end / 1e6)
                .put("note", shortfall == null ? null : shortfall.text());
    }

    private static void extra(ObjectNode utilisation, String name, RunSummary.ExtraLevel extra) {
        ObjectNode node = utilisation.putObject(name);
        level(node, extra.share());
        node.put("capacity", extra.capacity());
    }

    private static void level(ObjectNode node, Level level) {
        node.put("mean", level.mean())
                .put("p50", level.p50())
                .put("p95", level.p95())
                .put("peak", level.peak());
    }
}
