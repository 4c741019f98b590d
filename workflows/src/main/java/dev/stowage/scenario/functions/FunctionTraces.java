package dev.stowage.scenario.functions;

import dev.stowage.ingest.functions.AzureFunctions;
import dev.stowage.ingest.functions.AzureRequests;
import dev.stowage.ingest.functions.FunctionTrace;
import dev.stowage.ingest.functions.RequestTrace;
import dev.stowage.ingest.functions.RequestTrace.Request;
import dev.stowage.json.JsonCursor;
import dev.stowage.scenario.functions.ServerlessFile.Contents;
import dev.stowage.sim.serverless.Demand;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.MinuteCounts;
import dev.stowage.sim.serverless.RecordedRequests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Functions of a trace that was published, all with instances of one form. */
final class FunctionTraces {
    private static final double MOST_MILLIS = 3.6e6;
    private static final String ALL_CPU = "all of it CPU time.";

    private FunctionTraces() {}

    /**
     * Reads the trace that a file names.
     *
     * @param file that names it, beside which relative paths are
     * @param kind key of the file
     */
    static Contents read(Path file, String kind, JsonCursor at) {
        return switch (kind) {
            case "azure2019" -> minutes(file, at);
            case "azure2021" -> requests2021(file, at);
            case "llm2023" -> languageModel(file, at);
            default -> throw new IllegalArgumentException("kind = " + kind);
        };
    }

    private static Contents minutes(Path file, JsonCursor at) {
        at.only("invocations", "durations", "cores", "overheadMillis", "queue", "instance");
        FunctionTrace trace =
                AzureFunctions.read(beside(file, at, "invocations"), beside(file, at, "durations"));
        Instance instance = ServerlessFile.instance(at.at("instance"));
        FunctionSpec.Path path = ServerlessFile.path(at);
        List<FunctionSpec> functions = new ArrayList<>();
        for (FunctionTrace.Function each : trace.functions()) {
            Demand demand = Demand.constant(each.meanMillis() * 1_000);
            functions.add(
                    new FunctionSpec(
                            each.name(),
                            new MinuteCounts(each.invocations(), demand),
                            instance,
                            path));
        }
        List<String> notes = new ArrayList<>(trace.notes());
        notes.add("Every request of a function takes its mean duration, " + ALL_CPU);
        return new Contents(functions, notes);
    }

    private static Contents requests2021(Path file, JsonCursor at) {
        at.only("requests", "cores", "overheadMillis", "queue", "instance");
        RequestTrace trace = AzureRequests.functions2021(beside(file, at, "requests"));
        List<String> notes = new ArrayList<>(trace.notes());
        notes.add("A request takes the duration that was recorded, " + ALL_CPU);
        return contents(trace, at, notes);
    }

    private static Contents languageModel(Path file, JsonCursor at) {
        at.only(
                "requests",
                "millisPerContextToken",
                "millisPerGeneratedToken",
                "cores",
                "overheadMillis",
                "queue",
                "instance");
        RequestTrace trace =
                AzureRequests.languageModel2023(
                        beside(file, at, "requests"),
                        at.at("millisPerContextToken").inRange(0, MOST_MILLIS),
                        at.at("millisPerGeneratedToken").inRange(0, MOST_MILLIS));
        return contents(trace, at, trace.notes());
    }

    private static Contents contents(RequestTrace trace, JsonCursor at, List<String> notes) {
        Instance instance = ServerlessFile.instance(at.at("instance"));
        FunctionSpec.Path path = ServerlessFile.path(at);
        List<FunctionSpec> functions = new ArrayList<>();
        for (RequestTrace.Function each : trace.functions()) {
            RecordedRequests arrivals =
                    new RecordedRequests(
                            each.requests().stream().mapToLong(Request::startMicros).toArray(),
                            each.requests().stream().mapToDouble(Request::cpuMicros).toArray());
            functions.add(new FunctionSpec(each.name(), arrivals, instance, path));
        }
        return new Contents(functions, notes);
    }

    private static Path beside(Path file, JsonCursor at, String key) {
        return file.resolveSibling(at.at(key).name());
    }
}
