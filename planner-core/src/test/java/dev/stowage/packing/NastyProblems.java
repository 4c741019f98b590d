package dev.stowage.packing;

import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.placement.PackRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Small problems in which much runs already, and mostly where it should not: on servers that it no
 * longer fits, more on a server than it has, in circles without free space, against rules. The
 * nastier, the more of it.
 */
public final class NastyProblems {
    private final Random random;
    private final double nastiness;

    /**
     * A generator.
     *
     * @param nastiness from 0 to 1
     */
    public NastyProblems(long seed, double nastiness) {
        this.random = new Random(seed);
        this.nastiness = nastiness;
    }

    public PackRequest request(int mostItems, int mostServers) {
        int servers = 1 + random.nextInt(mostServers);
        int items = 1 + random.nextInt(mostItems);
        int resources = 1 + random.nextInt(2);
        List<PackServer> all =
                IntStream.range(0, servers).mapToObj(s -> server(s, resources)).toList();
        List<PackItem> things =
                IntStream.range(0, items).mapToObj(i -> item(i, servers, resources)).toList();
        PackingProblem problem =
                new PackingProblem(
                        List.of(PackingResource.CPU, PackingResource.MEMORY).subList(0, resources),
                        all,
                        things,
                        rules(items));
        return new PackRequest(
                "nasty",
                problem,
                List.of(),
                Map.of(),
                Collections.nCopies(items, null),
                Collections.nCopies(servers, PackRequest.Place.OWN),
                PackRequest.USD_A_MONTH,
                30,
                Map.of(),
                List.of());
    }

    /** At most so many moves, or any number. */
    public OptionalInt maxMoves() {
        return random.nextDouble() < nastiness / 2
                ? OptionalInt.of(random.nextInt(4))
                : OptionalInt.empty();
    }

    private PackServer server(int number, int resources) {
        long[] capacity = new long[resources];
        long[] usable = new long[resources];
        for (int r = 0; r < resources; r++) {
            capacity[r] = 10;
            usable[r] = 10L - (random.nextDouble() < nastiness ? random.nextInt(3) : 0);
        }
        BigDecimal cost = BigDecimal.valueOf(random.nextInt(4), random.nextInt(2));
        return new PackServer(
                "s" + number,
                "t",
                "z" + number % 2,
                ResourceVector.of(capacity),
                ResourceVector.of(usable),
                random.nextDouble() < nastiness ? cost : BigDecimal.ONE,
                new TreeMap<>(Map.of("gen", String.valueOf(1 + number % 2))));
    }

    private PackItem item(int number, int servers, int resources) {
        long[] demand = new long[resources];
        for (int r = 0; r < resources; r++) {
            demand[r] = random.nextInt(4) == 0 ? random.nextInt(11) : random.nextInt(6);
        }
        boolean runs = random.nextDouble() < 0.3 + 0.6 * nastiness;
        boolean needs = random.nextDouble() < nastiness;
        return new PackItem(
                "i" + number,
                ResourceVector.of(demand),
                runs ? OptionalInt.of(random.nextInt(servers)) : OptionalInt.empty(),
                runs && random.nextInt(12) == 0,
                random.nextInt(5),
                needs
                        ? List.of(
                                new AttributePredicate(
                                        "gen",
                                        AttributePredicate.Operator.EQUAL,
                                        String.valueOf(1 + random.nextInt(2))))
                        : List.of());
    }

    private List<PackRule> rules(int items) {
        List<PackRule> rules = new ArrayList<>();
        while (items > 1 && rules.size() < 3 && random.nextDouble() < nastiness) {
            List<Integer> members = new ArrayList<>(PackRule.range(0, items));
            Collections.shuffle(members, random);
            List<Integer> some = members.subList(0, 2 + random.nextInt(Math.min(3, items - 1)));
            PackRule.Scope scope =
                    random.nextBoolean() ? PackRule.Scope.SERVER : PackRule.Scope.DOMAIN;
            String name = "rule" + rules.size();
            rules.add(
                    random.nextInt(3) == 0
                            ? new PackRule.Together(name, some.subList(0, 2), scope)
                            : new PackRule.Spread(name, some, scope, 1 + random.nextInt(2)));
        }
        return rules;
    }
}
