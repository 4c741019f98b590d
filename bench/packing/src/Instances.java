package dev.stowage.packing;

import dev.stowage.basis.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
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
    private static final List<PackingResource> DIMENSIONS =
            List.of(PackingResource.CPU, PackingResource.MEMORY, PackingResource.DISK);

    private Instances() {}

    /**
     * Triplets of E. Falkenauer, A hybrid grouping genetic algorithm for bin packing, Journal of
     * Heuristics 2, 1996: three items fill a server of 1,000; as BPPLIB has them.
     */
    static PackingProblem triplets(int items, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.triplets", items);
        List<PackItem> all = new ArrayList<>();
        for (int i = 0; i + 3 <= items; i += 3) {
            long first = draw(random, 380, 490);
            long second = draw(random, 250, (1_000 - first) / 2);
            for (long size : new long[] {first, second, 1_000 - first - second}) {
                all.add(PackItem.of("i" + all.size(), ResourceVector.of(size)));
            }
        }
        return new PackingProblem(RESOURCES.subList(0, 1), alike(items, 1_000, 1), all, List.of());
    }

    /** Uniform sizes from 20 to 100 on servers of 150, after the same paper. */
    static PackingProblem uniform(int items, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.uniform", items);
        List<PackItem> all = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            all.add(PackItem.of("i" + i, ResourceVector.of(draw(random, 20, 100))));
        }
        return new PackingProblem(RESOURCES.subList(0, 1), alike(items, 150, 1), all, List.of());
    }

    /**
     * Full servers cut into so many items, in each resource at places of its own: the optimum is
     * the number of servers, and no unit is left over in it.
     */
    static PackingProblem perfect(int servers, int itemsOfEach, int resources, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.perfect" + resources, servers);
        List<PackItem> all = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            long[][] parts = new long[itemsOfEach][resources];
            for (int r = 0; r < resources; r++) {
                long[] cuts =
                        random.longs(1, 1_000).distinct().limit(itemsOfEach - 1).sorted().toArray();
                for (int i = 0; i < itemsOfEach; i++) {
                    long from = i == 0 ? 0 : cuts[i - 1];
                    parts[i][r] = (i == itemsOfEach - 1 ? 1_000 : cuts[i]) - from;
                }
            }
            for (long[] part : parts) {
                all.add(PackItem.of("i" + all.size(), ResourceVector.of(part)));
            }
        }
        Collections.shuffle(all, new java.util.Random(seed));
        return new PackingProblem(
                DIMENSIONS.subList(0, resources),
                alike(servers + servers / 10 + 1, 1_000, resources),
                all,
                List.of());
    }

    /**
     * Services with replicas on 24 servers of three kinds in three zones, with attributes, affinity
     * and anti-affinity by server and zone; each server costs 1 where the seed is even, and has a
     * price where it is odd.
     */
    static PackingProblem ruled(int items, long seed) {
        RandomGenerator random = Seeds.stream(seed, "packing.ruled", items);
        List<PackServer> servers = new ArrayList<>();
        for (int s = 0; s < 24; s++) {
            int kind = s / 8;
            ResourceVector has =
                    ResourceVector.of(
                            new long[] {16, 32, 48}[kind], new long[] {64, 64, 192}[kind]);
            java.util.TreeMap<String, String> attributes = new java.util.TreeMap<>();
            attributes.put("disk", kind == 2 ? "nvme" : s % 2 == 0 ? "ssd" : "hdd");
            long cost = seed % 2 == 0 ? 1 : new long[] {310, 540, 990}[kind];
            servers.add(
                    new PackServer(
                            "s" + s,
                            "kind" + kind,
                            "zone" + s % 3,
                            has,
                            has,
                            BigDecimal.valueOf(cost),
                            attributes));
        }
        List<PackItem> all = new ArrayList<>();
        List<PackRule> rules = new ArrayList<>();
        while (all.size() < items) {
            int replicas = Math.min(items - all.size(), 1 + random.nextInt(4));
            ResourceVector size = ResourceVector.of(draw(random, 1, 12), draw(random, 2, 48));
            boolean isOnSsd = random.nextInt(5) == 0;
            int first = all.size();
            for (int i = 0; i < replicas; i++) {
                all.add(
                        new PackItem(
                                "i" + all.size(),
                                size,
                                java.util.OptionalInt.empty(),
                                false,
                                0,
                                isOnSsd
                                        ? List.of(
                                                new dev.stowage.model.AttributePredicate(
                                                        "disk",
                                                        dev.stowage.model.AttributePredicate
                                                                .Operator.EQUAL,
                                                        "ssd"))
                                        : List.of()));
            }
            List<Integer> members = PackRule.range(first, all.size());
            int choice = random.nextInt(5);
            if (replicas > 1 && choice < 2) {
                rules.add(new PackRule.Spread("s" + first, members, PackRule.Scope.SERVER, 1));
            } else if (replicas > 1 && choice == 2) {
                rules.add(
                        new PackRule.Spread(
                                "z" + first, members, PackRule.Scope.DOMAIN, (replicas + 2) / 3));
            } else if (replicas == 2 && choice == 3) {
                rules.add(new PackRule.Together("t" + first, members, PackRule.Scope.DOMAIN));
            }
        }
        return new PackingProblem(RESOURCES, servers, all, rules);
    }

    /** Items of the instance with rules of a seed: 20 to 60. */
    static int ruledItems(int seed) {
        return 20 + seed % 5 * 10;
    }

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
        return alike(servers, capacity, 2);
    }

    private static List<PackServer> alike(int servers, long capacity, int resources) {
        List<PackServer> all = new ArrayList<>();
        long[] has = new long[resources];
        java.util.Arrays.fill(has, capacity);
        for (int s = 0; s < servers; s++) {
            all.add(PackServer.of("s" + s, "server", ResourceVector.of(has)));
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
