package dev.stowage.plan.mix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.plan.NaiveCluster;
import dev.stowage.plan.NaiveCluster.Task;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.bound.QueueOrder;
import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cheapest mix against a look at all mixes, each simulated by plain scans. */
class MixSearchTest {
    private static final int MANY = 100_000;

    /** Tasks, kinds and the longest wait that is allowed. */
    private record Case(List<Task> tasks, List<Kind> kinds, double longestSeconds) {
        static Case random(SplittableRandom random) {
            List<Task> tasks = new ArrayList<>();
            long submit = 0;
            int count = 2 + random.nextInt(12);
            for (int i = 0; i < count; i++) {
                submit += random.nextInt(3) * 1_000_000L;
                tasks.add(
                        new Task(
                                submit,
                                (1 + random.nextInt(9)) * 1_000_000L,
                                (1 + random.nextInt(5)) * 1_000_000L,
                                1 + random.nextInt(6)));
            }
            List<Kind> kinds = new ArrayList<>();
            int howMany = 1 + random.nextInt(3);
            for (int i = 0; i < howMany; i++) {
                int least = random.nextInt(4) == 0 ? 1 : 0;
                kinds.add(
                        new Kind(
                                new ServerType(
                                        "k" + i,
                                        new Resources(
                                                (2 + random.nextInt(8)) * 1_000_000L,
                                                3 + random.nextInt(12)),
                                        PowerModel.DEFAULT,
                                        OptionalDouble.empty()),
                                random.nextInt(20),
                                least,
                                least + random.nextInt(5),
                                least > 0));
            }
            return new Case(tasks, kinds, random.nextInt(8));
        }

        Case with(List<Kind> others) {
            return new Case(tasks, others, longestSeconds);
        }

        Case priced(int kind, LongUnaryOperator price) {
            List<Kind> changed = new ArrayList<>(kinds);
            Kind k = kinds.get(kind);
            changed.set(
                    kind,
                    new Kind(
                            k.server(),
                            price.applyAsLong(k.weight()),
                            k.least(),
                            k.most(),
                            k.isOwned()));
            return with(changed);
        }

        /** One kind takes other amounts of what there is to be the least of, and of the rest. */
        Case taking(int kind, Aim aim, LongUnaryOperator aimedAt, LongUnaryOperator rest) {
            List<Kind> changed = new ArrayList<>(kinds);
            Kind k = kinds.get(kind);
            changed.set(
                    kind,
                    new Kind(
                            k.server(),
                            new Price(
                                    (aim == Aim.COST ? aimedAt : rest)
                                            .applyAsLong(k.price().monthlyMicroUsd()),
                                    (aim == Aim.POWER ? aimedAt : rest)
                                            .applyAsLong(k.price().microWatts()),
                                    (aim == Aim.CARBON ? aimedAt : rest)
                                            .applyAsLong(k.price().monthlyMicroKilograms())),
                            aim,
                            k.least(),
                            k.most(),
                            k.isOwned()));
            return with(changed);
        }

        private Objective objective() {
            return Objective.parse("test", Map.of("pendingSeconds", Map.of("max", longestSeconds)));
        }

        MixSearch.Found found(int mostTrials) {
            return found(mostTrials, -1);
        }

        MixSearch.Found found(int mostTrials, long budget) {
            PooledMix bound =
                    PooledMix.of(
                            new NaiveCluster(tasks, new Resources(1, 1)).workload(),
                            kinds.stream().map(Kind::server).toList(),
                            objective(),
                            QueueOrder.STRICT_FIFO,
                            false);
            int servers =
                    LowerBound.of(
                                    new NaiveCluster(tasks, new Resources(1, 1)).workload(),
                                    PooledMix.envelope(kinds.stream().map(Kind::server).toList()),
                                    objective())
                            .servers();
            MixSearch.Trial trial =
                    counts -> new MixSearch.Outcome(holds(counts), 1.0 / (1 + counts[0]));
            return budget < 0
                    ? MixSearch.search(kinds, bound, servers, trial, mostTrials)
                    : MixSearch.search(kinds, bound, servers, trial, mostTrials, budget);
        }

        /** Strict FIFO, first fit, by plain scans. */
        boolean holds(int[] counts) {
            List<ServerType> servers = new ArrayList<>();
            for (int kind = 0; kind < counts.length; kind++) {
                for (int i = 0; i < counts[kind]; i++) {
                    servers.add(kinds.get(kind).server());
                }
            }
            long[][] running = new long[tasks.size()][]; // server, end
            long now = 0;
            for (int i = 0; i < tasks.size(); i++) {
                Task task = tasks.get(i);
                now = Math.max(now, task.submit());
                int place = place(task, i, now, servers, running);
                while (place < 0) {
                    long next = Long.MAX_VALUE;
                    for (int other = 0; other < i; other++) {
                        next = running[other][1] > now ? Math.min(next, running[other][1]) : next;
                    }
                    if (next == Long.MAX_VALUE) {
                        return false; // no server holds it
                    }
                    now = next;
                    place = place(task, i, now, servers, running);
                }
                running[i] = new long[] {place, now + task.duration()};
                if (now - task.submit() > longestSeconds * 1e6) {
                    return false;
                }
            }
            return true;
        }

        private int place(
                Task task, int number, long now, List<ServerType> servers, long[][] running) {
            return IntStream.range(0, servers.size())
                    .filter(
                            server ->
                                    task.cpu() + used(true, server, number, now, running)
                                                    <= servers.get(server)
                                                            .capacity()
                                                            .cpuMicroCores()
                                            && task.memory()
                                                            + used(
                                                                    false, server, number, now,
                                                                    running)
                                                    <= servers.get(server).capacity().memoryBytes())
                    .findFirst()
                    .orElse(-1);
        }

        private long used(boolean cpu, int server, int number, long now, long[][] running) {
            long used = 0;
            for (int other = 0; other < number; other++) {
                if (running[other][0] == server && running[other][1] > now) {
                    Task task = tasks.get(other);
                    used += cpu ? task.cpu() : task.memory();
                }
            }
            return used;
        }

        /** The cost of the cheapest mix that holds; the largest number if none does. */
        long cheapest() {
            long[] best = {Long.MAX_VALUE};
            forEachMix(
                    counts -> {
                        long cost = MixSearch.cost(kinds, counts);
                        if (cost < best[0] && holds(counts)) {
                            best[0] = cost;
                        }
                    });
            return best[0];
        }

        private void forEachMix(Consumer<int[]> each) {
            int[] counts = kinds.stream().mapToInt(Kind::least).toArray();
            while (true) {
                each.accept(counts);
                int place = 0;
                while (place < counts.length && counts[place] == kinds.get(place).most()) {
                    counts[place] = kinds.get(place).least();
                    place++;
                }
                if (place == counts.length) {
                    return;
                }
                counts[place]++;
            }
        }
    }

    @Test
    void aBudgetIsNeverExceededAndBuysAMixThatHoldsIfOneIsAsCheap() {
        SplittableRandom random = new SplittableRandom(5);
        int tight = 0;
        for (int i = 0; i < 500; i++) {
            Case each = Case.random(random);
            long budget = random.nextInt(60);
            MixSearch.Found found = each.found(MANY, budget);
            long cheapest = each.cheapest();
            MixSearch.Tried bought = found.bought();
            assertThat(found.boundMicros()).as("case %d", i).isLessThanOrEqualTo(cheapest);
            if (bought == null) {
                assertThat(cheapest).as("case %d", i).isGreaterThan(budget);
                continue;
            }
            assertThat(bought.cost()).as("case %d", i).isLessThanOrEqualTo(budget);
            assertThat(bought.cost()).isEqualTo(MixSearch.cost(each.kinds(), bought.numbers()));
            assertThat(bought.outcome().holds()).as("case %d", i).isEqualTo(cheapest <= budget);
            assertThat(found.tried()).contains(bought);
            assertThat(
                            found.tried().stream()
                                    .filter(mix -> mix.cost() <= budget)
                                    .filter(mix -> mix.outcome().holds())
                                    .mapToDouble(mix -> mix.outcome().strain())
                                    .min()
                                    .orElse(bought.outcome().strain()))
                    .isEqualTo(bought.outcome().strain());
            tight += bought.outcome().holds() ? 1 : 0;
        }
        assertThat(tight).isBetween(100, 400);
    }

    private static long cost(MixSearch.Found found) {
        return found.best() == null ? Long.MAX_VALUE : found.best().cost();
    }

    @Test
    void isTheCheapestOfAllMixesAndNoneIsBelowTheBound() {
        SplittableRandom random = new SplittableRandom(31);
        int held = 0;
        int cut = 0;
        for (int i = 0; i < 2000; i++) {
            Case each = Case.random(random);
            long cheapest = each.cheapest();
            MixSearch.Found whole = each.found(MANY);
            assertThat(cost(whole)).as("case %d", i).isEqualTo(cheapest);
            assertThat(whole.boundMicros()).as("case %d", i).isEqualTo(cheapest);
            held += cheapest < Long.MAX_VALUE ? 1 : 0;

            MixSearch.Found early = each.found(2);
            assertThat(early.boundMicros()).as("case %d", i).isLessThanOrEqualTo(cheapest);
            if (early.best() != null) {
                assertThat(each.holds(early.best().numbers())).isTrue();
                cut += early.boundMicros() < early.best().cost() ? 1 : 0;
            }
        }
        assertThat(held).as("cases that have a mix").isGreaterThan(500);
        assertThat(cut).as("cases that ended before the answer was known the best").isPositive();
    }

    /** Draws what a server takes of everything, and takes the search to have the least of one. */
    private static Case aimed(Case each, Aim aim, SplittableRandom random) {
        return each.with(
                each.kinds().stream()
                        .map(
                                k ->
                                        new Kind(
                                                k.server(),
                                                new Price(
                                                        random.nextInt(20),
                                                        random.nextInt(20),
                                                        random.nextInt(20)),
                                                aim,
                                                k.least(),
                                                k.most(),
                                                k.isOwned()))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource(Aim.class)
    void aKindMoreNeverTakesMoreAHungrierOneNeverLessAndAllScales(Aim aim) {
        SplittableRandom random = new SplittableRandom(125);
        int held = 0;
        int risen = 0;
        for (int i = 0; i < 300; i++) {
            Case each = aimed(Case.random(random), aim, random);
            long least = cost(each.found(MANY));
            assertThat(least).as("case %d", i).isEqualTo(each.cheapest());
            held += least < Long.MAX_VALUE ? 1 : 0;
            List<Kind> more = new ArrayList<>(each.kinds());
            Kind one = aimed(Case.random(random), aim, random).kinds().get(0);
            more.add(new Kind(one.server(), one.price(), aim, 0, one.most(), one.isOwned()));
            assertThat(cost(each.with(more).found(MANY)))
                    .as("case %d", i)
                    .isLessThanOrEqualTo(least);
            int kind = random.nextInt(each.kinds().size());
            long hungrier =
                    cost(
                            each.taking(kind, aim, amount -> amount + 5, amount -> amount)
                                    .found(MANY));
            assertThat(hungrier).as("case %d", i).isGreaterThanOrEqualTo(least);
            risen += hungrier > least ? 1 : 0;
            assertThat(
                            cost(
                                    each.taking(kind, aim, amount -> amount, amount -> amount + 9)
                                            .found(MANY)))
                    .as("case %d: what it takes of the rest", i)
                    .isEqualTo(least);
            Case scaled = each;
            for (int k = 0; k < each.kinds().size(); k++) {
                scaled = scaled.taking(k, aim, amount -> 7 * amount, amount -> amount);
            }
            assertThat(cost(scaled.found(MANY)))
                    .as("case %d", i)
                    .isEqualTo(least == Long.MAX_VALUE ? least : 7 * least);
        }
        assertThat(held).as("cases that have a mix").isGreaterThan(75);
        assertThat(risen).as("cases that a hungrier kind makes hungrier").isPositive();
    }

    @Test
    void aKindMoreNeverCostsMoreADearerOneNeverLessAndPricesScale() {
        SplittableRandom random = new SplittableRandom(77);
        for (int i = 0; i < 500; i++) {
            Case each = Case.random(random);
            long cost = cost(each.found(MANY));
            List<Kind> more = new ArrayList<>(each.kinds());
            Kind one = Case.random(random).kinds().get(0);
            more.add(new Kind(one.server(), one.weight(), 0, one.most(), one.isOwned()));
            assertThat(cost(each.with(more).found(MANY))).isLessThanOrEqualTo(cost);
            int kind = random.nextInt(each.kinds().size());
            assertThat(cost(each.priced(kind, price -> price + 5).found(MANY)))
                    .isGreaterThanOrEqualTo(cost);
            Case scaled = each;
            for (int k = 0; k < each.kinds().size(); k++) {
                scaled = scaled.priced(k, price -> 7 * price);
            }
            assertThat(cost(scaled.found(MANY)))
                    .isEqualTo(cost == Long.MAX_VALUE ? cost : 7 * cost);
        }
    }
}
