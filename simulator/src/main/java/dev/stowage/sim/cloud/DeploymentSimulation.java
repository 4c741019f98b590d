package dev.stowage.sim.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.DeploymentPolicy;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.ServiceView;
import dev.stowage.policy.deployment.Shortfall;
import dev.stowage.policy.deployment.VmList;
import dev.stowage.sim.cloud.Proposals.Proposal;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One service on clouds under one policy. At each decision the policy proposes what to add where
 * the service is, and what to have anew at each place; the cheaper over the horizon wins. A VM is
 * given back only at the end of its charging period; VMs that a change leaves behind idle until
 * then.
 *
 * <p>Of two ways to go on the one with the lower {@code cost over the horizon less what is paid} is
 * taken: the cost of idle VMs is sunk and the same on both sides.
 *
 * <p>Source: Sfakianakis, PhD thesis, University of Crete, 2023, section 5.1 and equation 5.2.
 */
public final class DeploymentSimulation {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double NANO = 1e9;

    private final DeploymentPolicy policy;
    private final DeploymentSpec spec;
    private final Proposals proposals;
    private final DecisionDemand demand;
    private final Fleet fleet;
    private final DeploymentLog log;
    private final RandomGenerator random;

    /** For this need the present VMs were left as they are when all worked and none was paid on. */
    private @Nullable Resources settled;

    private DeploymentSimulation(
            DeploymentPolicy policy,
            List<Market> markets,
            DecisionDemand demand,
            DeploymentSpec spec) {
        this.policy = policy;
        this.spec = spec;
        this.fleet = new Fleet(spec.limits().minHoldSeconds());
        this.proposals = new Proposals(policy, markets);
        this.demand = demand;
        this.log = new DeploymentLog(demand, spec);
        this.random = Seeds.stream(spec.seed(), "interruptions", 0);
    }

    /**
     * Runs a policy over a demand.
     *
     * @param policy a fresh one
     * @param markets places to choose from, in the order that breaks ties; not empty
     * @throws InputException if the policy can hold the demand at no place; says when
     */
    public static DeploymentRun run(
            DeploymentPolicy policy,
            List<Market> markets,
            ServiceDemand demand,
            DeploymentSpec spec) {
        return run(policy, markets, DecisionDemand.of(demand, spec), spec);
    }

    static DeploymentRun run(
            DeploymentPolicy policy,
            List<Market> markets,
            DecisionDemand demand,
            DeploymentSpec spec) {
        if (markets.isEmpty()) {
            throw new IllegalArgumentException("markets is empty, expected at least one");
        }
        return new DeploymentSimulation(policy, List.copyOf(markets), demand, spec).run();
    }

    private DeploymentRun run() {
        for (int i = 0; i < demand.needs().size(); i++) {
            long now = i * spec.decisionSeconds();
            interrupt(now);
            decide(i, now, policy.plan(demand.needs().get(i).withMore(spec.limits().headRoom())));
            log.record(i, fleet, now);
        }
        fleet.end(demand.endSeconds());
        return log.close(fleet.rentals());
    }

    private void decide(int i, long now, Resources need) {
        long next = now + spec.decisionSeconds();
        boolean isSteady = fleet.isSteadyAt(now);
        if (isSteady && need.equals(settled)) {
            fleet.payUntil(next);
            return;
        }
        Resources missing = Shortfall.of(need, fleet.provides());
        boolean isShort = !missing.equals(Resources.NONE);
        if (!isShort && !fleet.expiresBefore(next)) {
            return;
        }
        Optional<VmList> added = isShort ? added(missing) : Optional.of(new VmList(List.of()));
        long costOfAdding =
                added.map(list -> costOfAdding(list, need, isShort, now)).orElse(Long.MAX_VALUE);
        Optional<Proposal> change = cheaperChange(need, now, costOfAdding);
        if (change.isPresent()) {
            change(change.get(), now);
        } else if (added.isPresent()) {
            if (isShort) {
                fleet.rent(here(), added.get(), now, now + spec.bootInDecisions());
            }
        } else {
            throw tooLarge(i, need);
        }
        boolean isLess = fleet.renew(need, now, next);
        if (isShort || change.isPresent() || isLess) {
            settled = null;
        } else if (isSteady && isSameAtAnyTime(now)) {
            settled = need;
        }
    }

    /** True if time alone brings no other decision: changes are allowed, and no data moves. */
    private boolean isSameAtAnyTime(long now) {
        return spec.stateGib() == 0 && log.mayChange(spec.limits(), now);
    }

    private Market here() {
        return fleet.active().get(0).market;
    }

    private Optional<VmList> added(Resources missing) {
        return fleet.isEmpty()
                ? Optional.empty()
                : policy.add(new ServiceView(here(), fleet.lines()), missing);
    }

    private long costOfAdding(VmList list, Resources need, boolean isShort, long now) {
        long horizon = spec.horizonSeconds();
        long kept = fleet.costAhead(need, now, horizon);
        return isShort ? Math.addExact(kept, fleet.costOfNew(here(), list, horizon)) : kept;
    }

    /** The cheapest change that saves enough; empty if going on is better. */
    private Optional<Proposal> cheaperChange(Resources need, long now, long costOfAdding) {
        Proposal best = null;
        double bestCost =
                costOfAdding == Long.MAX_VALUE
                        ? Double.POSITIVE_INFINITY
                        : costOfAdding * (1 - spec.savingsThreshold());
        if (need.equals(Resources.NONE)) {
            return Optional.empty();
        }
        boolean mustChange = costOfAdding == Long.MAX_VALUE;
        if (!mustChange && !log.mayChange(spec.limits(), now)) {
            return Optional.empty();
        }
        List<Proposal> anywhere = elsewhere(need);
        if (!fleet.isEmpty() && (policy.changesTypes() || mustChange)) {
            Optional<Proposal> there = proposals.at(here(), need);
            if (there.isPresent() && cost(there.get(), now) < bestCost) {
                best = there.get();
                bestCost = cost(best, now);
            }
        }
        for (Proposal elsewhere : anywhere) {
            boolean isThere = !fleet.isEmpty() && elsewhere.market() == here();
            if (!isThere && cost(elsewhere, now) < bestCost) {
                best = elsewhere;
                bestCost = cost(best, now);
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * The cheapest of all places; each of them where the move costs more to one than to another.
     */
    private List<Proposal> elsewhere(Resources need) {
        boolean isFlat = spec.stateGib() == 0 || spec.transfers().flat().isPresent();
        return isFlat ? proposals.cheapest(need).stream().toList() : proposals.all(need);
    }

    /** True if the data have to move there from home, as the service was nowhere yet. */
    private boolean mustLeaveHome(Market market) {
        return !log.hasStarted() && !spec.limits().isHome(market);
    }

    private double cost(Proposal proposal, long now) {
        boolean moves =
                fleet.isEmpty() ? mustLeaveHome(proposal.market()) : proposal.market() != here();
        Market from = fleet.isEmpty() ? homeOr(proposal.market()) : here();
        double move = moves ? log.usdOfMove(from, proposal.market(), spec, now) : 0;
        return fleet.costOfChange(proposal.market(), proposal.vms(), now, spec.horizonSeconds())
                + move * NANO * SECONDS_PER_HOUR;
    }

    private Market homeOr(Market other) {
        return spec.limits().home().orElse(other);
    }

    private void change(Proposal proposal, long now) {
        long ready = now + spec.bootInDecisions();
        Resources working = fleet.ready(now);
        if (!fleet.isEmpty()) {
            log.changed(here(), proposal.market(), spec, now);
        } else if (mustLeaveHome(proposal.market())) {
            log.moved(spec.limits().home().orElseThrow(), proposal.market(), spec, now);
        }
        fleet.change(proposal.market(), proposal.vms(), now, ready);
        log.serves(Shortfall.of(working, fleet.ready(now)), ready);
    }

    private void interrupt(long now) {
        if (spec.interruptionsPerHour() == 0) {
            return;
        }
        for (VmGroup group : fleet.active()) {
            double rate = spec.interruptionsPerHour(group.item);
            double chance = -Math.expm1(-rate * spec.decisionSeconds() / SECONDS_PER_HOUR);
            int lost = 0;
            for (int vm = 0; vm < group.count; vm++) {
                lost += random.nextDouble() < chance ? 1 : 0;
            }
            fleet.interrupt(group, lost, now);
            log.interrupted(lost);
            settled = lost > 0 ? null : settled;
        }
        fleet.dropEmpty();
    }

    private InputException tooLarge(int i, Resources need) {
        long seconds = i * spec.decisionSeconds();
        return InputException.at(
                "demand at " + seconds + " s",
                rounded(need.cores())
                        + " cores and "
                        + rounded(need.gib())
                        + " GiB, more than the policy can rent",
                "a demand that the VMs left can hold",
                "The largest VM is " + largest() + "; policies of many VMs hold any demand.");
    }

    private static double rounded(double amount) {
        return Math.round(amount * 1_000) / 1_000.0;
    }

    private String largest() {
        return proposals
                .largest()
                .map(CoverItem::offer)
                .map(o -> o.type().describe())
                .orElse("none");
    }
}
