package dev.stowage.model;

import dev.stowage.basis.Check;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a server has besides CPU and memory. A task that asks for one of these resources fits only
 * where there is enough of it; 0 means that there is none, never that it is unlimited.
 *
 * @param gpuMicros GPUs in millionths of one, at least 0
 * @param diskBytes local disk, at least 0
 * @param networkBitsPerSecond network bandwidth, at least 0
 * @param attributes values of its attributes by name, for placement constraints; sorted by name
 */
public record ServerExtras(
        long gpuMicros,
        long diskBytes,
        long networkBitsPerSecond,
        SortedMap<String, String> attributes) {
    public static final long MICROS_PER_GPU = 1_000_000L;
    public static final long BITS_PER_GIGABIT = 1_000_000_000L;

    /** Attribute that names the level by which a server keeps tasks with profiles apart. */
    public static final String ISOLATION = "isolation";

    /** Nothing besides CPU and memory. */
    public static final ServerExtras NONE = new ServerExtras(0, 0, 0, new TreeMap<>());

    public ServerExtras {
        Check.notNegative("gpuMicros", gpuMicros);
        Check.notNegative("diskBytes", diskBytes);
        Check.notNegative("networkBitsPerSecond", networkBitsPerSecond);
        attributes.keySet().forEach(name -> Check.notBlank("name of an attribute", name));
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /** The attributes in any order. */
    public static ServerExtras of(
            long gpuMicros,
            long diskBytes,
            long networkBitsPerSecond,
            Map<String, String> attributes) {
        return new ServerExtras(
                gpuMicros, diskBytes, networkBitsPerSecond, new TreeMap<>(attributes));
    }

    /** Only attributes. */
    public static ServerExtras ofAttributes(Map<String, String> attributes) {
        return of(0, 0, 0, attributes);
    }
}
