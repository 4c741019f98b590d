package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedDimensions;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.ReplicaLives;
import dev.stowage.rightsizing.evidence.UseRow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The measured use of services on the servers of a placement over time: how much of it was more
 * than a server has. All use that was measured is on a server, whichever replica it is of. What was
 * not measured is unknown and counts with the request: an item that was never measured, a replica
 * between two of its measurements, and all items of a service while none of its replicas was
 * measured.
 *
 * <p>Hot: a sweep over the measurements in order of their start; memory grows with the servers, the
 * replicas and the measurements that overlap, not with their number.
 */
public final class UseReplay {
    private static final int MATCHINGS = 8;

    private final PlacementPlan plan;
    private final SizedDimensions at;
    private final ReplicaLives lives;
    private final int[] serverOf; // by item
    private final RunningUse running = new RunningUse();
    private final BitSet noCpu = new BitSet(); // services whose CPU is not to be believed
    private final BitSet noMemory = new BitSet();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long placed;
    private long withoutPlace;
    private long itemMicros;

    private UseReplay(PlacementPlan plan, boolean isByItem) {
        this.plan = plan;
        at = SizedDimensions.of(plan.resources());
        lives = new ReplicaLives(plan, isByItem);
        Map<String, Integer> numbers = new HashMap<>();
        for (int s = 0; s < plan.servers().size(); s++) {
            numbers.put(plan.servers().get(s).name(), s);
        }
        serverOf =
                plan.items().stream()
                        .mapToInt(
                                item -> {
                                    Integer server = numbers.get(item.server());
                                    return server == null ? ReplicaLives.NONE : server;
                                })
                        .toArray();
    }

    /**
     * Replays all measurements, in two passes. Where the source doesn't know which item a replica
     * is, it does so for some other ways to match them too: limits are the widest of all.
     */
    public static ReplayResult of(PlacementPlan plan, MeasuredUse use, RightSizing sizing) {
        ReplayResult result = of(plan, use, sizing, null);
        if (use.isByItem() || result.isEmpty() || !isSpread(plan)) {
            return result;
        }
        for (int i = 0; i < MATCHINGS; i++) {
            result = result.beside(of(plan, use, sizing, new SplittableRandom(i)));
        }
        return result;
    }

    /** True if replicas of a service are on several servers. */
    private static boolean isSpread(PlacementPlan plan) {
        Map<String, String> serverOf = new HashMap<>();
        return plan.items().stream()
                .filter(item -> item.server() != null && item.service() != null)
                .anyMatch(
                        item -> {
                            String other = serverOf.put(item.service(), item.server());
                            return other != null && !other.equals(item.server());
                        });
    }

    /** Replays them once, with one way to match replicas and items. */
    static ReplayResult of(
            PlacementPlan plan,
            MeasuredUse use,
            RightSizing sizing,
            @Nullable RandomGenerator random) {
        UseReplay replay = new UseReplay(plan, use.isByItem());
        replay.doubt(sizing);
        use.visit(replay::find);
        replay.lives.assign(random);
        if (replay.first > replay.last) {
            return new ReplayResult(
                    replay.serverOf.length,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    List.of(),
                    Risk.NONE,
                    Risk.NONE,
                    List.of(),
                    List.of(),
                    ReplayResult.Matchings.NONE);
        }
        Sweep sweep = replay.new Sweep(sizing);
        sweep.begin();
        use.visit(sweep::measure);
        return sweep.end();
    }

    private void doubt(RightSizing sizing) {
        for (int i = 0; i < sizing.services().size(); i++) {
            noCpu.set(i, sizing.services().get(i).cpu().likelyUnit() != null);
            noMemory.set(i, sizing.services().get(i).memory().likelyUnit() != null);
        }
    }

    private void find(UseRow row) {
        if (!row.isAmount()) {
            return;
        }
        lives.add(row);
        first = Math.min(first, row.startMicros);
        last = Math.max(last, row.endMicros);
    }

    /** The second pass. */
    private final class Sweep {
        private final ServerLoads cpu;
        private final ServerLoads memory;
        private final int[] began = lives.began();
        private final int[] ended = lives.ended();
        private final BitSet isItemMeasured = new BitSet();
        private final int[] alive = new int[lives.services()];
        private final OverflowTally overflow =
                new OverflowTally(lives, item -> serverOf[item] >= 0, first);
        private final int[] itemOf = new int[lives.size()]; // by replica, as time goes on
        private final BitSet extra = new BitSet(); // replicas that share an item
        private final long[] cpuOf = new long[lives.size()]; // by replica, what its item carries
        private final long[] memoryOf = new long[lives.size()];
        private int nextBegin;
        private int nextEnd;
        private final BitSet whole; // services

        Sweep(RightSizing sizing) {
            double growth = sizing.growth();
            whole = sizing.whole();
            cpu = new ServerLoads(plan, at.cpu(), first, last, growth);
            memory = new ServerLoads(plan, at.memory(), first, last, growth);
        }

        /** All items ask for their request until something is known of them. */
        void begin() {
            for (int replica : began) {
                itemOf[replica] = lives.item(replica);
                extra.set(replica, lives.isExtra(replica));
                if (lives.item(replica) >= 0) {
                    isItemMeasured.set(lives.item(replica));
                }
            }
            for (int item = 0; item < serverOf.length; item++) {
                request(item, first, 1);
            }
        }

        void measure(UseRow row) {
            if (!row.isAmount()) {
                return;
            }
            until(row.startMicros);
            boolean isItem = server(row.replica) >= 0;
            if (!isItem || extra.get(row.replica)) {
                withoutPlace++;
                overflow.without(row.service);
            } else {
                placed++;
            }
            itemMicros += isItem ? row.micros() : 0;
            measure(server(row.replica), row);
            row.cpuMicroCores = noCpu.get(row.service) ? UseRow.UNKNOWN : row.cpuMicroCores;
            row.memoryBytes = noMemory.get(row.service) ? UseRow.UNKNOWN : row.memoryBytes;
            change(row.replica, row.startMicros, row.cpuMicroCores, row.memoryBytes, 1);
            running.add(row);
        }

        private void measure(int server, UseRow row) {
            if (server >= 0 && row.cpuMicroCores >= 0) {
                cpu.measure(server, row.micros());
            }
            if (server >= 0 && row.memoryBytes >= 0) {
                memory.measure(server, row.micros());
            }
        }

        /** Goes on to a moment: measurements end, replicas begin and end. */
        private void until(long micros) {
            while (true) {
                long rowEnd = running.firstEnd();
                long lifeEnd = nextEnd < ended.length ? lives.last(ended[nextEnd]) : Long.MAX_VALUE;
                long lifeBegin =
                        nextBegin < began.length ? lives.first(began[nextBegin]) : Long.MAX_VALUE;
                long next = Math.min(rowEnd, Math.min(lifeEnd, lifeBegin));
                if (next > micros || next == Long.MAX_VALUE) {
                    return;
                }
                if (next == rowEnd) {
                    int replica = running.firstReplica();
                    change(replica, next, running.firstCpu(), running.firstMemory(), -1);
                    running.removeFirst();
                } else if (next == lifeEnd) {
                    endLife(nextEnd++);
                } else {
                    beginLife(began[nextBegin++]);
                }
            }
        }

        private void beginLife(int replica) {
            int service = lives.service(replica);
            long micros = lives.first(replica);
            overflow.run(service, micros, 1);
            if (alive[service]++ == 0) {
                requests(service, micros, -1);
            }
            gap(replica, micros, 1, true, true);
        }

        private void endLife(int place) {
            int replica = ended[place];
            int service = lives.service(replica);
            long micros = lives.last(replica);
            gap(replica, micros, -1, true, true);
            overflow.run(service, micros, -1);
            if (lives.successor(place) != ReplicaLives.NONE) {
                move(lives.successor(place), lives.successorItem(place), micros);
            }
            if (--alive[service] == 0) {
                requests(service, micros, 1);
            }
        }

        /** A replica gets an item of its own, which carries its use from now on. */
        private void move(int replica, int item, long micros) {
            long ofCpu = cpuOf[replica];
            long ofMemory = memoryOf[replica];
            carry(replica, micros, -ofCpu, -ofMemory);
            itemOf[replica] = item;
            extra.clear(replica);
            carry(replica, micros, ofCpu, ofMemory);
        }

        /** A measurement begins (1) or ends (-1), and with it the lack of one ends or begins. */
        private void change(int replica, long micros, long ofCpu, long ofMemory, int sign) {
            gap(replica, micros, -sign, ofCpu >= 0, ofMemory >= 0);
            long moreCpu = sign * Math.max(0, ofCpu);
            long moreMemory = sign * Math.max(0, ofMemory);
            carry(replica, micros, moreCpu, moreMemory);
            overflow.change(lives.service(replica), micros, moreCpu, moreMemory);
        }

        /** What isn't measured of a replica is as much as its first item asks for. */
        private void gap(int replica, long micros, int sign, boolean ofCpu, boolean ofMemory) {
            int item = lives.item(replica);
            if (item >= 0) {
                carry(
                        replica,
                        micros,
                        ofCpu ? sign * asked(item, at.cpu()) : 0,
                        ofMemory ? sign * asked(item, at.memory()) : 0);
            }
        }

        /** The server of a replica's item carries so much more or less of it. */
        private void carry(int replica, long micros, long ofCpu, long ofMemory) {
            int server = server(replica);
            cpuOf[replica] += ofCpu;
            memoryOf[replica] += ofMemory;
            if (server >= 0) {
                cpu.change(server, micros, ofCpu);
                memory.change(server, micros, ofMemory);
            }
        }

        private int server(int replica) {
            int item = itemOf[replica];
            return item < 0 ? ReplicaLives.NONE : serverOf[item];
        }

        /** Measured items of a service of which nothing runs that is known. */
        private void requests(int service, long micros, int sign) {
            for (int item : lives.itemsOf(service)) {
                if (isItemMeasured.get(item)) {
                    request(item, micros, sign);
                }
            }
        }

        private void request(int item, long micros, int sign) {
            if (serverOf[item] >= 0) {
                cpu.change(serverOf[item], micros, sign * asked(item, at.cpu()));
                memory.change(serverOf[item], micros, sign * asked(item, at.memory()));
            }
        }

        private long asked(int item, int dimension) {
            return plan.items().get(item).demand().get(dimension);
        }

        /** True if enough is known of the service of an item to say something of a month. */
        private boolean isWhole(int item) {
            int service = lives.serviceOf(item);
            return service != ReplicaLives.NONE && whole.get(service);
        }

        /** Where more replicas ran than are packed, they are spread over those that are. */
        private void doubtSpread(List<ReplayResult.Overflow> overflows) {
            Set<String> names =
                    overflows.stream()
                            .filter(ReplayResult.Overflow::isTooMuch)
                            .map(ReplayResult.Overflow::service)
                            .collect(Collectors.toSet());
            BitSet spread = new BitSet();
            for (int item = 0; item < serverOf.length; item++) {
                if (serverOf[item] >= 0 && names.contains(plan.items().get(item).service())) {
                    spread.set(serverOf[item]);
                }
            }
            cpu.doubt(spread);
            memory.doubt(spread);
        }

        private List<ReplayResult.ServiceRisk> risks(RiskModel risk, BitSet doubted) {
            List<ReplayResult.ServiceRisk> risks = new ArrayList<>();
            for (int service = 0; service < lives.services(); service++) {
                BitSet on = new BitSet();
                for (int item : lives.itemsOf(service)) {
                    if (serverOf[item] >= 0) {
                        on.set(serverOf[item]);
                    }
                }
                boolean isKnown = !on.intersects(doubted);
                if (!on.isEmpty()) {
                    risks.add(
                            new ReplayResult.ServiceRisk(
                                    plan.services().get(service).name(),
                                    on.cardinality(),
                                    risk.of(cpu.above(on), isKnown),
                                    risk.of(memory.above(on), isKnown)));
                }
            }
            return risks;
        }

        ReplayResult end() {
            until(last);
            cpu.end(last);
            memory.end(last);
            long span = last - first;
            RiskModel risk = new RiskModel(span);
            BitSet used = new BitSet();
            BitSet doubted = new BitSet(); // servers with something that is not known
            for (int item = 0; item < serverOf.length; item++) {
                if (serverOf[item] >= 0) {
                    used.set(serverOf[item]);
                    doubted.set(serverOf[item], doubted.get(serverOf[item]) || !isWhole(item));
                }
            }
            List<ReplayResult.Overflow> overflows = overflow.services(plan, last);
            doubtSpread(overflows);
            List<ReplayResult.Server> servers = new ArrayList<>();
            used.stream()
                    .forEach(
                            s ->
                                    servers.add(
                                            new ReplayResult.Server(
                                                    plan.servers().get(s).name(),
                                                    span,
                                                    cpu.of(s, risk, !doubted.get(s)),
                                                    memory.of(s, risk, !doubted.get(s)))));
            boolean isAllKnown = doubted.isEmpty();
            return new ReplayResult(
                    serverOf.length,
                    isItemMeasured.cardinality(),
                    first,
                    last,
                    itemMicros,
                    placed,
                    withoutPlace,
                    servers,
                    risk.of(cpu.above(used), isAllKnown),
                    risk.of(memory.above(used), isAllKnown),
                    risks(risk, doubted),
                    overflows,
                    ReplayResult.Matchings.NONE);
        }
    }
}
