package dev.stowage.cli;

import dev.stowage.cli.scenario.Scenario;
import dev.stowage.cli.scenario.ScenarioFile;
import dev.stowage.ingest.CanonicalTrace;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.model.Workload;
import dev.stowage.workload.Generators;
import dev.stowage.workload.SynthOptions;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a scenario: the same in every replication if they are recorded, drawn anew in each
 * if they come from a model. Safe for use by several threads.
 */
final class ScenarioWorkload {
    private final IntFunction<Workload> source;
    private final @Nullable WorkloadModel model;
    private final ScenarioDemand forecast;
    private final Map<Integer, Workload> opened = new ConcurrentHashMap<>();

    private ScenarioWorkload(
            IntFunction<Workload> source, @Nullable WorkloadModel model, ScenarioDemand forecast) {
        this.source = source;
        this.model = model;
        this.forecast = forecast;
    }

    /**
     * Opens the trace, the CSV or the model.
     *
     * @param scenario what the file says, with what the command line overrides
     */
    static ScenarioWorkload open(ScenarioFile file, Scenario scenario) {
        Scenario.WorkloadChoice choice = scenario.workload();
        ScenarioDemand forecast = new ScenarioDemand(file, scenario);
        if (choice instanceof Scenario.FromModel fromModel) {
            WorkloadModel model = WorkloadModels.load(fromModel.model());
            SynthOptions today = options(fromModel, scenario.seed(), model, fromModel.jobs());
            double scale = forecast.loaded(model, fromModel, today).arrivalScale();
            SynthOptions options =
                    options(fromModel, scenario.seed(), model, fromModel.grownJobs())
                            .withArrivalScale(scale);
            return new ScenarioWorkload(
                    replication ->
                            forecast.drawn(
                                    Generators.generate(
                                            model, options.withReplication(replication)),
                                    replication),
                    model,
                    forecast);
        }
        Workload recorded =
                forecast.recorded(
                        choice instanceof Scenario.FromTrace fromTrace
                                ? CanonicalTrace.open(fromTrace.trace()).workload()
                                : CsvWorkload.open(((Scenario.FromCsv) choice).csv()));
        return new ScenarioWorkload(replication -> recorded, null, forecast);
    }

    private static SynthOptions options(
            Scenario.FromModel choice, long seed, WorkloadModel model, long jobs) {
        Scenario.Scaling scaling = choice.scaling();
        return new SynthOptions(
                jobs,
                scaling.arrival(),
                scaling.durationBatch(),
                scaling.durationUserFacing(),
                SynthOptions.ScaleBy.valueOf(scaling.durationBy().toUpperCase(Locale.ROOT)),
                scaling.generator().equals(Scenario.AUTO)
                        ? Generators.defaultFor(model)
                        : scaling.generator(),
                seed,
                0);
    }

    /** What load, growth and season made of it, by name; complete once it was opened. */
    Map<String, String> changes() {
        return forecast.facts();
    }

    /** True if replications differ. */
    boolean isRandom() {
        return model != null;
    }

    /** The model that the tasks are drawn from, if they are. */
    Optional<WorkloadModel> model() {
        return Optional.ofNullable(model);
    }

    /** The tasks of one replication; the same object each time. */
    Workload of(int replication) {
        return opened.computeIfAbsent(replication, source::apply);
    }

    /** Name of a file without its folders, so that a plan does not depend on where it was made. */
    static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** What was read, for the provenance of a plan. */
    Map<String, String> inputs(Scenario scenario) {
        Map<String, String> inputs = new LinkedHashMap<>();
        Scenario.WorkloadChoice choice = scenario.workload();
        if (model == null) {
            inputs.put("workload", choice.describe());
            inputs.putAll(forecast.facts());
            return inputs;
        }
        var trace = model.provenance().trace();
        inputs.put("workload", "drawn from model " + model.name());
        inputs.put("fitted to", trace.trace() + " (" + trace.format() + ")");
        if (!trace.attribution().isEmpty()) {
            inputs.put("published by", trace.attribution());
        }
        inputs.put("model made by", "stowage " + model.provenance().productVersion());
        inputs.putAll(forecast.facts());
        return inputs;
    }
}
