package dev.stowage.isolation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What applications on one server can disturb each other through. */
public enum SharedResource {
    /** Time of the processors. */
    CPU(Capacity.CORES),
    /** Memory of the applications. */
    MEMORY(Capacity.MEMORY),
    /** Buffers of the file system in memory. */
    PAGE_CACHE(Capacity.MEMORY),
    /** The journal and the locks of the file system. */
    JOURNAL(Capacity.MEMORY),
    /** Space and eviction order of the SSD cache. */
    SSD_CACHE(Capacity.MEMORY),
    /** Threads that complete, write back and evict. */
    IO_THREADS(Capacity.MEMORY),
    /** Bandwidth of SSDs and disks. */
    DEVICE(Capacity.SAME),
    /** Placement on the nodes of memory. */
    NUMA(Capacity.CORES),
    /** The last-level cache. */
    LLC(Capacity.CORES),
    /** Bandwidth of memory. */
    MEMORY_BANDWIDTH(Capacity.CORES),
    /** The network. */
    NETWORK(Capacity.SAME);

    /** What a server has more of where an application presses less on the resource. */
    private enum Capacity {
        CORES,
        MEMORY,
        SAME
    }

    private final Capacity capacity;

    SharedResource(Capacity capacity) {
        this.capacity = capacity;
    }

    /**
     * How much less one application presses on it on a server with so many times the cores and the
     * memory: what the fit has as one group scales alike. The path of I/O goes with memory, because
     * what memory holds does not go there (Sfakianakis 2023, section 2.6.1: 6 GB of TPC-H stay
     * cached). Devices and networks are taken to be the same.
     */
    public double relief(double coresRatio, double memoryRatio) {
        return switch (capacity) {
            case CORES -> coresRatio;
            case MEMORY -> memoryRatio;
            case SAME -> 1;
        };
    }

    /** As in files: {@code page-cache}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The resource of that label, if there is one. */
    public static Optional<SharedResource> find(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    /** All labels, in order. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(SharedResource::label).toList();
    }
}
