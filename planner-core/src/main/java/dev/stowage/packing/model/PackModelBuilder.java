package dev.stowage.packing.model;

import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a {@link PackModel} of a problem. */
public final class PackModelBuilder {
    /** Costs of all servers together stay below this, so that sums are exact in a double too. */
    private static final BigInteger MOST_COST = BigInteger.ONE.shiftLeft(53);

    private static final int MOST_SCALE = 9;

    final PackingProblem problem;
    final int[] unitOf;
    final int[][] itemsOf;
    final long[] demand;
    final long[] usable;
    final long[] cost;
    final int costScale;
    final int[] domainOf;
    final int domains;
    final int[] pin;
    final BitSet[] allowed;
    final int[][] rulesOf;
    final int[][] weightsOf;
    final int[] most;
    final boolean[] isByDomain;
    final int[] groupOf;
    final int groups;
    final int[][] membersOf;
    final int[] home;
    final int[] kindOf;
    final int kinds;

    private final List<List<AttributePredicate>> predicateSets = new ArrayList<>();
    private final List<BitSet> mayRun = new ArrayList<>();

    private PackModelBuilder(PackingProblem problem) {
        this.problem = problem;
        int items = problem.items().size();
        Merging together = new Merging(items);
        joined(PackRule.Scope.SERVER).forEach(together::join);
        this.unitOf = together.numbers();
        this.itemsOf = grouped(unitOf, together.count());
        this.demand = demands();
        this.usable = usables();
        this.costScale = scale();
        this.cost = costs();
        Map<String, Integer> names = new LinkedHashMap<>();
        problem.servers().forEach(s -> names.putIfAbsent(s.domain(), names.size()));
        this.domainOf = problem.servers().stream().mapToInt(s -> names.get(s.domain())).toArray();
        this.domains = names.size();
        this.pin = new int[itemsOf.length];
        this.home = new int[itemsOf.length];
        this.allowed = allowedServers();
        List<PackRule.Spread> spreads =
                problem.rules().stream()
                        .filter(PackRule.Spread.class::isInstance)
                        .map(PackRule.Spread.class::cast)
                        .toList();
        this.most = spreads.stream().mapToInt(PackRule.Spread::most).toArray();
        this.isByDomain = new boolean[most.length];
        this.rulesOf = new int[itemsOf.length][];
        this.weightsOf = new int[itemsOf.length][];
        spread(spreads);
        Merging zones = new Merging(itemsOf.length);
        List<int[]> domainRules = joined(PackRule.Scope.DOMAIN);
        domainRules.forEach(r -> zones.join(Arrays.stream(r).map(i -> unitOf[i]).toArray()));
        this.groupOf = zones.numbersOfJoined();
        this.groups = Arrays.stream(groupOf).max().orElse(-1) + 1;
        this.membersOf = grouped(groupOf, groups);
        this.kindOf = new int[problem.servers().size()];
        this.kinds = kinds(groups > 0 || anyByDomain());
    }

    public static PackModel build(PackingProblem problem) {
        return new PackModel(new PackModelBuilder(problem));
    }

    private List<int[]> joined(PackRule.Scope scope) {
        return problem.rules().stream()
                .filter(r -> r instanceof PackRule.Together && r.scope() == scope)
                .map(r -> r.items().stream().mapToInt(i -> i).toArray())
                .toList();
    }

    private boolean anyByDomain() {
        for (boolean each : isByDomain) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** Indices by number; those with a negative number are left out. */
    private static int[][] grouped(int[] numbers, int count) {
        int[] sizes = new int[count];
        for (int number : numbers) {
            if (number >= 0) {
                sizes[number]++;
            }
        }
        int[][] groups = new int[count][];
        for (int g = 0; g < count; g++) {
            groups[g] = new int[sizes[g]];
        }
        Arrays.fill(sizes, 0);
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] >= 0) {
                groups[numbers[i]][sizes[numbers[i]]++] = i;
            }
        }
        return groups;
    }

    /** Sums of units; what is beyond a long fits nowhere anyway. */
    private long[] demands() {
        int resources = problem.resources().size();
        long[] sums = new long[itemsOf.length * resources];
        for (int item = 0; item < unitOf.length; item++) {
            ResourceVector one = problem.items().get(item).demand();
            for (int r = 0; r < resources; r++) {
                int at = unitOf[item] * resources + r;
                long sum = sums[at] + one.get(r);
                sums[at] = sum < 0 ? Long.MAX_VALUE : sum;
            }
        }
        return sums;
    }

    private long[] usables() {
        int resources = problem.resources().size();
        long[] all = new long[problem.servers().size() * resources];
        for (int s = 0; s < problem.servers().size(); s++) {
            for (int r = 0; r < resources; r++) {
                all[s * resources + r] = problem.servers().get(s).usable().get(r);
            }
        }
        return all;
    }

    /** Decimals of the costs, as many as sums can hold. */
    private int scale() {
        int wanted = 0;
        BigDecimal total = BigDecimal.ZERO;
        for (PackServer server : problem.servers()) {
            wanted = Math.max(wanted, server.cost().stripTrailingZeros().scale());
            total = total.add(server.cost());
        }
        int scale = Math.min(wanted, MOST_SCALE);
        while (total.movePointRight(scale).toBigInteger().compareTo(MOST_COST) >= 0) {
            scale--;
        }
        return scale;
    }

    private long[] costs() {
        return problem.servers().stream()
                .mapToLong(
                        s ->
                                s.cost()
                                        .setScale(costScale, RoundingMode.FLOOR)
                                        .unscaledValue()
                                        .longValueExact())
                .toArray();
    }

    private BitSet[] allowedServers() {
        BitSet[] sets = new BitSet[itemsOf.length];
        for (int unit = 0; unit < sets.length; unit++) {
            BitSet set = null;
            pin[unit] = PackModel.NONE;
            home[unit] = PackModel.NONE;
            for (int number : itemsOf[unit]) {
                PackItem item = problem.items().get(number);
                BitSet one = mayRun(item.predicates());
                set = set == null ? one : and(set, one);
                if (itemsOf[unit].length == 1) {
                    home[unit] = item.current().orElse(PackModel.NONE);
                }
                if (item.isPinned()) {
                    pin[unit] = item.current().getAsInt();
                    set = and(set, only(pin[unit]));
                }
            }
            sets[unit] = set == null ? new BitSet() : set;
        }
        return sets;
    }

    private BitSet mayRun(List<AttributePredicate> predicates) {
        int known = predicateSets.indexOf(predicates);
        if (known >= 0) {
            return mayRun.get(known);
        }
        BitSet set = new BitSet(problem.servers().size());
        for (int s = 0; s < problem.servers().size(); s++) {
            Map<String, String> attributes = problem.servers().get(s).attributes();
            set.set(s, predicates.stream().allMatch(p -> p.holdsFor(attributes.get(p.name()))));
        }
        predicateSets.add(predicates);
        mayRun.add(set);
        return set;
    }

    private static BitSet only(int server) {
        BitSet set = new BitSet();
        set.set(server);
        return set;
    }

    private static BitSet and(BitSet a, BitSet b) {
        BitSet both = (BitSet) a.clone();
        both.and(b);
        return both;
    }

    /** What a rule counts of each unit. */
    private void spread(List<PackRule.Spread> spreads) {
        List<Map<Integer, Integer>> byUnit = new ArrayList<>();
        for (int unit = 0; unit < itemsOf.length; unit++) {
            byUnit.add(new LinkedHashMap<>());
        }
        for (int rule = 0; rule < spreads.size(); rule++) {
            isByDomain[rule] = spreads.get(rule).scope() == PackRule.Scope.DOMAIN;
            for (int item : spreads.get(rule).items()) {
                byUnit.get(unitOf[item]).merge(rule, 1, Integer::sum);
            }
        }
        for (int unit = 0; unit < itemsOf.length; unit++) {
            Map<Integer, Integer> rules = byUnit.get(unit);
            rulesOf[unit] = rules.keySet().stream().mapToInt(i -> i).toArray();
            weightsOf[unit] = rules.values().stream().mapToInt(i -> i).toArray();
        }
    }

    private int kinds(boolean withDomain) {
        Map<List<Object>, Integer> known = new HashMap<>();
        for (int s = 0; s < kindOf.length; s++) {
            PackServer server = problem.servers().get(s);
            BitSet signature = new BitSet();
            for (int set = 0; set < mayRun.size(); set++) {
                signature.set(set, mayRun.get(set).get(s));
            }
            List<Object> key =
                    List.of(server.usable(), cost[s], signature, withDomain ? domainOf[s] : 0);
            kindOf[s] = known.computeIfAbsent(key, k -> known.size());
        }
        return known.size();
    }
}
