package dev.stowage.rightsizing;

import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;

import dev.stowage.packing.placement.PackRequest;
import java.util.Random;

/**
 * Ten services of two replicas whose true use is known: two weeks of it measured, more or less
 * well, and four weeks that follow in the same way.
 */
final class DrawnFleet {
    static final int DAY = 24;
    static final int MEASURED = 14 * DAY;
    static final int HOURS = 42 * DAY;
    private static final long HOUR = 60 * Measurements.MINUTE;
    private static final int SERVICES = 10;
    private static final int REPLICAS = 2;

    /** What is peculiar about a fleet. */
    enum Kind {
        DIURNAL,
        SPIKY,
        STEPPING,
        LEAKING,
        AUTOSCALED,
        GAPS,
        DUPLICATES,
        WRONG_UNITS,
        WEEKLY_PEAKS
    }

    final PackRequest request;
    final Measurements use = new Measurements(false);

    /** True use by item and hour. */
    final long[][] cpu = new long[SERVICES * REPLICAS][HOURS];

    final long[][] memory = new long[SERVICES * REPLICAS][HOURS];

    private final Kind kind;
    private final Random random;
    private final boolean[] isScaled = new boolean[SERVICES];
    private int nextReplica = SERVICES * REPLICAS;

    @SuppressWarnings("EnumOrdinal") // a seed for each kind
    DrawnFleet(Kind kind, long seed) {
        this.kind = kind;
        random = new Random(31 * seed + kind.ordinal());
        Requests requests = new Requests();
        for (int s = 0; s < SERVICES; s++) {
            requests.service(REPLICAS, 3 * CORE, 4 * GIB);
        }
        request = requests.on(SERVICES);
        for (int s = 0; s < SERVICES; s++) {
            service(s);
        }
    }

    private void service(int service) {
        double level = 0.3 + 1.2 * random.nextDouble();
        double swing = 0.2 + 0.4 * random.nextDouble();
        double gib = 0.5 + random.nextDouble();
        boolean isOdd = random.nextInt(3) == 0;
        int step = (int) (MEASURED * (0.3 + 0.65 * random.nextDouble()));
        double height = 1.5 + random.nextDouble();
        double leak = 0.1 + 0.3 * random.nextDouble(); // GiB a day
        for (int hour = 0; hour < HOURS; hour++) {
            double wave = 1 + swing * Math.sin(2 * Math.PI * hour / DAY + service);
            for (int r = 0; r < REPLICAS; r++) {
                double noise = Math.exp(0.15 * random.nextGaussian());
                double cores = level * wave * noise;
                double held = gib * (1 + 0.02 * random.nextGaussian());
                if (kind == Kind.SPIKY && random.nextInt(40) == 0) {
                    cores *= 2 + 2 / Math.sqrt(1 - random.nextDouble());
                } else if (kind == Kind.STEPPING && isOdd && hour >= step) {
                    cores *= height;
                } else if (kind == Kind.WEEKLY_PEAKS && isOdd && isPeak(hour)) {
                    cores *= 1 + height;
                } else if (kind == Kind.LEAKING && isOdd) {
                    held += leak * hour / DAY;
                }
                int item = REPLICAS * service + r;
                cpu[item][hour] = (long) (cores * CORE);
                memory[item][hour] = (long) (held * GIB);
            }
        }
        for (int hour = 0; hour < MEASURED; hour++) {
            measure(service, isOdd, hour);
        }
    }

    /** Eight hours of one day of the week. */
    private static boolean isPeak(int hour) {
        return hour / DAY % 7 == 2 && hour % DAY >= 9 && hour % DAY < 17;
    }

    private void measure(int service, boolean isOdd, int hour) {
        for (int r = 0; r < REPLICAS; r++) {
            int item = REPLICAS * service + r;
            long cores = cpu[item][hour];
            if (kind == Kind.GAPS && isOdd && hour % DAY < 10) {
                continue; // by day only
            }
            if (kind == Kind.WRONG_UNITS && isOdd) {
                cores *= 1000;
            }
            row(service, item, hour, cores, memory[item][hour]);
            if (kind == Kind.DUPLICATES && isOdd) {
                row(service, item, hour, cores, memory[item][hour]);
            }
        }
        if (kind == Kind.AUTOSCALED && isOdd && hour % DAY >= 12) {
            isScaled[service] = true;
            extras(service, hour);
        }
    }

    /** By day three more replicas run, which are not packed: their use is the service's. */
    private void extras(int service, int hour) {
        nextReplica += hour % DAY == 12 ? 3 : 0;
        for (int extra = 0; extra < 3; extra++) {
            long cores = cpu[REPLICAS * service][hour];
            row(service, nextReplica + extra, hour, cores, GIB / 2);
        }
    }

    /** What the packed replicas have to carry at an hour, in millionths of a core. */
    long demand(int item, int hour) {
        int service = item / REPLICAS;
        boolean isMore = hour % DAY >= 12 && isScaled[service];
        return cpu[item][hour] + (isMore ? 3 * cpu[REPLICAS * service][hour] / REPLICAS : 0);
    }

    /** What the packed replicas have to hold at an hour, in bytes. */
    long held(int item, int hour) {
        boolean isMore = hour % DAY >= 12 && isScaled[item / REPLICAS];
        return memory[item][hour] + (isMore ? 3 * (GIB / 2) / REPLICAS : 0);
    }

    private void row(int service, int replica, int hour, long cores, long bytes) {
        use.add(service, replica, hour * HOUR, (hour + 1) * HOUR, cores, bytes);
    }
}
