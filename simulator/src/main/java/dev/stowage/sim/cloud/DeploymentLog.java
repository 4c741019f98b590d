package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** What happens in a run, decision by decision. */
final class DeploymentLog {
    private final Resources[] demand;
    private final long decisionSeconds;
    private final long endSeconds;
    private final long firstBootSeconds;
    private final List<Resources> assigned = new ArrayList<>();
    private long underProvisionedSeconds;
    private int changes;
    private final List<DeploymentRun.Move> moves = new ArrayList<>();
    private int providerSwitches;
    private int interruptions;
    private double egressUsd;
    private long servingUntil;
    private Resources serving = Resources.NONE;

    /**
     * @param firstBootSeconds until then no policy can have a VM that works, so nothing counts as
     *     missing
     */
    DeploymentLog(
            Resources[] demand, long decisionSeconds, long endSeconds, long firstBootSeconds) {
        this.firstBootSeconds = firstBootSeconds;
        this.demand = demand;
        this.decisionSeconds = decisionSeconds;
        this.endSeconds = endSeconds;
    }

    /** The state from a decision to the next. */
    void record(int decision, Fleet fleet, long nowSeconds) {
        assigned.add(fleet.provides());
        Resources working = fleet.ready(nowSeconds);
        if (nowSeconds < servingUntil) {
            working = working.plus(serving);
        }
        if (nowSeconds >= firstBootSeconds && !working.covers(demand[decision])) {
            underProvisionedSeconds +=
                    Math.min(decisionSeconds, endSeconds - decision * decisionSeconds);
        }
    }

    /** A change of configuration; VMs left behind serve until the new ones are ready. */
    void changed(Market from, Market to, DeploymentSpec spec, long nowSeconds) {
        changes++;
        if (from != to) {
            moves.add(new DeploymentRun.Move(nowSeconds, from, to));
            egressUsd += spec.stateGib() * spec.egressUsdPerGib();
            providerSwitches += from.provider().equals(to.provider()) ? 0 : 1;
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
                Arrays.asList(demand),
                decisionSeconds,
                endSeconds,
                assigned,
                rentals,
                moves,
                new DeploymentRun.Counts(
                        changes,
                        moves.size(),
                        providerSwitches,
                        interruptions,
                        underProvisionedSeconds),
                egressUsd,
                OptionalDouble.empty());
    }
}
