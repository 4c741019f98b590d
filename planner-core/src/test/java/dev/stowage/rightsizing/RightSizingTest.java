package dev.stowage.rightsizing;

import static dev.stowage.rightsizing.Measurements.MINUTE;
import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.SizedResource.Outcome;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.SizingRule;
import dev.stowage.rightsizing.evidence.UseQuantile;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RightSizingTest {
    private static final long MIB = 1L << 20;
    private static final SizingOptions OPTIONS = options(0);

    private static SizingOptions options(long history) {
        return new SizingOptions(
                SizingRule.DEFAULT,
                Map.of(TaskClass.BATCH, new SizingRule(UseQuantile.ofPercent(50), UseQuantile.MAX)),
                new BigDecimal("0.15"),
                new Resources(10_000, 16 * MIB),
                20,
                history,
                0,
                Set.of());
    }

    /** 100 measurements: 90 of 0.4 cores, 10 of 2; 1 GiB, once 3. */
    private static Measurements busy(int service) {
        long[] cpu = new long[100];
        long[] memory = new long[100];
        Arrays.fill(cpu, 400_000);
        Arrays.fill(memory, GIB);
        for (int i = 5; i < 100; i += 10) {
            cpu[i] = 2 * CORE;
        }
        memory[7] = 3 * GIB;
        return new Measurements(true).series(service, 0, cpu, memory);
    }

    @Test
    void takesQuantilesOfUseWithTheMargin() {
        PackRequest request =
                new Requests().service(1, 4 * CORE, 2 * GIB).of(TaskClass.USER_FACING).on(2);

        RightSizing sizing = RightSizing.of(request, busy(0), OPTIONS);

        SizedService service = sizing.services().get(0);
        assertThat(service.cpu().after()).isEqualTo(2_300_000);
        assertThat(service.memory().after()).isEqualTo(3533 * MIB); // 3,532.8 rounded up
        assertThat(service.cpu().outcome()).isEqualTo(Outcome.RULE);
        assertThat(RightSizing.Change.of(service)).isEqualTo(RightSizing.Change.BOTH);
        assertThat(service.memoryLimit()).isEqualTo(3533 * MIB);
        assertThat(service.evidence())
                .isEqualTo(
                        "100 measurements of 1 replica over 8.3 h: cpu p95 2 cores, + 15 %;"
                                + " memory max 3 GiB, + 15 %; memory fell sharply 1 time, last"
                                + " 40 min after the first measurement");
    }

    @Test
    void aClassMayHaveItsOwnRule() {
        PackRequest request =
                new Requests().service(1, 4 * CORE, 2 * GIB).of(TaskClass.BATCH).on(2);

        SizedService service = RightSizing.of(request, busy(0), OPTIONS).services().get(0);

        assertThat(service.cpu().quantile()).hasToString("p50");
        assertThat(service.cpu().after()).isEqualTo(460_000);
    }

    @Test
    void weighsByTime() {
        PackRequest request = new Requests().service(1, 4 * CORE, 2 * GIB).on(2);
        Measurements use = new Measurements(true);
        for (int i = 0; i < 30; i++) {
            use.add(0, 0, i * MINUTE, (i + 1) * MINUTE, CORE, GIB);
        }
        use.add(0, 0, 30 * MINUTE, 700 * MINUTE, CORE / 2, GIB); // more than 95 % of the time

        SizedService service = RightSizing.of(request, use, OPTIONS).services().get(0);

        assertThat(service.cpu().used()).isEqualTo(CORE / 2);
        assertThat(service.history().measuredMicros()).isEqualTo(700 * MINUTE);
    }

    @Test
    void keepsRequestsWithoutEnoughEvidenceAndSaysWhy() {
        PackRequest request =
                new Requests().service(1, CORE, GIB).service(1, CORE, GIB).service(1, 0, 0).on(2);
        Measurements use = busy(1);
        use.add(0, 1, 0, MINUTE, 5, 5);

        RightSizing sizing = RightSizing.of(request, use, OPTIONS);

        SizedService few = sizing.services().get(0);
        assertThat(few.isSized()).isFalse();
        assertThat(few.cpu().after()).isEqualTo(CORE);
        assertThat(few.memoryLimit()).isNull();
        assertThat(few.evidence()).contains("stays: 1 measurement of at least 20");
        SizedService unseen = sizing.services().get(2);
        assertThat(unseen.cpu().outcome()).isEqualTo(Outcome.NOT_MEASURED);
        assertThat(unseen.evidence()).isEqualTo("no measurements: requests stay");

        RightSizing strict = RightSizing.of(request, use, options(24 * 60 * MINUTE));
        assertThat(strict.services().get(1).evidence()).contains("stays: 8.3 h of at least 24 h");
        assertThat(strict.services()).noneMatch(SizedService::isSized);
    }

    @Test
    void staysWithinFloorAndLargestServer() {
        long[] idle = new long[40];
        long[] huge = new long[40];
        Arrays.fill(huge, 12 * CORE);
        long[] much = new long[40];
        Arrays.fill(much, 15 * GIB);
        PackRequest request = new Requests().service(1, CORE, GIB).service(1, CORE, GIB).on(2);
        Measurements use = new Measurements(true).series(0, 0, idle, idle).series(1, 1, huge, much);

        RightSizing sizing = RightSizing.of(request, use, OPTIONS);

        SizedService least = sizing.services().get(0);
        assertThat(least.cpu().after()).isEqualTo(10_000);
        assertThat(least.memory().after()).isEqualTo(16 * MIB);
        assertThat(least.cpu().outcome()).isEqualTo(Outcome.FLOOR);
        SizedService most = sizing.services().get(1);
        assertThat(most.cpu().after()).isEqualTo(8 * CORE);
        assertThat(most.memory().after()).isEqualTo(16 * GIB);
        assertThat(most.evidence()).contains("no server has more than 8 cores");
    }

    @Test
    void saysWhereUseRisesAndHowOftenTheRequestIsExceededInTheEnd() {
        long[] cpu = new long[100];
        long[] memory = new long[100];
        for (int i = 0; i < 100; i++) {
            cpu[i] = i < 70 ? CORE : i < 80 ? 9 * CORE / 10 : 2 * CORE;
            memory[i] = GIB;
        }
        PackRequest request = new Requests().service(1, CORE, GIB).on(2);

        RightSizing sizing =
                RightSizing.of(request, new Measurements(true).series(0, 0, cpu, memory), OPTIONS);

        SizedService service = sizing.services().get(0);
        HeldOut held = service.cpu().heldOut();
        assertThat(held).isNotNull();
        assertThat(held.request()).isEqualTo(1_150_000);
        assertThat(held.aboveShare()).isEqualTo(20.0 / 30);
        assertThat(service.isRising()).isTrue();
        assertThat(service.evidence())
                .contains("but its use rises: median 1 core at first, 2 cores at last");
        assertThat(sizing.heldOut(true).aboveShare()).isBetween(0.6666, 0.6667);
        assertThat(sizing.heldOut(true).rising()).isEqualTo(1);
        assertThat(sizing.heldOut(false).aboveShare()).isZero();
    }

    @Test
    void givesItemsAndServicesTheirNewRequests() {
        ResourceVector limit = ResourceVector.of(5 * CORE, 2 * GIB);
        PackRequest request =
                new Requests()
                        .service(2, 4 * CORE, 2 * GIB, limit)
                        .service(1, 4 * CORE, 2 * GIB)
                        .on(2);
        RightSizing sizing = RightSizing.of(request, busy(0), OPTIONS);

        PackRequest sized = SizedRequests.of(request, sizing, Map.of("usage", "u.csv"));

        assertThat(sized.problem().items().get(1).demand())
                .isEqualTo(ResourceVector.of(2_300_000, 3533 * MIB));
        assertThat(sized.problem().items().get(1).current()).hasValue(0);
        assertThat(sized.problem().items().get(2).demand())
                .isEqualTo(ResourceVector.of(4 * CORE, 2 * GIB));
        PlacementPlan.Service service = sized.services().get(0);
        assertThat(service.requestBefore()).isEqualTo(ResourceVector.of(4 * CORE, 2 * GIB));
        assertThat(service.limit()).isEqualTo(ResourceVector.of(5 * CORE, 3533 * MIB));
        assertThat(sized.services().get(1).requestBefore()).isNull();
        assertThat(sized.services().get(1).limit()).isNull();
        assertThat(sized.inputs())
                .containsEntry("usage", "u.csv")
                .containsEntry("file", "test.yaml");
    }

    /** Only memory: what a replica takes of an idle CPU harms nobody. */
    @Test
    void limitsMemoryAndNoCpuThatHadNoLimit() {
        PackRequest request = new Requests().service(1, 4 * CORE, 2 * GIB).on(2);

        PackRequest sized =
                SizedRequests.of(request, RightSizing.of(request, busy(0), OPTIONS), Map.of());

        assertThat(sized.services().get(0).limit()).isEqualTo(ResourceVector.of(0, 3533 * MIB));
    }

    @Test
    void livesWithoutAnyMeasurement() {
        PackRequest request = new Requests().service(1, CORE, GIB).on(1);

        RightSizing sizing = RightSizing.of(request, new Measurements(true), OPTIONS);

        assertThat(sizing.spanMicros()).isZero();
        assertThat(sizing.services()).noneMatch(SizedService::isSized);
        assertThat(sizing.heldOut(true).services()).isZero();
    }

    @Test
    void aLargerQuantileNeverAsksForLess() {
        PackRequest request = new Requests().service(1, CORE, GIB).on(2);
        long last = 0;
        for (int percent = 1; percent <= 100; percent++) {
            UseQuantile quantile = UseQuantile.ofPercent(percent);
            SizingOptions options =
                    new SizingOptions(
                            new SizingRule(quantile, quantile),
                            Map.of(),
                            BigDecimal.ZERO,
                            Resources.NONE,
                            1,
                            0,
                            0,
                            Set.of());
            long cpu = RightSizing.of(request, busy(0), options).services().get(0).cpu().after();
            assertThat(cpu).isGreaterThanOrEqualTo(last);
            last = cpu;
        }
        assertThat(last).isEqualTo(2 * CORE);
    }
}
