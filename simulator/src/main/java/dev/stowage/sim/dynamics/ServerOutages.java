package dev.stowage.sim.dynamics;

import dev.stowage.basis.PlainState;
import dev.stowage.basis.Seeds;
import dev.stowage.model.FailureModel;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.sim.engine.LadderQueue;
import java.util.Arrays;

/**
 * The generated reasons for servers to be down: their own failures, failures of their domain and
 * maintenance. Each server, domain and window is a <em>unit</em> that goes down and up in turn, for
 * ever, on random numbers of its own, so that more servers leave the failures of the others as they
 * were.
 *
 * <p>A binary heap of the next turn of each unit, in primitive arrays: O(log(units)) a turn, 24
 * bytes a unit. Within an instant what goes up comes first, then the order of units.
 */
public final class ServerOutages implements PlainState {
    private static final long NEVER = LadderQueue.NONE;
    private static final double MICROS_PER_SECOND = 1e6;

    private final ServerDynamics dynamics;
    private final int[] unitOfDomain; // servers in order of their domain
    private final int[] domainStart; // by domain: its first place in the order
    private final int ownUnits;
    private final int domainUnits;
    private final long ownSeed;
    private final long domainSeed;

    private final long[] nextMicros; // by unit: when it turns
    private final int[] draws; // by unit: numbers drawn so far; odd = it is down
    private final int[] heap;
    private int heapSize;
    private int downUnits;

    /** The outages of one replication. */
    public ServerOutages(ServerDynamics dynamics, ServerFleet fleet, long seed, int replication) {
        this.dynamics = dynamics;
        ownSeed = Seeds.mix(seed, "failures", replication);
        domainSeed = Seeds.mix(seed, "domain-failures", replication);
        ownUnits = dynamics.failures().isPresent() ? fleet.size() : 0;
        int[] domains = dynamics.domainFailures().isPresent() ? fleet.domains() : new int[0];
        domainUnits = domains.length == 0 ? 0 : Arrays.stream(domains).max().getAsInt() + 1;
        domainStart = new int[domainUnits + 1];
        unitOfDomain = sortByDomain(domains);
        int units = Math.addExact(ownUnits + domainUnits, dynamics.maintenance().size());
        nextMicros = new long[units];
        draws = new int[units];
        heap = new int[units];
        for (int unit = 0; unit < units; unit++) {
            nextMicros[unit] = firstDown(unit);
            add(unit);
        }
    }

    private int[] sortByDomain(int[] domains) {
        for (int domain : domains) {
            domainStart[domain + 1]++;
        }
        for (int domain = 0; domain < domainUnits; domain++) {
            domainStart[domain + 1] += domainStart[domain];
        }
        int[] place = Arrays.copyOf(domainStart, domainUnits + 1);
        int[] order = new int[domains.length];
        for (int server = 0; server < domains.length; server++) {
            order[place[domains[server]]++] = server;
        }
        return order;
    }

    private long firstDown(int unit) {
        int window = unit - ownUnits - domainUnits;
        return window >= 0 ? dynamics.maintenance().get(window).startMicros() : turnAfter(0, unit);
    }

    // --- the next turn ---

    /** Time of the next turn; {@link LadderQueue#NONE} if there is none. */
    public long nextMicros() {
        return heapSize == 0 ? NEVER : nextMicros[heap[0]];
    }

    /** True if the next turn brings its servers up. */
    boolean isNextUp() {
        return isDown(heap[0]);
    }

    /** Number of servers of the next turn. */
    int servers() {
        int unit = heap[0];
        if (unit < ownUnits) {
            return 1;
        }
        int domain = unit - ownUnits;
        return domain < domainUnits
                ? domainStart[domain + 1] - domainStart[domain]
                : window(unit).servers();
    }

    /** The i-th server of the next turn. */
    public int server(int i) {
        int unit = heap[0];
        if (unit < ownUnits) {
            return unit;
        }
        int domain = unit - ownUnits;
        return domain < domainUnits
                ? unitOfDomain[domainStart[domain] + i]
                : window(unit).firstServer() + i;
    }

    /** True if the next turn is a failure or a repair, false if it is maintenance. */
    boolean isFailure() {
        return heap[0] < ownUnits + domainUnits;
    }

    private MaintenanceWindow window(int unit) {
        return dynamics.maintenance().get(unit - ownUnits - domainUnits);
    }

    /** True if some unit is down, so that a server may come back. */
    boolean isAnyDown() {
        return downUnits > 0;
    }

    /** Takes the next turn and draws the one after it. */
    public void advance() {
        int unit = heap[0];
        long now = nextMicros[unit];
        downUnits += isDown(unit) ? -1 : 1;
        draws[unit]++;
        reschedule(unit, now);
        if (nextMicros[unit] == NEVER && isDown(unit)) {
            downUnits--; // it never comes back
        }
    }

    private void reschedule(int unit, long nowMicros) {
        nextMicros[unit] = turnAfter(nowMicros, unit);
        if (nextMicros[unit] == NEVER) {
            heap[0] = heap[--heapSize];
        }
        if (heapSize > 0) {
            siftDown();
        }
    }

    /** Passes over the next turn, which brings servers down, and the one that brings them up. */
    void skip() {
        int unit = heap[0];
        boolean isWindow = unit >= ownUnits + domainUnits;
        long end = nextMicros[unit] + (isWindow ? window(unit).lengthMicros() : 0);
        draws[unit] += 2;
        reschedule(unit, end);
    }

    private boolean isDown(int unit) {
        return (draws[unit] & 1) == 1;
    }

    private long turnAfter(long nowMicros, int unit) {
        if (unit >= ownUnits + domainUnits) {
            return windowTurnAfter(nowMicros, unit);
        }
        boolean isOwn = unit < ownUnits;
        FailureModel model =
                (isOwn ? dynamics.failures() : dynamics.domainFailures()).orElseThrow();
        int stream = isOwn ? unit : unit - ownUnits;
        double share = Seeds.uniform(isOwn ? ownSeed : domainSeed, stream, draws[unit]);
        double seconds =
                (isDown(unit) ? model.timeToRepair() : model.timeToFailure())
                        .quantileSeconds(share);
        double end = nowMicros + Math.max(1, Math.ceil(seconds * MICROS_PER_SECOND));
        return end >= NEVER ? NEVER : (long) end;
    }

    private long windowTurnAfter(long nowMicros, int unit) {
        MaintenanceWindow window = window(unit);
        if (isDown(unit)) {
            return nowMicros + window.lengthMicros();
        }
        return window.everyMicros() == 0
                ? NEVER
                : nowMicros - window.lengthMicros() + window.everyMicros();
    }

    // --- heap: by (time, ups first, unit) ---

    private boolean isBefore(int a, int b) {
        if (nextMicros[a] != nextMicros[b]) {
            return nextMicros[a] < nextMicros[b];
        }
        return isDown(a) == isDown(b) ? a < b : isDown(a);
    }

    private void add(int unit) {
        if (nextMicros[unit] == NEVER) {
            return;
        }
        int i = heapSize++;
        while (i > 0 && isBefore(unit, heap[(i - 1) >>> 1])) {
            heap[i] = heap[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        heap[i] = unit;
    }

    private void siftDown() {
        int unit = heap[0];
        int i = 0;
        int child = 1;
        while (child < heapSize) {
            if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], unit)) {
                break;
            }
            heap[i] = heap[child];
            i = child;
            child = 2 * i + 1;
        }
        heap[i] = unit;
    }
}
