package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.forecast.CheapestMix.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Mixes of a bucket beside all mixes there are, held against the futures themselves. */
class CheapestMixTest {
    private static final int MOST = 6;

    /** Futures in whole numbers, with ties; which of them a mix does not hold is counted. */
    @SuppressWarnings("ArrayRecordComponent") // drawn here, not compared
    private record Case(
            double[] cores,
            double[] gib,
            int above,
            double[] base,
            OfferedKind[] kinds,
            int[] least,
            int[] most) {
        static Case drawn(Random random) {
            int futures = 1 + random.nextInt(30);
            int kinds = 1 + random.nextInt(4);
            OfferedKind[] offered = new OfferedKind[kinds];
            int[] least = new int[kinds];
            int[] most = new int[kinds];
            boolean isPriced = random.nextInt(5) > 0;
            for (int i = 0; i < kinds; i++) {
                least[i] = random.nextInt(4) == 0 ? random.nextInt(3) : 0;
                most[i] = least[i] + random.nextInt(MOST + 1);
                offered[i] =
                        new OfferedKind(
                                1 + random.nextInt(9),
                                1 + random.nextInt(40),
                                isPriced ? random.nextInt(12) : 0,
                                most[i],
                                0);
            }
            return new Case(
                    random.ints(futures, 0, 60).asDoubleStream().toArray(),
                    random.ints(futures, 0, 250).asDoubleStream().toArray(),
                    random.nextInt(futures),
                    new double[] {random.nextInt(20), random.nextInt(80)},
                    offered,
                    least,
                    most);
        }

        boolean holds(int[] counts) {
            double x = base[0];
            double y = base[1];
            for (int i = 0; i < counts.length; i++) {
                x += counts[i] * kinds[i].cores();
                y += counts[i] * kinds[i].gib();
            }
            return over(x, y) <= above;
        }

        /** Futures that so much does not hold. */
        int over(double x, double y) {
            int over = 0;
            for (int i = 0; i < cores.length; i++) {
                over += cores[i] > x || gib[i] > y ? 1 : 0;
            }
            return over;
        }

        List<int[]> mixes() {
            List<int[]> mixes = new ArrayList<>(List.of(least.clone()));
            for (int kind = 0; kind < kinds.length; kind++) {
                for (int[] each : List.copyOf(mixes)) {
                    for (int count = least[kind] + 1; count <= most[kind]; count++) {
                        int[] more = each.clone();
                        more[kind] = count;
                        mixes.add(more);
                    }
                }
            }
            return mixes;
        }

        long[] costAndServers(int[] counts) {
            long cost = 0;
            for (int i = 0; i < counts.length; i++) {
                cost += kinds[i].cost() * (counts[i] - least[i]);
            }
            return new long[] {cost, Arrays.stream(counts).sum()};
        }
    }

    @Test
    void findsTheCheapestOfAllMixes() {
        Random random = new Random(32);
        int held = 0;
        for (int round = 0; round < 5_000; round++) {
            Case each = Case.drawn(random);
            Staircase need = Staircase.of(each.cores(), each.gib(), each.above(), each.base());
            Found found =
                    CheapestMix.of(need, each.base(), each.kinds(), each.least(), each.most());
            long[] best = null;
            for (int[] mix : each.mixes()) {
                long[] its = each.costAndServers(mix);
                if (each.holds(mix) && (best == null || Arrays.compare(its, best) < 0)) {
                    best = its;
                }
            }
            assertThat(found == null).as("round " + round).isEqualTo(best == null);
            if (found != null) {
                held++;
                assertThat(found.isCheapest()).isTrue();
                assertThat(each.holds(found.counts())).as("round " + round).isTrue();
                assertThat(each.costAndServers(found.counts()))
                        .as("round " + round)
                        .isEqualTo(best);
            }
        }
        assertThat(held).isBetween(1_000, 4_900);
    }

    @Test
    void knowsWhatIsEnoughForSeveralBuckets() {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            List<Case> buckets = List.of(Case.drawn(random), Case.drawn(random));
            double[] base = {10, 30};
            Staircase both =
                    buckets.stream()
                            .map(each -> Staircase.of(each.cores(), each.gib(), each.above(), base))
                            .reduce(Staircase::and)
                            .orElseThrow();
            for (int i = 0; i < 20; i++) {
                double x = 10 + random.nextInt(55);
                double y = 30 + random.nextInt(230);
                boolean isEnough =
                        buckets.stream().allMatch(each -> each.over(x, y) <= each.above());
                assertThat(both.holds(x, y)).as("round " + round).isEqualTo(isEnough);
                assertThat(!isEnough || both.atMost(3).holds(x, y)).isTrue();
            }
        }
    }

    @Test
    void isProvenForHundredsOfServersOfSixKinds() {
        Random random = new Random(9);
        for (int round = 0; round < 10; round++) {
            OfferedKind[] kinds = new OfferedKind[6];
            for (int i = 0; i < kinds.length; i++) {
                double cores = 16 + 8 * random.nextInt(15);
                double gib = 64 + 32 * random.nextInt(30);
                long cost =
                        Math.round(
                                (cores * 4 + gib * 0.7) * (0.9 + 0.3 * random.nextDouble()) * 1e6);
                kinds[i] = new OfferedKind(cores, gib, cost, 10_000, 0);
            }
            double[] cores = random.doubles(2_000, 8_000, 20_000).toArray();
            double[] gib = random.doubles(2_000, 30_000, 90_000).toArray();
            Staircase need = Staircase.of(cores, gib, 100, new double[] {1_000, 4_000});
            int[] most = new int[6];
            Arrays.fill(most, 10_000);
            Found found =
                    CheapestMix.of(need, new double[] {1_000, 4_000}, kinds, new int[6], most);
            assertThat(found).isNotNull();
            assertThat(found.isCheapest()).as("round " + round).isTrue();
        }
    }
}
