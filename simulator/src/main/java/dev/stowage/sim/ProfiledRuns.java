package dev.stowage.sim;

import dev.stowage.basis.InputException;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.isolation.Neighbour;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.profile.SharingRule;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.profiled.FallbackPlacement;
import dev.stowage.sim.profiled.ProfiledExecution;
import dev.stowage.sim.profiled.SharedServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs in which what runs on a server decides what a profiled task has, or how fast it runs. */
final class ProfiledRuns {
    private ProfiledRuns() {}

    /** How tasks run, and where they are placed. */
    record Parts(ProfiledExecution execution, PlacementPolicy placement) {}

    /** Empty if slices never change and no server has a level of isolation. */
    static Optional<Parts> of(
            SimulationSpec spec, TaskSlots slots, Cluster cluster, PlacementPolicy placement) {
        if (!(spec.workload() instanceof SlicedWorkload sliced) || !isAsked(spec)) {
            return Optional.empty();
        }
        requirePlainRun(spec);
        PolicySpec admission = spec.admission();
        boolean isShared = isShared(spec);
        boolean fallsBack = fallsBack(spec);
        if (isShared) {
            requireServers(spec, sliced.server());
        }
        SharedServers sharing =
                isShared ? new SharedServers(sliced, rule(admission), cluster.size()) : null;
        double fallback =
                fallsBack
                        ? Math.min(
                                1,
                                (admission.parameter("pi") + admission.parameter("margin")) / 100.0)
                        : 0;
        IsolationLibrary library = sliced.isolation();
        ProfiledExecution execution =
                new ProfiledExecution(
                        slots,
                        cluster,
                        sliced,
                        new ProfiledExecution.Asked(
                                sharing,
                                fallback,
                                byServer(spec, type -> level(type, library)),
                                byServer(spec, type -> neighbours(type, library))));
        PlacementPolicy chosen =
                sharing != null
                        ? sharing
                        : fallsBack
                                ? new FallbackPlacement(
                                        placement, sliced, execution, cluster.size())
                                : placement;
        return Optional.of(new Parts(execution, chosen));
    }

    private static boolean isAsked(SimulationSpec spec) {
        return isShared(spec) || fallsBack(spec) || isIsolated(spec);
    }

    private static boolean isShared(SimulationSpec spec) {
        return spec.admission().name().equals(AdmissionPolicies.QUMAN_PROVIDER);
    }

    private static boolean fallsBack(SimulationSpec spec) {
        return spec.admission().name().equals(AdmissionPolicies.QUMAN_USER)
                && spec.admission().parameter("fallback") == 1;
    }

    private static boolean isIsolated(SimulationSpec spec) {
        return spec.servers() instanceof ServerFleet.Static fleet
                && fleet.groups().stream().anyMatch(group -> group.type().isolation().isPresent());
    }

    private static SharingRule rule(PolicySpec admission) {
        return new SharingRule(
                admission.parameter("server") == 1
                        ? SharingRule.Utilisation.SERVER
                        : SharingRule.Utilisation.ALLOCATION,
                admission.parameter("floor") / 100.0);
    }

    private static void requirePlainRun(SimulationSpec spec) {
        String asked =
                isShared(spec)
                        ? AdmissionPolicies.QUMAN_PROVIDER
                        : fallsBack(spec)
                                ? AdmissionPolicies.QUMAN_USER + " with fallback"
                                : "servers with a level of isolation";
        if (!spec.queue().name().equals("fifo") || spec.queueing().isGang()) {
            throw no(asked, "queue " + spec.queue(), "queue fifo, without gangs");
        }
        if (!spec.dynamics().equals(ServerDynamics.NONE)
                || !(spec.servers() instanceof ServerFleet.Static)) {
            throw no(asked, "servers that go down or come back", "servers that stay");
        }
        if (isShared(spec) && !spec.fidelity().overcommit().isNone()) {
            throw no(asked, "overcommit", "servers of which no more is given than they have");
        }
        if ((isShared(spec) || fallsBack(spec)) && spec.observation().task().isPresent()) {
            throw no(asked, "a task to explain (--trace-task)", "a run without --trace-task");
        }
        if (spec.checkpointing().isPresent()) {
            throw no(asked, "checkpoints", "a run without checkpoints");
        }
        if (fallsBack(spec) && spec.admission().parameter("pi") == 0) {
            throw no(asked, "pi=0", "a pi above 0");
        }
        if (fallsBack(spec) && ((SlicedWorkload) spec.workload()).server().hasSsd()) {
            throw no(asked, "tasks that ask for disk", "tasks without disk");
        }
    }

    private static InputException no(String asked, String found, String expected) {
        return InputException.at(
                asked, found, expected, "How long a task runs depends on what runs beside it.");
    }

    private static void requireServers(SimulationSpec spec, SlicedServer profiled) {
        for (ServerFleet.Group group : ((ServerFleet.Static) spec.servers()).groups()) {
            Resources has = group.type().capacity();
            double disk = (double) group.type().extras().diskBytes() / Resources.BYTES_PER_GIB;
            if (has.cores() != profiled.cores()
                    || has.gib() != profiled.memoryGib()
                    || (profiled.hasSsd() && disk != profiled.ssdGib())) {
                throw InputException.at(
                        AdmissionPolicies.QUMAN_PROVIDER,
                        "servers of type " + group.type().name(),
                        "servers like that of the profiles: " + profiled.describe(Slice.WHOLE),
                        "It shares servers on the grid of the profiles.");
            }
        }
    }

    private static <T> List<T> byServer(SimulationSpec spec, Function<ServerType, T> of) {
        List<T> all = new ArrayList<>();
        for (ServerFleet.Group group : ((ServerFleet.Static) spec.servers()).groups()) {
            T one = of.apply(group.type());
            for (int i = 0; i < group.count(); i++) {
                all.add(one);
            }
        }
        return all;
    }

    private static @Nullable IsolationLevel level(ServerType type, IsolationLibrary library) {
        return type.isolation().map(library::level).orElse(null);
    }

    /** What applications do on a server of a type. */
    private static Map<String, Neighbour> neighbours(ServerType type, IsolationLibrary library) {
        return library
                .on(new IsolationLibrary.Server(type.capacity().cores(), type.capacity().gib()))
                .neighbours()
                .stream()
                .collect(Collectors.toMap(Neighbour::name, each -> each));
    }
}
