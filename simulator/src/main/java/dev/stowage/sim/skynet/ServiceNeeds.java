package dev.stowage.sim.skynet;

import dev.stowage.basis.Seeds;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Queue;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Needs of services whose load over time is given. Copies of a service have its load, and bursts of
 * their own. A service with hardly any load needs as much as at a hundredth of its largest.
 */
final class ServiceNeeds implements Needs {
    private static final double LEAST_LOAD = 0.01;
    private static final double JUMP = 0.1;

    private final List<Service> services;
    private final int[] service; // by application
    private final double[] base;
    private final double[] factor;
    private final double[] burst; // by application
    private final double[] load; // by service
    private final boolean[] jumped; // by service
    private final Disturbance disturbance;
    private final RandomGenerator random;

    ServiceNeeds(List<Service> services, Disturbance disturbance, long seed, int replication) {
        this.services = services;
        this.disturbance = disturbance;
        random = Seeds.stream(seed, "skynet load", replication);
        service = ObjectiveSpec.serviceOfEach(services);
        base = new double[service.length * RESOURCES];
        factor = new double[service.length];
        burst = new double[service.length];
        Arrays.fill(burst, 1);
        load = new double[services.size()];
        jumped = new boolean[services.size()];
        for (int i = 0; i < base.length; i++) {
            base[i] = services.get(service[i / RESOURCES]).base().get(i % RESOURCES);
        }
        move(0);
        apply();
    }

    @Override
    public double[] base() {
        return base;
    }

    @Override
    public double[] factor() {
        return factor;
    }

    @Override
    public double[] first(double setPoint) {
        double[] first = new double[base.length];
        for (int i = 0; i < first.length; i++) {
            Service each = services.get(service[i / RESOURCES]);
            double now = load[service[i / RESOURCES]];
            Queue queue = i % RESOURCES == 0 ? each.queue() : null;
            double needed = queue == null ? base[i] * now : queue.need(now);
            first[i] =
                    each.first().isEmpty() || base[i] == 0
                            ? needed * setPoint
                            : each.first().get(i % RESOURCES);
        }
        return first;
    }

    @Override
    public boolean[] isOpen() {
        boolean[] isOpen = new boolean[service.length];
        for (int i = 0; i < isOpen.length; i++) {
            isOpen[i] = services.get(service[i]).isOpen();
        }
        return isOpen;
    }

    @Override
    public boolean step(int second) {
        boolean isBurst = disturbance.burst() > 0 && second % disturbance.burstSeconds() == 0;
        if (isBurst) {
            for (int i = 0; i < burst.length; i++) {
                burst[i] = disturbance.draw(random);
            }
        }
        int moved = move(second);
        if (isBurst || moved != 0) {
            apply();
        }
        return moved > 1;
    }

    /** 0 if no load changed, 2 if one jumped, else 1. */
    private int move(int second) {
        int moved = 0;
        for (int s = 0; s < load.length; s++) {
            double now = Math.max(LEAST_LOAD, services.get(s).load().at(second));
            jumped[s] = second > 0 && Math.abs(now - load[s]) > JUMP * load[s];
            moved = Math.max(moved, jumped[s] ? 2 : now == load[s] ? 0 : 1);
            load[s] = now;
        }
        return moved;
    }

    private void apply() {
        for (int i = 0; i < factor.length; i++) {
            factor[i] = load[service[i]] * burst[i];
        }
    }

    @Override
    public boolean hasJumped(int application) {
        return jumped[service[application]];
    }
}
