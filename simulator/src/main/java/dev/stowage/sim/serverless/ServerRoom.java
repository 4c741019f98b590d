package dev.stowage.sim.serverless;

import java.util.Arrays;

/** What is free on each server. New instances go where the most CPU is free, ties to the lowest. */
final class ServerRoom {
    static final int NONE = -1;

    final long serverMicroCores;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private long givenMicroCores;

    ServerRoom(ServerlessSpec.Servers servers) {
        serverMicroCores = servers.microCores();
        freeMicroCores = new long[servers.count()];
        freeBytes = new long[servers.count()];
        Arrays.fill(freeMicroCores, servers.microCores());
        Arrays.fill(freeBytes, servers.bytes());
    }

    int servers() {
        return freeMicroCores.length;
    }

    long freeMicroCores(int server) {
        return freeMicroCores[server];
    }

    long freeBytes(int server) {
        return freeBytes[server];
    }

    long givenMicroCores() {
        return givenMicroCores;
    }

    boolean fits(int server, long microCores, long bytes) {
        return freeMicroCores[server] >= microCores && freeBytes[server] >= bytes;
    }

    /** The server for a new instance, or {@link #NONE}. */
    int choose(long microCores, long bytes) {
        int best = NONE;
        for (int server = 0; server < freeMicroCores.length; server++) {
            if (fits(server, microCores, bytes)
                    && (best == NONE || freeMicroCores[server] > freeMicroCores[best])) {
                best = server;
            }
        }
        return best;
    }

    /** Gives resources of a server, or takes them back where they are negative. */
    void give(int server, long microCores, long bytes) {
        freeMicroCores[server] -= microCores;
        freeBytes[server] -= bytes;
        givenMicroCores += microCores;
    }
}
