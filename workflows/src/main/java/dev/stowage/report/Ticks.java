package dev.stowage.report;

/** Round distances between the ticks of an axis. */
public final class Ticks {
    private static final int MOST = 6;
    private static final double[] ROUND_SECONDS = {
        1,
        2,
        5,
        10,
        15,
        30,
        60,
        120,
        300,
        600,
        900,
        1_800,
        3_600,
        7_200,
        10_800,
        21_600,
        43_200,
        86_400,
        172_800,
        604_800,
        1_209_600,
        2_592_000,
        5_184_000,
        7_776_000,
        15_552_000,
        31_536_000
    };
    private static final double[] ROUND = {1, 2, 2.5, 5, 10};

    private Ticks() {}

    /** The least round distance that parts {@code length} into at most six. */
    public static double step(String unit, double length) {
        if ((unit.equals("s") || unit.equals("date")) && length > MOST) {
            for (double round : ROUND_SECONDS) {
                if (length / round <= MOST) {
                    return round;
                }
            }
        }
        if (!(length > 0)) {
            return 1;
        }
        double decade = Math.pow(10, Math.floor(Math.log10(length / MOST)));
        for (double round : ROUND) {
            if (length / (round * decade) <= MOST) {
                return round * decade;
            }
        }
        return 10 * decade;
    }
}
