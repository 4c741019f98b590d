package dev.stowage.cli.session;

import dev.stowage.workflow.simulate.SynthesisChoice;
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

    @Option(
            names = "--load",
            order = 59,
            paramLabel = "L",
            description =
                    "Scale arrival times so that the workload keeps this share of the cores of"
                            + " --servers busy on average, if nothing waits: 0.6.")
    private @Nullable Double load;

    /** What was asked for; refuses values that can't be. */
    public SynthesisChoice choice() {
        return new SynthesisChoice(
                        jobs,
                        arrivalScale,
                        durationScale,
                        durationScaleBatch,
                        durationScaleUserFacing,
                        scaleBy,
                        generator,
                        load)
                .checked();
    }

    /** For help and completion. */
    static final class ScaleNames extends Names.Candidates {
        ScaleNames() {
            super(SynthesisChoice.scaleNames());
        }
    }
}
