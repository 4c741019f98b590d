package dev.stowage.isolation;

import dev.stowage.basis.Check;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an application suffers from others and does to them.
 *
 * @param name of the application
 * @param sensitivity share of its performance that it loses where a resource is under full pressure
 * @param pressure that it puts on each resource
 * @param rateAlone its rate alone, by level of isolation, over that on the native stack; levels
 *     that are not named have 1. May be above 1
 * @param coresAlone CPU that it uses at rate 1, cores
 * @param source where the numbers are from
 */
public record Neighbour(
        String name,
        ResourceWeights sensitivity,
        ResourceWeights pressure,
        Map<String, Double> rateAlone,
        double coresAlone,
        String source) {
    public Neighbour {
        Check.notBlank("name", name);
        Check.notBlank("source", source);
        Check.positive("coresAlone", coresAlone);
        rateAlone.forEach((level, rate) -> Check.positive("rateAlone of " + level, rate));
        rateAlone = Map.copyOf(new TreeMap<>(rateAlone));
    }

    /**
     * The same on a server with so many times the cores and memory: it presses less on a larger.
     */
    Neighbour on(double coresRatio, double memoryRatio) {
        return new Neighbour(
                name,
                sensitivity,
                pressure.on(coresRatio, memoryRatio),
                rateAlone,
                coresAlone,
                source);
    }

    /** Its rate when it is alone on a level. */
    public double rateAlone(IsolationLevel level) {
        Double rate = rateAlone.get(level.name());
        return rate == null ? 1 : rate;
    }
}
