package dev.stowage.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WorthiestLoadTest {
    @Test
    void isTheBestOfAllLoads() {
        Random random = new Random(1);
        for (int run = 0; run < 2_000; run++) {
            int items = 1 + random.nextInt(6);
            int resources = 1 + random.nextInt(3);
            long[][] demand = new long[items][resources];
            int[] copies = new int[items];
            long[] worth = new long[items];
            long[] usable = new long[resources];
            for (int r = 0; r < resources; r++) {
                usable[r] = random.nextInt(20);
            }
            for (int i = 0; i < items; i++) {
                copies[i] = random.nextInt(3);
                worth[i] = random.nextInt(50);
                for (int r = 0; r < resources; r++) {
                    demand[i][r] = random.nextInt(12);
                }
            }
            long most = new WorthiestLoad(demand, copies, usable).most(worth);
            assertThat(most).as("run %d", run).isEqualTo(best(demand, copies, worth, usable, 0));
        }
    }

    private static long best(long[][] demand, int[] copies, long[] worth, long[] free, int item) {
        if (item == worth.length) {
            return 0;
        }
        long best = 0;
        for (int count = 0; count <= copies[item]; count++) {
            long[] left = free.clone();
            boolean fits = true;
            for (int r = 0; r < left.length; r++) {
                left[r] -= count * demand[item][r];
                fits &= left[r] >= 0;
            }
            if (fits) {
                long rest = best(demand, copies, worth, left, item + 1);
                best = Math.max(best, count * worth[item] + rest);
            }
        }
        return best;
    }
}
