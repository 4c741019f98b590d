package dev.stowage.sim.stacked;

import java.util.ArrayList;
import java.util.List;

/** Who may have which cores, services in the order of falling preference for CPU cores. */
public final class Division {
    private Division() {}

    /**
     * True if PIMCloud's rule holds: up to some service all have CPU cores only, after it PIM cores
     * only; that one may have both. Source: section IV-B.
     */
    public static boolean followsRule(List<Cores> division) {
        boolean hasPim = false;
        for (Cores each : division) {
            if (hasPim && each.cpu() > 0) {
                return false;
            }
            hasPim |= each.pim() > 0;
        }
        return true;
    }

    /**
     * Theorem 1: where a service before the last one with CPU cores has as many PIM cores as a CPU
     * core is worth to that last one, they exchange. Nobody is slower after it.
     *
     * @param worth of a CPU core in PIM cores, by service; falling
     * @return the division after one exchange, or the same one if there is none to make
     */
    public static List<Cores> exchanged(List<Cores> division, int[] worth) {
        int last = division.size() - 1;
        while (last >= 0 && division.get(last).cpu() == 0) {
            last--;
        }
        for (int x = 0; x < last; x++) {
            if (division.get(x).pim() >= worth[last]) {
                List<Cores> changed = new ArrayList<>(division);
                changed.set(x, division.get(x).plus(1, -worth[last]));
                changed.set(last, division.get(last).plus(-1, worth[last]));
                return changed;
            }
        }
        return division;
    }

    /** All divisions of all cores of a server that follow the rule, each service with a core. */
    static List<List<Cores>> byRule(int services, Cores server) {
        List<List<Cores>> all = new ArrayList<>();
        byRule(services, server, false, new ArrayList<>(), all);
        return all;
    }

    private static void byRule(
            int left, Cores free, boolean hasPim, List<Cores> given, List<List<Cores>> all) {
        if (left == 1) {
            if (free.all() > 0 && !(hasPim && free.cpu() > 0)) {
                given.add(free);
                all.add(List.copyOf(given));
                given.remove(given.size() - 1);
            }
            return;
        }
        for (int cpu = 0; cpu <= (hasPim ? 0 : free.cpu()); cpu++) {
            for (int pim = cpu == 0 ? 1 : 0; pim <= free.pim(); pim++) {
                if (pim == 0
                        || cpu == free.cpu()) { // no CPU core goes to who comes after PIM cores
                    given.add(new Cores(cpu, pim));
                    byRule(left - 1, free.plus(-cpu, -pim), hasPim || pim > 0, given, all);
                    given.remove(given.size() - 1);
                }
            }
        }
    }

    /** All divisions in which each service has cores of one kind only; some may stay idle. */
    static List<List<Cores>> exclusive(int services, Cores server) {
        List<List<Cores>> all = new ArrayList<>();
        exclusive(services, server, new ArrayList<>(), all);
        return all;
    }

    private static void exclusive(int left, Cores free, List<Cores> given, List<List<Cores>> all) {
        if (left == 0) {
            all.add(List.copyOf(given));
            return;
        }
        for (int cpu = left == 1 ? Math.max(1, free.cpu()) : 1; cpu <= free.cpu(); cpu++) {
            given.add(new Cores(cpu, 0));
            exclusive(left - 1, free.plus(-cpu, 0), given, all);
            given.remove(given.size() - 1);
        }
        for (int pim = left == 1 ? Math.max(1, free.pim()) : 1; pim <= free.pim(); pim++) {
            given.add(new Cores(0, pim));
            exclusive(left - 1, free.plus(0, -pim), given, all);
            given.remove(given.size() - 1);
        }
    }

    /**
     * The start of PIMCloud: the first of equal groups on the CPU, the others on the stacks. There
     * is a group for the CPU and one for each stack.
     */
    static List<List<Cores>> byPreference(int services, Cores server) {
        List<Cores> even = new ArrayList<>();
        int groups = 1 + server.pim() / Cores.PER_STACK; // the CPU and each stack
        int first = (services + groups - 1) / groups;
        for (int i = 0; i < services; i++) {
            even.add(
                    i < first
                            ? new Cores(server.cpu() / first, 0)
                            : new Cores(0, server.pim() / (services - first)));
        }
        return List.of(even);
    }

    /** All divisions of all cores in which each service has at least one. */
    static List<List<Cores>> all(int services, Cores server) {
        List<List<Cores>> all = new ArrayList<>();
        divide(services, server, new ArrayList<>(), all);
        return all;
    }

    private static void divide(int left, Cores free, List<Cores> given, List<List<Cores>> all) {
        if (left == 1) {
            if (free.all() > 0) {
                given.add(free);
                all.add(List.copyOf(given));
                given.remove(given.size() - 1);
            }
            return;
        }
        for (int cpu = 0; cpu <= free.cpu(); cpu++) {
            for (int pim = cpu == 0 ? 1 : 0; pim <= free.pim(); pim++) {
                given.add(new Cores(cpu, pim));
                divide(left - 1, free.plus(-cpu, -pim), given, all);
                given.remove(given.size() - 1);
            }
        }
    }
}
