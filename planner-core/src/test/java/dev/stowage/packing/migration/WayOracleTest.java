package dev.stowage.packing.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackRule.Scope;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ways of small placements beside all ways there are, one move after the other. */
class WayOracleTest {
    private static final int WAYS = Integer.getInteger("stowage.packing.ways", 300);

    @Test
    void holdsBackWhatWouldTakeTheRoomThatOthersWaitFor() {
        // q, k, t, b, c and one that stays on s0: t, b, q, k, c is the only order
        PackingProblem problem =
                problem(
                        List.of(server(0, 12), server(1, 8), server(2, 10), server(3, 8)),
                        List.of(),
                        new long[] {5, 2, 2, 6, 2, 7});

        Migration way =
                MigrationPlanner.plan(
                        problem, new int[] {0, 1, 1, 2, 2, 0}, new int[] {2, 0, 2, 1, 1, 0});

        assertThat(way.moves())
                .extracting(Migration.Move::item)
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(way.moves()).noneMatch(move -> move.isDetour() || move.isStopped());
    }

    @Test
    void neverStopsOrLeadsAsideWhatAnotherWaySpares() {
        int plain = 0;
        int detours = 0;
        int spare = 0;
        int stops = 0;
        for (int seed = 0; seed < WAYS; seed++) {
            Instance instance = instance(seed);
            Migration way = MigrationPlanner.plan(instance.problem, instance.from, instance.to);
            Set<Integer> all = Set.copyOf(PackRule.range(0, instance.problem.servers().size()));
            Set<Integer> used = inUse(instance);
            if (used.size() < all.size() - 1) {
                continue; // which spare server is the cheaper one is not asked here
            }
            int inUse = fewestMoves(instance, used);
            int least = inUse >= 0 ? inUse : fewestMoves(instance, all);
            spare += inUse < least ? 1 : 0;
            List<Migration.Move> stopped =
                    way.moves().stream().filter(Migration.Move::isStopped).toList();
            if (least < 0) {
                assertThat(stopped).as("seed %d", seed).isNotEmpty();
                stops++;
            } else {
                assertThat(stopped).as("seed %d", seed).isEmpty();
                assertThat(way.moves()).as("seed %d", seed).hasSize(least);
                boolean isPlain = least == moved(instance);
                plain += isPlain ? 1 : 0;
                detours += isPlain ? 0 : 1;
            }
            assertThat(way.isShown()).as("seed %d", seed).isTrue();
        }
        assertThat(plain).isGreaterThan(100);
        assertThat(detours).isGreaterThan(50);
        assertThat(spare).isGreaterThan(20);
        assertThat(stops).isGreaterThan(20);
    }

    private static int moved(Instance instance) {
        return (int)
                IntStream.range(0, instance.from.length)
                        .filter(i -> instance.from[i] != instance.to[i])
                        .count();
    }

    /** Servers in use before or after. */
    private static Set<Integer> inUse(Instance instance) {
        Set<Integer> used = new HashSet<>();
        IntStream.of(instance.from).forEach(used::add);
        IntStream.of(instance.to).forEach(used::add);
        return used;
    }

    /**
     * Breadth first over where the items that move are.
     *
     * @param servers that they may be on
     * @return -1 if no way leads to the end
     */
    private static int fewestMoves(Instance instance, Set<Integer> servers) {
        Deque<int[]> open = new ArrayDeque<>(List.of(instance.from));
        Map<String, Integer> moves = new HashMap<>(Map.of(Arrays.toString(instance.from), 0));
        while (!open.isEmpty()) {
            int[] now = open.remove();
            int made = moves.get(Arrays.toString(now));
            if (Arrays.equals(now, instance.to)) {
                return made;
            }
            for (int item = 0; item < now.length; item++) {
                for (int s : servers) {
                    boolean isOne = instance.from[item] != instance.to[item] && now[item] != s;
                    if (isOne && isRoom(instance.problem, now, item, s)) {
                        int[] next = now.clone();
                        next[item] = s;
                        if (moves.putIfAbsent(Arrays.toString(next), made + 1) == null) {
                            open.add(next);
                        }
                    }
                }
            }
        }
        return -1;
    }

    private static boolean isRoom(PackingProblem problem, int[] at, int item, int server) {
        long cpu = problem.items().get(item).demand().get(0);
        long memory = problem.items().get(item).demand().get(1);
        for (int i = 0; i < at.length; i++) {
            if (at[i] == server) {
                cpu += problem.items().get(i).demand().get(0);
                memory += problem.items().get(i).demand().get(1);
            }
        }
        ResourceVector usable = problem.servers().get(server).usable();
        if (cpu > usable.get(0) || memory > usable.get(1)) {
            return false;
        }
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Spread spread && spread.items().contains(item)) {
                long there =
                        spread.items().stream()
                                .filter(i -> i != item)
                                .filter(i -> isOnePlace(problem, spread, at[i], server))
                                .count();
                if (there >= spread.most()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isOnePlace(PackingProblem problem, PackRule rule, int a, int b) {
        return rule.scope() == Scope.SERVER
                ? a == b
                : problem.servers().get(a).domain().equals(problem.servers().get(b).domain());
    }

    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Instance(PackingProblem problem, int[] from, int[] to) {}

    /** Two random packings of the same items, tight, sometimes with rules and a spare server. */
    private static Instance instance(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = random.nextInt(3, 5);
        int inUse = count - random.nextInt(2);
        List<PackServer> servers = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            servers.add(server(s, new long[] {8, 8, 10, 12}[random.nextInt(4)]));
        }
        int most = random.nextInt(5, 9);
        List<long[]> sizes = new ArrayList<>();
        List<Integer> from = new ArrayList<>();
        List<Integer> to = new ArrayList<>();
        long[][] before = new long[count][2];
        long[][] after = new long[count][2];
        for (int tries = 0; tries < 200 && sizes.size() < most; tries++) {
            long[] size = {random.nextInt(1, 7), random.nextInt(1, 7)};
            int a = random.nextInt(inUse);
            int b = random.nextInt(inUse);
            if (fits(servers, before, a, size) && fits(servers, after, b, size)) {
                add(before[a], size);
                add(after[b], size);
                sizes.add(size);
                from.add(a);
                to.add(b);
            }
        }
        List<PackRule> rules = new ArrayList<>();
        for (int i = 1; i < sizes.size() && seed % 3 == 0; i++) {
            Scope scope = random.nextInt(3) == 0 ? Scope.DOMAIN : Scope.SERVER;
            PackRule rule = new PackRule.Spread("apart" + i, List.of(i - 1, i), scope, 1);
            boolean holds =
                    !isOnePlace(servers, rule, from.get(i - 1), from.get(i))
                            && !isOnePlace(servers, rule, to.get(i - 1), to.get(i));
            if (holds) {
                rules.add(rule);
            }
        }
        PackingProblem problem =
                new PackingProblem(
                        List.of(PackingResource.CPU, PackingResource.MEMORY),
                        servers,
                        items(sizes),
                        rules);
        return new Instance(
                problem,
                from.stream().mapToInt(i -> i).toArray(),
                to.stream().mapToInt(i -> i).toArray());
    }

    private static boolean isOnePlace(List<PackServer> servers, PackRule rule, int a, int b) {
        return rule.scope() == Scope.SERVER
                ? a == b
                : servers.get(a).domain().equals(servers.get(b).domain());
    }

    private static boolean fits(List<PackServer> servers, long[][] loads, int s, long[] size) {
        ResourceVector usable = servers.get(s).usable();
        return loads[s][0] + size[0] <= usable.get(0) && loads[s][1] + size[1] <= usable.get(1);
    }

    private static void add(long[] load, long[] size) {
        load[0] += size[0];
        load[1] += size[1];
    }

    private static PackServer server(int number, long cpu) {
        ResourceVector all = ResourceVector.of(cpu, 16);
        return new PackServer(
                "s" + number, "t", "d" + number / 2, all, all, BigDecimal.ONE, new TreeMap<>());
    }

    private static PackingProblem problem(
            List<PackServer> servers, List<PackRule> rules, long[] sizes) {
        return new PackingProblem(
                List.of(PackingResource.CPU, PackingResource.MEMORY),
                servers,
                items(Arrays.stream(sizes).mapToObj(cpu -> new long[] {cpu, 1}).toList()),
                rules);
    }

    private static List<PackItem> items(List<long[]> sizes) {
        return IntStream.range(0, sizes.size())
                .mapToObj(
                        i ->
                                new PackItem(
                                        "i" + i,
                                        ResourceVector.of(sizes.get(i)),
                                        OptionalInt.empty(),
                                        false,
                                        sizes.get(i)[1],
                                        List.of()))
                .toList();
    }
}
