package dev.stowage.forecast;

import java.util.Arrays;
import java.util.List;

/**
 * A part of a demand, by the buckets of the whole: the parts of a bucket add up to it.
 *
 * @param name of the service
 * @param cores one a bucket
 * @param gib one a bucket
 * @param events what moves it, for CPU and memory; empty for nothing
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record Part(String name, double[] cores, double[] gib, List<EventEffects> events) {
    public Part {
        events = List.copyOf(events);
    }

    double[] of(int resource) {
        return resource == 0 ? cores : gib;
    }

    EventEffects events(int resource) {
        return events.isEmpty() ? EventEffects.none() : events.get(resource);
    }

    /** The same with events. */
    public Part with(List<EventEffects> others) {
        return new Part(name, cores, gib, others);
    }

    /** What its events added to it, bucket by bucket; below 0 if they took something away. */
    public double[] eventsAdded(int resource) {
        double[] took = of(resource).clone();
        double[] without = without(resource);
        Arrays.setAll(took, i -> took[i] - without[i]);
        return took;
    }

    /** As it would have been without its events. */
    double[] without(int resource) {
        return events(resource).removedFrom(of(resource));
    }
}
