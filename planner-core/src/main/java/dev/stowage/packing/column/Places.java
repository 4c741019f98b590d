package dev.stowage.packing.column;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers that are alike, with how many of each may and must be used. A server with pinned units is
 * alone; it is paid for, and has what they leave.
 */
final class Places {
    final PackModel model;

    /** Servers by place. */
    final int[][] servers;

    final long[] cost;

    /** By place and resource. */
    final long[][] free;

    /** By place: at least and at most so many in use. */
    final int[] least;

    final int[] most;

    /** What servers with pinned units cost, in the model's steps. */
    final long paid;

    /** By rule about servers and place: how much more of it a server takes. */
    final int[][] ruleRoom;

    private final int[][] zoneUsed;

    /** By place: units that may not be there, besides those whom attributes keep away. */
    private final BitSet[] banned;

    private final boolean isOverfull;

    /** Limits that several places share. */
    private final List<Limit> shared;

    /** So many servers of some places together are in use at most, or at least. */
    record Limit(BitSet places, int servers, boolean isAtMost) {}

    /** Limits of how many units of a set are at some places. */
    private final List<UnitLimit> unitLimits;

    /** So many of some units are at some places at most, or at least. */
    record UnitLimit(BitSet units, BitSet places, int most, boolean isAtMost) {}

    private Places(
            Places like,
            int[] least,
            int[] most,
            BitSet[] banned,
            List<Limit> shared,
            List<UnitLimit> unitLimits) {
        this.shared = shared;
        this.unitLimits = unitLimits;
        this.model = like.model;
        this.servers = like.servers;
        this.cost = like.cost;
        this.free = like.free;
        this.paid = like.paid;
        this.ruleRoom = like.ruleRoom;
        this.zoneUsed = like.zoneUsed;
        this.isOverfull = like.isOverfull;
        this.least = least;
        this.most = most;
        this.banned = banned;
    }

    private Places(PackModel model) {
        this.model = model;
        List<List<Integer>> pinnedOn = new ArrayList<>();
        for (int server = 0; server < model.servers; server++) {
            pinnedOn.add(new ArrayList<>());
        }
        for (int unit = 0; unit < model.units; unit++) {
            if (model.pin[unit] != PackModel.NONE) {
                pinnedOn.get(model.pin[unit]).add(unit);
            }
        }
        this.servers = alike(pinnedOn);
        int count = servers.length;
        this.cost = new long[count];
        this.free = new long[count][];
        this.least = new int[count];
        this.most = new int[count];
        this.ruleRoom = new int[model.most.length][count];
        this.zoneUsed = new int[model.most.length][model.domains];
        this.shared = List.of();
        this.unitLimits = List.of();
        this.banned = new BitSet[count];
        long sum = 0;
        for (int place = 0; place < count; place++) {
            int server = servers[place][0];
            int at = server * model.resources;
            List<Integer> pinned = pinnedOn.get(server);
            sum += pinned.isEmpty() ? 0 : model.cost[server];
            cost[place] = pinned.isEmpty() ? model.cost[server] : 0;
            free[place] = Arrays.copyOfRange(model.usable, at, at + model.resources);
            most[place] = servers[place].length;
            banned[place] = new BitSet();
            for (int rule = 0; rule < model.most.length; rule++) {
                ruleRoom[rule][place] = model.most[rule];
            }
            int here = place;
            pinned.forEach(unit -> occupy(unit, server, here));
        }
        this.paid = sum;
        this.isOverfull = Arrays.stream(free).flatMapToLong(Arrays::stream).anyMatch(f -> f < 0);
    }

    static Places of(PackModel model) {
        return new Places(model);
    }

    private int[][] alike(List<List<Integer>> pinnedOn) {
        List<List<Integer>> groups = new ArrayList<>();
        int[] groupOfKind = new int[model.kinds];
        Arrays.fill(groupOfKind, -1);
        for (int server = 0; server < model.servers; server++) {
            int kind = model.kindOf[server];
            if (pinnedOn.get(server).isEmpty() && groupOfKind[kind] >= 0) {
                groups.get(groupOfKind[kind]).add(server);
                continue;
            }
            if (pinnedOn.get(server).isEmpty()) {
                groupOfKind[kind] = groups.size();
            }
            groups.add(new ArrayList<>(List.of(server)));
        }
        return groups.stream()
                .map(g -> g.stream().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
    }

    private void occupy(int unit, int server, int place) {
        for (int r = 0; r < model.resources; r++) {
            free[place][r] -= model.demand[unit * model.resources + r];
        }
        for (int i = 0; i < model.rulesOf[unit].length; i++) {
            int rule = model.rulesOf[unit][i];
            ruleRoom[rule][place] -= model.weightsOf[unit][i];
            zoneUsed[rule][model.domainOf[server]] += model.weightsOf[unit][i];
        }
    }

    int count() {
        return servers.length;
    }

    /** True if pinned units alone are too much for their server: nothing to search then. */
    boolean isOverfull() {
        return isOverfull;
    }

    /** True if some place has to have more servers in use than it may. */
    boolean isContradictory() {
        for (int place = 0; place < least.length; place++) {
            if (least[place] > most[place]) {
                return true;
            }
        }
        return false;
    }

    int domain(int place) {
        return model.domainOf[servers[place][0]];
    }

    boolean may(int unit, int place) {
        return model.allowed[unit].get(servers[place][0]) && !banned[place].get(unit);
    }

    int zoneMost(int rule, int domain) {
        return model.most[rule] - zoneUsed[rule][domain];
    }

    /** The same with other numbers of servers in use at a place. */
    Places within(int place, int fewest, int largest) {
        int[] fewer = least.clone();
        int[] more = most.clone();
        fewer[place] = Math.max(fewest, fewer[place]);
        more[place] = Math.min(largest, more[place]);
        return new Places(this, fewer, more, banned, shared, unitLimits);
    }

    /** The same where units may not be at some places. */
    Places without(int[] units, BitSet somePlaces) {
        BitSet[] more = banned.clone();
        somePlaces.stream()
                .forEach(
                        place -> {
                            more[place] = (BitSet) banned[place].clone();
                            for (int unit : units) {
                                more[place].set(unit);
                            }
                        });
        return new Places(this, least, most, more, shared, unitLimits);
    }

    /** The same with one more limit. */
    Places with(Limit limit) {
        List<Limit> more = new ArrayList<>(shared);
        more.add(limit);
        return new Places(this, least, most, banned, more, unitLimits);
    }

    /** The same with one more limit of units. */
    Places with(UnitLimit limit) {
        List<UnitLimit> more = new ArrayList<>(unitLimits);
        more.add(limit);
        return new Places(this, least, most, banned, shared, more);
    }

    List<UnitLimit> unitLimits() {
        return unitLimits;
    }

    /** Places of each domain, then of each size and cost, then each alone. */
    List<BitSet> regions() {
        Map<Integer, BitSet> domains = new LinkedHashMap<>();
        List<BitSet> alone = new ArrayList<>();
        for (int place = 0; place < cost.length; place++) {
            domains.computeIfAbsent(domain(place), d -> new BitSet()).set(place);
            alone.add(only(place));
        }
        List<BitSet> regions = new ArrayList<>(domains.values());
        regions.addAll(groups());
        regions.addAll(alone);
        return regions.stream().filter(r -> r.cardinality() < cost.length).distinct().toList();
    }

    /** The most of each place, by number, then all that are more than that says. */
    List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        for (int place = 0; place < most.length; place++) {
            limits.add(new Limit(only(place), most[place], true));
        }
        for (int place = 0; place < most.length; place++) {
            if (least[place] > 0) {
                limits.add(new Limit(only(place), least[place], false));
            }
        }
        limits.addAll(shared);
        return limits;
    }

    /** All places, and those of one size and cost, where these are several. */
    List<BitSet> groups() {
        Map<List<Object>, BitSet> alike = new LinkedHashMap<>();
        BitSet all = new BitSet();
        for (int place = 0; place < cost.length; place++) {
            all.set(place);
            int server = servers[place][0];
            List<Object> key = List.of(cost[place], model.problem.servers().get(server).usable());
            alike.computeIfAbsent(key, k -> new BitSet()).set(place);
        }
        List<BitSet> groups = new ArrayList<>(alike.values());
        groups.add(all);
        return groups.stream().filter(g -> g.cardinality() > 1).distinct().toList();
    }

    private static BitSet only(int place) {
        BitSet one = new BitSet();
        one.set(place);
        return one;
    }
}
