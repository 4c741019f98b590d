package dev.stowage.cli.session;

import dev.stowage.basis.InputException;
import dev.stowage.option.OptionNames;
import dev.stowage.option.ServersSpec;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.LoadScale;
import dev.stowage.workload.synthesis.SynthOptions;
import dev.stowage.workload.synthesis.SynthOptions.ScaleBy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How a workload is drawn from a model. Mixed into commands that draw one with {@code @Mixin
 * SynthesisOptions synthesis}.
 */
public final class SynthesisOptions {
    @Option(
            names = "--jobs",
            order = 51,
            paramLabel = "N",
            description = "Number of jobs over the model's window (default: as in its trace).")
    private @Nullable Long jobs;

    @Option(
            names = "--arrival-scale",
            order = 52,
            paramLabel = "F",
            description =
                    "Factor on arrival times: 2 halves the load, where a growth of 2 doubles it"
                            + " (default: 1).")
    private @Nullable Double arrivalScale;

    @Option(
            names = "--duration-scale",
            order = 53,
            paramLabel = "F",
            description = "Factor on the duration of all jobs (default: 1).")
    private @Nullable Double durationScale;

    @Option(
            names = "--duration-scale-batch",
            order = 54,
            paramLabel = "F",
            description = "The same for batch jobs only.")
    private @Nullable Double durationScaleBatch;

    @Option(
            names = "--duration-scale-uf",
            order = 55,
            paramLabel = "F",
            description = "The same for user-facing jobs only.")
    private @Nullable Double durationScaleUserFacing;

    @Option(
            names = "--duration-scale-by",
            order = 56,
            paramLabel = "WHAT",
            completionCandidates = ScaleNames.class,
            description =
                    "What the duration factors change, tasks per job or task durations:"
                            + " ${COMPLETION-CANDIDATES} (default: count).")
    private @Nullable String scaleBy;

    @Option(
            names = "--generator",
            order = 57,
            paramLabel = "NAME",
            completionCandidates = Names.Generator.class,
            description =
                    "${COMPLETION-CANDIDATES} (default: the first of these that the model can do;"
                            + " of compare: faithful, else paper).")
    private @Nullable String generator;

    private boolean isSameWindow;

    @Option(
            names = "--load",
            order = 59,
            paramLabel = "L",
            description =
                    "Scale arrival times so that the workload keeps this share of the cores of"
                            + " --servers busy on average, if nothing waits: 0.6.")
    private @Nullable Double load;

    /** Refuses a load without servers that are known beforehand. */
    public void checkLoad(CommonOptions common, @Nullable String servers) {
        if (load == null) {
            return;
        }
        if (servers == null) {
            throw common.usage("--load: found without --servers, expected both");
        }
        if (ServersSpec.TRACE.equals(servers)) {
            throw common.usage(
                    "--servers: found trace with --load, expected groups such as 100x48c256g");
        }
    }

    /** Refuses values that can't be, before anything is opened. */
    public void check(CommonOptions common) {
        requirePositive(common, "--load", load);
        requirePositive(common, "--arrival-scale", arrivalScale);
        requirePositive(common, "--duration-scale", durationScale);
        requirePositive(common, "--duration-scale-batch", durationScaleBatch);
        requirePositive(common, "--duration-scale-uf", durationScaleUserFacing);
        if (jobs != null && jobs < 1) {
            throw common.usage("--jobs: found " + jobs + ", expected a whole number of at least 1");
        }
        common.argument(
                () ->
                        OptionNames.require(
                                "--generator",
                                generator == null ? Generators.PAPER : generator,
                                Generators.names()));
        common.argument(() -> OptionNames.require("--duration-scale-by", scaleBy(), scaleNames()));
    }

    private static void requirePositive(
            CommonOptions common, String option, @Nullable Double value) {
        if (value != null && (!(value > 0) || value.isInfinite())) {
            throw common.usage(option + ": found " + value + ", expected a number above 0");
        }
    }

    /** Draws the very window of the trace again if nobody says, for a comparison with it. */
    public SynthesisOptions ofSameWindow() {
        isSameWindow = true;
        return this;
    }

    /** True if any of the options was given. */
    public boolean isGiven() {
        return Stream.of(
                        jobs,
                        arrivalScale,
                        durationScale,
                        durationScaleBatch,
                        durationScaleUserFacing,
                        scaleBy,
                        generator,
                        load)
                .anyMatch(option -> option != null);
    }

    /** The options for a model, replication 0. */
    public SynthOptions of(WorkloadModel model, long seed) {
        return of(model, seed, model.jobs());
    }

    /** The same with another number of jobs if none was given. */
    public SynthOptions of(WorkloadModel model, long seed, long defaultJobs) {
        double scale = orOne(durationScale);
        return new SynthOptions(
                jobs == null ? defaultJobs : jobs,
                orOne(arrivalScale),
                durationScaleBatch == null ? scale : durationScaleBatch,
                durationScaleUserFacing == null ? scale : durationScaleUserFacing,
                Arrays.stream(ScaleBy.values())
                        .filter(by -> by.spelling().equals(scaleBy()))
                        .findFirst()
                        .orElseThrow(),
                generator == null
                        ? isSameWindow
                                ? Generators.sameWindowFor(model)
                                : Generators.defaultFor(model)
                        : generator,
                seed,
                0);
    }

    /**
     * The options with the arrival times scaled to the load that was asked for, if one was.
     *
     * @param cores cores of the servers; empty if they are not known, and no load was asked for
     * @throws InputException if no scale reaches it
     */
    public SynthOptions loaded(WorkloadModel model, SynthOptions options, OptionalDouble cores) {
        return load == null ? options : LoadScale.solve(model, options, load, cores.orElseThrow());
    }

    /**
     * The options for a model, with the load that was asked for.
     *
     * @param defaultJobs number of jobs for those who don't say one; that of the model if empty
     * @param cores what the load is a share of; empty if none is asked for
     */
    public Function<WorkloadModel, SynthOptions> forModel(
            long seed, OptionalLong defaultJobs, OptionalDouble cores) {
        return model -> loaded(model, of(model, seed, defaultJobs.orElseGet(model::jobs)), cores);
    }

    private static double orOne(@Nullable Double factor) {
        return factor == null ? 1 : factor;
    }

    private String scaleBy() {
        return scaleBy == null ? ScaleBy.COUNT.spelling() : scaleBy;
    }

    /** Options as a provenance states them. */
    public static Map<String, String> parameters(SynthOptions options) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("generator", options.generator());
        parameters.put("jobs", Long.toString(options.jobs()));
        parameters.put("arrivalScale", Double.toString(options.arrivalScale()));
        parameters.put("durationScaleBatch", Double.toString(options.durationScaleBatch()));
        parameters.put(
                "durationScaleUserFacing", Double.toString(options.durationScaleUserFacing()));
        parameters.put("durationScaleBy", options.scaleBy().spelling());
        return parameters;
    }

    private static List<String> scaleNames() {
        return Arrays.stream(ScaleBy.values()).map(ScaleBy::spelling).toList();
    }

    /** For help and completion. */
    static final class ScaleNames extends Names.Candidates {
        ScaleNames() {
            super(scaleNames());
        }
    }
}
