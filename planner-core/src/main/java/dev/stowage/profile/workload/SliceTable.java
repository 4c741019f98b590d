package dev.stowage.profile.workload;

import dev.stowage.model.TaskBatch;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slice of each application: one for a target, or one for each performance of a request. */
final class SliceTable {
    private static final int PERCENT = 100;

    private final List<String> names;
    private final Promise promise;
    private final SlicedServer server;
    private final boolean hasDisk;
    private final OfferedServers offered;
    private final @Nullable ApplicationProfile[] profiles; // by application
    private final @Nullable Slice[][] slices; // by application and percent of performance
    private final boolean[][] isSought; // of these, which were looked for
    private final double[] pi; // of the slice for the target

    SliceTable(
            List<String> names,
            ProfileLibrary library,
            Promise promise,
            boolean hasDisk,
            OfferedServers offered) {
        this.names = names;
        this.promise = promise;
        this.hasDisk = hasDisk;
        this.offered = offered;
        server = hasDisk ? library.server() : withoutSsd(library.server());
        profiles = new ApplicationProfile[names.size()];
        slices = new Slice[names.size()][PERCENT + 1];
        isSought = new boolean[names.size()][PERCENT + 1];
        pi = new double[names.size()];
        for (int i = 0; i < profiles.length; i++) {
            profiles[i] = library.find(names.get(i), ApplicationProfile.ANY_INPUT).orElse(null);
            if (profiles[i] != null && promise.gives() == Promise.Gives.TARGET) {
                least(i);
            }
        }
    }

    /** The same server where tasks have no SSD cache: all have the whole of it. */
    private static SlicedServer withoutSsd(SlicedServer server) {
        return new SlicedServer(
                server.name(),
                server.cores(),
                server.memoryGib(),
                0,
                server.coreStep(),
                server.memoryStepGib(),
                server.ssdStepGib());
    }

    private static int percent(double performance) {
        return Math.max(1, Math.min(PERCENT, (int) Math.ceil(performance * PERCENT - 1e-7)));
    }

    SlicedServer server() {
        return server;
    }

    boolean isProfiled(int application) {
        return application != TaskApplications.NONE && profiles[application] != null;
    }

    Performance performance(int application) {
        return profile(application).performance();
    }

    ApplicationProfile profile(int application) {
        ApplicationProfile profile = profiles[application];
        if (profile == null) {
            throw new IllegalArgumentException("no profile of " + names.get(application));
        }
        return profile;
    }

    private Slice least(int application) {
        int percent = percent(promise.target() + promise.margin());
        Slice known = slices[application][percent];
        if (known == null) {
            ApplicationProfile profile = profile(application);
            known = offered.least(profile, server, percent / (double) PERCENT, hasDisk);
            slices[application][percent] = known;
            pi[application] = profile.performance().at(known);
        }
        return known;
    }

    /** The same for any performance; null if no slice of a server is as good. */
    private @Nullable Slice asGood(int application, int percent) {
        if (!isSought[application][percent]) {
            isSought[application][percent] = true;
            slices[application][percent] =
                    offered.find(profile(application), server, percent / (double) PERCENT, hasDisk)
                            .orElse(null);
        }
        return slices[application][percent];
    }

    /**
     * The slice of a task; null where it keeps its request, because a slice as good would be no
     * smaller.
     */
    @Nullable Slice of(int application, RecordedPerformance recorded, TaskBatch batch, int row) {
        return switch (promise.gives()) {
            case TARGET -> least(application);
            case AS_GOOD -> {
                double pi = recorded.mostOfRequest(batch, row, performance(application));
                Slice least = asGood(application, percent(pi));
                boolean isSmaller =
                        least != null && least.sum() < recorded.requestedSum(batch, row) - 1e-9;
                yield isSmaller ? least : null;
            }
            case SHARED -> server.slice(1, 1, 1);
            case REQUEST -> null;
        };
    }

    /**
     * True if a run on no more than a slice that {@link #of} gave reached what is promised, or
     * nothing is.
     */
    boolean isBorneOut(
            int application, Slice slice, RecordedPerformance recorded, TaskBatch batch, int row) {
        if (promise.gives() == Promise.Gives.SHARED) {
            return true;
        }
        ApplicationProfile profile = profile(application);
        double promised =
                promise.gives() == Promise.Gives.TARGET
                        ? promise.target()
                        : profile.bound(recorded.request(batch, row));
        return profile.reached(slice) >= promised - Performance.SAME;
    }

    /** The performance of a slice that {@link #of} gave. */
    double performance(int application, Slice slice) {
        return switch (promise.gives()) {
            case TARGET -> pi[application];
            case SHARED -> 1;
            case AS_GOOD, REQUEST -> performance(application).at(slice);
        };
    }

    /** A slice of an application in words. */
    String describe(int application, Slice slice) {
        return promise.gives() == Promise.Gives.SHARED
                ? "slices made anew whenever a task of their server comes or ends"
                : profile(application).describe(slice, server);
    }
}
