package dev.stowage.plan.mix;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Money is said in whole cents and added up in millionths. */
class PriceTest {
    /**
     * Whatever a mix costs, the budget that it is said to cost buys it, and a cent less doesn't.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 4_999, 5_000, 396_454_120, 665_133_880, 128_111_300, 244_477_220})
    void aBudgetOfWhatIsSaidBuysIt(long cost) {
        BigDecimal said = Price.hundredths(cost);
        assertThat(Price.spendable(said)).isGreaterThanOrEqualTo(cost);
        assertThat(Price.spendable(said.subtract(new BigDecimal("0.01")))).isLessThan(cost);
    }
}
