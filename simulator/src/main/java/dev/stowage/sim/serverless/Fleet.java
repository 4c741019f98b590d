package dev.stowage.sim.serverless;

/** Instances made, resized and removed, with what they take of the servers. */
final class Fleet {
    private final Instances instances;
    private final ServerRoom room;
    private final Levels levels;

    Fleet(Instances instances, ServerRoom room, Levels levels) {
        this.instances = instances;
        this.room = room;
        this.levels = levels;
    }

    ServerRoom room() {
        return room;
    }

    /** Makes an instance on a server that has room for it. */
    int make(FunctionState function, int server, long microCores, long nanos) {
        give(server, microCores, function.spec.instance().bytes(), nanos);
        double requestCores = function.spec.path().cores();
        int made = instances.make(function.number, server, microCores, requestCores, nanos);
        function.totals.instancesMade++;
        function.append(made);
        return made;
    }

    /** Gives an instance other CPU, at most what its server has. */
    void resize(FunctionState function, int instance, long wanted, long nanos) {
        account(function, instance, nanos);
        int server = instances.server[instance];
        long more = wanted - instances.microCores[instance];
        long change = Math.min(more, room.freeMicroCores(server));
        give(server, change, 0, nanos);
        instances.microCores[instance] += change;
    }

    void remove(FunctionState function, int instance, long nanos) {
        account(function, instance, nanos);
        long bytes = function.spec.instance().bytes();
        give(instances.server[instance], -instances.microCores[instance], -bytes, nanos);
        instances.remove(instance);
    }

    private void give(int server, long microCores, long bytes, long nanos) {
        levels.settle(nanos);
        room.give(server, microCores, bytes);
        levels.given();
    }

    /** Counts what an instance had until now. */
    void account(FunctionState function, int instance, long nanos) {
        double span = nanos - instances.givenNanos[instance];
        function.totals.givenCoreNanos += instances.microCores[instance] / 1e6 * span;
        function.totals.givenByteNanos += function.spec.instance().bytes() * span;
        instances.givenNanos[instance] = nanos;
    }
}
