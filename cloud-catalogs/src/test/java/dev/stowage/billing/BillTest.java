package dev.stowage.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.BillingRule.Rounding;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class BillTest {
    private static final VmOffer M5 = BillSamples.offer("p0", "r0", "m5", "0.096", "0.03");

    private static Function<String, BillingRule> rule(long quantum, long minimum, Rounding by) {
        return provider -> new BillingRule(provider, quantum, minimum, by, "USD", "test");
    }

    private static VmUsage usage(int count, long start, long worked, long end) {
        return new VmUsage(M5, false, count, start, worked, end, false);
    }

    @Test
    void chargesWholeQuantaAndShowsWhatWasOfNoUse() {
        Bill bill =
                Bill.of(
                        Metering.of(List.of(usage(2, 0, 4_000, 4_000)), 4_000),
                        rule(3_600, 60, Rounding.UP));

        BillLine line = bill.lines().get(0);
        assertThat(line.vmHours()).isEqualByComparingTo("4");
        assertThat(line.idleSeconds()).isEqualTo(2 * (7_200 - 4_000));
        assertThat(line.amount()).isEqualByComparingTo("0.38"); // 0.384
        assertThat(bill.total()).isEqualByComparingTo("0.38");
        assertThat(bill.exactTotal()).isEqualByComparingTo("0.384");
    }

    @Test
    void chargesTheMinimumOfAVmThatNeverRan() {
        Metering nothing = Metering.of(List.of(usage(1, 5, 5, 5)), 10);

        assertThat(Bill.of(nothing, rule(1, 60, Rounding.UP)).chargedVmSeconds()).isEqualTo(60);
        assertThat(Bill.of(nothing, rule(1, 60, Rounding.UP)).idleVmSeconds()).isEqualTo(60);
        assertThat(Bill.of(nothing, rule(60, 0, Rounding.DOWN)).lines()).isEmpty();
    }

    @Test
    void isEmptyForAPeriodOfNothing() {
        Bill bill = Bill.of(Metering.of(List.of(), 0), rule(1, 60, Rounding.UP));

        assertThat(bill.lines()).isEmpty();
        assertThat(bill.total()).isEqualByComparingTo("0.00");
        assertThat(bill.currency()).isEqualTo("USD");
    }

    @Test
    void roundsHugeAmountsToTheCent() {
        VmOffer dear = BillSamples.offer("p0", "r0", "x", "98765432109876543.21", "1");
        VmUsage usage = new VmUsage(dear, false, Integer.MAX_VALUE, 0, 3_601, 3_601, false);

        Bill bill = Bill.of(Metering.of(List.of(usage), 3_601), rule(1, 60, Rounding.UP));

        BigDecimal exact =
                new BigDecimal("98765432109876543.21")
                        .multiply(BigDecimal.valueOf(Integer.MAX_VALUE))
                        .multiply(BigDecimal.valueOf(3_601));
        assertThat(bill.total())
                .isEqualByComparingTo(
                        exact.divide(BigDecimal.valueOf(3_600), 2, RoundingMode.HALF_UP));
    }

    @Test
    void countsOneSpotVmThatIsTakenBackToTheSecond() {
        VmUsage usage = new VmUsage(M5, true, 1, 0, 10, 10, true);

        Bill bill = Bill.of(Metering.of(List.of(usage), 10), rule(3_600, 3_600, Rounding.UP));

        assertThat(bill.chargedVmSeconds()).isEqualTo(10);
        assertThat(bill.lines().get(0).item().pricing()).isEqualTo(Pricing.SPOT);
        assertThat(bill.lines().get(0).item().unitPrice()).isEqualByComparingTo("0.03");
    }

    @Test
    void paysWithCommitmentsFirstForWhatIsOfUseAndShowsWhatTheyDidNotPay() {
        Commitment year =
                new Commitment(
                        Commitment.Kind.RESERVED,
                        12,
                        new BigDecimal("0.03"),
                        new BigDecimal("262.80"),
                        "test");
        Metering metering =
                new Metering(
                        List.of(usage(3, 0, 3_600, 3_600), usage(1, 0, 1_800, 3_600)),
                        List.of(),
                        List.of(new Purchase(M5, year, 3)),
                        7_200,
                        Optional.empty());

        List<BillLine> lines = Bill.of(metering, rule(3_600, 0, Rounding.UP)).lines();

        assertThat(lines)
                .extracting(l -> l.item().kind(), l -> l.item().pricing(), BillLine::idleSeconds)
                .containsExactly(
                        tuple(Kind.VM, Pricing.ON_DEMAND, 1_800L),
                        tuple(Kind.VM, Pricing.COMMITTED, 0L),
                        tuple(Kind.COMMITMENT_FEE, Pricing.COMMITTED, 3 * 3_600L),
                        tuple(Kind.COMMITMENT_UPFRONT, Pricing.COMMITTED, 3 * 3_600L));
        assertThat(lines)
                .extracting(l -> l.amount().toPlainString())
                // 1 h x 0.096 = 0.096; 6 h x 0.03 = 0.18; 6 h x 262.80/8,760 = 0.18: 0.456
                .containsExactly("0.10", "0.00", "0.18", "0.18");
    }

    /** Prices of {@link #M5} and a type at 0.20, under plans of a year. */
    private static VmOffer planned(VmOffer offer, String rate) {
        Commitment plan =
                new Commitment(
                        Commitment.Kind.SAVINGS_PLAN,
                        12,
                        new BigDecimal(rate),
                        BigDecimal.ZERO,
                        "test");
        Commitment use =
                new Commitment(
                        Commitment.Kind.COMMITTED_USE,
                        12,
                        new BigDecimal(rate),
                        BigDecimal.ZERO,
                        "test");
        return new VmOffer(
                offer.type(),
                offer.region(),
                offer.usdPerHour(),
                "test",
                offer.date(),
                Optional.empty(),
                List.of(plan, use));
    }

    /**
     * By hand: 2 m5 at 0.096 (0.064 under the plan, two thirds) and 1 other at 0.20 (0.10, half)
     * for 2 h; a plan of 0.15 an hour for 3 h. It pays 0.10 for the other first; 0.05 are left,
     * which is 0.05 / 0.064 of one m5: 0.075 at list price. In the third hour nothing is used.
     */
    @Test
    void paysWithAPlanOfSpendingWhereItSavesMost() {
        VmOffer m5 = planned(M5, "0.064");
        VmOffer other = planned(BillSamples.offer("p0", "r0", "x", "0.20", "0.03"), "0.10");
        Metering metering =
                new Metering(
                        List.of(
                                new VmUsage(m5, false, 2, 0, 7_200, 7_200, false),
                                new VmUsage(other, false, 1, 0, 7_200, 7_200, false)),
                        List.of(),
                        List.of(),
                        Optional.of(
                                new SharedPlan.Spending(
                                        "p0",
                                        Optional.empty(),
                                        "savings-plan-1y-no-upfront",
                                        12,
                                        new BigDecimal("0.15"),
                                        new BigDecimal("0.2"))),
                        10_800,
                        Optional.empty());

        Bill bill = Bill.of(metering, rule(1, 0, Rounding.UP));

        assertThat(bill.lines())
                .extracting(l -> l.item().kind(), l -> l.item().name(), BillTest::usd)
                .containsExactlyInAnyOrder(
                        tuple(Kind.VM, "m5", "0.384"),
                        tuple(Kind.VM, "x", "0.4"),
                        tuple(Kind.PLAN_CREDIT, "m5 savings-plan-1y-no-upfront", "-0.15"),
                        tuple(Kind.PLAN_CREDIT, "x savings-plan-1y-no-upfront", "-0.4"),
                        tuple(
                                Kind.PLAN_FEE,
                                "savings-plan-1y-no-upfront, USD 0.15 an hour",
                                "0.36"),
                        tuple(
                                Kind.PLAN_UPFRONT,
                                "savings-plan-1y-no-upfront, USD 0.15 an hour",
                                "0.09"));
        assertThat(bill.exactTotal()).isEqualByComparingTo("0.684");
    }

    /**
     * By hand: 2 m5 of 2 vCPUs and 8 GiB at 0.096 for 2 h; a vCPU costs 0.016 on demand and 0.01
     * committed, a GiB 0.008 and 0.005. Committed are 3 vCPUs and 20 GiB for 3 h. They pay for 3 of
     * 4 vCPUs and for all 16 GiB: 0.176 an hour; they cost 0.13 an hour.
     */
    @Test
    void paysForResourcesWhateverVmsUseThem() {
        VmOffer m5 = planned(M5, "0.06");
        Metering metering =
                new Metering(
                        List.of(new VmUsage(m5, false, 2, 0, 7_200, 7_200, false)),
                        List.of(),
                        List.of(),
                        Optional.of(
                                new SharedPlan.Resource(
                                        "p0",
                                        "r0",
                                        "f",
                                        "committed-use-1y-no-upfront",
                                        12,
                                        new BigDecimal(3),
                                        new BigDecimal(20),
                                        new SharedPlan.ResourcePrice(
                                                new BigDecimal("0.01"), new BigDecimal("0.005")),
                                        new SharedPlan.ResourcePrice(
                                                new BigDecimal("0.016"), new BigDecimal("0.008")))),
                        10_800,
                        Optional.empty());

        Bill bill = Bill.of(metering, rule(1, 0, Rounding.UP));

        assertThat(bill.lines())
                .extracting(l -> l.item().kind(), BillTest::usd)
                .containsExactlyInAnyOrder(
                        tuple(Kind.VM, "0.384"),
                        tuple(Kind.PLAN_CREDIT, "-0.352"),
                        tuple(Kind.PLAN_FEE, "0.39"));
        assertThat(bill.exactTotal()).isEqualByComparingTo("0.422");
    }

    private static String usd(BillLine line) {
        return line.usdSeconds()
                .divide(new BigDecimal(3_600), 9, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    @Test
    void refusesTwoPricesOfOneTypeInOneRegion() {
        VmOffer dearer = BillSamples.offer("p0", "r0", "m5", "0.097", "0.03");
        Metering metering =
                Metering.of(
                        List.of(usage(1, 0, 1, 1), new VmUsage(dearer, false, 1, 0, 1, 1, false)),
                        1);

        assertThatThrownBy(() -> Bill.of(metering, rule(1, 0, Rounding.UP)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.096 and 0.097");
    }

    @Test
    void cutsMonthsAsInTheCalendar() {
        Metering metering =
                new Metering(
                        List.of(usage(1, 0, 60 * 86_400L, 60 * 86_400L)),
                        List.of(),
                        List.of(),
                        60 * 86_400L,
                        Optional.of(LocalDate.of(2028, 1, 31)));

        assertThat(Bill.of(metering, rule(1, 0, Rounding.UP)).charges())
                .extracting(c -> c.quantity().longValueExact() / 86_400)
                .containsExactly(1L, 29L, 30L);
    }

    @Property(tries = 600)
    void chargesEverySecondOfEveryVmByItsRule(@ForAll long seed) {
        Random random = new Random(seed);
        Metering metering = BillSamples.metering(3_000, random);
        Function<String, BillingRule> rules = BillSamples.rules(random);

        Bill bill = Bill.of(metering, rules);

        SecondBySecond other = new SecondBySecond(metering, rules);
        assertThat(seconds(bill, l -> l.quantity().longValueExact())).isEqualTo(other.charged);
        assertThat(seconds(bill, BillLine::idleSeconds)).isEqualTo(other.useless);
        assertThat(sum(bill.lines().stream().map(BillLine::usdSeconds).toList()))
                .isCloseTo(other.usdSeconds, within(new BigDecimal("1e-20")));
    }

    private static Map<String, Long> seconds(Bill bill, ToLongFunction<BillLine> of) {
        Map<String, Long> seconds = new TreeMap<>();
        for (BillLine line : bill.lines()) {
            if (line.item().kind() == Kind.VM) {
                String suffix =
                        switch (line.item().pricing()) {
                            case SPOT -> " spot";
                            case COMMITTED -> " committed";
                            case ON_DEMAND -> "";
                        };
                seconds.merge(
                        line.item().provider() + line.item().region() + line.item().name() + suffix,
                        of.applyAsLong(line),
                        Long::sum);
            }
        }
        return seconds;
    }

    @Property(tries = 5_000)
    void addsUpToTheCent(@ForAll long seed) {
        Random random = new Random(seed);
        Bill bill = Bill.of(BillSamples.metering(5_000_000, random), BillSamples.rules(random));

        assertThat(sum(bill.lines().stream().map(BillLine::amount).toList()))
                .isEqualByComparingTo(bill.total());
        assertThat(bill.exactTotal().setScale(2, RoundingMode.HALF_UP))
                .isEqualByComparingTo(bill.total());
        for (BillLine line : bill.lines()) {
            assertThat(line.amount().scale()).isEqualTo(2);
            BigDecimal off =
                    line.amount()
                            .multiply(BigDecimal.valueOf(3_600))
                            .subtract(line.usdSeconds())
                            .abs();
            assertThat(off).isLessThan(BigDecimal.valueOf(36));
        }
    }

    @Property(tries = 500)
    void isTheSameInWhateverOrderTheVmsCome(@ForAll long seed) {
        Random random = new Random(seed);
        Metering metering = BillSamples.metering(5_000_000, random);
        Function<String, BillingRule> rules = BillSamples.rules(random);
        List<VmUsage> other = new ArrayList<>(metering.vms());
        Collections.shuffle(other, random);

        Bill bill =
                Bill.of(
                        new Metering(
                                other,
                                metering.transfers(),
                                metering.purchases(),
                                metering.plan(),
                                metering.periodSeconds(),
                                metering.start()),
                        rules);

        assertThat(bill.lines()).isEqualTo(Bill.of(metering, rules).lines());
    }

    private static BigDecimal sum(List<BigDecimal> amounts) {
        return amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
