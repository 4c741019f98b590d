package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calibration against rows that a known service, node and neighbours have made. */
class CalibrationTest {
    private static final NodeLibrary SHIPPED = NodeLibrary.shipped();
    private static final ServiceProfile SERVICE =
            SHIPPED.service("test", "memcached")
                    .with(ServiceParameter.REFERENCE_CORES, 4, ParameterSource.OURS)
                    .with(ServiceParameter.MAX_LOAD, 600_000, ParameterSource.OURS)
                    .with(ServiceParameter.UTILISATION, 0.7, ParameterSource.OURS)
                    .with(ServiceParameter.CACHE_GROWTH, 0.205, ParameterSource.OURS)
                    .with(ServiceParameter.CACHE_PRESSURE, 1.5, ParameterSource.OURS);
    private static final NodeProfile NODE =
            SHIPPED.node("test", "parties")
                    .with(NodeParameter.SIBLING_GROWTH, 1, ParameterSource.OURS)
                    .with(NodeParameter.BANDWIDTH_GROWTH, 0.1941, ParameterSource.OURS)
                    .with(NodeParameter.SIBLING_SYSTEM_GROWTH, 0, ParameterSource.OURS)
                    .with(NodeParameter.BANDWIDTH_SYSTEM_WEIGHT, 0, ParameterSource.OURS)
                    .with(NodeParameter.BANDWIDTH_MISS_GROWTH, 0, ParameterSource.OURS);
    private static final BatchProfile STREAM =
            SHIPPED.batch("test", "memory")
                    .with(BatchParameter.BANDWIDTH_PER_CORE, 12, ParameterSource.OURS);

    private static List<MeasuredRow> rows(double noise, double... loads) {
        BesideModel model = new BesideModel(NODE, SERVICE);
        Random random = new Random(5);
        List<MeasuredRow> rows = new ArrayList<>();
        for (double load : loads) {
            for (int ways : new int[] {2, 8, 14, 20}) {
                for (int others = 0; others <= 4; others += 2) {
                    BatchProfile neighbour = others == 0 ? null : STREAM;
                    var outcome =
                            model.at(new BesideModel.Setting(load, 4, ways, others), neighbour);
                    rows.add(
                            new MeasuredRow(
                                    rows.size() + 2,
                                    load,
                                    outcome.seconds() * Math.exp(noise * random.nextGaussian()),
                                    4,
                                    ways,
                                    load * Math.min(1, 1 / outcome.utilisation()),
                                    others == 0 ? "" : "stream",
                                    others,
                                    12.0));
                }
            }
        }
        return rows;
    }

    @Test
    void findsWhatMadeTheRows() {
        Calibration found =
                Calibration.of(
                        "test",
                        SHIPPED.service("test", "memcached"),
                        SHIPPED.node("test", "parties"),
                        rows(0, 1e5, 3e5, 5e5),
                        List.of());
        ServiceProfile service = found.library().service("test", "memcached");
        assertThat(found.medianError()).isLessThan(0.02);
        double capacity =
                service.of(ServiceParameter.MAX_LOAD) / service.of(ServiceParameter.UTILISATION);
        assertThat(capacity).isCloseTo(600_000 / 0.7, within(10_000.0));
        assertThat(service.of(ServiceParameter.CACHE_GROWTH)).isCloseTo(0.205, within(0.05));
        double pressure =
                service.of(ServiceParameter.CACHE_PRESSURE)
                        * found.library()
                                .batch("test", "stream")
                                .of(BatchParameter.BANDWIDTH_PER_CORE);
        assertThat(pressure).isCloseTo(1.5 * 12, within(1.5));
    }

    @Test
    void predictsSettingsThatItHasNotSeenAndSaysHowFarRepeatsAre() {
        List<MeasuredRow> rows = new ArrayList<>(rows(0.1, 1e5, 2e5, 3e5, 4e5, 5e5));
        for (MeasuredRow row : rows(0.1, 1e5, 2e5)) {
            rows.add(
                    new MeasuredRow(
                            1,
                            row.loadPerSecond(),
                            row.seconds() * 1.1,
                            4,
                            row.ways(),
                            row.achievedPerSecond(),
                            row.neighbour(),
                            row.neighbourCores(),
                            12.0));
        }
        Calibration found = Calibration.of("test", SERVICE, NODE, rows, List.of());
        assertThat(found.held().get(0).leftOut()).isEqualTo("a setting");
        assertThat(found.held().get(0).medianError()).isLessThan(0.15);
        assertThat(found.held().get(0).withinStep()).isEqualTo(found.held().get(0).groups());
        assertThat(found.repeats().medianDifference()).isBetween(0.02, 0.3);
    }

    @Test
    void predictsRowsThatAreHeldOut() {
        Calibration found =
                Calibration.of("test", SERVICE, NODE, rows(0, 1e5, 3e5, 5e5), rows(0, 2e5, 4e5));
        Held held = found.held().get(0);
        assertThat(held.leftOut()).isEqualTo("the rows held out");
        assertThat(held.medianError()).isLessThan(0.05);
        List<MeasuredRow> alone =
                rows(0, 1e5, 3e5).stream().filter(row -> row.neighbour().isEmpty()).toList();
        assertThatThrownBy(() -> Calibration.of("test", SERVICE, NODE, alone, rows(0, 1e5)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("neighbour \"stream\"");
    }

    @Test
    void saysWhatOneLevelCannotTell() {
        List<MeasuredRow> alone =
                rows(0, 1e5, 2e5, 3e5, 5e5).stream()
                        .filter(row -> row.neighbour().isEmpty() && row.ways() == 20)
                        .toList();
        Calibration found = Calibration.of("test", SERVICE, NODE, alone, List.of());
        assertThat(found.notTold())
                .anyMatch(
                        each -> each.contains("ways has one level") && each.contains("cacheGrowth"))
                .anyMatch(each -> each.contains("cores has one level"))
                .anyMatch(each -> each.contains("no neighbour"));
        assertThat(found.parameters()).hasSize(4);
        NodeProfile measured = found.library().node("test", "measured");
        NodeProfile before = NODE.with(NodeParameter.KNEE_MARGIN, 1, ParameterSource.OURS);
        assertThat(NodeParameter.values())
                .as("no row tells what neighbours do")
                .allMatch(key -> measured.of(key) == before.of(key));
        assertThatThrownBy(() -> Calibration.of("rows.csv", SERVICE, NODE, rows(0, 1e5), List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("load_per_second has one level")
                .hasMessageContaining("zeroLoadLatency");
        assertThatThrownBy(
                        () ->
                                Calibration.of(
                                        "rows.csv", SERVICE, NODE, alone.subList(0, 2), List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 rows");
    }

    @Test
    void leavesTheLargestLoadToThePriorWhereAllLoadsAreFarBelow() {
        for (int draw = 0; draw < 20; draw++) {
            List<MeasuredRow> few = new ArrayList<>();
            for (int repeat = 0; repeat < 2; repeat++) {
                Random random = new Random(1000L * draw + repeat);
                for (MeasuredRow row : rows(0, 1e4, 2e4, 4e4)) {
                    if (row.ways() == 20 && row.neighbour().isEmpty()) {
                        few.add(scaled(row, Math.exp(0.03 * random.nextGaussian())));
                    }
                }
            }
            Calibration found = Calibration.of("test", SERVICE, NODE, few, List.of());
            assertThat(found.notTold())
                    .anyMatch(each -> each.contains("no row is near saturation"));
            assertThat(found.parameters())
                    .filteredOn(each -> each.evidence() == FittedParameter.Evidence.DATA)
                    .extracting(FittedParameter::name)
                    .doesNotContain("memcached.maxLoadPerSecond", "memcached.utilisationAtMaxLoad");
            ServiceProfile service = found.library().service("test", "memcached");
            assertThat(service.parameters().parameter(ServiceParameter.MAX_LOAD).source())
                    .isEqualTo(ParameterSource.OURS);
        }
    }

    private static final double TARGET = SERVICE.of(ServiceParameter.TARGET_SECONDS);
    private static final double[] LOADS = {1e5, 2e5, 3e5, 4e5, 5e5, 6e5, 7e5, 8e5};

    /** Rows of a place by the model. */
    private static List<MeasuredRow> at(int cores, int ways, int others, double... loads) {
        BesideModel model = new BesideModel(NODE, SERVICE);
        List<MeasuredRow> rows = new ArrayList<>();
        for (double load : loads) {
            var outcome =
                    model.at(
                            new BesideModel.Setting(load, cores, ways, others),
                            others == 0 ? null : STREAM);
            rows.add(
                    new MeasuredRow(
                            rows.size() + 2,
                            load,
                            outcome.seconds(),
                            cores,
                            ways,
                            load * Math.min(1, 1 / outcome.utilisation()),
                            others == 0 ? "" : "memory",
                            others,
                            null));
        }
        return rows;
    }

    private static FittedParameter parameter(Calibration found, String name) {
        return found.parameters().stream()
                .filter(each -> each.name().endsWith("." + name))
                .findFirst()
                .orElseThrow();
    }

    /** Most cores were measured beside a neighbour only, and fewer alone only. */
    @Test
    void doesNotTellCoresFromANeighbourThatAlwaysCameWithThem() {
        List<MeasuredRow> rows = new ArrayList<>(at(2, 20, 0, 5e4, 1e5, 15e4, 2e5, 25e4, 3e5));
        rows.addAll(at(4, 20, 4, LOADS));
        Calibration found = Calibration.of("test", SERVICE, NODE, rows, List.of());
        assertThat(found.notTold())
                .anyMatch(each -> each.startsWith("cores and neighbour never varied apart"))
                .anyMatch(each -> each.startsWith("no row is on 4 cores and 20 ways, alone"));
        assertThat(found.parameters())
                .filteredOn(each -> each.evidence() == FittedParameter.Evidence.DATA)
                .extracting(FittedParameter::name)
                .doesNotContain(
                        "memcached.maxLoadPerSecond",
                        "memcached.utilisationAtMaxLoad",
                        "memcached.queueScvLimit",
                        "measured.bandwidthGrowth",
                        "memory.siblingShare");
        rows.addAll(at(4, 20, 0, LOADS));
        found = Calibration.of("test", SERVICE, NODE, rows, List.of());
        assertThat(found.notTold()).noneMatch(each -> each.contains("never varied apart"));
        assertThat(parameter(found, "maxLoadPerSecond").evidence())
                .isEqualTo(FittedParameter.Evidence.DATA);
    }

    /** Without its only row the largest load would be that of fewer cores. */
    @Test
    void doesNotMixLargestLoadsOfDifferentNumbersOfCores() {
        List<MeasuredRow> rows = new ArrayList<>(at(2, 20, 0, 5e4, 1e5, 15e4, 2e5, 25e4, 3e5));
        rows.addAll(at(4, 20, 0, 580_000));
        Calibration found = Calibration.of("test", SERVICE, NODE, rows, List.of());
        FittedParameter largest = parameter(found, "maxLoadPerSecond");
        assertThat(largest.lowest()).isNull();
        assertThat(largest.highest()).isNull();
        assertThat(largest.evidence()).isNotEqualTo(FittedParameter.Evidence.DATA);
        assertThat(found.notTold())
                .anyMatch(each -> each.startsWith("one load was measured on 4 cores"));
    }

    /** Rows that miss from 400,000 on, where the curve would hold 600,000: it would go on. */
    @Test
    void isAtTheUpperBoundOfWhatRowsSay() {
        List<MeasuredRow> rows = new ArrayList<>();
        for (MeasuredRow row : at(4, 20, 0, LOADS)) {
            boolean isSlow = row.loadPerSecond() == 4e5 || row.loadPerSecond() == 5e5;
            rows.add(isSlow ? scaled(row, 1.001 * TARGET / row.seconds()) : row);
        }
        FittedParameter largest =
                parameter(
                        Calibration.of("test", SERVICE, NODE, rows, List.of()), "maxLoadPerSecond");
        assertThat(largest.value()).isCloseTo(4e5, within(1.0));
        assertThat(largest.isAtBound()).isTrue();
    }

    /** What a hiccup at the lowest load does is no reason to say that nothing rises. */
    @Test
    void aHiccupAtTheLowestLoadDoesNotHideARise() {
        List<MeasuredRow> rows = new ArrayList<>(at(4, 20, 0, LOADS));
        rows.set(0, scaled(rows.get(0), 5));
        Calibration found = Calibration.of("test", SERVICE, NODE, rows, List.of());
        assertThat(found.notTold()).noneMatch(each -> each.contains("near saturation"));
        assertThat(parameter(found, "maxLoadPerSecond").isGuess()).isFalse();
    }

    /** One reading of many within the noise is no bound from below. */
    @Test
    void aGuessHasNoBoundWithinTheNoise() {
        List<MeasuredRow> rows = new ArrayList<>();
        double[] shares = {1.04, 1.05, 0.99, 0.97, 0.97, 1.03, 0.98, 0.97};
        for (int i = 0; i < shares.length; i++) {
            double load = 1000 * (i + 4);
            rows.add(new MeasuredRow(i + 2, load, shares[i] * TARGET, 2, 20, load, "", 0, null));
        }
        FittedParameter largest =
                parameter(
                        Calibration.of("test", SERVICE, NODE, rows, List.of()), "maxLoadPerSecond");
        assertThat(largest.isGuess()).isTrue();
        assertThat(largest.atLeast()).isNull();
    }

    /** Of two threads, one is asked more: the other half of the rows, at loads not seen, tell. */
    @Test
    void findsTheBusiestThreadAndPredictsLoadsInBetween() {
        ServiceProfile uneven =
                SERVICE.with(ServiceParameter.THREAD_IMBALANCE, 0.6, ParameterSource.OURS)
                        .with(ServiceParameter.UTILISATION, 0.5, ParameterSource.OURS);
        BesideModel model = new BesideModel(NODE, uneven);
        List<MeasuredRow> rows = new ArrayList<>();
        for (int cores : new int[] {1, 2, 4}) {
            for (int load = 1; load <= 12; load++) {
                double perSecond = 25_000.0 * load * cores;
                var at = model.at(new BesideModel.Setting(perSecond, cores, 20, 0), null);
                double kept = perSecond * Math.min(1, 1 / at.utilisation());
                rows.add(
                        new MeasuredRow(
                                rows.size(),
                                perSecond,
                                at.seconds(),
                                cores,
                                20,
                                kept,
                                "",
                                0,
                                null));
            }
        }
        List<MeasuredRow> even = rows.stream().filter(row -> row.line() % 2 == 0).toList();
        List<MeasuredRow> odd = rows.stream().filter(row -> row.line() % 2 == 1).toList();
        Calibration found = Calibration.of("test", SERVICE, NODE, even, odd);
        ServiceProfile service = found.library().service("test", "memcached");
        assertThat(service.of(ServiceParameter.THREAD_IMBALANCE)).isCloseTo(0.6, within(0.1));
        assertThat(found.held().get(0).medianError()).isLessThan(0.05);
    }

    @Test
    void judgesNoSaturationWhereAnswersWereNotCounted() {
        List<MeasuredRow> uncounted =
                rows(0, 1e5, 3e5, 9e5).stream()
                        .map(
                                row ->
                                        new MeasuredRow(
                                                row.line(),
                                                row.loadPerSecond(),
                                                row.seconds(),
                                                row.cores(),
                                                row.ways(),
                                                null,
                                                row.neighbour(),
                                                row.neighbourCores(),
                                                row.neighbourGbps()))
                        .toList();
        Calibration found = Calibration.of("test", SERVICE, NODE, uncounted, List.of());
        assertThat(found.held()).allMatch(each -> each.groups() == 0);
    }

    private static MeasuredRow scaled(MeasuredRow row, double factor) {
        return new MeasuredRow(
                row.line(),
                row.loadPerSecond(),
                row.seconds() * factor,
                row.cores(),
                row.ways(),
                row.achievedPerSecond(),
                row.neighbour(),
                row.neighbourCores(),
                row.neighbourGbps());
    }
}
