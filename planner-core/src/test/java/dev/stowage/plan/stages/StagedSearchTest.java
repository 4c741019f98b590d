package dev.stowage.plan.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.plan.NaiveCluster;
import dev.stowage.plan.NaiveCluster.Task;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.bound.QueueOrder;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Schedules of purchases against a look at all of them, each server counted by itself. */
class StagedSearchTest {
    private static final int MANY = 100_000;
    private static final long SECOND = 1_000_000L;

    /** Tasks that run at the same time at each date, and the servers there may be. */
    private record Case(List<Stage> stages, List<List<Task>> tasks) {
        static Case random(SplittableRandom random) {
            int dates = 1 + random.nextInt(3);
            int types = 1 + random.nextInt(2);
            boolean isOwned = random.nextInt(3) > 0;
            List<ServerType> servers = new ArrayList<>();
            for (int k = 0; k <= types; k++) {
                servers.add(
                        new ServerType(
                                "k" + k,
                                new Resources(
                                        (2 + random.nextInt(6)) * SECOND, 3 + random.nextInt(9)),
                                PowerModel.DEFAULT,
                                OptionalDouble.empty()));
            }
            int there = 1 + random.nextInt(2);
            boolean mayRetire = random.nextBoolean();
            int keep = random.nextInt(20);
            int[] most = {0, 1 + random.nextInt(3), 1 + random.nextInt(3)};
            List<Stage> stages = new ArrayList<>();
            List<List<Task>> tasks = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int date = 0; date < dates; date++) {
                List<Kind> kinds = new ArrayList<>();
                if (isOwned) {
                    there = random.nextInt(4) == 0 && !mayRetire ? Math.max(0, there - 1) : there;
                    kinds.add(new Kind(servers.get(0), keep, mayRetire ? 0 : there, there, true));
                }
                for (int k = 1; k <= types; k++) {
                    boolean isLate = date == 0 && random.nextInt(5) == 0;
                    kinds.add(
                            new Kind(
                                    servers.get(k),
                                    1 + random.nextInt(30),
                                    0,
                                    isLate ? 0 : most[k],
                                    false));
                }
                stages.add(new Stage(1 + random.nextInt(9), kinds));
                List<Task> here = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    here.add(
                            new Task(
                                    0,
                                    9 * SECOND,
                                    (1 + random.nextInt(4)) * SECOND,
                                    1 + random.nextInt(5)));
                }
                tasks.add(here);
                count = Math.max(1, count + random.nextInt(3) - (random.nextInt(4) == 0 ? 2 : 0));
            }
            return new Case(stages, tasks);
        }

        Case dearer(int date, int kind, int more) {
            List<Stage> changed = new ArrayList<>(stages);
            List<Kind> kinds = new ArrayList<>(stages.get(date).kinds());
            Kind k = kinds.get(kind);
            kinds.set(
                    kind,
                    new Kind(k.server(), k.weight() + more, k.least(), k.most(), k.isOwned()));
            changed.set(date, new Stage(stages.get(date).days(), kinds));
            return new Case(changed, tasks);
        }

        StagedSearch.Found found(int mostTrials) {
            return StagedSearch.search(
                    stages,
                    (date, kinds) ->
                            MixSearch.search(
                                    kinds,
                                    PooledMix.of(
                                            new NaiveCluster(tasks.get(date), new Resources(1, 1))
                                                    .workload(),
                                            kinds.stream().map(Kind::server).toList(),
                                            Objective.parse(
                                                    "test",
                                                    Map.of("pendingSeconds", Map.of("max", 0.0))),
                                            QueueOrder.STRICT_FIFO,
                                            false),
                                    0,
                                    counts -> new MixSearch.Outcome(holds(date, counts), 1),
                                    mostTrials));
        }

        /** All at once, each on the first server that has room. */
        boolean holds(int date, int[] counts) {
            List<long[]> free = new ArrayList<>();
            for (int k = 0; k < counts.length; k++) {
                Resources size = stages.get(date).kinds().get(k).server().capacity();
                for (int i = 0; i < counts[k]; i++) {
                    free.add(new long[] {size.cpuMicroCores(), size.memoryBytes()});
                }
            }
            for (Task task : tasks.get(date)) {
                long[] place =
                        free.stream()
                                .filter(f -> f[0] >= task.cpu() && f[1] >= task.memory())
                                .findFirst()
                                .orElse(null);
                if (place == null) {
                    return false;
                }
                place[0] -= task.cpu();
                place[1] -= task.memory();
            }
            return true;
        }

        /**
         * The least that servers cost on all days of all dates; the largest number if none will do.
         */
        long cheapest() {
            return cheapest(0, null, new long[stages.get(0).kinds().size()]);
        }

        /**
         * @param daily what the servers bought so far cost a day, by kind
         */
        private long cheapest(int date, int @Nullable [] before, long[] daily) {
            if (date == stages.size()) {
                return 0;
            }
            Stage stage = stages.get(date);
            long best = Long.MAX_VALUE;
            List<Kind> kinds = stage.kinds();
            int mixes = kinds.stream().mapToInt(k -> k.most() + 1).reduce(1, (a, b) -> a * b);
            for (int mix = 0; mix < mixes; mix++) {
                int[] counts = new int[kinds.size()];
                int rest = mix;
                boolean may = true;
                long ofDay = 0;
                long[] paid = daily.clone();
                for (int k = 0; k < counts.length; k++) {
                    Kind kind = kinds.get(k);
                    counts[k] = rest % (kind.most() + 1);
                    rest /= kind.most() + 1;
                    may &= counts[k] >= kind.least();
                    if (kind.isOwned()) {
                        may &= before == null || counts[k] <= before[k];
                        ofDay += counts[k] * kind.weight();
                    } else {
                        int had = before == null ? 0 : before[k];
                        may &= counts[k] >= had;
                        paid[k] += (counts[k] - had) * kind.weight();
                        ofDay += paid[k];
                    }
                }
                if (may && IntStream.of(counts).sum() > 0 && holds(date, counts)) {
                    long later = cheapest(date + 1, counts, paid);
                    if (later < Long.MAX_VALUE) {
                        best = Math.min(best, later + ofDay * stage.days());
                    }
                }
            }
            return best;
        }
    }

    @Test
    void noScheduleIsBelowTheBoundAndTheAnswerIsWithinItsGap() {
        SplittableRandom random = new SplittableRandom(148);
        int held = 0;
        int best = 0;
        for (int i = 0; i < 1_000; i++) {
            Case each = Case.random(random);
            long cheapest = each.cheapest();
            StagedSearch.Found found = each.found(i % 5 == 0 ? 3 : MANY);
            if (found.counts().size() < each.stages().size()) {
                assertThat(i % 5 == 0 || cheapest == Long.MAX_VALUE).as("case %d", i).isTrue();
                continue;
            }
            held++;
            assertThat(found.bound()).as("case %d", i).isLessThanOrEqualTo(cheapest);
            assertThat(found.cost()).as("case %d", i).isGreaterThanOrEqualTo(cheapest);
            best += found.cost() == cheapest ? 1 : 0;
            if (each.stages().size() == 1 && i % 5 != 0) {
                assertThat(found.cost()).isEqualTo(cheapest).isEqualTo(found.bound());
            }
            for (int date = 0; date < each.stages().size(); date++) {
                int[] counts = found.counts().get(date).stream().mapToInt(n -> n).toArray();
                assertThat(each.holds(date, counts)).as("case %d", i).isTrue();
            }
        }
        assertThat(held).isGreaterThan(400);
        assertThat(best).isGreaterThan(held * 95 / 100);
    }

    @Test
    void aDearerPriceOfADateNeverMakesTheScheduleCheaper() {
        SplittableRandom random = new SplittableRandom(149);
        int risen = 0;
        for (int i = 0; i < 300; i++) {
            Case each = Case.random(random);
            int date = random.nextInt(each.stages().size());
            int kind = random.nextInt(each.stages().get(0).kinds().size());
            Case dearer = each.dearer(date, kind, 1 + random.nextInt(20));
            StagedSearch.Found before = each.found(MANY);
            StagedSearch.Found after = dearer.found(MANY);
            assertThat(after.bound()).as("case %d", i).isGreaterThanOrEqualTo(before.bound());
            assertThat(dearer.cheapest()).as("case %d", i).isGreaterThanOrEqualTo(each.cheapest());
            if (before.cost() == before.bound()) {
                assertThat(after.cost()).as("case %d", i).isGreaterThanOrEqualTo(before.cost());
            }
            risen += after.cost() > before.cost() ? 1 : 0;
        }
        assertThat(risen).isPositive();
    }
}
