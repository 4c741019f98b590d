package dev.stowage.billing.functions;

import dev.stowage.basis.Check;
import java.time.LocalDate;
import java.util.List;

/**
 * What one provider charges for functions, on demand. A GB of the price lists is 1,024 MiB.
 *
 * @param provider its name, as in catalogues
 * @param service what it calls the product
 * @param region where these prices hold
 * @param usdPerMillionRequests for each million of requests
 * @param usdPerGibSecond for memory while a request runs
 * @param usdPerCoreSecond for CPU while a request runs, 0 where it goes with the memory
 * @param quantumMillis the time of a request is rounded up to a multiple of it
 * @param minimumMillis shortest time that is charged
 * @param sizesMib memory that can be had, ascending; empty if any whole MiB
 * @param leastMib least memory
 * @param mostMib most memory
 * @param mibPerCore memory that comes with one core, 0 if CPU does not follow memory so
 * @param coresOfSizes cores of each of {@code sizesMib}; empty if there is one core whatever the
 *     size, or {@code mibPerCore} says
 * @param free what a month has for nothing
 * @param mostSeconds longest that a request may run, however the function is set up
 * @param source where it is from
 * @param date when it was so, ISO 8601
 */
public record FunctionPrice(
        String provider,
        String service,
        String region,
        double usdPerMillionRequests,
        double usdPerGibSecond,
        double usdPerCoreSecond,
        double quantumMillis,
        double minimumMillis,
        List<Integer> sizesMib,
        int leastMib,
        int mostMib,
        double mibPerCore,
        List<Double> coresOfSizes,
        Free free,
        double mostSeconds,
        String source,
        String date) {
    private static final double MIB_PER_GIB = 1_024;

    /** What a month has for nothing. */
    public record Free(double requests, double gibSeconds, double coreSeconds) {}

    public FunctionPrice {
        sizesMib = List.copyOf(sizesMib);
        coresOfSizes = List.copyOf(coresOfSizes);
        Check.positive("quantumMillis", quantumMillis);
        Check.positive("leastMib", leastMib);
        Check.positive("mostSeconds", mostSeconds);
        LocalDate.parse(date);
        if (!coresOfSizes.isEmpty() && coresOfSizes.size() != sizesMib.size()) {
            throw new IllegalArgumentException(
                    coresOfSizes.size() + " cores for " + sizesMib.size() + " sizes");
        }
    }

    /** True if a function can have so much memory here. */
    public boolean holds(double mib) {
        return mib <= mostMib;
    }

    /** The memory that a function with so much is charged for: the next larger size. */
    public double chargedMib(double mib) {
        double least = Math.max(leastMib, Math.ceil(mib));
        return sizesMib.stream()
                .filter(size -> size >= least)
                .findFirst()
                .map(Integer::doubleValue)
                .orElse(least);
    }

    /** Cores of an instance with so much memory. */
    public double cores(double mib) {
        double charged = chargedMib(mib);
        if (mibPerCore > 0) {
            return charged / mibPerCore;
        }
        int size = sizesMib.indexOf((int) charged);
        return coresOfSizes.isEmpty() || size < 0 ? 1 : coresOfSizes.get(size);
    }

    /**
     * How long a request runs, in milliseconds as charged.
     *
     * @param cpuMillis CPU time that it needs
     * @param mostCores most cores that it can use at once
     * @param mib memory of the function
     */
    public double chargedMillis(double cpuMillis, double mostCores, double mib) {
        return chargedMillis(cpuMillis, Math.min(mostCores, cores(mib)));
    }

    /**
     * True if a request ends before it is stopped.
     *
     * @param cpuMillis CPU time that it needs
     * @param cores that it has and can use, above 0
     */
    public boolean lets(double cpuMillis, double cores) {
        return cpuMillis / cores <= mostSeconds * 1_000;
    }

    /**
     * How long a request runs on so many cores, in milliseconds as charged.
     *
     * @param cpuMillis CPU time that it needs
     * @param cores that it has and can use, above 0
     */
    public double chargedMillis(double cpuMillis, double cores) {
        double millis = cpuMillis / cores;
        double quanta = Math.ceil(Math.max(minimumMillis, millis) / quantumMillis - 1e-9);
        return quanta * quantumMillis;
    }

    /** What a use costs, without anything for nothing. */
    public double usd(Use use) {
        return usd(use, new Free(0, 0, 0));
    }

    /** What the use of one month costs, after what that month has for nothing. */
    public double usdOfMonth(Use use) {
        return usd(use, free);
    }

    private double usd(Use use, Free without) {
        return Math.max(0, use.requests() - without.requests()) * usdPerMillionRequests / 1e6
                + Math.max(0, use.gibSeconds() - without.gibSeconds()) * usdPerGibSecond
                + Math.max(0, use.coreSeconds() - without.coreSeconds()) * usdPerCoreSecond;
    }

    /**
     * What is charged.
     *
     * @param requests number of them
     * @param gibSeconds memory over the time charged
     * @param coreSeconds CPU over the time charged
     */
    public record Use(double requests, double gibSeconds, double coreSeconds) {
        /** Nothing. */
        public static final Use NONE = new Use(0, 0, 0);

        /** Both. */
        public Use plus(Use more) {
            return new Use(
                    requests + more.requests,
                    gibSeconds + more.gibSeconds,
                    coreSeconds + more.coreSeconds);
        }

        /** So many times as much. */
        public Use times(double factor) {
            return new Use(requests * factor, gibSeconds * factor, coreSeconds * factor);
        }
    }

    /**
     * What requests use.
     *
     * @param requests number of them
     * @param chargedMillis their time as charged, all together
     * @param mib memory of the function
     */
    public Use use(long requests, double chargedMillis, double mib) {
        double seconds = chargedMillis / 1_000;
        return new Use(requests, seconds * chargedMib(mib) / MIB_PER_GIB, seconds * cores(mib));
    }
}
