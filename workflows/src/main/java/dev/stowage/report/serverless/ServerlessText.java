package dev.stowage.report.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionFigures;
import dev.stowage.sim.serverless.Latencies;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.WindowFigures;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.serverless.FunctionCost;
import dev.stowage.workflow.serverless.ServerlessJson;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions under several autoscalers, as text. */
public final class ServerlessText {
    private static final int MOST_FUNCTIONS = 10;
    private static final int LONGEST_NAME = 30;
    private static final int HASH = 10;

    private final List<ServerlessResult> results;
    private final List<FunctionCost> costs;
    private final Style style;

    public ServerlessText(List<ServerlessResult> results, List<FunctionCost> costs, Style style) {
        this.results = results;
        this.costs = List.copyOf(costs);
        this.style = style;
    }

    public void print(PrintWriter out) {
        for (ServerlessResult result : results) {
            out.println(style.bold(Autoscalers.brief(result.autoscaler())));
            all(result).print(out, style, 2);
            functions(result).print(out, style, 2);
            int more = result.functions().size() - MOST_FUNCTIONS;
            if (more > 0) {
                out.println("  " + Figures.count(more) + " more functions: --json, --report");
            }
            out.println();
        }
        costs(out);
    }

    private void costs(PrintWriter out) {
        out.println(style.bold("the same requests as functions of a cloud"));
        TextTable table =
                new TextTable(
                        Column.text("provider"),
                        Column.text("service"),
                        Column.figure("this window"),
                        Column.figure("a month like it"));
        for (FunctionCost cost : costs) {
            table.row(
                    cost.provider() + " " + cost.region(),
                    cost.service(),
                    usd(cost, cost.usd()),
                    usd(cost, cost.monthlyUsd()));
        }
        table.print(out, style, 2);
        costs.stream()
                .filter(cost -> cost.tooLongShare() > 0)
                .forEach(cost -> out.println(tooLong(cost)));
        out.println(
                """
                  CPU as it comes with the memory there, prices of %s; the month after what is
                  free in it. Without cold starts, network and storage."""
                        .formatted(
                                costs.stream()
                                        .map(FunctionCost::date)
                                        .distinct()
                                        .sorted()
                                        .collect(Collectors.joining(", "))));
    }

    private static String tooLong(FunctionCost cost) {
        return "  "
                + cost.provider()
                + " "
                + cost.service()
                + ": "
                + Figures.share(cost.tooLongShare())
                + " of the requests run longer than the "
                + Figures.number(cost.mostSeconds())
                + " s that it lets them.";
    }

    private static String usd(FunctionCost cost, @Nullable Double usd) {
        if (cost.tooLarge() > 0) {
            return "too large";
        }
        if (cost.tooLongShare() > 0) {
            return "too long";
        }
        return usd == null ? "unknown" : Figures.number(usd) + " USD";
    }

    private static TextTable all(ServerlessResult result) {
        Latencies latencies = result.all();
        TextTable facts = TextTable.ofFacts();
        facts.row(
                "latency",
                "p50 "
                        + millis(latencies.p50Millis())
                        + ", p99 "
                        + millis(latencies.p99Millis())
                        + ", p99.9 "
                        + millis(latencies.p999Millis())
                        + ", most "
                        + millis(latencies.mostMillis()));
        result.windows().stream()
                .filter(window -> !Double.isNaN(window.latencies().p99Millis()))
                .max(Comparator.comparingDouble(window -> window.latencies().p99Millis()))
                .ifPresent(window -> facts.row("worst window", worst(window)));
        facts.row(
                "CPU of instances",
                "up to "
                        + Figures.number(ServerlessJson.mostCores(result))
                        + " cores; "
                        + hours(result, FunctionFigures::cpuGivenSeconds)
                        + " core hours given, "
                        + hours(result, FunctionFigures::cpuUsedSeconds)
                        + " used");
        facts.row("memory", hours(result, FunctionFigures::gibSeconds) + " GiB hours given");
        return facts;
    }

    private static String worst(WindowFigures window) {
        return "p99 "
                + millis(window.latencies().p99Millis())
                + " of those that arrived from "
                + Figures.number(window.startSeconds())
                + " s on";
    }

    private static String millis(double value) {
        return Double.isNaN(value) ? "none" : Figures.number(value) + " ms";
    }

    private static String hours(
            ServerlessResult result, ToDoubleFunction<FunctionFigures> seconds) {
        return Figures.number(ServerlessJson.sum(result, seconds) / 3_600);
    }

    private static TextTable functions(ServerlessResult result) {
        TextTable table =
                new TextTable(
                        Column.text("function"),
                        Column.figure("requests"),
                        Column.figure("dropped"),
                        Column.figure("open"),
                        Column.figure("cold"),
                        Column.figure("p99 ms"),
                        Column.figure("instances"),
                        Column.figure("made"),
                        Column.figure("no room"));
        for (FunctionFigures figures : result.functions().stream().limit(MOST_FUNCTIONS).toList()) {
            table.row(
                    name(figures.name()),
                    Figures.count(figures.arrived()),
                    Figures.count(figures.dropped()),
                    Figures.count(figures.inFlight()),
                    Figures.count(figures.arrivedCold()),
                    Double.isNaN(figures.latencies().p99Millis())
                            ? "none"
                            : Figures.number(figures.latencies().p99Millis()),
                    Figures.count(figures.mostReady()),
                    Figures.count(figures.instancesMade()),
                    Figures.count(figures.growthRejected()));
        }
        return table;
    }

    /** Names that are hashes are cut to the beginning of each part. */
    private static String name(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        return Arrays.stream(name.split("/", -1))
                .map(part -> part.length() > HASH ? part.substring(0, HASH) + "…" : part)
                .collect(Collectors.joining("/"));
    }
}
