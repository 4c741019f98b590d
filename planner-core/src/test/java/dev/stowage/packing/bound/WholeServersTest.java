package dev.stowage.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against all numbers of servers, one by one. */
final class WholeServersTest {
    @Test
    void findsWhatTryingAllNumbersFinds() {
        int found = 0;
        int impossible = 0;
        int aboveNothing = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int kinds = 1 + random.nextInt(4);
            long[] cost = new long[kinds];
            int[] least = new int[kinds];
            int[] most = new int[kinds];
            for (int k = 0; k < kinds; k++) {
                cost[k] = random.nextInt(20);
                least[k] = random.nextInt(2);
                most[k] = least[k] + random.nextInt(5);
            }
            List<BoundRow> rows = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                long[] value = new long[kinds];
                for (int k = 0; k < kinds; k++) {
                    value[k] = random.nextInt(3) == 0 ? 0 : random.nextInt(30);
                }
                rows.add(new BoundRow("row " + j, random.nextInt(70), value));
            }
            OptionalLong cheapest = new WholeServers(rows, cost, most, least).cost();
            long expected = cheapest(rows, cost, most, least, 0, new int[kinds]);
            assertThat(cheapest.orElse(Long.MAX_VALUE)).as("seed %s", seed).isEqualTo(expected);
            found += cheapest.isPresent() ? 1 : 0;
            impossible += cheapest.isPresent() ? 0 : 1;
            aboveNothing += expected > 0 && expected < Long.MAX_VALUE ? 1 : 0;
        }
        assertThat(found).isGreaterThan(900);
        assertThat(impossible).isGreaterThan(300);
        assertThat(aboveNothing).isGreaterThan(600);
    }

    private static long cheapest(
            List<BoundRow> rows, long[] cost, int[] most, int[] least, int kind, int[] number) {
        if (kind == cost.length) {
            long sum = 0;
            for (int k = 0; k < kind; k++) {
                sum += cost[k] * number[k];
            }
            return rows.stream().allMatch(row -> isHeld(row, number)) ? sum : Long.MAX_VALUE;
        }
        long best = Long.MAX_VALUE;
        for (int n = least[kind]; n <= most[kind]; n++) {
            number[kind] = n;
            best = Math.min(best, cheapest(rows, cost, most, least, kind + 1, number));
        }
        return best;
    }

    private static boolean isHeld(BoundRow row, int[] number) {
        long held = 0;
        for (int k = 0; k < number.length; k++) {
            held += row.value(k) * number[k];
        }
        return held >= row.need();
    }

    @Test
    void manyServersOfAFewKindsAreNoLabour() {
        long[] cost = {310, 690, 476, 977};
        int[] most = {5_000, 5_000, 5_000, 5_000};
        List<BoundRow> rows =
                List.of(
                        new BoundRow("cpu", 100_003, new long[] {48, 128, 16, 96}),
                        new BoundRow("memory", 400_009, new long[] {256, 512, 64, 768}));
        OptionalLong found = new WholeServers(rows, cost, most, new int[4]).cost();
        assertThat(found).isPresent();
        double relaxed = 100_003.0 / 128 * 690; // memory is no bottleneck at 512 GiB for 128 cores
        assertThat((double) found.getAsLong()).isBetween(relaxed, relaxed + 690);
    }

    @Test
    void givesUpOnManyKinds() {
        int kinds = 50;
        long[] value = new long[kinds];
        Arrays.fill(value, 1);
        List<BoundRow> rows = List.of(new BoundRow("cpu", 1, value));
        assertThat(new WholeServers(rows, new long[kinds], new int[kinds], new int[kinds]).cost())
                .isEmpty();
    }
}
