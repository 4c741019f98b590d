package dev.stowage.billing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CentsTest {
    /** A cent is 36 USD seconds. */
    private static List<BigDecimal> cents(String... cents) {
        return List.of(cents).stream()
                .map(c -> new BigDecimal(c).multiply(BigDecimal.valueOf(36)))
                .toList();
    }

    private static List<String> split(String... cents) {
        return Cents.split(cents(cents)).stream().map(BigDecimal::toPlainString).toList();
    }

    @Test
    void givesMissingCentsToThoseThatLostMost() {
        assertThat(split("1.2", "1.7", "1.6")).containsExactly("0.01", "0.02", "0.02"); // 4.5
        assertThat(split("0.3", "0.3", "0.3")).containsExactly("0.01", "0.00", "0.00");
    }

    @Test
    void roundsDiscountsAsTheRest() {
        assertThat(split("10.5", "-0.5")).containsExactly("0.11", "-0.01");
        assertThat(split("-0.2")).containsExactly("0.00");
    }

    @Test
    void roundsTheTotalHalfUp() {
        assertThat(Cents.total(cents("0.25", "0.25"))).isEqualByComparingTo("0.01");
        assertThat(Cents.total(cents("0.25", "0.2499"))).isEqualByComparingTo("0.00");
        assertThat(Cents.total(List.of())).isEqualByComparingTo("0");
    }
}
