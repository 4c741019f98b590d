package dev.stowage.workload;

import dev.stowage.model.InputException;
import dev.stowage.model.Workload;
import java.util.List;

/** The generators by name. */
public final class Generators {
    /** Name of the generator of the paper's Algorithm 1. */
    public static final String PAPER = "paper";

    /** The one that is taken if nobody says. */
    public static final String DEFAULT = PAPER;

    private Generators() {}

    /** All names, the default first. */
    public static List<String> names() {
        return List.of(PAPER);
    }

    /**
     * A workload from the generator that the options name.
     *
     * @throws InputException if there is no such generator
     */
    public static Workload generate(WorkloadModel model, SynthOptions options) {
        if (options.generator().equals(PAPER)) {
            return PaperGenerator.of(model, options);
        }
        throw InputException.at(
                "--generator",
                "\"" + options.generator() + "\"",
                "one of " + String.join(", ", names()),
                null);
    }
}
