package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.option.OptionException;
import dev.stowage.option.OptionNames;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.LoadScale;
import dev.stowage.workload.synthesis.SynthOptions;
import dev.stowage.workload.synthesis.SynthOptions.ScaleBy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a workload is drawn from a model; null is what nobody said.
 *
 * @param jobs number of jobs
 * @param arrivalScale factor on arrival times
 * @param durationScale factor on the duration of all jobs
 * @param durationScaleBatch that of batch jobs, in place of it
 * @param durationScaleUserFacing that of user-facing jobs, in place of it
 * @param scaleBy what the factors on durations change, as {@link #scaleNames} spells it
 * @param generator its name
 * @param load share of the servers' cores that is busy if nothing waits
 */
public record SynthesisChoice(
        @Nullable Long jobs,
        @Nullable Double arrivalScale,
        @Nullable Double durationScale,
        @Nullable Double durationScaleBatch,
        @Nullable Double durationScaleUserFacing,
        @Nullable String scaleBy,
        @Nullable String generator,
        @Nullable Double load) {
    /** Nobody said anything. */
    public static final SynthesisChoice NONE =
            new SynthesisChoice(null, null, null, null, null, null, null, null);

    /**
     * Refuses values that can't be, before anything is opened.
     *
     * @throws OptionException that names the option of the command line
     */
    public SynthesisChoice checked() {
        requirePositive("--load", load);
        requirePositive("--arrival-scale", arrivalScale);
        requirePositive("--duration-scale", durationScale);
        requirePositive("--duration-scale-batch", durationScaleBatch);
        requirePositive("--duration-scale-uf", durationScaleUserFacing);
        if (jobs != null && jobs < 1) {
            throw new OptionException(
                    "--jobs: found " + jobs + ", expected a whole number of at least 1");
        }
        if (generator != null) {
            OptionException.reading(
                    () -> OptionNames.require("--generator", generator, Generators.names()));
        }
        OptionException.reading(
                () -> OptionNames.require("--duration-scale-by", scaleText(), scaleNames()));
        return this;
    }

    /** Refuses a load without servers that are known beforehand. */
    public void checkLoad(Optional<ServerChoice> servers) {
        if (load == null) {
            return;
        }
        if (servers.isEmpty()) {
            throw new OptionException("--load: found without --servers, expected both");
        }
        if (servers.get().named().isEmpty()) {
            throw new OptionException(
                    "--servers: found trace with --load, expected groups such as 100x48c256g");
        }
    }

    private static void requirePositive(String option, @Nullable Double value) {
        if (value != null && (!(value > 0) || value.isInfinite())) {
            throw new OptionException(option + ": found " + value + ", expected a number above 0");
        }
    }

    /** True if anything was said. */
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

    /** The same by the generator that draws the very window of a trace again, if none was named. */
    public SynthesisChoice ofSameWindow(WorkloadModel model) {
        return generator != null
                ? this
                : new SynthesisChoice(
                        jobs,
                        arrivalScale,
                        durationScale,
                        durationScaleBatch,
                        durationScaleUserFacing,
                        scaleBy,
                        Generators.sameWindowFor(model),
                        load);
    }

    /**
     * The options for a model, replication 0, with the load that was asked for.
     *
     * @param defaultJobs number of jobs for those who don't say one; that of the model if empty
     * @param cores of the servers; empty if they are not known, and no load was asked for
     * @throws InputException if no scale reaches the load
     */
    public SynthOptions forModel(
            WorkloadModel model, long seed, OptionalLong defaultJobs, OptionalDouble cores) {
        double scale = orOne(durationScale);
        SynthOptions options =
                new SynthOptions(
                        jobs == null ? defaultJobs.orElseGet(model::jobs) : jobs,
                        orOne(arrivalScale),
                        durationScaleBatch == null ? scale : durationScaleBatch,
                        durationScaleUserFacing == null ? scale : durationScaleUserFacing,
                        Arrays.stream(ScaleBy.values())
                                .filter(by -> by.spelling().equals(scaleText()))
                                .findFirst()
                                .orElseThrow(),
                        generator == null ? Generators.defaultFor(model) : generator,
                        seed,
                        0);
        return load == null ? options : LoadScale.solve(model, options, load, cores.orElseThrow());
    }

    private static double orOne(@Nullable Double factor) {
        return factor == null ? 1 : factor;
    }

    private String scaleText() {
        return scaleBy == null ? ScaleBy.COUNT.spelling() : scaleBy;
    }

    /** What factors on durations can change. */
    public static List<String> scaleNames() {
        return Arrays.stream(ScaleBy.values()).map(ScaleBy::spelling).toList();
    }
}
