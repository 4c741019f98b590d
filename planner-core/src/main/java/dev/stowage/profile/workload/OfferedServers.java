package dev.stowage.profile.workload;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The servers on which slices are offered.
 *
 * @param text how users wrote them; empty: that of the profiles
 * @param types what each kind has; empty if only the server of the profiles is known
 */
public record OfferedServers(String text, List<ServerType> types) {
    /** That of the profiles, of which all may be had. */
    public static final OfferedServers OF_PROFILES = new OfferedServers("", List.of());

    public OfferedServers {
        types = List.copyOf(types);
    }

    /** The servers of a run; those of a trace, which come and go, are taken to be large enough. */
    public static OfferedServers of(ServerFleet fleet) {
        return fleet instanceof ServerFleet.Static groups
                ? new OfferedServers(
                        fleet.describe(),
                        groups.groups().stream().map(ServerFleet.Group::type).distinct().toList())
                : OF_PROFILES;
    }

    /** Servers of one type. */
    public static OfferedServers of(ServerType type) {
        return new OfferedServers("servers of type " + type.name(), List.of(type));
    }

    /**
     * The least slice that meets a target and that some server can hold.
     *
     * @param server that of the profiles
     * @param hasDisk true if SSD cache is handed out
     * @throws InputException if there is none; the message says whether larger servers would help
     */
    public Slice least(
            ApplicationProfile profile, SlicedServer server, double target, boolean hasDisk) {
        return find(profile, server, target, hasDisk)
                .orElseThrow(() -> none(profile, server, target));
    }

    /** The same; empty if there is none. */
    Optional<Slice> find(
            ApplicationProfile profile, SlicedServer server, double target, boolean hasDisk) {
        return offered(server, hasDisk).stream()
                .flatMap(
                        offer ->
                                LeastSlices.within(profile.performance(), server, target, offer)
                                        .stream()
                                        .limit(1))
                .min(Comparator.comparingDouble(Slice::sum));
    }

    private List<Slice> offered(SlicedServer server, boolean hasDisk) {
        return types.isEmpty()
                ? List.of(Slice.WHOLE)
                : types.stream()
                        .map(
                                type ->
                                        new Slice(
                                                server.share(0, type.capacity().cores()),
                                                server.share(1, type.capacity().gib()),
                                                hasDisk ? server.share(2, disk(type)) : 1))
                        .toList();
    }

    private static double disk(ServerType type) {
        return (double) type.extras().diskBytes() / Resources.BYTES_PER_GIB;
    }

    private InputException none(ApplicationProfile profile, SlicedServer server, double target) {
        List<Slice> whole = LeastSlices.of(profile.performance(), server, target);
        String place = "profile of " + profile.name();
        if (whole.isEmpty()) {
            double most = Math.floor(profile.performance().at(Slice.WHOLE) * 1000) / 1000;
            return InputException.at(
                    place,
                    "a performance index of at most " + most + " on " + server.name(),
                    "a slice with at least " + target,
                    "Ask for a lower pi; larger servers do not help, since performance is relative"
                            + " to that one.");
        }
        return InputException.at(
                place,
                "no slice of " + text + " with a performance of " + target,
                "servers with room for " + server.describe(whole.get(0)),
                "Take larger servers, or ask for a lower pi.");
    }
}
