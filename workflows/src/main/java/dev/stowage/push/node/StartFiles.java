package dev.stowage.push.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.json.Json;
import dev.stowage.push.node.StartSettings.Group;
import dev.stowage.push.node.StartSettings.Member;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.VmGroup;
import dev.stowage.workflow.fleet.FleetServerView;
import dev.stowage.workflow.fleet.FleetServerView.Sourced;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The start of a server as files in the layout of {@code /sys}, each with what is to be written
 * there, and {@value #SETTINGS} beside them.
 *
 * @param manager its spelling
 * @param node name of every server
 * @param has what a server has
 */
record StartFiles(String manager, String node, FleetServerView has) {
    static final String SETTINGS = "settings.json";

    private static final int FORMAT_VERSION = 1;
    private static final String DECIDED =
            "decided by the model of the manager, before its first interval";

    /**
     * What {@value #SETTINGS} says: what an agent of the manager reads.
     *
     * @param server name in the fleet
     * @param cpuNumbers whether CPUs are numbered as assumed, or as read from a server
     * @param groups one for each replica with something of its own, and the pool
     * @param shares where the parts that groups have of each figure come from
     * @param sources where what the server has comes from
     * @param notApplied what Linux has no file for
     */
    record Settings(
            int formatVersion,
            String server,
            String manager,
            String node,
            String cpuNumbers,
            List<Part> groups,
            String shares,
            List<Source> sources,
            List<String> notApplied) {}

    /**
     * A part of the server.
     *
     * @param replica whose it is; null for the pool
     * @param members replicas in the pool
     * @param bestEffort jobs that may run in the pool
     * @param cgroup folder below the mount of cgroup v2
     * @param resctrl folder below the mount of resctrl; empty for the group of all others
     * @param cpus numbers
     * @param l3Mask hexadecimal; null if it has no ways of its own
     * @param maxKhz limit of the frequency; null for none
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Part(
            @Nullable String replica,
            List<MemberPart> members,
            List<String> bestEffort,
            String cgroup,
            String resctrl,
            int cores,
            String cpus,
            int cacheWays,
            @Nullable String l3Mask,
            long memoryBytes,
            int diskParts,
            double networkGbps,
            @Nullable Long maxKhz) {}

    /** A replica in the pool. */
    record MemberPart(String replica, String cgroup) {}

    /**
     * Where a figure comes from.
     *
     * @param figure of the server
     * @param total what the server has
     * @param source of the total: published, fitted or assumed
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Source(String figure, @Nullable Double total, String source) {}

    /** Adds the files of a server, in a folder of its name. */
    void add(StartSettings start, boolean areCpusRead, FileObjects files) {
        String top = VmGroup.words(start.server().name(), '-') + "/";
        String enabled =
                SysTree.controllers(start.groups()).stream()
                        .map(each -> "+" + each)
                        .collect(Collectors.joining(" "));
        String slice = slice(start);
        files.add(top + SysTree.CGROUP + CgroupTree.CONTROLLERS, enabled + "\n");
        files.add(top + SysTree.CGROUP + slice + CgroupTree.CONTROLLERS, enabled + "\n");
        for (Group group : start.groups()) {
            String cgroup = top + SysTree.CGROUP + group.cgroup();
            new TreeMap<>(group.limits())
                    .forEach(
                            (file, value) -> {
                                if (!value.isEmpty()) {
                                    files.add(cgroup + file, value + "\n");
                                }
                            });
            if (!group.mask().isEmpty()) {
                String resctrl = top + SysTree.RESCTRL + resctrl(group);
                files.add(resctrl + "schemata", "L3:0=" + group.mask() + "\nMB:0=100\n");
                if (!group.isPool()) {
                    files.add(resctrl + "cpus_list", ServerCpus.list(group.cpus()) + "\n");
                }
            }
            if (group.maxKhz() != null) {
                group.cpus()
                        .forEach(
                                cpu ->
                                        files.add(
                                                top + SysTree.frequency(cpu),
                                                group.maxKhz() + "\n"));
            }
        }
        files.add(top + SETTINGS, Json.text(settings(start, areCpusRead)));
    }

    private static String slice(StartSettings start) {
        String first = start.groups().get(0).cgroup();
        return first.substring(0, first.indexOf('/') + 1);
    }

    private static String resctrl(Group group) {
        return group.isPool() ? "" : group.resctrl() + "/";
    }

    private Settings settings(StartSettings start, boolean areCpusRead) {
        List<String> notApplied = new ArrayList<>();
        notApplied.add("networkGbps: cgroup v2 has no controller of the network");
        notApplied.add("memory bandwidth: no manager divides it, MB stays at 100 %");
        return new Settings(
                FORMAT_VERSION,
                start.server().name(),
                manager,
                node,
                areCpusRead
                        ? "read from thread_siblings_list"
                        : "assumed: core k has the CPUs k, k + cores, and so on; all on node 0",
                start.groups().stream().map(this::part).toList(),
                DECIDED,
                List.of(
                        source("cores", has.cores()),
                        source("threads of a core", has.threadsPerCore()),
                        source("cacheWays", has.cacheWays()),
                        source("memoryBytes", has.memoryGb()),
                        source("disk MB/s", has.diskMBps()),
                        source("diskParts", has.diskParts()),
                        source("networkGbps of a part", has.networkPartGbps()),
                        new Source("maxKhz", null, "a level of the node's profile")),
                notApplied);
    }

    private static Source source(String figure, Sourced total) {
        String source =
                switch (total.source()) {
                    case "table", "text" -> "published";
                    case "ours" -> "assumed";
                    default -> total.source();
                };
        return new Source(figure, total.value(), source);
    }

    private Part part(Group group) {
        List<MemberPart> members = new ArrayList<>();
        for (Member each : group.members()) {
            members.add(new MemberPart(each.replica(), each.cgroup()));
        }
        String memory = group.limits().get(SliceLimits.MEMORY_MAX);
        return new Part(
                group.replica(),
                members,
                group.isPool() ? has.bestEffort() : List.of(),
                group.cgroup(),
                resctrl(group),
                group.units().cores(),
                ServerCpus.list(group.cpus()),
                group.units().cacheWays(),
                group.mask().isEmpty() ? null : group.mask(),
                memory == null ? 0 : Long.parseLong(memory),
                group.units().diskParts(),
                group.units().networkParts() * has.networkPartGbps().value(),
                group.maxKhz());
    }
}
