package dev.stowage.ingest.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How far quantiles of a trace are from those of all its values, sorted. */
final class QuantileTallyTest {
    @Test
    void isAtMostAThousandthAboveTheExactValue() {
        Random random = new Random(11);
        for (int draw = 0; draw < 300; draw++) {
            long[] values = new long[1 + random.nextInt(400)];
            double scale = Math.pow(10, 2 + random.nextInt(12));
            QuantileTally tally = new QuantileTally(1);
            for (int i = 0; i < values.length; i++) {
                values[i] = (long) (scale * random.nextDouble());
                tally.add(values[i]);
            }
            Arrays.sort(values);
            for (int percent : new int[] {25, 50, 75, 90, 99}) {
                int rank = Math.max(1, (int) Math.ceil(values.length * percent / 100.0));
                assertThat(tally.percentiles().get(percent))
                        .isBetween((double) values[rank - 1], 1.001 * values[rank - 1]);
            }
        }
    }
}
