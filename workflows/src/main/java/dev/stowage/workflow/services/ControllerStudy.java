package dev.stowage.workflow.services;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.plan.InParallel;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.services.ServicesFile;
import dev.stowage.sim.skynet.ObjectiveControllers;
import dev.stowage.sim.skynet.ObjectiveControllers.Chosen;
import dev.stowage.sim.skynet.ObjectiveResult;
import dev.stowage.sim.skynet.ObjectiveSimulation;
import dev.stowage.sim.skynet.ObjectiveSpec;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Controllers on the same services, servers and random numbers.
 *
 * @param file the services
 * @param servers on which they run
 * @param controllers at least one
 * @param replications of each, at least 1
 * @param seed root of all random numbers
 * @param threads never change the answer
 */
public record ControllerStudy(
        ServicesFile file,
        Servers servers,
        List<PolicySpec> controllers,
        int replications,
        long seed,
        int threads) {
    public ControllerStudy {
        controllers = List.copyOf(controllers);
        Check.positive("controllers", controllers.size());
        Check.positive("replications", replications);
        Check.positive("threads", threads);
    }

    /** The replications of each controller, in their orders. */
    List<List<ObjectiveResult>> run(Progress progress) {
        progress.start("controllers", (long) controllers.size() * replications);
        List<Integer> runs = IntStream.range(0, controllers.size() * replications).boxed().toList();
        List<ObjectiveResult> results =
                InParallel.map(
                        runs,
                        i ->
                                run(
                                        file,
                                        servers,
                                        controllers.get(i / replications),
                                        seed,
                                        i % replications),
                        threads,
                        progress);
        progress.done();
        return IntStream.range(0, controllers.size())
                .mapToObj(c -> results.subList(c * replications, (c + 1) * replications))
                .toList();
    }

    /** One replication of a controller. */
    static ObjectiveResult run(
            ServicesFile file, Servers servers, PolicySpec controller, long seed, int replication) {
        Chosen chosen =
                ObjectiveControllers.registry()
                        .create(controller, Seeds.stream(seed, "controller", replication));
        ObjectiveSpec spec =
                new ObjectiveSpec(
                        file.services(),
                        servers,
                        file.durationSeconds(),
                        chosen.controller(),
                        chosen.loop(),
                        file.disturbance());
        return ObjectiveSimulation.run(spec, seed, replication);
    }
}
