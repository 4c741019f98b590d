package dev.stowage.sim.stacked;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Which pages a service's accesses go to, as shares that add up to 1. All but Sphinx's private
 * share are estimated: figure 4 of the paper has no numbers.
 *
 * @param owned private pages of a thread; they can be moved beside its core
 * @param readOnly shared pages that nobody writes; they can be copied to a stack
 * @param readWrite shared pages that are written; they stay, and are not cached in the LLC while a
 *     service spans CPU and PIM cores
 */
public record Pages(
        @JsonProperty("private") double owned, double readOnly, double readWrite, Source source) {
    /** Where the shares come from. */
    public enum Source {
        /** Text of the paper. */
        TEXT,
        /** Estimated, with nothing but words of the paper to go by. */
        ESTIMATED;

        /** As in files. */
        @JsonValue
        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final double PAGE_BYTES = 4096;
    private static final double GB = 1e9;
    private static final double EULER = 0.5772156649015329;

    public Pages {
        if (!(owned >= 0 && readOnly >= 0 && readWrite >= 0)
                || Math.abs(owned + readOnly + readWrite - 1) > 1e-9) {
            throw new IllegalArgumentException(
                    owned + ", " + readOnly + ", " + readWrite + ", expected shares of 1");
        }
    }

    /** Share of accesses that can become local. */
    double movable() {
        return owned + readOnly;
    }

    /**
     * Share of the accesses to some pages that go to the hottest of them. Page k is used 1 / k
     * times as often as the hottest one (Zipf, exponent 1, ours; figure 5).
     *
     * @param gigabytes all of the pages
     * @param share of the pages
     */
    static double hottest(double gigabytes, double share) {
        double pages = gigabytes * GB / PAGE_BYTES;
        if (!(share > 0) || pages * share < 1) {
            return 0;
        }
        return share >= 1 ? 1 : harmonic(pages * share) / harmonic(pages);
    }

    private static double harmonic(double n) {
        return Math.log(n) + EULER + 1 / (2 * n);
    }
}
