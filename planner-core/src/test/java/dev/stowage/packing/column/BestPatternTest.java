package dev.stowage.packing.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.model.PackModelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BestPatternTest {
    @Test
    void isTheBestOfAllSetsThatKeepTheRules() {
        for (int seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            PackingProblem problem = problem(random);
            PatternSpace space = PatternSpace.grouped(Places.of(PackModelBuilder.build(problem)));
            long[] worth = random.longs(space.types, 0, 50).toArray();
            BestPattern best = new BestPattern(space, 0);
            long most = most(space, worth, new int[space.types], 0);
            assertThat(best.search(worth, 0, 1_000_000)).as("seed %d", seed).isEqualTo(most);
            assertThat(worthOf(best.pattern(), worth)).as("seed %d", seed).isEqualTo(most);
            assertThat(best.search(worth, 0, 3))
                    .as("seed %d, cut short", seed)
                    .isGreaterThanOrEqualTo(most);
            assertThat(best.search(worth, most / 2, 1_000_000)).isEqualTo(most);
        }
    }

    private static PackingProblem problem(Random random) {
        int resources = 1 + random.nextInt(3);
        long[] has = random.longs(resources, 1, 20).toArray();
        List<PackItem> items = new ArrayList<>();
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            long[] demand =
                    i > 0 && random.nextInt(3) == 0
                            ? items.get(i - 1).demand().toArray()
                            : random.longs(resources, 0, 12).toArray();
            items.add(PackItem.of("i" + i, ResourceVector.of(demand)));
        }
        List<PackRule> rules = new ArrayList<>();
        if (random.nextBoolean()) {
            List<Integer> some = PackRule.range(0, 1 + random.nextInt(count));
            rules.add(new PackRule.Spread("apart", some, PackRule.Scope.SERVER, 1));
        }
        return new PackingProblem(
                List.of(PackingResource.CPU, PackingResource.MEMORY, PackingResource.DISK)
                        .subList(0, resources),
                List.of(PackServer.of("s", "t", ResourceVector.of(has))),
                items,
                rules);
    }

    private static long worthOf(Pattern pattern, long[] worth) {
        long sum = 0;
        for (int i = 0; i < pattern.types().length; i++) {
            sum += pattern.counts()[i] * worth[pattern.types()[i]];
        }
        return sum;
    }

    /** Tries all numbers of copies. */
    private static long most(PatternSpace space, long[] worth, int[] counts, int type) {
        if (type == counts.length) {
            return holds(space, counts) ? worthOf(Pattern.of(0, counts), worth) : -1;
        }
        long most = -1;
        for (int copies = 0; copies <= space.copies[type]; copies++) {
            counts[type] = copies;
            most = Math.max(most, most(space, worth, counts, type + 1));
        }
        counts[type] = 0;
        return most;
    }

    private static boolean holds(PatternSpace space, int[] counts) {
        long[] left = space.places.free[0].clone();
        int apart = 0;
        for (int type = 0; type < counts.length; type++) {
            for (int r = 0; r < left.length; r++) {
                left[r] -= counts[type] * space.demand[type][r];
            }
            apart += space.rules[type].length > 0 ? counts[type] : 0;
        }
        for (long each : left) {
            if (each < 0) {
                return false;
            }
        }
        return apart <= 1;
    }
}
