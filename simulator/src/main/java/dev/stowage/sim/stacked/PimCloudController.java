package dev.stowage.sim.stacked;

import dev.stowage.sim.stacked.PimCloudServer.Core;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The controller of PIMCloud: start by preference, Algorithms 1 (downsize) and 2 (upsize), and
 * adjustCore. Source: sections IV-D and IV-E; Algorithm 2 is an image in our text, so its order is
 * that of the text, and what is open there is ours, as said below.
 */
final class PimCloudController {
    /** Intervals until a core that was moved shows in the median of five readings. */
    private static final int CORES_SETTLE = 3;

    private static final int PAGES_SETTLE = 8;

    /** Slack beyond the threshold that is worth a try; ours: readings scatter. */
    private static final double WORTH = 0.1;

    private final PimCloudServer server;
    private final double[] threshold; // the server keeps it, beside what is read
    private final List<Integer> failed = new ArrayList<>(); // intervals from removal to its undoing
    private double changedSeconds;
    private final boolean[] isKnown; // has cores; came and did not leave
    private boolean isFeasible = true;

    PimCloudController(PimCloudServer server) {
        this.server = server;
        threshold = server.threshold();
        isKnown = new boolean[server.size()];
    }

    /** When the division was changed for the last time. */
    double changedSeconds() {
        return changedSeconds;
    }

    /** How many intervals each removal that was undone lasted. */
    List<Integer> failed() {
        return failed;
    }

    /** False if a pass over all services could not help one that violates its target. */
    boolean isFeasible() {
        return isFeasible;
    }

    /**
     * Groups of equal size in the order of preference: the CPU and each stack; cores of a group in
     * equal parts, what remains to the first. A profile of each takes a second.
     */
    void start() {
        int[] present = IntStream.range(0, server.size()).filter(server::isThere).toArray();
        int services = present.length;
        int groups = 1 + server.stacks();
        int group = (services + groups - 1) / groups;
        for (int i = 0; i < services; i++) {
            isKnown[present[i]] = true;
            int number = i / group;
            int members = Math.min(group, services - number * group);
            int place = i - number * group;
            Core core = number == 0 ? Core.CPU : new Core(number - 1);
            int all = number == 0 ? server.all().cpu() : Cores.PER_STACK;
            server.reside(present[i], number == 0 ? server.stacks() - 1 : number - 1);
            server.change(present[i], core, all / members + (place < all % members ? 1 : 0));
        }
        pass(10 * services, "profile");
        pass(CORES_SETTLE + 2, "start");
    }

    private void pass(int intervals, String action) {
        for (int i = 0; i < intervals; i++) {
            server.step(action);
        }
    }

    /**
     * What to do next: give who left no more and who came something, help who violates, else take
     * what nobody needs, else wait.
     */
    void act() {
        for (int i = 0; i < server.size(); i++) {
            if (server.isThere(i) != isKnown[i]) {
                isKnown[i] = server.isThere(i);
                if (isKnown[i]) {
                    arrive(i);
                } else {
                    leave(i);
                }
                return;
            }
        }
        for (int i = 0; i < server.size(); i++) {
            if (server.slack(i) < 0) {
                upsize();
                return;
            }
        }
        isFeasible = true;
        for (int i = 0; i < server.size(); i++) {
            if (hasSurplus(i)) {
                downsize(i);
                return;
            }
        }
        server.step("");
    }

    /** All its cores go to the pool. */
    private void leave(int service) {
        server.clear(service);
        threshold[service] = 0;
        changedSeconds = server.seconds();
        pass(CORES_SETTLE, "leave " + service);
    }

    /**
     * A core from the service of the next rank, or of one beyond it if that has but one, or of one
     * before it; if none can give, from the pool. A profile takes a second. Source: section IV-E4.
     */
    private void arrive(int service) {
        server.reside(service, server.emptiest());
        List<Integer> donors = new ArrayList<>();
        IntStream.range(service + 1, server.size()).forEach(donors::add);
        IntStream.range(0, service).forEach(before -> donors.add(service - 1 - before));
        boolean isGiven = false;
        for (int donor : donors) {
            isGiven = isGiven || (server.cores(donor) > 1 && takes(service, donor));
        }
        if (!isGiven) {
            add(service, false);
        }
        changedSeconds = server.seconds();
        pass(10, "arrive " + service);
    }

    /** True if a service can take a core of another one by the rule, and has taken it. */
    private boolean takes(int service, int donor) {
        List<Core> order = new ArrayList<>(server.remote(donor));
        order.add(new Core(server.resident(donor)));
        order.add(donor > service ? 0 : order.size(), Core.CPU);
        for (Core core : order) {
            if (server.held(donor, core) > 0) {
                server.change(donor, core, -1);
                server.change(service, core, 1);
                if (Division.followsRule(server.division())) {
                    return true;
                }
                server.change(service, core, -1);
                server.change(donor, core, 1);
            }
        }
        return false;
    }

    private boolean hasSurplus(int service) {
        return server.slack(service) > threshold[service] + WORTH && server.cores(service) > 1;
    }

    /** Algorithm 1. */
    private void downsize(int service) {
        while (hasSurplus(service) && !server.isOver()) {
            double good = server.slack(service);
            Core removed = removable(service);
            int before = server.intervals().size();
            move(service, removed, -1);
            settle(removed, service, "downsize " + service);
            if (server.slack(service) < 0 && !server.isOver()) {
                failed.add(server.intervals().size() - before);
                move(service, removed, 1);
                threshold[service] = good;
                settle(removed, service, "undo " + service);
                return;
            }
        }
    }

    /** A CPU core, else one far from its pages, else one beside them; a service keeps one. */
    private Core removable(int service) {
        if (server.held(service, Core.CPU) > 0) {
            return Core.CPU;
        }
        for (Core core : server.remote(service)) {
            if (server.held(service, core) > 0) {
                return core;
            }
        }
        return new Core(server.resident(service));
    }

    /** Algorithm 2: first what others do not need and what is free, then what others have. */
    private void upsize() {
        boolean hasMoved = false;
        for (int i = 0; i < server.size(); i++) {
            if (server.slack(i) >= 0) {
                continue;
            }
            for (int other = 0; other < server.size(); other++) {
                if (other != i && hasSurplus(other)) {
                    downsize(other);
                    hasMoved = true;
                }
            }
            for (boolean fromOthers : new boolean[] {false, true}) {
                while (server.slack(i) < 0 && !server.isOver() && add(i, fromOthers)) {
                    hasMoved = true;
                }
            }
            if (server.slack(i) >= 0) {
                threshold[i] = server.slack(i);
            }
        }
        if (!hasMoved && !server.isOver()) {
            isFeasible = false;
            server.step("not feasible");
        }
    }

    /**
     * adjustCore(+1): a CPU core first, then a PIM core beside its pages, then one far from them.
     * None for a service with a core for each of its threads (ours).
     */
    private boolean add(int service, boolean fromOthers) {
        if (server.isFull(service)) {
            return false;
        }
        List<Core> order = new ArrayList<>(List.of(Core.CPU, new Core(server.resident(service))));
        order.addAll(server.remote(service));
        for (Core core : order) {
            int donor = fromOthers ? donor(service, core) : -1;
            if (fromOthers ? donor < 0 : server.free(core) == 0) {
                continue;
            }
            if (donor >= 0) {
                server.change(donor, core, -1);
            }
            server.change(service, core, 1);
            if (Division.followsRule(server.division())) {
                changedSeconds = server.seconds();
                settle(core, service, "upsize " + service);
                return true;
            }
            server.change(service, core, -1);
            if (donor >= 0) {
                server.change(donor, core, 1);
            }
        }
        return false;
    }

    /** Of the services of less preference with such a core and another one, that of most slack. */
    private int donor(int service, Core core) {
        int best = -1;
        for (int other = service + 1; other < server.size(); other++) {
            if (server.held(other, core) > 0
                    && server.cores(other) > 1
                    && (best < 0 || server.slack(other) > server.slack(best))) {
                best = other;
            }
        }
        return best;
    }

    private void move(int service, Core core, int by) {
        server.change(service, core, by);
        changedSeconds = server.seconds();
    }

    private void settle(Core core, int service, String action) {
        boolean arePagesMoved = !core.isCpu() && core.stack() != server.resident(service);
        pass(arePagesMoved ? PAGES_SETTLE : CORES_SETTLE, action);
    }
}
