package dev.stowage.scenario.functions;

import dev.stowage.ingest.functions.AzureFunctions;
import dev.stowage.ingest.functions.AzureRequests;
import dev.stowage.ingest.functions.FunctionTrace;
import dev.stowage.ingest.functions.RequestTrace;
import dev.stowage.ingest.functions.RequestTrace.Request;
import dev.stowage.scenario.functions.FunctionsYaml.Minutes;
import dev.stowage.scenario.functions.FunctionsYaml.Passed;
import dev.stowage.scenario.functions.FunctionsYaml.Requests;
import dev.stowage.scenario.functions.FunctionsYaml.Tokens;
import dev.stowage.scenario.functions.ServerlessFile.Contents;
import dev.stowage.sim.serverless.Demand;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.MinuteCounts;
import dev.stowage.sim.serverless.RecordedRequests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Functions of a trace that was published, all with instances of one form. */
final class FunctionTraces {
    private static final String ALL_CPU = "all of it CPU time.";

    private FunctionTraces() {}

    /**
     * Reads the trace that a file names.
     *
     * @param file that names it, beside which relative paths are
     */
    static Contents read(Path file, FunctionsYaml said) {
        if (said.azure2019() != null) {
            return minutes(file, said.azure2019());
        }
        return said.azure2021() != null
                ? requests2021(file, said.azure2021())
                : languageModel(file, Objects.requireNonNull(said.llm2023()));
    }

    private static Contents minutes(Path file, Minutes said) {
        FunctionTrace trace =
                AzureFunctions.read(
                        file.resolveSibling(said.invocations()),
                        file.resolveSibling(said.durations()));
        Instance instance = ServerlessFile.instance(said);
        FunctionSpec.Path path = ServerlessFile.path(said);
        List<FunctionSpec> functions = new ArrayList<>();
        for (FunctionTrace.Function each : trace.functions()) {
            Demand demand = Demand.constant(each.meanMillis() * 1_000);
            MinuteCounts counts = new MinuteCounts(each.invocations(), demand, said.isPoisson());
            functions.add(new FunctionSpec(each.name(), counts, instance, path));
        }
        List<String> notes = new ArrayList<>(trace.notes());
        if (said.isPoisson()) {
            notes.add(
                    "The counts of each minute are drawn, with the recorded ones as means: no more"
                            + " bursts than in a Poisson process with these.");
        }
        notes.add("Every request of a function takes its mean duration, " + ALL_CPU);
        return new Contents(functions, notes);
    }

    private static Contents requests2021(Path file, Requests said) {
        RequestTrace trace = AzureRequests.functions2021(file.resolveSibling(said.requests()));
        List<String> notes = new ArrayList<>(trace.notes());
        notes.add("A request takes the duration that was recorded, " + ALL_CPU);
        return contents(trace, said, notes);
    }

    private static Contents languageModel(Path file, Tokens said) {
        RequestTrace trace =
                AzureRequests.languageModel2023(
                        file.resolveSibling(said.requests()),
                        said.millisPerContextToken(),
                        said.millisPerGeneratedToken());
        return contents(trace, said, trace.notes());
    }

    private static Contents contents(RequestTrace trace, Passed said, List<String> notes) {
        Instance instance = ServerlessFile.instance(said);
        FunctionSpec.Path path = ServerlessFile.path(said);
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
}
