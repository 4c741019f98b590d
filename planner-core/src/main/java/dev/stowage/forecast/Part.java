package dev.stowage.forecast;

/**
 * A part of a demand, by the buckets of the whole: the parts of a bucket add up to it.
 *
 * @param name of the service
 * @param cores one a bucket
 * @param gib one a bucket
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record Part(String name, double[] cores, double[] gib) {
    double[] of(int resource) {
        return resource == 0 ? cores : gib;
    }
}
