package dev.stowage.isolation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What applications on one server can disturb each other through. */
public enum SharedResource {
    /** Time of the processors. */
    CPU,
    /** Memory of the applications. */
    MEMORY,
    /** Buffers of the file system in memory. */
    PAGE_CACHE,
    /** The journal and the locks of the file system. */
    JOURNAL,
    /** Space and eviction order of the SSD cache. */
    SSD_CACHE,
    /** Threads that complete, write back and evict. */
    IO_THREADS,
    /** Bandwidth of SSDs and disks. */
    DEVICE,
    /** Placement on the nodes of memory. */
    NUMA,
    /** The last-level cache. */
    LLC,
    /** Bandwidth of memory. */
    MEMORY_BANDWIDTH,
    /** The network. */
    NETWORK;

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
