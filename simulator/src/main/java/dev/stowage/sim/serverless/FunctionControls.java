package dev.stowage.sim.serverless;

import dev.stowage.policy.autoscale.FunctionView;
import dev.stowage.policy.autoscale.ScalingActions;

/** What an autoscaler sees of a function and can do to it. */
final class FunctionControls implements FunctionView, ScalingActions {
    private final ServerlessSimulation simulation;
    private final FunctionState function;
    private final Fleet fleet;
    private final Instances instances;

    FunctionControls(
            ServerlessSimulation simulation,
            FunctionState function,
            Fleet fleet,
            Instances instances) {
        this.simulation = simulation;
        this.function = function;
        this.fleet = fleet;
        this.instances = instances;
    }

    /** Makes an instance of the usual size where most is free, or none if there is no room. */
    int makeAnywhere() {
        FunctionSpec.Instance size = function.spec.instance();
        int server = fleet.room().choose(size.microCores(), size.bytes());
        if (server == ServerRoom.NONE) {
            rejectGrowth();
            return Instances.NONE;
        }
        return make(server, size.microCores(), size.bytes());
    }

    private int make(int server, long cpuMicroCores, long bytes) {
        int made = fleet.make(function, server, cpuMicroCores, bytes, simulation.nowNanos());
        simulation.startUp(made, function.spec.instance().creationMicros());
        return made;
    }

    @Override
    public void setInstances(int wanted) {
        while (function.listed > wanted) {
            simulation.retire(function, leastMissed());
        }
        boolean hasRoom = true;
        while (function.listed < wanted && hasRoom) {
            hasRoom = makeAnywhere() != Instances.NONE;
        }
    }

    /** The newest instance that is still being made, else the newest. */
    private int leastMissed() {
        for (int position = function.listed - 1; position >= 0; position--) {
            if (!isReady(position)) {
                return position;
            }
        }
        return function.listed - 1;
    }

    @Override
    public void resize(int instance, long cpuMicroCores) {
        resize(instance, cpuMicroCores, bytes(instance));
    }

    @Override
    public void resize(int instance, long cpuMicroCores, long bytes) {
        simulation.resize(function, function.list[instance], cpuMicroCores, bytes);
    }

    @Override
    public void start(int server, long cpuMicroCores) {
        start(server, cpuMicroCores, instanceBytes());
    }

    @Override
    public void start(int server, long cpuMicroCores, long bytes) {
        if (fleet.room().fits(server, cpuMicroCores, bytes)) {
            make(server, cpuMicroCores, bytes);
        } else {
            rejectGrowth();
        }
    }

    @Override
    public void stop(int instance) {
        simulation.retire(function, instance);
    }

    @Override
    public void rejectGrowth() {
        function.totals.growthRejected++;
    }

    @Override
    public void setActivatorInPath(boolean isInPath) {
        function.isActivatorInPath = isInPath;
    }

    @Override
    public long nowMicros() {
        return simulation.nowNanos() / 1_000;
    }

    @Override
    public int readyInstances() {
        return function.ready;
    }

    @Override
    public int instances() {
        return function.listed;
    }

    @Override
    public long identity(int instance) {
        return instances.identity[function.list[instance]];
    }

    @Override
    public boolean isReady(int instance) {
        return function.isReady(function.list[instance]);
    }

    @Override
    public int server(int instance) {
        return instances.server[function.list[instance]];
    }

    @Override
    public long cpuMicroCores(int instance) {
        return instances.microCores[function.list[instance]];
    }

    @Override
    public long bytes(int instance) {
        return instances.bytes[function.list[instance]];
    }

    @Override
    public double p99Millis() {
        return function.p99Millis();
    }

    @Override
    public long instanceBytes() {
        return function.spec.instance().bytes();
    }

    @Override
    public long startMicros(int instance) {
        return instances.startNanos[function.list[instance]] / 1_000;
    }

    @Override
    public long readyMicros(int instance) {
        return instances.readyNanos[function.list[instance]] / 1_000;
    }

    @Override
    public double cpuUsedMicros(int instance) {
        return instances.usedNanos(function.list[instance], simulation.nowNanos()) / 1e3;
    }

    @Override
    public int inFlight(int instance) {
        int i = function.list[instance];
        return instances.running[i] + instances.held(i);
    }

    @Override
    public double cpuUsedMicros() {
        double unsettled = 0;
        for (int i = 0; i < function.listed; i++) {
            int instance = function.list[i];
            unsettled +=
                    instances.usedNanos(instance, simulation.nowNanos())
                            - instances.usedNanos[instance];
        }
        return (function.totals.usedNanos + unsettled) / 1e3;
    }

    @Override
    public long arrived() {
        return function.totals.arrived;
    }

    @Override
    public long answered() {
        return function.totals.answered;
    }

    @Override
    public int waiting() {
        return function.queue.size();
    }

    @Override
    public long instanceMicroCores() {
        return function.spec.instance().microCores();
    }

    @Override
    public int servers() {
        return fleet.room().servers();
    }

    @Override
    public long freeMicroCores(int server) {
        return fleet.room().freeMicroCores(server);
    }

    @Override
    public long freeBytes(int server) {
        return fleet.room().freeBytes(server);
    }
}
