package dev.stowage.sim.stacked;

import java.util.Arrays;
import java.util.List;

/**
 * Where the pages of services are, in stacks of 8 GB. All pages of a service are in its resident
 * stack, and what does not fit in the next ones. Beside its PIM cores in other stacks are its
 * threads' private pages and a copy of what nobody writes, the hottest first, as long as that stack
 * has idle memory; others' pages stay. 10^9 bytes take 250 ms. Source: sections IV-D3 and IV-E5.
 *
 * <p>Ours: private pages belong to 20 threads in equal parts; of both kinds the same share is
 * there; kinds of pages have the share of the memory that they have of the accesses; what does not
 * fit in the resident stack is not hot.
 */
final class StackMemory {
    private static final double STACK_GB = 8;
    private static final int THREADS = 20;
    private static final double GB_PER_SECOND = 4;

    private final List<StackedService> services;
    private final int stacks;
    private final boolean movesPages;
    private final int[] resident;
    private final int[][] cores; // of PIM, by service and stack
    private final boolean[] isThere;
    private final double[][] movedGb; // private pages and copies, by service and stack
    private final double[] returningGb; // private pages on their way back

    StackMemory(List<StackedService> services, int stacks, boolean movesPages) {
        this.services = services;
        this.stacks = stacks;
        this.movesPages = movesPages;
        int size = services.size();
        resident = new int[size];
        cores = new int[size][stacks];
        isThere = new boolean[size];
        movedGb = new double[size][stacks];
        returningGb = new double[size];
    }

    /** Where the pages of a service are kept together. */
    void reside(int service, int stack) {
        resident[service] = stack;
        isThere[service] = true;
    }

    int resident(int service) {
        return resident[service];
    }

    /** A service left; its memory is idle. */
    void clear(int service) {
        isThere[service] = false;
        Arrays.fill(cores[service], 0);
        Arrays.fill(movedGb[service], 0);
        returningGb[service] = 0;
    }

    /** The PIM cores of a service in a stack change; pages of threads that leave it go back. */
    void change(int service, int stack, int count) {
        double wanted = wantedGb(service, stack, count);
        if (count < cores[service][stack] && movedGb[service][stack] > wanted) {
            double back = movedGb[service][stack] - wanted;
            returningGb[service] +=
                    Math.min(back, privateGb(service) * (cores[service][stack] - count));
            movedGb[service][stack] = wanted;
        }
        cores[service][stack] = count;
    }

    private double privateGb(int service) {
        StackedService of = services.get(service);
        return of.memoryGb() * of.pages().owned() / THREADS;
    }

    /** What belongs beside so many PIM cores of a service. */
    private double wantedGb(int service, int stack, int count) {
        if (!movesPages || stack == resident[service] || count == 0) {
            return 0;
        }
        StackedService of = services.get(service);
        return count * privateGb(service) + of.memoryGb() * of.pages().readOnly();
    }

    /** The share of what belongs beside the PIM cores of a service in a stack that is there. */
    private double share(int service, int stack) {
        double wanted = wantedGb(service, stack, cores[service][stack]);
        return wanted > 0 ? movedGb[service][stack] / wanted : 0;
    }

    /** Memory of a stack that nobody uses. */
    double idleGb(int stack) {
        double idle = STACK_GB;
        for (int i = 0; i < services.size(); i++) {
            idle -= isThere[i] ? usedGb(i, stack) : 0;
        }
        return Math.max(0, idle);
    }

    private double usedGb(int service, int stack) {
        double home = services.get(service).memoryGb();
        for (int s = 0; s < stacks; s++) {
            home -= share(service, s) * cores[service][s] * privateGb(service);
        }
        int after = (stack - resident[service] + stacks) % stacks;
        double here = Math.min(STACK_GB, Math.max(0, home - after * STACK_GB));
        return here + movedGb[service][stack];
    }

    /** Goes on by so many seconds: pages of each service move. */
    void step(double seconds) {
        for (int i = 0; i < services.size(); i++) {
            double left = seconds * GB_PER_SECOND;
            double back = Math.min(left, returningGb[i]);
            returningGb[i] -= back;
            left -= back;
            for (int s = 0; s < stacks; s++) {
                double wanted = wantedGb(i, s, cores[i][s]);
                double more = Math.min(Math.min(left, wanted - movedGb[i][s]), idleGb(s));
                if (more > 0) {
                    movedGb[i][s] += more;
                    left -= more;
                }
            }
        }
    }

    /** All that was moved or copied and is there. */
    double movedGb(int service) {
        return Arrays.stream(movedGb[service]).sum();
    }

    /** Accesses of a service's PIM cores to other stacks, over every second one. */
    double remote(int service) {
        int all = Arrays.stream(cores[service]).sum();
        StackedService of = services.get(service);
        double remote = 0;
        for (int s = 0; s < stacks; s++) {
            if (s != resident[service] && cores[service][s] > 0) {
                double local =
                        of.pages().movable() * Pages.hottest(of.memoryGb(), share(service, s));
                remote += (1 - local) * cores[service][s] / all;
            }
        }
        return 2 * remote;
    }
}
