package dev.stowage.packing;

import dev.stowage.basis.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Random problems of two resources and servers that are alike, in the vector classes of A. Caprara
 * and P. Toth, Lower bounds and algorithms for the 2-dimensional vector packing problem, Discrete
 * Applied Mathematics 111(3), 2001, after F. C. R. Spieksma, 1994. The paper's class 9 is left out;
 * class 10 cuts full servers into triplets, so that the optimum is known. And one of a datacentre:
 * tasks and three kinds of servers at prices.
 */
final class Instances {
    private static final List<PackingResource> RESOURCES =
            List.of(PackingResource.CPU, PackingResource.MEMORY);

    private Instances() {}

    /** A problem of a class from 1 to 8, or 10; as many servers as items. */
    static PackingProblem ofClass(int number, int items, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.class" + number, items);
        long capacity = number >= 6 && number <= 8 ? 150 : number == 10 ? 100 : 1_000;
        List<PackItem> all = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            long[] size =
                    switch (number) {
                        case 1 -> both(random, 100, 400);
                        case 2 -> both(random, 1, 1_000);
                        case 3 -> both(random, 200, 800);
                        case 4 -> both(random, 50, 200);
                        case 5 -> both(random, 25, 100);
                        case 6 -> both(random, 20, 100);
                        case 7 -> {
                            long w = draw(random, 20, 100);
                            yield new long[] {w, draw(random, w - 10, w + 10)};
                        }
                        case 8 -> {
                            long w = draw(random, 20, 100);
                            yield new long[] {w, draw(random, 110 - w, 130 - w)};
                        }
                        case 10 -> triplet(random, i, all);
                        default -> throw new IllegalArgumentException("class " + number);
                    };
            all.add(PackItem.of("i" + i, ResourceVector.of(size)));
        }
        return new PackingProblem(RESOURCES, alike(items, capacity), all, List.of());
    }

    /** Every third item is what two of 20 to 40 leave of 100. */
    private static long[] triplet(RandomGenerator random, int i, List<PackItem> before) {
        if (i % 3 < 2) {
            return both(random, 20, 40);
        }
        ResourceVector used = before.get(i - 1).demand().plus(before.get(i - 2).demand());
        return new long[] {100 - used.get(0), 100 - used.get(1)};
    }

    /**
     * Tasks on servers that are alike, each a small part of one; so many servers that about nine
     * tenths are needed.
     */
    static PackingProblem loose(int items, int servers, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.loose", items);
        List<PackItem> all = new ArrayList<>();
        long capacity = 1_000_000;
        // on average items / (0.9 servers) items fill one server
        long most = (long) (2 * 0.9 * capacity * servers / items);
        for (int i = 0; i < items; i++) {
            all.add(PackItem.of("i" + i, ResourceVector.of(both(random, most / 20, most))));
        }
        return new PackingProblem(RESOURCES, alike(servers, capacity), all, List.of());
    }

    /** As {@link #loose}, on three kinds of servers with prices. */
    static PackingProblem mixed(int items, int servers, long seed) {
        PackingProblem like = loose(items, servers, seed);
        List<PackServer> all = new ArrayList<>();
        for (int s = 0; s < 2 * servers; s++) {
            int kind = s % 3;
            long cpu = new long[] {500_000, 1_000_000, 2_000_000}[kind];
            long memory = new long[] {750_000, 1_000_000, 1_500_000}[kind];
            BigDecimal cost = BigDecimal.valueOf(new long[] {70, 110, 190}[kind]);
            ResourceVector has = ResourceVector.of(cpu, memory);
            all.add(
                    new PackServer(
                            "s" + s,
                            "kind" + kind,
                            "zone" + s % 4,
                            has,
                            has,
                            cost,
                            new java.util.TreeMap<>()));
        }
        return new PackingProblem(like.resources(), all, like.items(), List.of());
    }

    private static List<PackServer> alike(int servers, long capacity) {
        List<PackServer> all = new ArrayList<>();
        for (int s = 0; s < servers; s++) {
            all.add(PackServer.of("s" + s, "server", ResourceVector.of(capacity, capacity)));
        }
        return all;
    }

    private static long[] both(RandomGenerator random, long least, long most) {
        return new long[] {draw(random, least, most), draw(random, least, most)};
    }

    private static long draw(RandomGenerator random, long least, long most) {
        return random.nextLong(least, most + 1);
    }
}
