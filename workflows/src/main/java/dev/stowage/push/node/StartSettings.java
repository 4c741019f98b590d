package dev.stowage.push.node;

import dev.stowage.workflow.fleet.FleetManagerView.Units;
import dev.stowage.workflow.fleet.FleetServerView;
import dev.stowage.workflow.fleet.FleetStart;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * With what a manager starts a server of a fleet, in the kernel's words: cores, ways and memory of
 * each replica, of nobody else's, and what the pool has. Cores and ways are given from the lowest
 * number on, in the order of the replicas, the pool last; so masks are contiguous and disjoint.
 *
 * @param server it is of
 * @param groups one for each replica with something of its own, then the pool if it has a core
 */
record StartSettings(FleetStart.Server server, List<Group> groups) {
    static final String MEMS = "cpuset.mems";

    private static final int KHZ_PER_GHZ = 1_000_000;
    private static final long PERIOD_MICROS = 100_000;
    private static final long PAGE = 65_536; // of any kernel: memory.max is cut to whole pages
    private static final long LEAST_BYTES = 4096; // a second: the kernel knows no limit of 0

    /**
     * A part of a server.
     *
     * @param replica name; null for the pool
     * @param members of the pool by name; empty for a replica
     * @param units of the plan
     * @param cgroup path below the mount, with a slash at its end
     * @param limits files of the cgroup and what is to be in them
     * @param resctrl name of the group
     * @param mask of its ways, hexadecimal
     * @param cpus that it has
     * @param maxKhz limit of their frequency; null for none
     */
    record Group(
            @Nullable String replica,
            List<Member> members,
            Units units,
            String cgroup,
            SortedMap<String, String> limits,
            String resctrl,
            String mask,
            TreeSet<Integer> cpus,
            @Nullable Long maxKhz) {
        Group {
            members = List.copyOf(members);
            limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        }

        boolean isPool() {
            return replica == null;
        }
    }

    /** A replica in the pool, and its cgroup, which has no limits of its own. */
    record Member(String replica, String cgroup) {}

    StartSettings {
        groups = List.copyOf(groups);
    }

    /**
     * Those of a server.
     *
     * @param has what it has
     * @param slice prefix of the names of slices
     * @param disk {@code MAJOR:MINOR} of the device; null to limit none
     */
    static StartSettings of(
            FleetStart.Server server,
            FleetServerView has,
            ServerCpus cpus,
            String slice,
            @Nullable String disk) {
        return new Builder(server, has, cpus, slice, disk).build();
    }

    private static final class Builder {
        private final FleetStart.Server server;
        private final FleetServerView has;
        private final ServerCpus cpus;
        private final SliceNames names;
        private final @Nullable String disk;
        private final List<Group> groups = new ArrayList<>();
        private int cores;
        private int ways;

        Builder(
                FleetStart.Server server,
                FleetServerView has,
                ServerCpus cpus,
                String slice,
                @Nullable String disk) {
            this.server = server;
            this.has = has;
            this.cpus = cpus;
            this.names = new SliceNames(slice);
            this.disk = disk;
        }

        StartSettings build() {
            List<String> shared = new ArrayList<>();
            var start = server.mix().start();
            for (int i = 0; i < start.replicas().size(); i++) {
                String name = server.replicas().get(i);
                Units own = start.replicas().get(i).own();
                if (own == null) {
                    shared.add(name);
                } else {
                    String unit = names.of(name);
                    groups.add(group(name, List.of(), own, unit));
                }
            }
            if (start.pool().cores() > 0) {
                String pool = names.parent().replace(".slice", "-pool");
                List<Member> members =
                        shared.stream()
                                .map(
                                        each ->
                                                new Member(
                                                        each,
                                                        names.parent()
                                                                + "/"
                                                                + pool
                                                                + ".slice/"
                                                                + inPool(each, pool)
                                                                + "/"))
                                .toList();
                groups.add(group(null, members, start.pool(), pool + ".slice"));
            }
            return new StartSettings(server, groups);
        }

        private String inPool(String replica, String pool) {
            String own = names.of(replica);
            return pool + own.substring(names.parent().length() - ".slice".length());
        }

        private Group group(
                @Nullable String replica, List<Member> members, Units units, String unit) {
            TreeSet<Integer> own = cpus.of(cores, units.cores());
            cores += units.cores();
            String mask = units.cacheWays() == 0 ? "" : mask(ways, units.cacheWays());
            ways += units.cacheWays();
            SortedMap<String, String> limits = new TreeMap<>();
            limits.put(SliceLimits.CPUS, ServerCpus.list(own));
            limits.put(MEMS, "0");
            limits.put(SliceLimits.CPU_MAX, own.size() * PERIOD_MICROS + " " + PERIOD_MICROS);
            limits.put(
                    SliceLimits.MEMORY_MAX,
                    String.valueOf(units.memoryGb() * 1_000_000_000L / PAGE * PAGE));
            limits.put(CgroupTree.IO_MAX, ioMax(units));
            return new Group(
                    replica,
                    members,
                    units,
                    names.parent() + "/" + unit + "/",
                    limits,
                    unit.replace(".slice", ""),
                    mask,
                    own,
                    khz(units.frequencyGhz()));
        }

        private String ioMax(Units units) {
            if (disk == null || has.diskMBps().value() == 0) {
                return "";
            }
            double part = has.diskMBps().value() * 1e6 / has.diskParts().value();
            long bytes = Math.max(LEAST_BYTES, (long) Math.floor(part * units.diskParts()));
            return disk + " rbps=" + bytes + " wbps=" + bytes + " riops=max wiops=max";
        }

        private @Nullable Long khz(double ghz) {
            List<Double> levels = has.frequenciesGhz();
            return ghz >= levels.get(levels.size() - 1)
                    ? null
                    : BigDecimal.valueOf(ghz).multiply(BigDecimal.valueOf(KHZ_PER_GHZ)).longValue();
        }
    }

    /** So many ways from {@code first} on. */
    static String mask(int first, int count) {
        long low = count == Long.SIZE ? -1 : (1L << count) - 1;
        return Long.toHexString(low << first);
    }
}
