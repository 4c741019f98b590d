package dev.stowage.report.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.Map;

/** A run as text, from its {@code summary.json}. */
public final class RunText {
    private final JsonNode summary;
    private final Style style;

    public RunText(JsonNode summary, Style style) {
        this.summary = summary;
        this.style = style;
    }

    public void print(PrintWriter out) {
        VerdictText.print(summary.path("verdict"), style, out);
        JsonNode policies = summary.path("policies");
        out.println(
                style.bold(text(summary, "workload"))
                        + " on "
                        + style.bold(text(summary, "servers"))
                        + ": placement "
                        + text(policies, "placement")
                        + ", admission "
                        + text(policies, "admission")
                        + ", queue "
                        + text(policies, "queue")
                        + ", seed "
                        + text(summary, "seed"));
        out.println();
        tasks().print(out, style, 0);
        out.println();
        pending().print(out, style, 0);
        out.println();
        levels().print(out, style, 0);
        out.println();
        rest().print(out, style, 0);
    }

    private TextTable tasks() {
        JsonNode tasks = summary.path("tasks");
        long submitted = tasks.path("submitted").asLong();
        TextTable table =
                new TextTable(Column.text("tasks"), Column.figure("count"), Column.figure("share"));
        table.row("submitted", Figures.count(submitted), submitted == 0 ? "" : "100.0%");
        for (String fate : new String[] {"finished", "killed", "rejected", "running", "pending"}) {
            long count = tasks.path(fate).asLong();
            table.row(
                    "  " + fate,
                    Figures.count(count),
                    submitted == 0 ? "" : Figures.share((double) count / submitted));
            if (fate.equals("rejected") && count > 0) {
                reasons(table);
            }
        }
        table.row("started", Figures.count(tasks.path("started").asLong()));
        table.row("evictions", Figures.count(tasks.path("evicted").asLong()));
        outages(table);
        JsonNode kills = summary.path("outOfMemoryKills");
        if (!kills.isMissingNode()) {
            table.row("out of memory", Figures.count(kills.asLong()));
        }
        summary.path("leftOut")
                .properties()
                .forEach(
                        entry ->
                                table.row(
                                        "left out: " + entry.getKey(),
                                        Figures.count(entry.getValue().asLong())));
        return table;
    }

    private void outages(TextTable table) {
        JsonNode outages = summary.path("outages");
        if (outages.isMissingNode()) {
            return;
        }
        for (String[] line :
                new String[][] {
                    {"failures", "failures of servers"},
                    {"repairs", "repairs"},
                    {"maintenances", "taken into maintenance"},
                    {"switchOffs", "switched off"},
                    {"wakeUps", "woken"}
                }) {
            long count = outages.path(line[0]).asLong();
            if (count > 0) {
                table.row(line[1], Figures.count(count));
            }
        }
        double lost = outages.path("lostCoreSeconds").asDouble();
        if (lost > 0) {
            table.row(
                    "work lost and done anew, core hours",
                    Figures.number(lost / 3600),
                    Figures.share(outages.path("lostShare").asDouble()));
        }
        double availability = outages.path("availability").asDouble();
        table.row("servers up", "", Figures.share(availability));
    }

    /** Why tasks were not let in. */
    private void reasons(TextTable table) {
        JsonNode reasons = summary.path("rejectedByReason");
        for (String[] reason :
                new String[][] {
                    {"capacity", "no server could hold it"},
                    {"quota", "its user held too much"},
                    {"queueFull", "the queue was full"}
                }) {
            long count = reasons.path(reason[0]).asLong();
            if (count > 0) {
                table.row("    " + reason[1], Figures.count(count));
            }
        }
    }

    private TextTable pending() {
        JsonNode pending = summary.path("pendingSeconds");
        TextTable table =
                new TextTable(
                        Column.text("waiting time"),
                        Column.figure("mean"),
                        Column.figure("p50"),
                        Column.figure("p90"),
                        Column.figure("p99"),
                        Column.figure("max"));
        times(table, "submit to start", pending);
        if (summary.has("jobs")) {
            times(table, "whole job", summary.path("jobs").path("makespanSeconds"));
        }
        JsonNode slowdown = summary.path("slowdown");
        if (!slowdown.isMissingNode()) {
            table.row(
                    "slowdown",
                    factor(slowdown, "mean"),
                    factor(slowdown, "p50"),
                    factor(slowdown, "p90"),
                    factor(slowdown, "p99"),
                    factor(slowdown, "max"));
        }
        return table;
    }

    private static void times(TextTable table, String label, JsonNode times) {
        table.row(
                label,
                seconds(times, "mean"),
                seconds(times, "p50"),
                seconds(times, "p90"),
                seconds(times, "p99"),
                seconds(times, "max"));
    }

    private TextTable levels() {
        TextTable table =
                new TextTable(
                        Column.text("over time"),
                        Column.figure("mean"),
                        Column.figure("p50"),
                        Column.figure("p95"),
                        Column.figure("peak"));
        JsonNode utilisation = summary.path("utilisation");
        utilisation
                .properties()
                .forEach(
                        entry ->
                                table.row(
                                        label(entry.getKey()) + capacity(entry),
                                        share(entry.getValue(), "mean"),
                                        share(entry.getValue(), "p50"),
                                        share(entry.getValue(), "p95"),
                                        share(entry.getValue(), "peak")));
        JsonNode inUse = summary.path("serversInUse");
        return table.row(
                "servers in use",
                Figures.number(inUse.path("mean").asDouble()),
                "",
                "",
                Figures.count(inUse.path("peak").asLong()));
    }

    private TextTable rest() {
        JsonNode fragmentation = summary.path("fragmentation");
        return TextTable.ofFacts()
                .row(
                        "fragmentation",
                        share(fragmentation, "medianTask")
                                + " of the free CPU can't hold the median task, "
                                + share(fragmentation, "p90Task")
                                + " the p90 task")
                .row(
                        "energy",
                        Figures.number(summary.path("energyKWh").asDouble())
                                + " kWh"
                                + (summary.path("energyAssumed").asBoolean()
                                        ? " (assumed: 200 to 300 W a server)"
                                        : ""))
                .row("makespan", Figures.seconds(summary.path("makespanSeconds").asDouble()));
    }

    /** Of what servers have besides CPU and memory, how much there is. */
    private static String capacity(Map.Entry<String, JsonNode> level) {
        JsonNode most = level.getValue().path("capacity");
        if (most.isMissingNode()) {
            return "";
        }
        String unit =
                switch (level.getKey()) {
                    case "gpuAllocated" -> "";
                    case "diskAllocated" -> " GiB";
                    default -> " Gbit/s";
                };
        return ", of " + Figures.number(most.asDouble()) + unit;
    }

    private static String label(String key) {
        return switch (key) {
            case "gpuAllocated" -> "GPUs allocated";
            case "diskAllocated" -> "disk allocated";
            case "networkAllocated" -> "network allocated";
            case "cpuAllocated" -> "CPU allocated";
            case "memoryAllocated" -> "memory allocated";
            case "cpuUsed" -> "CPU used";
            case "memoryUsed" -> "memory used";
            default -> key;
        };
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asText();
    }

    private static String seconds(JsonNode node, String key) {
        return Figures.seconds(node.path(key).asDouble());
    }

    private static String factor(JsonNode node, String key) {
        return Figures.number(node.path(key).asDouble()) + " x";
    }

    private static String share(JsonNode node, String key) {
        return Figures.share(node.path(key).asDouble());
    }
}
