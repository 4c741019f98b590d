package dev.stowage.report.simulate;

import dev.stowage.run.RunSummary.Outages;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.workflow.simulate.RunVerdict;
import dev.stowage.workflow.simulate.RunView;
import dev.stowage.workflow.simulate.RunView.Level;
import dev.stowage.workflow.simulate.RunView.Spread;
import java.io.PrintWriter;
import java.util.function.DoubleFunction;

/** A run as text. */
public final class RunText {
    private final RunView run;
    private final Style style;

    public RunText(RunView run, Style style) {
        this.run = run;
        this.style = style;
    }

    public void print(PrintWriter out) {
        VerdictText.print(run.verdict(), style, out);
        out.println(
                style.bold(run.workload())
                        + " on "
                        + style.bold(run.servers())
                        + ": placement "
                        + run.policies().get("placement")
                        + ", admission "
                        + run.policies().get("admission")
                        + ", queue "
                        + run.policies().get("queue")
                        + ", seed "
                        + run.seed());
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
        RunView.Tasks tasks = run.tasks();
        TextTable table =
                new TextTable(Column.text("tasks"), Column.figure("count"), Column.figure("share"));
        table.row(
                "submitted",
                Figures.count(tasks.submitted()),
                tasks.submitted() == 0 ? "" : "100.0 %");
        fate(table, "finished", tasks.finished());
        fate(table, "killed", tasks.killed());
        fate(table, "rejected", tasks.rejected());
        if (tasks.rejected() > 0) {
            some(table, "    no server could hold it", run.rejectedByReason().capacity());
            some(table, "    its user held too much", run.rejectedByReason().quota());
            some(table, "    the queue was full", run.rejectedByReason().queueFull());
        }
        fate(table, "running", tasks.running());
        if (run.standingStill() != null) {
            some(table, "    standing still", run.standingStill());
        }
        fate(table, "pending", tasks.pending());
        table.row("started", Figures.count(tasks.started()));
        table.row("evictions", Figures.count(tasks.evicted()));
        if (run.outages() != null) {
            outages(table, run.outages());
        }
        if (run.outOfMemoryKills() != null) {
            table.row("out of memory", Figures.count(run.outOfMemoryKills()));
        }
        if (run.oomKilled() != null) {
            table.row("    killed for good", Figures.count(run.oomKilled()));
        }
        run.leftOut()
                .forEach(
                        (why, count) ->
                                table.row(
                                        "left out: " + RunVerdict.inWords(why),
                                        Figures.count(count)));
        return table;
    }

    private void fate(TextTable table, String fate, long count) {
        long submitted = run.tasks().submitted();
        table.row(
                "  " + fate,
                Figures.count(count),
                submitted == 0 ? "" : Figures.share((double) count / submitted));
    }

    private static void some(TextTable table, String label, long count) {
        if (count > 0) {
            table.row(label, Figures.count(count));
        }
    }

    private static void outages(TextTable table, Outages outages) {
        some(table, "failures of servers", outages.failures());
        some(table, "repairs", outages.repairs());
        some(table, "taken into maintenance", outages.maintenances());
        some(table, "switched off", outages.switchOffs());
        some(table, "woken", outages.wakeUps());
        if (outages.lostCoreSeconds() > 0) {
            table.row(
                    "work lost and done anew, core hours",
                    Figures.number(outages.lostCoreSeconds() / 3600),
                    Figures.share(outages.lostShare()));
        }
        table.row("servers up", "", Figures.share(outages.availability()));
    }

    private TextTable pending() {
        TextTable table =
                new TextTable(
                        Column.text("waiting time"),
                        Column.figure("mean"),
                        Column.figure("p50"),
                        Column.figure("p90"),
                        Column.figure("p99"),
                        Column.figure("max"));
        spread(table, "submit to start", run.pendingSeconds(), Figures::seconds);
        if (run.tasks().evicted() > 0) {
            spread(table, "in all", run.queuedSeconds(), value -> MetricWords.value("s", value));
        }
        if (run.jobs() != null) {
            spread(table, "whole job", run.jobs().makespanSeconds(), Figures::seconds);
        }
        if (run.slowdown() != null) {
            spread(table, "slowdown", run.slowdown(), value -> Figures.number(value) + " x");
        }
        return table;
    }

    private static void spread(
            TextTable table, String label, Spread of, DoubleFunction<String> text) {
        table.row(
                label,
                text.apply(of.mean()),
                text.apply(of.p50()),
                text.apply(of.p90()),
                text.apply(of.p99()),
                text.apply(of.max()));
    }

    private TextTable levels() {
        TextTable table =
                new TextTable(
                        Column.text("over time"),
                        Column.figure("mean"),
                        Column.figure("p50"),
                        Column.figure("p95"),
                        Column.figure("peak"));
        run.utilisation()
                .forEach(
                        (name, level) ->
                                table.row(
                                        label(name) + capacity(name, level),
                                        Figures.share(level.mean()),
                                        Figures.share(level.p50()),
                                        Figures.share(level.p95()),
                                        Figures.share(level.peak())));
        return table.row(
                "servers in use",
                Figures.number(run.serversInUse().mean()),
                "",
                "",
                Figures.count(run.serversInUse().peak()));
    }

    private TextTable rest() {
        return TextTable.ofFacts()
                .row(
                        "fragmentation",
                        Figures.share(run.fragmentation().medianTask())
                                + " of the free CPU can't hold the median task, "
                                + Figures.share(run.fragmentation().p90Task())
                                + " the p90 task")
                .row(
                        "energy",
                        Figures.number(run.energyKWh())
                                + " kWh"
                                + (run.energyAssumed() ? " (assumed: 200 to 300 W a server)" : ""))
                .row("makespan", Figures.seconds(run.makespanSeconds()));
    }

    /** Of what servers have besides CPU and memory, how much there is. */
    private static String capacity(String name, Level level) {
        if (level.capacity() == null) {
            return "";
        }
        String unit =
                switch (name) {
                    case "gpuAllocated" -> "";
                    case "diskAllocated" -> " GiB";
                    default -> " Gbit/s";
                };
        return ", of " + Figures.number(level.capacity()) + unit;
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
}
