package dev.stowage.sim.stacked;

import java.util.Locale;

/**
 * A server of about the same area, as in Table III: four CPU cores alone, with wimpy cores beside
 * two stacks of memory, or with wimpy cores beside the CPU (big.LITTLE, without stacks).
 */
public enum ServerKind {
    PIM(
            "4 CPU cores, 16 PIM cores in 2 stacks",
            Cores.SERVER,
            Architecture.LOCAL,
            Architecture.REMOTE),
    ORDINARY("4 CPU cores", new Cores(4, 0), Architecture.LITTLE, Architecture.LITTLE),
    BIG_LITTLE(
            "4 CPU cores, 10 little cores with caches, far memory",
            new Cores(4, 10),
            Architecture.LITTLE,
            Architecture.LITTLE);

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Cores cores;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Architecture wimpy;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Architecture spread;

    ServerKind(String description, Cores cores, Architecture wimpy, Architecture spread) {
        this.description = description;
        this.cores = cores;
        this.wimpy = wimpy;
        this.spread = spread;
    }

    /** As on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One line. */
    public String description() {
        return description;
    }

    /** What it has; {@link Cores#pim()} counts its wimpy cores, wherever they are. */
    Cores cores() {
        return cores;
    }

    /** Its wimpy cores; those whose pages are in all stacks if {@code isSpread}. */
    Architecture wimpy(boolean isSpread) {
        return isSpread ? spread : wimpy;
    }

    /** How many of its wimpy cores a CPU core is worth to a service; infinite if they hold none. */
    double preference(StackedService service) {
        return this == PIM ? service.preference() : service.preferenceToLittleCores();
    }
}
