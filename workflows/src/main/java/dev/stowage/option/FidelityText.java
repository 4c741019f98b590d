package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.execution.UsageModels;
import org.jspecify.annotations.Nullable;

/**
 * How closely a run follows what tasks do, as one types it; null is what nobody said.
 *
 * @param mode name of a {@link Fidelity.Mode}
 * @param cpuOvercommit factor on the CPU of a server that tasks may reserve
 * @param memoryOvercommit the same of memory
 * @param reserve what is set aside for a task
 * @param usageModel what a task uses that nobody measured
 * @param oom what becomes of the task that is chosen where memory runs out
 */
public record FidelityText(
        String mode,
        @Nullable String cpuOvercommit,
        @Nullable String memoryOvercommit,
        String reserve,
        @Nullable String usageModel,
        @Nullable String oom) {
    private static final double MOST = 1000;

    /**
     * What it says.
     *
     * @throws InputException if a text is not of its form, or does not go with the mode
     */
    public Fidelity parse() {
        OptionNames.require("--fidelity", mode, Fidelity.Mode.names());
        boolean isContended = Fidelity.Mode.of(mode) == Fidelity.Mode.CONTENDED;
        requireContended("--usage-model", usageModel, isContended);
        requireContended("--oom", oom, isContended);
        Fidelity chosen = isContended ? Fidelity.CONTENDED : Fidelity.REPLAY;
        chosen =
                chosen.withOvercommit(
                                factor("--cpu-overcommit", cpuOvercommit),
                                factor("--memory-overcommit", memoryOvercommit))
                        .withReserve(Reserve.parse("--reserve", reserve));
        if (usageModel != null) {
            chosen =
                    chosen.withUsageModel(
                            OptionNames.policy(
                                    "--usage-model", usageModel, UsageModels.registry()));
        }
        if (oom != null) {
            chosen =
                    chosen.withOutOfMemory(
                            OptionNames.policy("--oom", oom, OutOfMemory.registry()));
        }
        return chosen;
    }

    private static void requireContended(
            String option, @Nullable String value, boolean isContended) {
        if (value != null && !isContended) {
            throw InputException.at(
                    option,
                    "\"" + value + "\" with --fidelity replay",
                    "--fidelity contended beside it",
                    "In a replay tasks run for their recorded durations, whatever they use.");
        }
    }

    private static double factor(String option, @Nullable String text) {
        if (text == null) {
            return 1;
        }
        double factor;
        try {
            factor = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            factor = Double.NaN;
        }
        if (!(factor > 0 && factor <= MOST)) {
            throw InputException.at(
                    option,
                    "\"" + text + "\"",
                    "a number above 0, at most " + (long) MOST,
                    "1.5 lets tasks reserve half as much again as there is.");
        }
        return factor;
    }
}
