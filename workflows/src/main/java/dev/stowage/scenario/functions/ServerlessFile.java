package dev.stowage.scenario.functions;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.functions.FunctionsYaml.FunctionYaml;
import dev.stowage.scenario.functions.FunctionsYaml.InstanceYaml;
import dev.stowage.scenario.functions.FunctionsYaml.Passed;
import dev.stowage.sim.serverless.Demand;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.RatePeriods;
import dev.stowage.sim.serverless.RatePeriods.Period;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    private static final String RESOURCE = "/dev/stowage/schema/functions.schema.json";

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
     * @throws InputException with every issue of the file, or at the line of a trace that it names
     */
    public static Contents read(java.nio.file.Path file) {
        CheckedYaml yaml = CheckedYaml.read(file, "functions and their load in YAML", RESOURCE);
        FunctionsYaml said = Json.mapper().convertValue(yaml.root(), FunctionsYaml.class);
        if (said.functions() == null) {
            return FunctionTraces.read(file, said);
        }
        List<FunctionSpec> functions = new ArrayList<>();
        List<Issue> issues = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (FunctionYaml each : said.functions()) {
            if (!names.add(each.name())) {
                issues.add(
                        yaml.issue(
                                "/functions/" + functions.size() + "/name",
                                "\"" + each.name() + "\" twice",
                                "a name that no other function has",
                                null));
            }
            functions.add(function(each));
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return new Contents(functions, List.of());
    }

    private static FunctionSpec function(FunctionYaml said) {
        Demand demand = new Demand(said.cpuMillis() * 1_000, said.isExponential());
        List<Period> periods =
                said.rates().stream().map(pair -> new Period(pair.get(0), pair.get(1))).toList();
        RatePeriods arrivals = new RatePeriods(periods, said.isPoisson(), demand);
        return new FunctionSpec(said.name(), arrivals, instance(said), path(said));
    }

    static Instance instance(Passed said) {
        InstanceYaml has = said.instance();
        return new Instance(
                Math.round(has.cores() * Resources.MICRO_CORES_PER_CORE),
                Math.round(has.memoryGib() * Resources.BYTES_PER_GIB),
                limit(has.concurrency()),
                Math.round(has.creationMillis() * 1_000));
    }

    static Path path(Passed said) {
        double overhead = Objects.requireNonNullElse(said.overheadMillis(), 0.0);
        return new Path(
                Math.round(overhead * 1_000),
                Objects.requireNonNullElse(said.cores(), 1.0),
                limit(said.queue()));
    }

    /** 0 for no limit, as where it is not given. */
    private static int limit(@Nullable Integer said) {
        return Objects.requireNonNullElse(said, 0);
    }
}
