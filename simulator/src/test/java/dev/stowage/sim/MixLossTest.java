package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.bound.QueueOrder;
import dev.stowage.plan.loss.Loss;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.loss.WorstLoss;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLog;
import dev.stowage.sim.ColumnWorkload.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The cheapest mix that survives a loss, against all mixes, each with every loss of servers at
 * every second and just before it. {@code -Dstowage.cases=2000} for more of them.
 */
class MixLossTest {
    private static final long SECOND = 1_000_000;
    private static final int CASES = Integer.getInteger("stowage.cases", 60);

    private record Case(
            List<Row> rows,
            List<Kind> kinds,
            int serversPerDomain,
            Survive survive,
            Objective objective) {
        static Case random(SplittableRandom random) {
            List<Row> rows = new ArrayList<>();
            long submit = 0;
            int tasks = 2 + random.nextInt(6);
            for (int i = 0; i < tasks; i++) {
                submit += random.nextInt(3) * SECOND;
                rows.add(
                        Row.of(
                                submit,
                                (1 + random.nextInt(5)) * SECOND,
                                (1 + random.nextInt(3)) * SECOND,
                                1 + random.nextInt(8)));
            }
            List<Kind> kinds = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int least = random.nextInt(4) == 0 ? 1 : 0;
                kinds.add(
                        new Kind(
                                new ServerType(
                                        "k" + i,
                                        new Resources(
                                                (2 + random.nextInt(5)) * SECOND,
                                                6 + random.nextInt(12)),
                                        PowerModel.DEFAULT,
                                        OptionalDouble.empty()),
                                1 + random.nextInt(20),
                                least,
                                least + 1 + random.nextInt(3),
                                least > 0));
            }
            OptionalLong length =
                    random.nextInt(3) > 0
                            ? OptionalLong.empty()
                            : OptionalLong.of((2 + random.nextInt(5)) * SECOND);
            boolean isDomain = random.nextInt(3) == 0;
            return new Case(
                    rows,
                    kinds,
                    isDomain ? 2 : 1,
                    isDomain
                            ? new Survive(0, 1, length)
                            : new Survive(1 + random.nextInt(2), 0, length),
                    Objective.parse(
                            "test",
                            Map.of("pendingSeconds", Map.of("max", 0.0 + random.nextInt(15)))));
        }

        private ServerFleet.Static fleet(int[] counts) {
            return new ServerFleet.Static(
                    IntStream.range(0, counts.length)
                            .filter(i -> counts[i] > 0)
                            .mapToObj(
                                    i ->
                                            new ServerFleet.Group(
                                                    kinds.get(i).server(),
                                                    counts[i],
                                                    serversPerDomain))
                            .toList());
        }

        private SimulationSpec spec(ServerFleet fleet, List<MaintenanceWindow> windows) {
            return SimulationSpec.of(new ColumnWorkload(100, rows), fleet)
                    .with(draft -> draft.dynamics = ServerDynamics.NONE.with(windows));
        }

        private RunSummary with(ServerFleet fleet, Loss loss) {
            return Simulation.run(spec(fleet, loss.windows(survive.lengthMicros()))).summary();
        }

        /** As a plan tries it. */
        MixSearch.Outcome tried(int[] counts) {
            ServerFleet.Static fleet = fleet(counts);
            WorstLoss found =
                    WorstLoss.find(
                            survive,
                            fleet.domains(),
                            objective,
                            new WorstLoss.Runs() {
                                @Override
                                public RunSummary without(ServerLog log) {
                                    var all =
                                            IntStream.range(0, fleet.size())
                                                    .boxed()
                                                    .collect(Collectors.toSet());
                                    return Simulation.run(
                                                    spec(fleet, List.of())
                                                            .with(
                                                                    draft ->
                                                                            draft.observation =
                                                                                    draft
                                                                                            .observation
                                                                                            .withServers(
                                                                                                    all,
                                                                                                    log)))
                                            .summary();
                                }

                                @Override
                                public RunSummary with(Loss loss) {
                                    return Case.this.with(fleet, loss);
                                }
                            });
            return new MixSearch.Outcome(objective.isMet(found.summary()), 0);
        }

        MixSearch.Found found(int mostTrials) {
            PooledMix.Lost lost =
                    survive.lengthMicros().isPresent()
                            ? PooledMix.Lost.NONE
                            : new PooledMix.Lost(
                                    survive.servers(), survive.domains() * serversPerDomain);
            PooledMix bound =
                    PooledMix.of(
                            new ColumnWorkload(100, rows),
                            kinds.stream().map(Kind::server).toList(),
                            objective,
                            QueueOrder.STRICT_FIFO,
                            false,
                            lost);
            return MixSearch.search(kinds, bound, 1, this::tried, mostTrials);
        }

        /** By all mixes and, in each, all losses. */
        long cheapest() {
            long cheapest = Long.MAX_VALUE;
            for (int a = kinds.get(0).least(); a <= kinds.get(0).most(); a++) {
                for (int b = kinds.get(1).least(); b <= kinds.get(1).most(); b++) {
                    int[] counts = {a, b};
                    long cost = MixSearch.cost(kinds, counts);
                    if (a + b > 0 && cost < cheapest && holds(fleet(counts))) {
                        cheapest = cost;
                    }
                }
            }
            return cheapest;
        }

        private boolean holds(ServerFleet.Static fleet) {
            RunSummary without = Simulation.run(spec(fleet, List.of())).summary();
            if (!objective.isMet(without)) {
                return false;
            }
            int[] domains = fleet.domains();
            boolean isDomain = survive.domains() > 0;
            int units = isDomain ? domains[domains.length - 1] + 1 : domains.length;
            int lost = Math.min(units, survive.servers() + survive.domains());
            long end = (long) (without.makespanSeconds() * SECOND);
            for (int bits = 0; bits < 1 << units; bits++) {
                if (Integer.bitCount(bits) != lost) {
                    continue;
                }
                int chosen = bits;
                List<Integer> set =
                        IntStream.range(0, domains.length)
                                .filter(s -> (chosen >> (isDomain ? domains[s] : s) & 1) == 1)
                                .boxed()
                                .toList();
                for (long at = 0; at <= end; at += SECOND) {
                    if (!objective.isMet(with(fleet, new Loss(set, at)))
                            || (at > 0 && !objective.isMet(with(fleet, new Loss(set, at - 1))))) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    @Test
    void isTheCheapestMixThatHoldsWhateverIsLost() {
        SplittableRandom random = new SplittableRandom(131);
        int held = 0;
        for (int i = 0; i < CASES; i++) {
            Case each = Case.random(random);
            long cheapest = each.cheapest();
            MixSearch.Found whole = each.found(10_000);
            long cost = whole.best() == null ? Long.MAX_VALUE : whole.best().cost();
            assertThat(cost).as("case %d", i).isEqualTo(cheapest);
            assertThat(whole.boundMicros()).as("case %d", i).isLessThanOrEqualTo(cheapest);
            assertThat(each.found(1).boundMicros()).as("case %d", i).isLessThanOrEqualTo(cheapest);
            held += cheapest < Long.MAX_VALUE ? 1 : 0;
        }
        assertThat(held).as("cases that have a mix").isGreaterThan(CASES / 4);
    }
}
