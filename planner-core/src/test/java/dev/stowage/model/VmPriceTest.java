package dev.stowage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.SustainedUse;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Commitments, spot prices and sustained use. */
class VmPriceTest {
    private static Commitment commitment(int months, String hourly, String upfront) {
        return new Commitment(
                Commitment.Kind.RESERVED,
                months,
                new BigDecimal(hourly),
                new BigDecimal(upfront),
                "price list");
    }

    @Test
    void aCommitmentIsNamedAfterKindTermAndPayment() {
        assertThat(commitment(12, "0.06", "0").name()).isEqualTo("reserved-1y-no-upfront");
        assertThat(commitment(36, "0.02", "300").name()).isEqualTo("reserved-3y-partial-upfront");
        assertThat(commitment(1, "0", "30").name()).isEqualTo("reserved-1m-all-upfront");
    }

    @Test
    void whatIsPaidAtTheStartIsSpreadOverTheTerm() {
        assertThat(commitment(12, "0.01", "876").effectiveUsdPerHour())
                .isEqualByComparingTo("0.11"); // 876 / 8760 + 0.01
    }

    @Test
    void aCommitmentCostsSomething() {
        assertThatThrownBy(() -> commitment(12, "0", "0")).hasMessageContaining("nothing");
        assertThatThrownBy(() -> commitment(12, "-1", "9")).hasMessageContaining("below 0");
    }

    @Test
    void aSpotPriceSaysWhetherItIsAnEstimate() {
        assertThat(spot("spotinfo_advisor_estimate_2025-06-28").isEstimated()).isTrue();
        assertThat(spot("gcosts 2026-07-30").isEstimated()).isFalse();
    }

    private static SpotPrice spot(String source) {
        return new SpotPrice(new BigDecimal("0.01"), source, OptionalDouble.empty());
    }

    @Test
    void sustainedUseChargesEachPartOfTheMonthAtItsRate() {
        SustainedUse n1 =
                new SustainedUse(
                        List.of("n1"),
                        List.of(
                                BigDecimal.ONE,
                                new BigDecimal("0.8"),
                                new BigDecimal("0.6"),
                                new BigDecimal("0.4")),
                        "docs");
        BigDecimal month = BigDecimal.valueOf(720);
        assertThat(n1.chargedHours(month, month)).isEqualByComparingTo("504"); // 30 % off
        assertThat(n1.chargedHours(BigDecimal.valueOf(180), month)).isEqualByComparingTo("180");
        assertThat(n1.chargedHours(BigDecimal.valueOf(270), month)).isEqualByComparingTo("252");
        assertThat(n1.chargedHours(BigDecimal.ZERO, month)).isEqualByComparingTo("0");
        assertThatThrownBy(() -> n1.chargedHours(BigDecimal.valueOf(721), month))
                .hasMessageContaining("expected 0 to 720");
    }
}
