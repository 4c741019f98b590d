package dev.stowage.sim.profiled;

import dev.stowage.basis.InputException;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.ServerSharing;
import dev.stowage.profile.SharingRule;
import dev.stowage.profile.Slice;
import dev.stowage.profile.workload.SlicedWorkload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who runs on each server under provider-oriented admission, and who may come: the head of the
 * queue goes to the server whose sum of performance times CPU utilisation it raises most, if it
 * raises one and nobody there falls below the floor; an empty server takes anybody. The thesis does
 * not say whom to admit (ours), as in {@link ClusterRun}. O(servers) for a task that comes, and one
 * search for each set of applications that ever meets.
 */
public final class SharedServers implements PlacementPolicy {
    private static final double SAME = 1e-9;

    /** By so much a sum has to grow. */
    private static final double GAIN = 1e-6;

    private final SlicedWorkload workload;
    private final SharingRule rule;
    private final int most;
    private final Map<List<String>, Mix> mixes = new HashMap<>();
    private final List<Mix> servers; // what runs on each

    /** Applications that share a server, by name. */
    private static final class Mix {
        private final List<ApplicationProfile> applications;
        private final ServerSharing.@Nullable Shares shares; // null: it is empty
        private final Map<String, Double> gains = new HashMap<>(); // NaN: it may not come

        Mix(List<ApplicationProfile> applications, ServerSharing.@Nullable Shares shares) {
            this.applications = applications;
            this.shares = shares;
        }
    }

    public SharedServers(SlicedWorkload workload, SharingRule rule, int servers) {
        this.workload = workload;
        this.rule = rule;
        most = ServerSharing.mostApplications(workload.server());
        this.servers = new ArrayList<>(Collections.nCopies(servers, new Mix(List.of(), null)));
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        ApplicationProfile application = workload.profileOf(task.jobId());
        if (application == null) {
            throw refused(task, "which runs nothing with a profile", "a profile for every task");
        }
        if (application.coresAtFull().isEmpty()) {
            throw InputException.at(
                    "profile of " + application.name(),
                    "no CPU use",
                    "coresAtFull: the cores that it uses at full performance",
                    "Profile it from runs with a column cpu_util.");
        }
        if (task.constraints() != null || task.gpuMicros() > 0 || task.networkBitsPerSecond() > 0) {
            throw refused(
                    task, "which asks for more than CPU, memory and disk", "tasks that do not");
        }
        int best = NONE;
        double largest = Double.NEGATIVE_INFINITY;
        for (int server = 0; server < servers.size(); server++) {
            double gain = gain(servers.get(server), application);
            if (gain > largest + SAME) {
                best = server;
                largest = gain;
            }
        }
        return best;
    }

    private static final int NONE = ClusterView.NONE;

    private static InputException refused(TaskView task, String what, String expected) {
        return InputException.at(
                "quman-provider",
                "a task of job " + task.jobId() + ", " + what,
                expected,
                "It shares whole servers among profiled tasks.");
    }

    /** What a sum grows by with one more; NaN if it may not come. */
    private double gain(Mix mix, ApplicationProfile more) {
        return mix.gains.computeIfAbsent(more.name(), name -> found(mix, more));
    }

    private double found(Mix mix, ApplicationProfile more) {
        if (mix.applications.size() >= most) {
            return Double.NaN;
        }
        List<ApplicationProfile> with = new ArrayList<>(mix.applications);
        with.add(more);
        ServerSharing.Shares shares = mix(with).shares;
        if (shares == null) {
            throw new IllegalStateException("no slices for " + more.name());
        }
        double gain = shares.value() - (mix.shares == null ? 0 : mix.shares.value());
        boolean isLetIn = mix.shares == null || (gain >= GAIN && shares.leastPi() >= rule.floor());
        return isLetIn ? gain : Double.NaN;
    }

    private Mix mix(List<ApplicationProfile> applications) {
        List<ApplicationProfile> sorted =
                applications.stream()
                        .sorted(Comparator.comparing(ApplicationProfile::name))
                        .toList();
        return mixes.computeIfAbsent(
                sorted.stream().map(ApplicationProfile::name).toList(),
                names ->
                        new Mix(
                                sorted,
                                sorted.isEmpty()
                                        ? null
                                        : ServerSharing.of(sorted, workload.server(), rule)));
    }

    /** The slices of what runs on a server now, in the order given, which is that of names. */
    List<Slice> settle(int server, List<ApplicationProfile> sorted) {
        Mix mix = mix(sorted);
        servers.set(server, mix);
        return mix.shares == null ? List.of() : mix.shares.slices();
    }
}
