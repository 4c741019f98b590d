package dev.stowage.profile.workload;

import dev.stowage.model.TaskBatch;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        pi = new double[names.size()];
        for (int i = 0; i < profiles.length; i++) {
            profiles[i] = library.find(names.get(i), ApplicationProfile.ANY_INPUT).orElse(null);
            if (profiles[i] != null && !promise.isAsRequested()) {
                least(i);
            }
        }
    }

    /** The same server of one step of SSD cache: nobody can have less than all. */
    private static SlicedServer withoutSsd(SlicedServer server) {
        return new SlicedServer(
                server.name(),
                server.cores(),
                server.memoryGib(),
                server.ssdGib(),
                server.coreStep(),
                server.memoryStepGib(),
                server.hasSsd() ? server.ssdGib() : server.ssdStepGib());
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

    private ApplicationProfile profile(int application) {
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

    /** The same for any performance; the whole server if no slice is as good. */
    private Slice asGood(int application, int percent) {
        Slice known = slices[application][percent];
        if (known == null) {
            known =
                    offered.find(profile(application), server, percent / (double) PERCENT, hasDisk)
                            .orElse(Slice.WHOLE);
            slices[application][percent] = known;
        }
        return known;
    }

    /**
     * The slice of a task; null where it keeps its request, because a slice as good would be no
     * smaller.
     */
    @Nullable Slice of(int application, RecordedPerformance recorded, TaskBatch batch, int row) {
        if (!promise.isAsRequested()) {
            return least(application);
        }
        Slice request = recorded.request(batch, row);
        Slice least = asGood(application, percent(performance(application).at(request)));
        return least.sum() < request.sum() - 1e-9 ? least : null;
    }

    /** The performance of a slice that {@link #of} gave. */
    double performance(int application, Slice slice) {
        return promise.isAsRequested() ? performance(application).at(slice) : pi[application];
    }

    /** What each application of a profile is given, by name, in words. */
    Map<String, String> text() {
        Map<String, String> text = new LinkedHashMap<>();
        for (int i = 0; i < profiles.length; i++) {
            if (profiles[i] != null) {
                text.put(names.get(i), promise.isAsRequested() ? AS_REQUESTED : text(i));
            }
        }
        return text;
    }

    private static final String AS_REQUESTED = "the least slice that performs as its request does";

    private String text(int application) {
        ApplicationProfile profile = profile(application);
        Slice slice = least(application);
        String unvaried = profile.performance().evidence().unvariedOf(server);
        return server.describe(slice)
                + (unvaried.isEmpty() ? "" : " (all of the " + unvaried + ": no run varied it)")
                + (profile.isFarFromRuns(slice) ? " (far from any run of the profile)" : "");
    }
}
