package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.TransferMeter;
import dev.stowage.policy.deployment.Market;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/** What happens in a run, decision by decision. */
final class DeploymentLog {
    private final DecisionDemand demand;
    private final long decisionSeconds;

    /** Until then no policy can have a VM that works, so nothing counts as missing. */
    private final long firstBootSeconds;

    private final TransferMeter meter;
    private final AssignedResources.Builder assigned = new AssignedResources.Builder();
    private long underProvisionedSeconds;
    private double mostMissing;
    private int changes;
    private int mostChangesInADay;
    private long lastChangeSeconds;
    private final Deque<Long> lastDay = new ArrayDeque<>();
    private final List<DeploymentRun.Move> moves = new ArrayList<>();
    private int providerSwitches;
    private int interruptions;
    private double egressUsd;
    private boolean hasStarted;
    private long servingUntil;
    private Resources serving = Resources.NONE;

    DeploymentLog(DecisionDemand demand, DeploymentSpec spec) {
        this.firstBootSeconds = spec.bootInDecisions();
        this.demand = demand;
        this.decisionSeconds = spec.decisionSeconds();
        this.meter = spec.meter();
    }

    /** The state from a decision to the next. */
    void record(int decision, Fleet fleet, long nowSeconds) {
        hasStarted |= !fleet.isEmpty();
        assigned.add(fleet.provides());
        Resources working = fleet.ready(nowSeconds);
        if (nowSeconds < servingUntil) {
            working = working.plus(serving);
        }
        Resources need = demand.needs().get(decision);
        if (nowSeconds >= firstBootSeconds && !working.covers(need)) {
            underProvisionedSeconds +=
                    Math.min(decisionSeconds, demand.endSeconds() - decision * decisionSeconds);
            mostMissing = Math.max(mostMissing, missing(need, working));
        }
    }

    private static double missing(Resources need, Resources working) {
        return Math.max(
                missing(need.cpuMicroCores(), working.cpuMicroCores()),
                missing(need.memoryBytes(), working.memoryBytes()));
    }

    private static double missing(long need, long working) {
        return working >= need ? 0 : (double) (need - working) / need;
    }

    /** A change of configuration; VMs left behind serve until the new ones are ready. */
    void changed(Market from, Market to, DeploymentSpec spec, long nowSeconds) {
        changes++;
        lastChangeSeconds = nowSeconds;
        lastDay.addLast(nowSeconds);
        forgetUntil(nowSeconds - PlanLimits.DAY_SECONDS);
        mostChangesInADay = Math.max(mostChangesInADay, lastDay.size());
        if (from != to) {
            moved(from, to, spec, nowSeconds);
        }
    }

    /** A change of place, with the data. */
    void moved(Market from, Market to, DeploymentSpec spec, long nowSeconds) {
        double usd = 0;
        if (spec.stateGib() > 0) {
            BigDecimal gib = BigDecimal.valueOf(spec.stateGib());
            usd =
                    TransferMeter.usd(meter.move(from.name(), to.name(), gib, nowSeconds))
                            .doubleValue();
        }
        moves.add(new DeploymentRun.Move(nowSeconds, from, to, usd));
        egressUsd += usd;
        providerSwitches += from.provider().equals(to.provider()) ? 0 : 1;
    }

    /** What moving the data would cost now, USD. */
    double usdOfMove(Market from, Market to, DeploymentSpec spec, long nowSeconds) {
        BigDecimal gib = BigDecimal.valueOf(spec.stateGib());
        return gib.signum() == 0
                ? 0
                : meter.usd(from.name(), to.name(), gib, nowSeconds).doubleValue();
    }

    /** True once there were VMs. */
    boolean hasStarted() {
        return hasStarted;
    }

    /** True if the last change is long enough ago, and there were few enough in a day. */
    boolean mayChange(PlanLimits limits, long nowSeconds) {
        forgetUntil(nowSeconds - PlanLimits.DAY_SECONDS);
        boolean isHeld = changes > 0 && nowSeconds - lastChangeSeconds < limits.minHoldSeconds();
        return !isHeld && lastDay.size() < limits.maxChangesPerDay();
    }

    private void forgetUntil(long seconds) {
        while (!lastDay.isEmpty() && lastDay.getFirst() <= seconds) {
            lastDay.removeFirst();
        }
    }

    /** VMs that serve on for a while though they belong to the configuration no more. */
    void serves(Resources resources, long untilSeconds) {
        serving = resources;
        servingUntil = untilSeconds;
    }

    void interrupted(int vms) {
        interruptions += vms;
    }

    DeploymentRun close(List<Rental> rentals) {
        return new DeploymentRun(
                demand.needs(),
                decisionSeconds,
                demand.endSeconds(),
                assigned.build(),
                rentals,
                moves,
                new DeploymentRun.Counts(
                        changes,
                        moves.size(),
                        providerSwitches,
                        interruptions,
                        underProvisionedSeconds,
                        mostMissing,
                        mostChangesInADay),
                egressUsd,
                OptionalDouble.empty());
    }
}
