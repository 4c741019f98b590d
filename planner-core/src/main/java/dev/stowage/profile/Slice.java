package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * A slice of a server: shares of its CPU, memory and SSD cache, each in [0, 1].
 *
 * @param cpu share of the cores
 * @param memory share of the memory
 * @param ssd share of the SSD cache
 */
public record Slice(double cpu, double memory, double ssd) {
    /** Resources of a slice. */
    public static final int DIMENSIONS = 3;

    /** Names of the resources in files, in the order of {@link #share}. */
    public static final List<String> RESOURCES = List.of("cpu", "memory", "ssd");

    /** The whole server. */
    public static final Slice WHOLE = new Slice(1, 1, 1);

    public Slice {
        Check.inRange("cpu", cpu, 0, 1);
        Check.inRange("memory", memory, 0, 1);
        Check.inRange("ssd", ssd, 0, 1);
    }

    /** The same share of every resource. */
    public static Slice diagonal(double share) {
        return new Slice(share, share, share);
    }

    /** Share of resource 0 (CPU), 1 (memory) or 2 (SSD cache). */
    public double share(int resource) {
        return switch (resource) {
            case 0 -> cpu;
            case 1 -> memory;
            case 2 -> ssd;
            default -> throw new IllegalArgumentException("resource = " + resource);
        };
    }

    /** What user-oriented admission keeps least: the sum of the shares. */
    public double sum() {
        return cpu + memory + ssd;
    }

    /** The scarcest share. */
    public double least() {
        return Math.min(cpu, Math.min(memory, ssd));
    }

    /** True if no share of {@code other} is larger. */
    public boolean covers(Slice other) {
        return covers(other, 0);
    }

    /** The same of shares that are larger by no more than a tolerance. */
    boolean covers(Slice other, double tolerance) {
        return other.cpu <= cpu + tolerance
                && other.memory <= memory + tolerance
                && other.ssd <= ssd + tolerance;
    }
}
