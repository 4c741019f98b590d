package dev.stowage.sim;

import dev.stowage.policy.placement.PlacementPolicies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * The placement policies written down as plainly as possible: each looks at every server. The twin
 * of those of {@code dev.stowage.policy.placement}, with its own state.
 */
public final class NaivePlacement {
    /** The servers as a policy is to see them, for one task. */
    public interface Servers {
        int size();

        /** True if the task may be placed there now. */
        boolean fits(int server);

        long cpuFree(int server);

        long memoryFree(int server);

        long cpuCapacity(int server);

        long memoryCapacity(int server);
    }

    private static final class Size {
        int digits;
        long count;
        double cpu;
        double memory;
        long meanCpu;
        long meanMemory;
    }

    /** All of the registry with their defaults; a policy without a twin fails. */
    public static List<String> policies() {
        return List.copyOf(PlacementPolicies.registry().names());
    }

    /** The same, and what else parameters make of some. */
    public static List<String> policiesAndVariants() {
        List<String> all = new ArrayList<>(policies());
        all.add("kubernetes[percent=100]");
        all.add("kubernetes[balanced=0,least=0,most=1]");
        return all;
    }

    private final String policy;
    private final RandomGenerator random;
    private final List<Size> sizes = new ArrayList<>();
    private int roundRobinNext;
    private int kubernetesNext;

    /** A policy in the spelling of the registry, of those that {@link #choose} knows. */
    public NaivePlacement(String policy, RandomGenerator random) {
        this.policy = policy;
        this.random = random;
    }

    /** The server for a task, -1 if it fits nowhere. */
    public int choose(Servers all, long cpu, long memory) {
        List<Integer> fitting = new ArrayList<>();
        for (int server = 0; server < all.size(); server++) {
            if (all.fits(server)) {
                fitting.add(server);
            }
        }
        return switch (policy) {
            case "first-fit" -> fitting.isEmpty() ? -1 : fitting.get(0);
            case "best-fit" -> highest(fitting, s -> load(all, s));
            case "least-load", "worst-fit" -> highest(fitting, s -> -load(all, s));
            case "round-robin" -> nextFitting(fitting, all.size());
            case "random" -> anyFitting(fitting, all.size());
            case "power-of-d" -> highest(drawn(fitting, all.size(), 2), s -> -load(all, s));
            case "qu-sparrow" ->
                    highest(
                            drawn(fitting, all.size(), 2),
                            s ->
                                    Math.max(
                                            share(all.cpuFree(s) - cpu, all.cpuCapacity(s)),
                                            share(
                                                    all.memoryFree(s) - memory,
                                                    all.memoryCapacity(s))));
            case "dot-product" -> highest(fitting, s -> product(all, s, cpu, memory));
            case "fragmentation-gradient" -> leastFragmenting(fitting, all, cpu, memory);
            case "kubernetes" -> kubernetes(fitting, all, new long[] {cpu, memory, 1, 0, 1, 0});
            case "kubernetes[percent=100]" ->
                    kubernetes(fitting, all, new long[] {cpu, memory, 1, 0, 1, 100});
            case "kubernetes[balanced=0,least=0,most=1]" ->
                    kubernetes(fitting, all, new long[] {cpu, memory, 0, 1, 0, 0});
            default -> throw new IllegalArgumentException(policy);
        };
    }

    private static int highest(List<Integer> servers, ToDoubleFunction<Integer> score) {
        int best = -1;
        double highest = 0;
        for (int server : servers) {
            double value = score.applyAsDouble(server);
            if (best < 0 || value > highest || (value == highest && server < best)) {
                best = server;
                highest = value;
            }
        }
        return best;
    }

    private static double share(long free, long capacity) {
        return capacity == 0 ? 0 : (double) (capacity - free) / capacity;
    }

    private static double load(Servers all, int s) {
        return Math.max(
                share(all.cpuFree(s), all.cpuCapacity(s)),
                share(all.memoryFree(s), all.memoryCapacity(s)));
    }

    private int nextFitting(List<Integer> fitting, int size) {
        for (int i = 0; i < size; i++) {
            int server = (roundRobinNext + i) % size;
            if (fitting.contains(server)) {
                roundRobinNext = (server + 1) % size;
                return server;
            }
        }
        return -1;
    }

    private int anyFitting(List<Integer> fitting, int size) {
        for (int draw = 0; draw < 256; draw++) {
            if (draw == 16 && fitting.isEmpty()) {
                return -1;
            }
            int server = random.nextInt(size);
            if (fitting.contains(server)) {
                return server;
            }
        }
        return fitting.get(random.nextInt(fitting.size()));
    }

    /** Those that fit of so many draws; if there is none, the first that fits. */
    private List<Integer> drawn(List<Integer> fitting, int size, int draws) {
        List<Integer> drawn = new ArrayList<>();
        for (int draw = 0; draw < draws; draw++) {
            int server = random.nextInt(size);
            if (fitting.contains(server)) {
                drawn.add(server);
            }
        }
        return !drawn.isEmpty() || fitting.isEmpty() ? drawn : fitting.subList(0, 1);
    }

    private static double product(Servers all, int s, long cpu, long memory) {
        double cpuPart = 0;
        if (all.cpuCapacity(s) > 0) {
            cpuPart = (double) cpu / all.cpuCapacity(s) / all.cpuCapacity(s) * all.cpuFree(s);
        }
        double memoryPart = 0;
        if (all.memoryCapacity(s) > 0) {
            memoryPart =
                    (double) memory
                            / all.memoryCapacity(s)
                            / all.memoryCapacity(s)
                            * all.memoryFree(s);
        }
        return cpuPart + memoryPart;
    }

    // --- fragmentation-gradient ---

    private int leastFragmenting(List<Integer> fitting, Servers all, long cpu, long memory) {
        count(cpu, memory);
        return highest(
                fitting,
                s ->
                        fragmentation(all, s, all.cpuFree(s), all.memoryFree(s))
                                - fragmentation(
                                        all, s, all.cpuFree(s) - cpu, all.memoryFree(s) - memory));
    }

    private void count(long cpu, long memory) {
        int digits = 100 * digits(cpu) + digits(memory);
        Size size = null;
        for (Size known : sizes) {
            size = known.digits == digits ? known : size;
        }
        if (size == null && sizes.size() < 32) {
            size = new Size();
            sizes.add(size);
        } else if (size == null) {
            size = sizes.stream().min(Comparator.comparingLong(known -> known.count)).get();
            size.cpu = (double) cpu * size.count;
            size.memory = (double) memory * size.count;
        }
        size.digits = digits;
        size.count++;
        size.cpu += cpu;
        size.memory += memory;
        size.meanCpu = (long) (size.cpu / size.count);
        size.meanMemory = (long) (size.memory / size.count);
    }

    private static int digits(long amount) {
        return 64 - Long.numberOfLeadingZeros(amount);
    }

    private double fragmentation(Servers all, int s, long cpuFree, long memoryFree) {
        long without = 0;
        for (Size size : sizes) {
            if (size.meanCpu > cpuFree || size.meanMemory > memoryFree) {
                without += size.count;
            }
        }
        double cpu = all.cpuCapacity(s) == 0 ? 0 : (double) cpuFree / all.cpuCapacity(s);
        double memory =
                all.memoryCapacity(s) == 0 ? 0 : (double) memoryFree / all.memoryCapacity(s);
        return (cpu + memory) * without;
    }

    // --- kubernetes ---

    private int kubernetes(List<Integer> fitting, Servers all, long[] p) {
        int nodes = all.size();
        long percent = p[5] > 0 ? p[5] : Math.max(5, 50 - nodes / 125);
        long wanted = nodes < 100 || percent == 100 ? nodes : Math.max(100, nodes * percent / 100);
        List<Integer> feasible = new ArrayList<>();
        int looked = 0;
        while (looked < nodes && feasible.size() < wanted) {
            int server = (kubernetesNext + looked++) % nodes;
            if (fitting.contains(server)) {
                feasible.add(server);
            }
        }
        kubernetesNext = (kubernetesNext + looked) % nodes;
        return highest(feasible, s -> kubernetesScore(all, s, p));
    }

    private static double kubernetesScore(Servers all, int s, long[] p) {
        long[] capacity = {all.cpuCapacity(s), all.memoryCapacity(s)};
        long[] free = {all.cpuFree(s), all.memoryFree(s)};
        long least = 0;
        long most = 0;
        int resources = 0;
        List<Double> fractions = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            if (capacity[i] > 0) {
                long requested = capacity[i] - free[i] + p[i];
                least += (capacity[i] - requested) * 100 / capacity[i];
                most += requested * 100 / capacity[i];
                fractions.add((double) requested / capacity[i]);
                resources++;
            }
        }
        double deviation = resources == 2 ? Math.abs((fractions.get(0) - fractions.get(1)) / 2) : 0;
        long balanced = (long) ((1 - deviation) * 100);
        long fit = resources == 0 ? 0 : p[2] * (least / resources) + p[3] * (most / resources);
        return fit + p[4] * balanced;
    }
}
