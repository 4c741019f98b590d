package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * A type of server and the grid of slices that it offers: whole multiples of a step in each
 * resource, from one step to the whole server.
 *
 * @param name what it is called
 * @param cores cores
 * @param memoryGib memory, GiB
 * @param ssdGib SSD cache, GiB; 0 if it has none: then it plays no part, every slice has all of it
 * @param coreStep step of CPU, cores
 * @param memoryStepGib step of memory, GiB
 * @param ssdStepGib step of SSD cache, GiB
 */
public record SlicedServer(
        String name,
        double cores,
        double memoryGib,
        double ssdGib,
        double coreStep,
        double memoryStepGib,
        double ssdStepGib) {
    public SlicedServer {
        Check.notBlank("name", name);
        requireSteps("cores", cores, coreStep);
        requireSteps("memoryGib", memoryGib, memoryStepGib);
        if (ssdGib != 0) {
            requireSteps("ssdGib", ssdGib, ssdStepGib);
        }
    }

    /** True if it has SSD cache. */
    public boolean hasSsd() {
        return ssdGib > 0;
    }

    private static void requireSteps(String what, double amount, double step) {
        Check.positive(what, amount);
        Check.positive("step of " + what, step);
        double count = amount / step;
        if (count < 1 || Math.abs(count - Math.rint(count)) > 1e-9) {
            throw new IllegalArgumentException(
                    what + " = " + amount + ", expected a whole multiple of its step " + step);
        }
    }

    /** Steps of a resource in the whole server. */
    public int steps(int resource) {
        return amount(resource) == 0 ? 1 : (int) Math.rint(amount(resource) / step(resource));
    }

    /** All of a resource: cores, GiB of memory or GiB of SSD cache. */
    public double amount(int resource) {
        return switch (resource) {
            case 0 -> cores;
            case 1 -> memoryGib;
            case 2 -> ssdGib;
            default -> throw new IllegalArgumentException("resource = " + resource);
        };
    }

    private double step(int resource) {
        return switch (resource) {
            case 0 -> coreStep;
            case 1 -> memoryStepGib;
            default -> ssdStepGib;
        };
    }

    /** All slices of the grid, in order of CPU, memory and SSD cache. */
    public List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int cpu = 1; cpu <= steps(0); cpu++) {
            for (int memory = 1; memory <= steps(1); memory++) {
                for (int ssd = 1; ssd <= steps(2); ssd++) {
                    slices.add(slice(cpu, memory, ssd));
                }
            }
        }
        return slices;
    }

    /** The slice of so many steps of each resource. */
    public Slice slice(int coreSteps, int memorySteps, int ssdSteps) {
        return new Slice(
                (double) coreSteps / steps(0),
                (double) memorySteps / steps(1),
                (double) ssdSteps / steps(2));
    }

    /** The slice of so much of each resource, whether or not it lies on the grid. */
    public Slice sliceOf(double sliceCores, double sliceMemoryGib, double sliceSsdGib) {
        return new Slice(
                sliceCores / cores,
                sliceMemoryGib / memoryGib,
                hasSsd() ? sliceSsdGib / ssdGib : 1);
    }

    /** So much of a resource as a share of the server's, at most 1; 1 of what it has none of. */
    public double share(int resource, double amount) {
        return amount(resource) == 0 ? 1 : Math.max(0, Math.min(1, amount / amount(resource)));
    }

    /** The amounts of a slice in words: {@code 16 cores, 14 GiB, 24 GiB SSD}. */
    public String describe(Slice slice) {
        String cpu = text(slice.cpu() * cores);
        return cpu
                + (cpu.equals("1") ? " core, " : " cores, ")
                + text(slice.memory() * memoryGib)
                + " GiB"
                + (hasSsd() ? ", " + text(slice.ssd() * ssdGib) + " GiB SSD" : "");
    }

    private static String text(double amount) {
        double rounded = Math.rint(amount * 100) / 100;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }
}
