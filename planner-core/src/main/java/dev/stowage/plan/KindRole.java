package dev.stowage.plan;

import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.mix.Kind;
import dev.stowage.run.ServerLoads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one of the planned kinds of servers is for: which tasks need it, and what of the load it
 * carries in the first run on the planned servers. Time-weighted over that run.
 *
 * @param type its name
 * @param owned true if these are there already
 * @param count planned
 * @param fitting tasks that one of them can hold
 * @param onlyHere tasks that no planned server of another size can hold
 * @param cpuCarried share of all CPU given to tasks that is given on them, in [0, 1]; 0 if none is
 *     given
 * @param memoryCarried the same of memory
 * @param cpuGiven share of their CPU that is given, the mean
 * @param memoryGiven the same of memory
 * @param starts how often a task was started on one of them
 */
public record KindRole(
        String type,
        boolean owned,
        int count,
        long fitting,
        long onlyHere,
        double cpuCarried,
        double memoryCarried,
        double cpuGiven,
        double memoryGiven,
        long starts) {

    /**
     * Of all kinds that are planned.
     *
     * @param kinds all kinds, in the order of the scenario
     * @param counts planned of each
     * @param tasks which tasks each kind can hold
     * @param loads of the planned servers, those of each kind after the other
     */
    public static List<KindRole> of(
            List<Kind> kinds, int[] counts, PooledMix tasks, ServerLoads loads) {
        List<Given> given = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < counts.length; i++) {
            given.add(Given.on(loads.servers().subList(first, first + counts[i]), kinds.get(i)));
            first += counts[i];
        }
        double cpu = given.stream().mapToDouble(Given::cpu).sum();
        double memory = given.stream().mapToDouble(Given::memory).sum();
        return IntStream.range(0, counts.length)
                .filter(i -> counts[i] > 0)
                .mapToObj(
                        i -> {
                            Kind kind = kinds.get(i);
                            Given its = given.get(i);
                            ServerType server = kind.server();
                            double all = counts[i];
                            return new KindRole(
                                    kind.name(),
                                    kind.isOwned(),
                                    counts[i],
                                    tasks.fitting(i),
                                    tasks.onlyIn(
                                            ofSize(kinds, counts, server, true),
                                            ofSize(kinds, counts, server, false)),
                                    cpu > 0 ? its.cpu() / cpu : 0,
                                    memory > 0 ? its.memory() / memory : 0,
                                    its.cpu() / (all * server.capacity().cores()),
                                    its.memory() / (all * server.capacity().gib()),
                                    its.starts());
                        })
                .toList();
    }

    /** The planned kinds of the size of a server, or the others, as a mask. */
    private static int ofSize(List<Kind> kinds, int[] counts, ServerType server, boolean isSame) {
        return IntStream.range(0, counts.length)
                .filter(i -> counts[i] > 0)
                .filter(
                        i ->
                                isSame
                                        == (kinds.get(i)
                                                        .server()
                                                        .capacity()
                                                        .equals(server.capacity())
                                                && kinds.get(i)
                                                        .server()
                                                        .extras()
                                                        .equals(server.extras())))
                .map(i -> 1 << i)
                .sum();
    }

    /** What is given of some servers, the mean over the run, in cores and GiB. */
    private record Given(double cpu, double memory, long starts) {
        static Given on(List<ServerLoads.Load> servers, Kind kind) {
            double cpu = 0;
            double memory = 0;
            long starts = 0;
            for (ServerLoads.Load load : servers) {
                if (load.upShare() > 0) {
                    cpu += load.cpuShare() * load.upShare() * kind.server().capacity().cores();
                    memory += load.memoryShare() * load.upShare() * kind.server().capacity().gib();
                }
                starts += load.tasks();
            }
            return new Given(cpu, memory, starts);
        }
    }
}
