package dev.stowage.rightsizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.DrawnFleet.Kind;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.Risk;
import dev.stowage.rightsizing.replay.SizingVerdict;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Claims about minutes a month above capacity against what is true in the four weeks that follow.
 * With {@code -Dfleets=125 -Dfleets.from=5000} it prints the table of docs/validation.md.
 */
class DrawnFleetsTest {
    private static final int FLEETS = Integer.getInteger("fleets", 8);
    private static final int FROM = Integer.getInteger("fleets.from", 0);
    private static final double FUTURE_DAYS = 28;

    /**
     * What became of the fleets of a kind: without a claim by what the verdict was, with one by
     * whether more time was above capacity than it says.
     */
    private static final class Table {
        private int notSafe;
        private int byHeldOut; // nothing else speaks against them
        private int unsaid;
        private int quiet; // no claim, nothing against it, and yet above capacity
        private int held;
        private int broken;
        private int below; // claims of at least so many minutes
        private double worstMinutes;
        private int servers; // claims of a server and a resource
        private int brokenServers;

        int claimed() {
            return held + broken;
        }
    }

    /** The 5 % that may be broken, and two deviations. */
    private static int mostBroken(int claims) {
        return (int) Math.ceil(0.05 * claims + 2 * Math.sqrt(0.05 * 0.95 * claims));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void trueDemandIsAboveCapacityForNoLongerThanWasClaimed(Kind kind) {
        Table table = new Table();
        for (int seed = FROM; seed < FROM + FLEETS; seed++) {
            fleet(new DrawnFleet(kind, seed), table);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.0f | %d | %d |%n",
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                FLEETS,
                table.notSafe,
                table.byHeldOut,
                table.unsaid,
                table.quiet,
                table.claimed(),
                table.broken,
                table.below,
                table.worstMinutes,
                table.servers,
                table.brokenServers);
        assertThat(table.brokenServers).isLessThanOrEqualTo(mostBroken(table.servers));
        assertThat(table.below).isLessThanOrEqualTo(mostBroken(table.claimed()));
        assertThat(table.broken).isLessThanOrEqualTo(mostBroken(table.claimed()));
        assertThat(table.quiet).isLessThanOrEqualTo(mostBroken(table.unsaid));
    }

    @Test
    void refusesNothingOfAnOrdinaryFleet() {
        DrawnFleet fleet = new DrawnFleet(Kind.DIURNAL, 1);
        RightSizing sizing = SizedFleet.of(fleet).sizing();
        assertThat(sizing.isWhole()).isTrue();
        assertThat(sizing.services()).allMatch(SizedService::isSized);
    }

    private static void fleet(DrawnFleet fleet, Table table) {
        SizedFleet sized = SizedFleet.of(fleet);
        PlacementPlan plan = sized.plan();
        ReplayResult replay = sized.replay();
        Double cpu = replay.cpuRisk().atMostMinutesAMonth();
        Double memory = replay.memoryRisk().atMostMinutesAMonth();
        SizingVerdict verdict = sized.verdict();
        table.notSafe += verdict.state() == SizingVerdict.State.NOT_SAFE ? 1 : 0;
        boolean isByHeldOut =
                verdict.causes().stream()
                        .filter(cause -> cause.kind().state() == SizingVerdict.State.NOT_SAFE)
                        .allMatch(cause -> cause.kind() == SizingVerdict.Kind.HELD_OUT_ABOVE);
        table.byHeldOut += isByHeldOut && verdict.state() == SizingVerdict.State.NOT_SAFE ? 1 : 0;
        Map<String, Double> cpuOf = minutes(plan, 0, fleet::demand);
        Map<String, Double> memoryOf = minutes(plan, 1, fleet::held);
        double cpuMinutes = cpuOf.values().stream().mapToDouble(d -> d).sum();
        double memoryMinutes = memoryOf.values().stream().mapToDouble(d -> d).sum();
        for (ReplayResult.Server server : replay.servers()) {
            server(server.cpu().risk(), cpuOf.get(server.name()), table);
            server(server.memory().risk(), memoryOf.get(server.name()), table);
        }
        boolean isPlaced = plan.result().unplaced() == 0;
        if (!isPlaced || cpu == null || memory == null) {
            table.unsaid++;
            table.quiet += verdict.holds() && cpuMinutes + memoryMinutes > 0 ? 1 : 0;
            return;
        }
        table.worstMinutes = Math.max(table.worstMinutes, Math.max(cpuMinutes, memoryMinutes));
        if (cpuMinutes <= cpu && memoryMinutes <= memory) {
            table.held++;
        } else {
            table.broken++;
        }
        table.below +=
                cpuMinutes < replay.cpuRisk().atLeastMinutesAMonth()
                                || memoryMinutes < replay.memoryRisk().atLeastMinutesAMonth()
                        ? 1
                        : 0;
    }

    private static void server(Risk claim, Double minutes, Table table) {
        if (claim.atMostMinutesAMonth() != null) {
            table.servers++;
            table.brokenServers += minutes > claim.atMostMinutesAMonth() ? 1 : 0;
        }
    }

    /** True amounts by item and hour. */
    @FunctionalInterface
    private interface Truth {
        long amount(int item, int hour);
    }

    /** Minutes above capacity in a month of 30 days, by server, of the four weeks that follow. */
    private static Map<String, Double> minutes(PlacementPlan plan, int resource, Truth truth) {
        Map<String, Long> capacities = new HashMap<>();
        plan.servers().forEach(s -> capacities.put(s.name(), s.capacity().get(resource)));
        Map<String, Double> above = new HashMap<>();
        capacities.keySet().forEach(name -> above.put(name, 0.0));
        for (int hour = DrawnFleet.MEASURED; hour < DrawnFleet.HOURS; hour++) {
            Map<String, Long> loads = new HashMap<>();
            for (int item = 0; item < plan.items().size(); item++) {
                if (plan.items().get(item).server() == null) {
                    continue; // pack says so, and exits with 1
                }
                loads.merge(plan.items().get(item).server(), truth.amount(item, hour), Long::sum);
            }
            for (Map.Entry<String, Long> load : loads.entrySet()) {
                if (load.getValue() > capacities.get(load.getKey())) {
                    above.merge(load.getKey(), 60 / FUTURE_DAYS * 30, Double::sum);
                }
            }
        }
        return above;
    }
}
