package dev.stowage.packing.perfect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Full servers, cut at random and put together again. */
class PerfectPackingTest {
    private static final List<PackingResource> RESOURCES =
            List.of(PackingResource.CPU, PackingResource.MEMORY, PackingResource.DISK);

    @Test
    void fillsServersThatWereCutInTwoAndThreeResources() {
        for (long seed = 0; seed < 3; seed++) {
            assertThat(isSolved(cut(20, 4, 2, 1_000, seed), 20)).as("20 x 4, %d", seed).isTrue();
            assertThat(isSolved(cut(20, 4, 3, 1_000, seed), 20)).as("20 x 4, %d", seed).isTrue();
            assertThat(isSolved(cut(30, 6, 2, 1_000, seed), 30)).as("30 x 6, %d", seed).isTrue();
        }
        assertThat(isSolved(cut(30, 6, 3, 1_000, 0), 30)).as("30 x 6 in three").isTrue();
        assertThat(isSolved(cut(15, 5, 2, 64_000_000, 0), 15)).as("in micro-cores").isTrue();
    }

    @Test
    void isForServersAlikeWithoutRoomToSpareOnly() {
        PackModel model = PackModelBuilder.build(cut(6, 4, 2, 100, 1));
        assertThat(PerfectPacking.of(model, 6 * model.cost[0], 0)).isNotNull();
        assertThat(PerfectPacking.of(model, 7 * model.cost[0], 0)).isNull();
    }

    /** All sets of up to six, against all subsets. */
    @Test
    void findsEverySmallSetThatFillsAServerOnce() {
        for (int largest = 4; largest <= FullSets.LARGEST; largest++) {
            PackModel model = PackModelBuilder.build(cut(4, 4, 2, 12, largest));
            FullSums sums = FullSums.of(model, 4);
            List<BitSet> found =
                    new FullSets(sums, largest, 100_000, unlimited())
                            .all().stream().map(PerfectPackingTest::bits).toList();
            List<BitSet> expected = new ArrayList<>();
            for (int set = 1; set < 1 << model.units; set++) {
                BitSet bits = BitSet.valueOf(new long[] {set});
                if (bits.cardinality() <= largest && sums.isFull(bits.stream().toArray())) {
                    expected.add(bits);
                }
            }
            assertThat(expected).isNotEmpty();
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static BitSet bits(int[] set) {
        BitSet bits = new BitSet();
        IntStream.of(set).forEach(bits::set);
        return bits;
    }

    private static boolean isSolved(PackingProblem problem, int servers) {
        PackModel model = PackModelBuilder.build(problem);
        PackState state = new PackState(model, Long.MAX_VALUE);
        Budget budget = new Budget(300_000_000, Long.MAX_VALUE, Long.MAX_VALUE);
        PerfectPacking search = PerfectPacking.of(model, servers * model.cost[0], 0);
        assertThat(search).isNotNull();
        search.run(state, budget);
        assertThat(model.packing(state.serverOf).violations()).isEmpty();
        return state.missing == 0 && state.cost == servers * model.cost[0];
    }

    private static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static PackingProblem cut(int servers, int pieces, int resources, int size, long seed) {
        Random random = new Random(seed);
        List<PackItem> items = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            long[][] parts = new long[pieces][resources];
            for (int r = 0; r < resources; r++) {
                TreeSet<Integer> cuts = new TreeSet<>(List.of(size));
                while (cuts.size() < pieces) {
                    cuts.add(1 + random.nextInt(size - 1));
                }
                int from = 0;
                int piece = 0;
                for (int to : cuts) {
                    parts[piece++][r] = (long) to - from;
                    from = to;
                }
            }
            for (long[] part : parts) {
                items.add(PackItem.of("i" + items.size(), ResourceVector.of(part)));
            }
        }
        Collections.shuffle(items, random);
        long[] has = new long[resources];
        Arrays.fill(has, size);
        List<PackServer> all =
                IntStream.range(0, servers + 3)
                        .mapToObj(s -> PackServer.of("s" + s, "server", ResourceVector.of(has)))
                        .toList();
        return new PackingProblem(RESOURCES.subList(0, resources), all, items, List.of());
    }
}
