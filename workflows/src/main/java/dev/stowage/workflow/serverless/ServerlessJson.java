package dev.stowage.workflow.serverless;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.sim.serverless.FunctionFigures;
import dev.stowage.sim.serverless.Latencies;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.WindowFigures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The form of {@code serverless --json}. A latency of no request is null. */
public final class ServerlessJson {
    private ServerlessJson() {}

    /** The runs as a JSON object with its keys in their fixed order. */
    public static ObjectNode of(
            List<ServerlessResult> results, List<FunctionCost> costs, long seed) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("seed", seed);
        ArrayNode runs = root.putArray("runs");
        results.forEach(result -> runs.add(run(result)));
        root.set("asCloudFunctions", Json.mapper().valueToTree(costs));
        return root;
    }

    private static ObjectNode run(ServerlessResult result) {
        ObjectNode run = Json.mapper().createObjectNode();
        run.put("autoscaler", result.autoscaler());
        run.put("seconds", result.simulatedSeconds());
        run.set("balance", Json.mapper().valueToTree(result.balance()));
        run.put("mostCoresGiven", mostCores(result));
        run.put("cpuGivenCoreSeconds", sum(result, FunctionFigures::cpuGivenSeconds));
        run.put("cpuUsedCoreSeconds", sum(result, FunctionFigures::cpuUsedSeconds));
        run.put("memoryGibSeconds", sum(result, FunctionFigures::gibSeconds));
        run.set("latencyMillis", latencies(result.all()));
        ArrayNode functions = run.putArray("functions");
        result.functions().forEach(figures -> functions.add(function(figures)));
        ArrayNode windows = run.putArray("windows");
        result.windows().forEach(figures -> windows.add(window(figures)));
        return run;
    }

    /** Most CPU that instances had at once. */
    public static double mostCores(ServerlessResult result) {
        return result.windows().stream().mapToDouble(WindowFigures::mostCoresGiven).max().orElse(0);
    }

    /** A figure summed over all functions. */
    public static double sum(ServerlessResult result, ToDoubleFunction<FunctionFigures> figure) {
        return result.functions().stream().mapToDouble(figure).sum();
    }

    private static ObjectNode function(FunctionFigures figures) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("name", figures.name())
                .put("arrived", figures.arrived())
                .put("answered", figures.answered())
                .put("dropped", figures.dropped())
                .put("inFlight", figures.inFlight())
                .put("arrivedCold", figures.arrivedCold())
                .put("instancesMade", figures.instancesMade())
                .put("mostReady", figures.mostReady())
                .put("growthRejected", figures.growthRejected())
                .put("cpuUsedCoreSeconds", figures.cpuUsedSeconds())
                .put("cpuGivenCoreSeconds", figures.cpuGivenSeconds())
                .put("memoryGibSeconds", figures.gibSeconds());
        node.set("latencyMillis", latencies(figures.latencies()));
        return node;
    }

    private static ObjectNode window(WindowFigures figures) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("start", figures.startSeconds())
                .put("arrived", figures.arrived())
                .put("dropped", figures.dropped())
                .put("mostReady", figures.mostReady())
                .put("mostCoresGiven", figures.mostCoresGiven())
                .put("meanCoresGiven", figures.meanCoresGiven())
                .put("meanCoresUsed", figures.meanCoresUsed())
                .put("mostInFlight", figures.mostWaiting());
        node.set("latencyMillis", latencies(figures.latencies()));
        return node;
    }

    private static ObjectNode latencies(Latencies latencies) {
        ObjectNode node = Json.mapper().createObjectNode();
        put(node, "least", latencies.leastMillis());
        put(node, "mean", latencies.meanMillis());
        put(node, "p50", latencies.p50Millis());
        put(node, "p90", latencies.p90Millis());
        put(node, "p99", latencies.p99Millis());
        put(node, "p99.9", latencies.p999Millis());
        put(node, "most", latencies.mostMillis());
        return node;
    }

    private static void put(ObjectNode node, String key, double value) {
        if (Double.isNaN(value)) {
            node.putNull(key);
        } else {
            node.put(key, value);
        }
    }
}
