package dev.stowage.workflow.reproduce;

import dev.stowage.basis.InputException;
import dev.stowage.sim.energy.study.EnergyReproduction;
import dev.stowage.sim.node.study.PartiesReproduction;
import dev.stowage.sim.node.study.PliantReproduction;
import dev.stowage.sim.profiled.study.IsolationReproduction;
import dev.stowage.sim.profiled.study.QuSparrowReproduction;
import dev.stowage.sim.profiled.study.QumanReproduction;
import dev.stowage.sim.serverless.LatEstStudy;
import dev.stowage.sim.skynet.SkynetStudy;
import dev.stowage.sim.stacked.study.PimCloudReproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.List;

/** The studies of {@code reproduce}, by name. A new one is one entry here. */
public final class Studies {
    private static final List<ReproductionStudy> ALL =
            List.of(
                    QumanReproduction.study(),
                    IsolationReproduction.study(),
                    QuSparrowReproduction.study(),
                    PartiesReproduction.study(),
                    PliantReproduction.study(),
                    EnergyReproduction.study(),
                    PimCloudReproduction.study(),
                    LatEstStudy.study(),
                    SkynetStudy.study());

    private Studies() {}

    /** All names. */
    public static List<String> names() {
        return ALL.stream().map(ReproductionStudy::name).toList();
    }

    /**
     * The study of that name.
     *
     * @throws InputException if there is none; lists those that there are
     */
    public static ReproductionStudy get(String name) {
        return ALL.stream()
                .filter(study -> study.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "STUDY",
                                        "\"" + name + "\"",
                                        "one of " + String.join(", ", names()),
                                        null));
    }
}
