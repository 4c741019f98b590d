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
    int make(FunctionState function, int server, long microCores, long bytes, long nanos) {
        give(server, microCores, bytes, nanos);
        double requestCores = function.spec.path().cores();
        int made = instances.make(function.number, server, microCores, requestCores, nanos);
        instances.bytes[made] = bytes;
        function.totals.instancesMade++;
        function.append(made);
        return made;
    }

    /** Gives an instance other CPU and memory, of each at most what its server has. */
    void resize(FunctionState function, int instance, long microCores, long bytes, long nanos) {
        account(function, instance, nanos);
        int server = instances.server[instance];
        long cpu =
                Math.min(microCores - instances.microCores[instance], room.freeMicroCores(server));
        long memory = Math.min(bytes - instances.bytes[instance], room.freeBytes(server));
        give(server, cpu, memory, nanos);
        instances.microCores[instance] += cpu;
        instances.bytes[instance] += memory;
    }

    void remove(FunctionState function, int instance, long nanos) {
        account(function, instance, nanos);
        give(
                instances.server[instance],
                -instances.microCores[instance],
                -instances.bytes[instance],
                nanos);
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
        function.totals.givenByteNanos += instances.bytes[instance] * span;
        instances.givenNanos[instance] = nanos;
    }
}
