package dev.stowage.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.billing.Charge.Kind;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Sustained use against plain counting, unit of resource by unit of resource. */
final class SustainedUseTest {
    private static final long STEP_SECONDS = 1_800;
    private static final long MONTH_SECONDS = 730 * 3_600L;
    private static final BigDecimal CORE = new BigDecimal("0.031611");
    private static final BigDecimal GIB = new BigDecimal("0.004237");
    private static final BillingRule GCP = BillingRules.reference().get("gcp");

    private static VmOffer n1(String name, int cores, int gib) {
        BigDecimal usd =
                CORE.multiply(BigDecimal.valueOf(cores)).add(GIB.multiply(BigDecimal.valueOf(gib)));
        VmType type =
                new VmType(
                        "gcp",
                        name,
                        "n1",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        return new VmOffer(type, "us-central1", usd, "test", LocalDate.of(2026, 7, 30));
    }

    private static VmUsage usage(VmOffer offer, int count, long fromSeconds, long toSeconds) {
        return new VmUsage(offer, false, count, fromSeconds, toSeconds, toSeconds, false);
    }

    private static BigDecimal saved(Bill bill) {
        return bill.charges().stream()
                .filter(charge -> charge.item().kind() == Kind.SUSTAINED_USE)
                .map(Charge::usd)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .negate();
    }

    /** The example of the provider's documentation: 4 vCPUs all month, 12 more for half of it. */
    @Test
    void addsUpTheUseOfTypesOfDifferentSizes() {
        VmOffer four = n1("n1-standard-4", 4, 15);
        VmOffer sixteen = n1("n1-standard-16", 16, 60);
        long half = MONTH_SECONDS / 2;

        Bill bill =
                Bill.of(
                        Metering.of(
                                List.of(
                                        usage(four, 1, 0, half),
                                        usage(sixteen, 1, half, MONTH_SECONDS)),
                                MONTH_SECONDS),
                        provider -> GCP);

        BigDecimal hour = four.usdPerHour();
        BigDecimal month = hour.multiply(BigDecimal.valueOf(730));
        // 30 % of 4 vCPUs with their memory for a month, 10 % of 12 for half of one
        BigDecimal expected =
                month.multiply(new BigDecimal("0.3"))
                        .add(month.multiply(new BigDecimal("3")).multiply(new BigDecimal("0.05")));
        assertThat(saved(bill)).isCloseTo(expected, within(new BigDecimal("1e-12")));
    }

    @Test
    void savesNothingOnWhatACommitmentPaysOrWithinTheFirstQuarter() {
        VmOffer four = n1("n1-standard-4", 4, 15);
        Commitment year =
                new Commitment(
                        Commitment.Kind.COMMITTED_USE,
                        12,
                        new BigDecimal("0.1"),
                        BigDecimal.ZERO,
                        "test");
        List<VmUsage> month = List.of(usage(four, 1, 0, MONTH_SECONDS));
        Metering committed =
                new Metering(
                        month,
                        List.of(),
                        List.of(new Purchase(four, year, 1)),
                        MONTH_SECONDS,
                        Optional.empty());
        Metering quarter =
                Metering.of(List.of(usage(four, 9, 0, MONTH_SECONDS / 4)), MONTH_SECONDS);

        assertThat(saved(Bill.of(Metering.of(month, MONTH_SECONDS), p -> GCP))).isPositive();
        assertThat(saved(Bill.of(committed, p -> GCP))).isZero();
        assertThat(saved(Bill.of(quarter, p -> GCP))).isZero();
    }

    @Test
    void keepsCustomTypesApart() {
        VmOffer fixed = n1("n1-standard-4", 4, 15);
        VmOffer custom = n1("custom-4-15360", 4, 15);
        long quarter = MONTH_SECONDS / 4;

        List<VmUsage> one =
                List.of(usage(fixed, 1, 0, quarter), usage(fixed, 1, quarter, 2 * quarter));
        List<VmUsage> two =
                List.of(usage(fixed, 1, 0, quarter), usage(custom, 1, quarter, 2 * quarter));

        assertThat(saved(Bill.of(Metering.of(one, MONTH_SECONDS), p -> GCP))).isPositive();
        assertThat(saved(Bill.of(Metering.of(two, MONTH_SECONDS), p -> GCP))).isZero();
    }

    @Property(tries = 100)
    void savesOnEachVcpuAndGibWhatItsTimeInTheMonthSaves(@ForAll long seed) {
        Random random = new Random(seed);
        List<VmOffer> types = List.of(n1("a", 1, 4), n1("b", 2, 2), n1("c", 4, 15), n1("d", 2, 13));
        Optional<LocalDate> start =
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(LocalDate.of(2027, 1 + random.nextInt(12), 1));
        BillingMonths months = new BillingMonths(start);
        List<VmUsage> vms = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(10); i++) {
            VmOffer type = types.get(random.nextInt(1 + random.nextInt(types.size())));
            long from = random.nextInt(2_000) * STEP_SECONDS;
            // at least a step: a VM that never ran is charged for a minute, which steps can't count
            long to = from + (1 + random.nextInt(2_999)) * STEP_SECONDS;
            vms.add(usage(type, 1 + random.nextInt(3), from, to));
        }
        Metering metering = new Metering(vms, List.of(), List.of(), 0, start);

        BigDecimal expected =
                byUnits(vms, months, true)
                        .multiply(CORE)
                        .add(byUnits(vms, months, false).multiply(GIB));
        assertThat(saved(Bill.of(metering, p -> GCP)))
                .isCloseTo(expected, within(new BigDecimal("0.0001")));
    }

    /** Hours that are not charged, over all units of a resource. */
    private static BigDecimal byUnits(List<VmUsage> vms, BillingMonths months, boolean isCpu) {
        int[] level = new int[6_000];
        for (VmUsage vm : vms) {
            Resources size = vm.offer().type().capacity();
            for (long at = vm.startSeconds(); at < vm.endSeconds(); at += STEP_SECONDS) {
                level[(int) (at / STEP_SECONDS)] +=
                        vm.count() * (int) (isCpu ? size.cores() : size.gib());
            }
        }
        List<BigDecimal> rates = GCP.sustainedUse("n1").orElseThrow().rates();
        Map<List<Integer>, Integer> used = new TreeMap<>(SustainedUseTest::compare);
        BigDecimal free = BigDecimal.ZERO;
        for (int step = 0; step < level.length; step++) {
            int month = months.at(step * STEP_SECONDS);
            long quarter = months.lengthSeconds(month) / 4 / STEP_SECONDS;
            for (int unit = 0; unit < level[step]; unit++) {
                int before = used.merge(List.of(month, unit), 1, Integer::sum) - 1;
                BigDecimal rate = rates.get((int) (before / quarter));
                free = free.add(BigDecimal.ONE.subtract(rate));
            }
        }
        return free.multiply(new BigDecimal("0.5"));
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        int order = a.get(0).compareTo(b.get(0));
        return order != 0 ? order : a.get(1).compareTo(b.get(1));
    }
}
