package dev.stowage.sim.stacked;

import java.util.Locale;

/**
 * A kind of server: four CPU cores alone, with wimpy cores beside two stacks of memory, or with
 * wimpy cores beside the CPU (big.LITTLE, without stacks), of about the same area as in Table III;
 * and the larger servers with stacks of section V-B3, of two and four times that area.
 */
public enum ServerKind {
    PIM("4 CPU cores, 16 PIM cores in 2 stacks", Cores.SERVER, Architecture.LOCAL),
    PIM_8_32("8 CPU cores, 32 PIM cores in 4 stacks", new Cores(8, 32), Architecture.LOCAL),
    PIM_16_64("16 CPU cores, 64 PIM cores in 8 stacks", new Cores(16, 64), Architecture.LOCAL),
    ORDINARY("4 CPU cores", new Cores(4, 0), Architecture.LITTLE),
    BIG_LITTLE(
            "4 CPU cores, 10 little cores with caches, far memory",
            new Cores(4, 10),
            Architecture.LITTLE);

    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Cores cores;

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Architecture wimpy;

    ServerKind(String description, Cores cores, Architecture wimpy) {
        this.description = description;
        this.cores = cores;
        this.wimpy = wimpy;
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
    public Cores cores() {
        return cores;
    }

    /** Its wimpy cores; of stacks, those whose pages are beside them. */
    Architecture wimpy() {
        return wimpy;
    }

    /** How many stacks of memory with cores it has; 0 without. */
    public int stacks() {
        return wimpy.equals(Architecture.LOCAL) ? cores.pim() / Cores.PER_STACK : 0;
    }

    /** How many of its wimpy cores a CPU core is worth to a service; infinite if they hold none. */
    double preference(StackedService service) {
        return stacks() > 0 ? service.preference() : service.preferenceToLittleCores();
    }
}
