package dev.stowage.packing;

import dev.stowage.model.AttributePredicate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Small problems with all that a problem can have. */
public final class RandomProblems {
    private static final List<String> ARCHITECTURES = List.of("x86", "arm");

    private final Random random;

    public RandomProblems(long seed) {
        this.random = new Random(seed);
    }

    /** A problem with at most so many items and servers. */
    public PackingProblem small(int mostItems, int mostServers) {
        int resources = 1 + random.nextInt(3);
        List<PackingResource> names =
                List.of(PackingResource.CPU, PackingResource.MEMORY, PackingResource.DISK)
                        .subList(0, resources);
        int servers = 1 + random.nextInt(mostServers);
        int items = 1 + random.nextInt(mostItems);
        boolean isPlain = random.nextInt(3) == 0;
        List<PackServer> all = new ArrayList<>();
        int types = 1 + random.nextInt(3);
        List<PackServer> prototypes =
                IntStream.range(0, types).mapToObj(t -> server("t" + t, resources)).toList();
        int zones = 1 + random.nextInt(3);
        for (int s = 0; s < servers; s++) {
            PackServer like = prototypes.get(random.nextInt(types));
            String architecture = ARCHITECTURES.get(isPlain ? 0 : random.nextInt(2));
            all.add(
                    new PackServer(
                            "s" + s,
                            like.type(),
                            "z" + random.nextInt(zones),
                            like.capacity(),
                            like.usable(),
                            like.cost(),
                            Collections.unmodifiableSortedMap(
                                    new TreeMap<>(java.util.Map.of("arch", architecture)))));
        }
        List<PackItem> things = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            things.add(item("i" + i, resources, servers, isPlain));
        }
        return new PackingProblem(names, all, things, isPlain ? List.of() : rules(items));
    }

    private PackServer server(String type, int resources) {
        long[] capacity = new long[resources];
        long[] usable = new long[resources];
        for (int r = 0; r < resources; r++) {
            capacity[r] = 8L + random.nextInt(13);
            usable[r] = capacity[r] - random.nextInt(3);
        }
        return new PackServer(
                type,
                type,
                "none",
                ResourceVector.of(capacity),
                ResourceVector.of(usable),
                BigDecimal.valueOf(1 + random.nextInt(40), random.nextInt(3)),
                Collections.unmodifiableSortedMap(new TreeMap<>()));
    }

    private PackItem item(String name, int resources, int servers, boolean isPlain) {
        long[] demand = new long[resources];
        for (int r = 0; r < resources; r++) {
            demand[r] = random.nextInt(random.nextInt(4) == 0 ? 12 : 8);
        }
        boolean runs = !isPlain && random.nextInt(3) == 0;
        List<AttributePredicate> predicates =
                isPlain || random.nextInt(5) > 0
                        ? List.of()
                        : List.of(
                                new AttributePredicate(
                                        "arch",
                                        AttributePredicate.Operator.EQUAL,
                                        ARCHITECTURES.get(random.nextInt(2))));
        return new PackItem(
                name,
                ResourceVector.of(demand),
                runs ? OptionalInt.of(random.nextInt(servers)) : OptionalInt.empty(),
                runs && random.nextInt(4) == 0,
                random.nextInt(100),
                predicates);
    }

    private List<PackRule> rules(int items) {
        List<PackRule> rules = new ArrayList<>();
        for (int number = 0; number < random.nextInt(3); number++) {
            List<Integer> members = new ArrayList<>(PackRule.range(0, items));
            Collections.shuffle(members, random);
            List<Integer> some = members.subList(0, Math.min(items, 2 + random.nextInt(2)));
            PackRule.Scope scope =
                    random.nextBoolean() ? PackRule.Scope.SERVER : PackRule.Scope.DOMAIN;
            rules.add(
                    random.nextInt(3) == 0
                            ? new PackRule.Together("together" + number, some, scope)
                            : new PackRule.Spread(
                                    "spread" + number, some, scope, 1 + random.nextInt(2)));
        }
        return rules;
    }
}
