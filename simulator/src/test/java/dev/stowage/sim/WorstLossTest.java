package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.plan.loss.Loss;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.loss.WorstLoss;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLog;
import dev.stowage.sim.ColumnWorkload.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The search for the worst loss of servers, against every loss at every moment of a fine grid. */
class WorstLossTest {
    private static final long SECOND = 1_000_000;
    private static final ServerType TYPE =
            new ServerType(
                    "s",
                    new Resources(4 * SECOND, 16L << 30),
                    PowerModel.of(100, 200),
                    OptionalDouble.empty(),
                    ServerExtras.NONE);

    /** A question: do these tasks on so many servers keep to a bound, whatever is lost? */
    private record Case(
            List<Row> rows, int servers, int serversPerDomain, Survive survive, Objective objective)
            implements WorstLoss.Runs {
        static Case random(SplittableRandom random) {
            int tasks = 4 + random.nextInt(9);
            List<Row> rows = new ArrayList<>();
            long submit = 0;
            for (int i = 0; i < tasks; i++) {
                submit += random.nextInt(4) * SECOND;
                rows.add(
                        Row.of(
                                submit,
                                (1 + random.nextInt(9)) * SECOND,
                                (1 + random.nextInt(3)) * SECOND,
                                (1L + random.nextInt(8)) << 30));
            }
            int servers = 2 + random.nextInt(3);
            int domain = 1 + random.nextInt(2);
            boolean isDomain = random.nextInt(4) == 0;
            OptionalLong length =
                    random.nextBoolean()
                            ? OptionalLong.empty()
                            : OptionalLong.of((2 + random.nextInt(9)) * SECOND);
            Survive survive =
                    isDomain
                            ? new Survive(0, 1, length)
                            : new Survive(1 + random.nextInt(Math.min(2, servers - 1)), 0, length);
            double limit = random.nextInt(20);
            String metric = random.nextBoolean() ? "pendingSeconds" : "queuedSeconds";
            String statistic = random.nextBoolean() ? "max" : "mean";
            return new Case(
                    rows,
                    servers,
                    domain,
                    survive,
                    Objective.parse("test", Map.of(metric, Map.of(statistic, limit))));
        }

        private ServerFleet fleet() {
            return new ServerFleet.Static(
                    List.of(new ServerFleet.Group(TYPE, servers, serversPerDomain)));
        }

        private SimulationSpec spec(List<MaintenanceWindow> windows) {
            return SimulationSpec.of(new ColumnWorkload(100, rows), fleet())
                    .with(draft -> draft.dynamics = ServerDynamics.NONE.with(windows));
        }

        @Override
        public RunSummary without(ServerLog log) {
            var all = IntStream.range(0, servers).boxed().collect(Collectors.toSet());
            return Simulation.run(
                            spec(List.of())
                                    .with(
                                            draft ->
                                                    draft.observation =
                                                            draft.observation.withServers(
                                                                    all, log)))
                    .summary();
        }

        @Override
        public RunSummary with(Loss loss) {
            return Simulation.run(spec(loss.windows(survive.lengthMicros()))).summary();
        }

        WorstLoss found() {
            return WorstLoss.find(survive, fleet().domains(), objective, this);
        }

        /** By every set of servers, every second and just before it, by one bit a unit. */
        Optional<Loss> everyLossThatMisses() {
            List<List<Integer>> sets = new ArrayList<>();
            int[] domains = fleet().domains();
            int units = survive.domains() > 0 ? domains[servers - 1] + 1 : servers;
            int lost = Math.min(units, survive.domains() + survive.servers());
            for (int bits = 0; bits < 1 << units; bits++) {
                if (Integer.bitCount(bits) == lost) {
                    int chosen = bits;
                    sets.add(
                            IntStream.range(0, servers)
                                    .filter(
                                            s ->
                                                    (chosen
                                                                            >> (survive.domains()
                                                                                            > 0
                                                                                    ? domains[s]
                                                                                    : s)
                                                                    & 1)
                                                            == 1)
                                    .boxed()
                                    .toList());
                }
            }
            long end = (long) (without(stay -> {}).makespanSeconds() * SECOND);
            for (long at = 0; at <= end; at += SECOND) {
                for (long moment : at == 0 ? new long[] {0} : new long[] {at - 1, at}) {
                    for (List<Integer> set : sets) {
                        Loss loss = new Loss(set, moment);
                        if (!objective.isMet(with(loss))) {
                            return Optional.of(loss);
                        }
                    }
                }
            }
            return Optional.empty();
        }
    }

    @Test
    void smallFleetsAreSearchedAsEveryLossSays() {
        SplittableRandom random = new SplittableRandom(31);
        int held = 0;
        int missed = 0;
        int overlooked = 0;
        for (int i = 0; i < 40; i++) {
            Case each = Case.random(random);
            WorstLoss found = each.found();
            if (found.loss() == null) {
                continue;
            }
            assertThat(found.scope()).isEqualTo(WorstLoss.Scope.EVERY_MOMENT);
            boolean isMet = each.objective().isMet(found.summary());
            boolean isMetByAll = each.everyLossThatMisses().isEmpty();
            if (isMet && !isMetByAll) {
                overlooked++;
            }
            held += isMet ? 1 : 0;
            missed += isMet ? 0 : 1;
        }
        assertThat(overlooked).isZero();
        assertThat(held).as("cases of both kinds").isGreaterThan(5);
        assertThat(missed).isGreaterThan(5);
    }

    @Test
    void whatIsLostForGoodFromTheFirstInstantIsNotThere() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20; i++) {
            Case each = Case.random(random);
            Loss first = new Loss(List.of(0), 0);
            Case less =
                    new Case(each.rows(), each.servers() - 1, 1, each.survive(), each.objective());
            Case forGood =
                    new Case(
                            each.rows(),
                            each.servers(),
                            1,
                            new Survive(1, 0, OptionalLong.empty()),
                            each.objective());
            assertThat(forGood.with(first).queuedSeconds())
                    .isEqualTo(less.without(stay -> {}).queuedSeconds());
        }
    }

    @Test
    void aFleetThatIsLostWholeNeverStartsWhatComes() {
        Case each =
                new Case(
                        List.of(Row.of(SECOND, SECOND, SECOND, 1), Row.of(2 * SECOND, 1, 1, 1)),
                        2,
                        1,
                        new Survive(3, 0, OptionalLong.empty()),
                        Objective.parse("test", Map.of("pendingSeconds", Map.of("max", 9.0))));
        WorstLoss found = each.found();
        assertThat(found.summary().tasks().pending()).isEqualTo(2);
        assertThat(found.summary().objectivePendingSeconds().max()).isInfinite();
    }
}
