package dev.stowage.sim.stacked;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who divides a server of two kinds of cores; each at its best, without the way there. */
public enum StackedManager {
    DEFAULT("all services share all cores"),
    AMS("each service on the kind that its cache misses favour; those of a kind share it"),
    OCTOPUS_MAN("cores of one kind for each service alone, the best of all orders"),
    PREFERENCE_ONLY("PIMCloud's start: kinds by preference, cores evenly"),
    CORE_ADJUSTMENT("PIMCloud without moving pages"),
    PIMCLOUD("cores by PIMCloud's rule, pages where their cores are");

    /** Miss rate from which on AMS prefers PIM cores; ours, agrees with section V-B2. */
    private static final double MISSES_OF_PIM = 0.3;

    private final String description;

    StackedManager(String description) {
        this.description = description;
    }

    /** One line. */
    public String description() {
        return description;
    }

    /** As on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean placesPages() {
        return this == PIMCLOUD;
    }

    /**
     * The divisions of a server that it may choose from, services by falling preference; none if it
     * shares.
     */
    List<List<Cores>> divisions(int services, Cores server) {
        return switch (this) {
            case DEFAULT, AMS -> List.of();
            case OCTOPUS_MAN -> Division.exclusive(services, server);
            case PREFERENCE_ONLY -> Division.byPreference(services, server);
            case CORE_ADJUSTMENT, PIMCLOUD -> Division.byRule(services, server);
        };
    }

    /** True if services that share hold their loads, relative to that of the first architecture. */
    boolean holds(StackedModel model, List<StackedService> services, double[] loads) {
        if (this == DEFAULT) {
            return model.holdsTogether(
                    services.toArray(StackedService[]::new), loads, model.kind().cores());
        }
        return holdsKind(model, services, loads, true) && holdsKind(model, services, loads, false);
    }

    private static boolean holdsKind(
            StackedModel model, List<StackedService> services, double[] loads, boolean isPim) {
        List<StackedService> own = new ArrayList<>();
        double[] ownLoads = new double[loads.length];
        for (int i = 0; i < loads.length; i++) {
            if (services.get(i).missRate() >= MISSES_OF_PIM == isPim) {
                ownLoads[own.size()] = loads[i];
                own.add(services.get(i));
            }
        }
        Cores server = model.kind().cores();
        Cores cores = isPim ? new Cores(0, server.pim()) : new Cores(server.cpu(), 0);
        return own.isEmpty()
                || model.holdsTogether(
                        own.toArray(StackedService[]::new),
                        Arrays.copyOf(ownLoads, own.size()),
                        cores);
    }
}
