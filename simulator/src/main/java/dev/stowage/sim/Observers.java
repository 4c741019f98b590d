package dev.stowage.sim;

import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.observation.LoadFollower;
import dev.stowage.sim.observation.ServerFollower;
import dev.stowage.sim.observation.TaskTracer;
import java.util.ArrayList;
import java.util.List;

/** Makes the observers that a spec asks for. */
final class Observers {
    private Observers() {}

    /** Lets them follow a run that is about to begin; does nothing if there are none. */
    static void attach(
            SimulationSpec spec,
            Dispatcher dispatcher,
            Scheduler scheduler,
            PlacementPolicy placement) {
        List<RunObserver> observers = new ArrayList<>();
        spec.observation()
                .servers()
                .ifPresent(
                        servers ->
                                observers.add(
                                        new ServerFollower(
                                                servers.numbers(),
                                                servers.log(),
                                                dispatcher.slots(),
                                                dispatcher.cluster())));
        spec.observation()
                .task()
                .ifPresent(
                        trace ->
                                observers.add(
                                        new TaskTracer(
                                                trace,
                                                dispatcher.slots(),
                                                dispatcher.cluster(),
                                                scheduler,
                                                placement,
                                                rule(spec.placement()))));
        spec.observation()
                .loads()
                .ifPresent(told -> observers.add(new LoadFollower(dispatcher.cluster(), told)));
        if (!observers.isEmpty()) {
            dispatcher.observe(RunObserver.of(observers));
        }
    }

    private static String rule(PolicySpec placement) {
        PolicyRegistry<PlacementPolicy> registry = PlacementPolicies.registry();
        return placement + " (" + registry.entry(placement).description() + ")";
    }
}
