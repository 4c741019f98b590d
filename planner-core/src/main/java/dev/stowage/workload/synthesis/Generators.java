package dev.stowage.workload.synthesis;

import dev.stowage.basis.InputException;
import dev.stowage.model.Workload;
import dev.stowage.workload.WorkloadModel;
import java.util.List;
import java.util.Optional;

/** The generators by name. */
public final class Generators {
    /** Name of the generator of the paper's Algorithm 1. */
    public static final String PAPER = "paper";

    /** Name of the generator that keeps bursts and joint structure. */
    public static final String FAITHFUL = "faithful";

    /** Name of the generator of other windows like the recorded one. */
    public static final String RESAMPLED = "resampled";

    private Generators() {}

    /** All names, the default of models that can do it first. */
    public static List<String> names() {
        return List.of(RESAMPLED, FAITHFUL, PAPER);
    }

    /**
     * The one that is taken if nobody says: {@code resampled} where the model can do it, since its
     * windows differ as weeks do (held-out score: docs/models.md).
     */
    public static String defaultFor(WorkloadModel model) {
        return ResampledGenerator.shortfall(model).isEmpty() ? RESAMPLED : sameWindowFor(model);
    }

    /** What a model lacks for {@code resampled}, in words; empty if nothing. */
    public static Optional<String> shortfall(WorkloadModel model) {
        return ResampledGenerator.shortfall(model);
    }

    /** The one that draws the very window of the trace again, as near as the model can. */
    public static String sameWindowFor(WorkloadModel model) {
        return model.isFaithful() ? FAITHFUL : PAPER;
    }

    /**
     * A workload from the generator that the options name.
     *
     * @throws InputException if there is no such generator, or it can't do this model
     */
    public static Workload generate(WorkloadModel model, SynthOptions options) {
        if (options.generator().equals(PAPER)) {
            return PaperGenerator.of(model, options);
        }
        if (options.generator().equals(FAITHFUL)) {
            return FaithfulGenerator.of(model, options);
        }
        if (options.generator().equals(RESAMPLED)) {
            return ResampledGenerator.of(model, options);
        }
        throw InputException.at(
                "--generator",
                "\"" + options.generator() + "\"",
                "one of " + String.join(", ", names()),
                null);
    }
}
