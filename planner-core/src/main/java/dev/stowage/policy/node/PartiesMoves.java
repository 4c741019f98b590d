package dev.stowage.policy.node;

import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Wheels.Direction;
import org.jspecify.annotations.Nullable;

/**
 * The single steps of PARTIES: what can be moved, from whom and to whom. Source: Chen et al.,
 * ASPLOS 2019, sections 4.2.1, 4.2.4 and Algorithm 4.
 */
final class PartiesMoves {
    private static final double GROW_NETWORK_BELOW_GBPS = 0.5; // section 4.2.1
    private static final double SHRINK_NETWORK_ABOVE_GBPS = 1.0; // section 4.2.1
    private static final double VICTIM_MEMORY_GB = 1; // section 4.2.4

    private final NodeSetup setup;
    private final Wheels[] wheels;
    private final boolean[] isInMemory;
    private @Nullable NodeObservation seen;
    private @Nullable Allocation allocation;

    PartiesMoves(NodeSetup setup, Wheels[] wheels, boolean[] isInMemory) {
        this.setup = setup;
        this.wheels = wheels;
        this.isInMemory = isInMemory;
    }

    /** A step that was taken; of a frequency, {@code from} and {@code to} are the same service. */
    record Transfer(Step step, Direction direction, int from, int to) {}

    /** The interval that is decided about. */
    void look(NodeObservation now, Allocation current) {
        seen = now;
        allocation = current;
    }

    /** Takes the next possible step of a service; null if none of its wheels gives one. */
    @Nullable Transfer take(int service, Direction direction) {
        if (!wheels[service].isTurned(direction)) {
            turn(service, direction);
        }
        for (int tried = 0; tried < Step.values().length; tried++) {
            Transfer transfer = find(service, direction, wheels[service].step());
            if (transfer != null) {
                apply(transfer);
                passOn(transfer, service);
                return transfer;
            }
            turn(service, direction);
        }
        return null;
    }

    /** A victim that is about to take the same step up takes another. Source: Algorithm 4. */
    private void passOn(Transfer transfer, int service) {
        int victim = transfer.from();
        if (transfer.direction() == Direction.UP
                && victim != Allocation.POOL
                && victim != service
                && wheels[victim].isSameAs(wheels[service])) {
            turn(victim, Direction.UP);
        }
    }

    /** Turns the wheel of a service. */
    void turn(int service, Direction direction) {
        wheels[service].turn(direction, Parties.isScarce(unusedGb(service)));
    }

    private @Nullable Transfer find(int service, Direction direction, Step step) {
        if (step == Step.FREQUENCY) {
            int level = now().level(service);
            boolean isPossible =
                    direction == Direction.UP ? level < now().highestLevel() : level > 0;
            return isPossible ? new Transfer(step, direction, service, service) : null;
        }
        if (direction == Direction.UP) {
            int victim = victim(service, step);
            return victim == service ? null : new Transfer(step, direction, victim, service);
        }
        boolean keepsMemory =
                step == Step.MEMORY && isInMemory[service] && Parties.isScarce(unusedGb(service));
        return canGive(service, step) && !keepsMemory
                ? new Transfer(step, direction, service, Allocation.POOL)
                : null;
    }

    /** Who gives a unit; {@code service} itself if nobody can. */
    private int victim(int service, Step step) {
        if (now().units(step.resource(), Allocation.POOL) > 0) {
            return Allocation.POOL;
        }
        if (step == Step.MEMORY) {
            int spare = richest(service, step, true);
            if (spare != service && unusedGb(spare) > VICTIM_MEMORY_GB) {
                return spare;
            }
        }
        return richest(service, step, false);
    }

    private int richest(int service, Step step, boolean isByMemory) {
        int best = service;
        for (int other = 0; other < wheels.length; other++) {
            if (other != service
                    && canGive(other, step)
                    && (best == service || wealth(other, isByMemory) > wealth(best, isByMemory))) {
                best = other;
            }
        }
        return best;
    }

    private double wealth(int service, boolean isByMemory) {
        if (isByMemory) {
            return unusedGb(service);
        }
        double slack = Parties.slack(seen(), service);
        return Double.isNaN(slack)
                ? Double.NEGATIVE_INFINITY
                : slack; // nobody knows what it can spare
    }

    private boolean canGive(int service, Step step) {
        int least =
                switch (step) {
                    case MEMORY -> Math.max(1, setup.services().get(service).residentWholeGb());
                    case DISK -> 0;
                    default -> 1;
                };
        return now().units(step.resource(), service) > least;
    }

    private void apply(Transfer transfer) {
        if (transfer.step() == Step.FREQUENCY) {
            int change = transfer.direction() == Direction.UP ? 1 : -1;
            now().setLevel(transfer.to(), now().level(transfer.to()) + change);
        } else {
            now().move(transfer.step().resource(), transfer.from(), transfer.to(), 1);
        }
    }

    /** Takes a step back. */
    void undo(Transfer transfer) {
        Direction opposite = transfer.direction() == Direction.UP ? Direction.DOWN : Direction.UP;
        apply(new Transfer(transfer.step(), opposite, transfer.to(), transfer.from()));
    }

    /** Follows the traffic of each service with its share of the network. */
    void adaptNetwork() {
        for (int service = 0; service < wheels.length; service++) {
            int units = now().units(NodeResource.NETWORK, service);
            double unused = units * setup.networkStep() - seen().networkGbps(service);
            if (unused < GROW_NETWORK_BELOW_GBPS
                    && now().units(NodeResource.NETWORK, Allocation.POOL) > 0) {
                now().move(NodeResource.NETWORK, Allocation.POOL, service, 1);
            } else if (unused > SHRINK_NETWORK_ABOVE_GBPS && units > 1) {
                now().move(NodeResource.NETWORK, service, Allocation.POOL, 1);
            }
        }
    }

    /** The first stateless service, else that with the most relaxed target. */
    int cheapestToMove() {
        int relaxed = 0;
        for (int service = 0; service < wheels.length; service++) {
            ServiceProfile profile = setup.services().get(service);
            if (profile.isStateless()) {
                return service;
            }
            if (profile.of(ServiceParameter.TARGET_SECONDS)
                    > setup.services().get(relaxed).of(ServiceParameter.TARGET_SECONDS)) {
                relaxed = service;
            }
        }
        return relaxed;
    }

    private double unusedGb(int service) {
        return now().units(NodeResource.MEMORY, service) - seen().memoryUsedGb(service);
    }

    private Allocation now() {
        if (allocation == null) {
            throw new IllegalStateException("nothing seen yet");
        }
        return allocation;
    }

    private NodeObservation seen() {
        if (seen == null) {
            throw new IllegalStateException("nothing seen yet");
        }
        return seen;
    }
}
