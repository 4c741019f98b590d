package dev.stowage.scenario.functions;

import dev.stowage.json.JsonCursor;
import dev.stowage.model.Resources;
import dev.stowage.scenario.LocatedYaml;
import dev.stowage.sim.serverless.Arrivals;
import dev.stowage.sim.serverless.Demand;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.RatePeriods;
import dev.stowage.sim.serverless.RatePeriods.Period;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Functions and their load in a YAML file, for {@code serverless FILE}:
 *
 * <pre>{@code
 * functions:
 *   - name: thumbnails
 *     cpuMillis: 2.7
 *     instance: {cores: 0.8, memoryGib: 0.25, creationMillis: 60}
 *     rates: [[20, 200], [15, 14400]]
 * }</pre>
 */
public final class ServerlessFile {
    private static final List<String> SOURCES =
            List.of("functions", "azure2019", "azure2021", "llm2023");
    private static final double MOST_SECONDS = 31 * 86_400.0;
    private static final double MOST_RATE = 1e7;
    private static final double MOST_LIMIT = 1e9;
    private static final double MOST_MILLIS = 3.6e6;

    private ServerlessFile() {}

    /**
     * What a file says.
     *
     * @param functions at least one
     * @param notes what a trace that it names lacks or makes one assume
     */
    public record Contents(List<FunctionSpec> functions, List<String> notes) {
        public Contents {
            functions = List.copyOf(functions);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Reads a file.
     *
     * @throws dev.stowage.basis.InputException that names the place of what is wrong
     */
    public static Contents read(java.nio.file.Path file) {
        LocatedYaml yaml = LocatedYaml.read(file, "functions and their load in YAML");
        JsonCursor root =
                JsonCursor.of(file.toString(), yaml.root())
                        .only("functions", "azure2019", "azure2021", "llm2023");
        List<String> given = SOURCES.stream().filter(root::has).toList();
        if (given.size() > 1) {
            throw root.at(given.get(1)).bad("only one of " + String.join(", ", SOURCES));
        }
        if (!root.has("functions") && !given.isEmpty()) {
            return FunctionTraces.read(file, given.get(0), root.at(given.get(0)));
        }
        List<FunctionSpec> functions = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonCursor at : root.at("functions").elements()) {
            FunctionSpec function = function(at);
            if (!names.add(function.name())) {
                throw at.at("name").bad("a name that no other function has");
            }
            functions.add(function);
        }
        if (functions.isEmpty()) {
            throw root.at("functions").bad("at least one function");
        }
        return new Contents(functions, List.of());
    }

    private static FunctionSpec function(JsonCursor at) {
        at.only(
                "name",
                "cpuMillis",
                "cpu",
                "cores",
                "overheadMillis",
                "queue",
                "instance",
                "arrivals",
                "rates");
        double cpuMicros = at.at("cpuMillis").inRange(1e-3, MOST_MILLIS) * 1_000;
        boolean isExponential =
                at.has("cpu")
                        && at.at("cpu")
                                .oneOf(new String[] {"constant", "exponential"}, text -> text)
                                .equals("exponential");
        boolean isPoisson =
                !at.has("arrivals")
                        || at.at("arrivals")
                                .oneOf(new String[] {"poisson", "even"}, text -> text)
                                .equals("poisson");
        Arrivals arrivals =
                new RatePeriods(
                        periods(at.at("rates")), isPoisson, new Demand(cpuMicros, isExponential));
        return new FunctionSpec(
                at.at("name").name(), arrivals, instance(at.at("instance")), path(at));
    }

    private static List<Period> periods(JsonCursor at) {
        List<Period> periods = new ArrayList<>();
        for (JsonCursor pair : at.elements()) {
            List<JsonCursor> values = pair.row(2, "seconds and requests a second");
            periods.add(
                    new Period(
                            values.get(0).inRange(1e-3, MOST_SECONDS),
                            values.get(1).inRange(0, MOST_RATE)));
        }
        if (periods.isEmpty()) {
            throw at.bad("at least one pair of seconds and requests a second");
        }
        return periods;
    }

    static Instance instance(JsonCursor at) {
        at.only("cores", "memoryGib", "concurrency", "creationMillis");
        return new Instance(
                Math.round(at.at("cores").inRange(1e-3, 1e5) * Resources.MICRO_CORES_PER_CORE),
                Math.round(at.at("memoryGib").inRange(1e-3, 1e6) * Resources.BYTES_PER_GIB),
                limit(at, "concurrency"),
                Math.round(at.at("creationMillis").inRange(0, MOST_MILLIS) * 1_000));
    }

    static Path path(JsonCursor at) {
        double overhead =
                at.has("overheadMillis") ? at.at("overheadMillis").inRange(0, MOST_MILLIS) : 0;
        double cores = at.has("cores") ? at.at("cores").inRange(0.001, 1_000) : 1;
        return new Path(Math.round(overhead * 1_000), cores, limit(at, "queue"));
    }

    /** A whole number, 0 for no limit, as where it is not given. */
    private static int limit(JsonCursor at, String key) {
        if (!at.has(key)) {
            return 0;
        }
        double value = at.at(key).inRange(0, MOST_LIMIT);
        if (value != Math.rint(value)) {
            throw at.at(key).bad("a whole number, 0 for no limit");
        }
        return (int) value;
    }
}
