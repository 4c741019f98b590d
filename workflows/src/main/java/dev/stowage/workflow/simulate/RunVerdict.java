package dev.stowage.workflow.simulate;

import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Contention;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.RunSummary.TaskCounts;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;

/** What one run comes to: whether every task got a server, what is scarce, how sure that is. */
public final class RunVerdict {
    static final String NOTHING = "Nothing was replayed";
    private static final String ONE_RUN =
            "This is one run: a point without an interval. Other tasks, other draws or another week"
                    + " may differ; --replications says how much, where tasks or policies are drawn.";

    private RunVerdict() {}

    /** The verdict on a run. */
    public static Verdict of(RunSummary run) {
        if (run.tasks().submitted() == 0) {
            return new Verdict(
                    Mark.OPEN,
                    NOTHING,
                    "The workload has no tasks: nothing was replayed.",
                    List.of());
        }
        List<String> details = new ArrayList<>();
        details.add(scarcest(run));
        if (!run.leftOut().isEmpty()) {
            details.add(leftOut(List.of(run)));
        }
        details.add(ONE_RUN);
        return new Verdict(mark(run), label(mark(run)), sentence(run), details);
    }

    /**
     * True if a task was refused, still waits or stands still at the end, or lost its server for
     * want of memory.
     */
    static boolean isShort(RunSummary run) {
        return run.tasks().rejected()
                        + run.tasks().pending()
                        + standingStill(run)
                        + memoryKills(run)
                > 0;
    }

    private static long standingStill(RunSummary run) {
        return run.standingStill().orElse(0);
    }

    private static long memoryKills(RunSummary run) {
        Contention contention = run.contention();
        return contention == null ? 0 : contention.outOfMemoryKills();
    }

    private static Mark mark(RunSummary run) {
        return isShort(run) ? Mark.NO : run.leftOut().isEmpty() ? Mark.YES : Mark.OPEN;
    }

    static String label(Mark mark) {
        return switch (mark) {
            case NO -> "Not every task got what it needs";
            case YES -> "Every task got a server";
            case OPEN -> "Not every task was replayed";
        };
    }

    private static String sentence(RunSummary run) {
        TaskCounts tasks = run.tasks();
        String all = counted(tasks.submitted(), "task");
        if (!isShort(run)) {
            return (tasks.submitted() == 1 ? "The only task" : "All " + all)
                    + (run.leftOut().isEmpty() ? "" : " replayed")
                    + " got a server; "
                    + waits(run)
                    + "."
                    + again(run);
        }
        List<String> losses = new ArrayList<>();
        add(losses, tasks.rejected(), " rejected");
        add(losses, tasks.pending(), " still waiting at the end");
        add(losses, standingStill(run), " standing still on a server at the end");
        long kills = memoryKills(run);
        if (kills > 0) {
            losses.add("memory ran out " + (kills == 1 ? "once" : Figures.count(kills) + " times"));
        }
        return "Of " + all + ": " + String.join(", ", losses) + ".";
    }

    private static void add(List<String> losses, long count, String what) {
        if (count > 0) {
            losses.add(Figures.count(count) + what);
        }
    }

    private static String waits(RunSummary run) {
        double most = run.pendingSeconds().max();
        double p99 = run.pendingSeconds().p99();
        String first = run.tasks().evicted() == 0 ? "" : " for its first one";
        if (most == 0) {
            return "none of them waited" + first;
        }
        return "99 % of them "
                + (p99 == 0 ? "started at once" : "waited at most " + Figures.seconds(p99))
                + ", the longest wait"
                + first
                + " was "
                + Figures.seconds(most);
    }

    /** What tasks waited that had lost their server; empty if none had. */
    private static String again(RunSummary run) {
        long evicted = run.tasks().evicted();
        if (evicted == 0) {
            return "";
        }
        return " Servers were taken from tasks "
                + (evicted == 1 ? "once" : Figures.count(evicted) + " times")
                + ": with what they waited again, the longest wait in all was "
                + MetricWords.value("s", run.queuedSeconds().max())
                + ".";
    }

    /** The resource of which the largest mean share is allocated. */
    private static String scarcest(RunSummary run) {
        Map<String, Level> levels = levels(run);
        Map.Entry<String, Level> most = null;
        for (Map.Entry<String, Level> each : levels.entrySet()) {
            most = most == null || each.getValue().mean() > most.getValue().mean() ? each : most;
        }
        Level level = most == null ? run.utilisation().cpuAllocated() : most.getValue();
        return "Scarcest on average is "
                + (most == null ? "CPU" : most.getKey())
                + ": "
                + Amounts.share(level.mean())
                + " allocated, "
                + Amounts.share(level.peak())
                + " at the peak.";
    }

    /** Allocated shares of every resource that the servers have, by its name in words. */
    public static Map<String, Level> levels(RunSummary run) {
        Map<String, Level> levels = new LinkedHashMap<>();
        run.utilisation()
                .extras()
                .forEach((key, extra) -> levels.put(resource(key), extra.share()));
        levels.put("CPU", run.utilisation().cpuAllocated());
        levels.put("memory", run.utilisation().memoryAllocated());
        return levels;
    }

    private static String resource(String key) {
        return switch (key) {
            case "gpuAllocated" -> "GPUs";
            case "diskAllocated" -> "disk";
            case "networkAllocated" -> "network";
            default -> key;
        };
    }

    /**
     * How many tasks were not replayed, by reason: of several runs from the fewest to the most.
     *
     * @param runs of one workload, of which some left tasks out
     */
    static String leftOut(List<RunSummary> runs) {
        Map<String, LongSummaryStatistics> reasons = new LinkedHashMap<>();
        runs.forEach(
                run ->
                        run.leftOut()
                                .keySet()
                                .forEach(key -> reasons.put(key, new LongSummaryStatistics())));
        List<String> parts = new ArrayList<>();
        reasons.forEach(
                (reason, counts) -> {
                    runs.forEach(run -> counts.accept(run.leftOut().getOrDefault(reason, 0L)));
                    String least = Figures.count(counts.getMin());
                    String most = Figures.count(counts.getMax());
                    String range = least.equals(most) ? most : least + " to " + most;
                    parts.add(range + " " + inWords(reason));
                });
        return "Tasks of the workload that were not replayed"
                + (runs.size() == 1 ? "" : " in a replication")
                + ": "
                + String.join(", ", parts)
                + ".";
    }

    /** A reason that is a name in code, as words: {@code neverScheduled}, never scheduled. */
    public static String inWords(String reason) {
        return reason.matches("[a-z]+([A-Z][a-z]+)+")
                ? reason.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT)
                : reason;
    }

    private static String counted(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }
}
