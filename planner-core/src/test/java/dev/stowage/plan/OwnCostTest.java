package dev.stowage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class OwnCostTest {
    private static ServerType priced(double monthlyUsd) {
        return new ServerType(
                "r740",
                Resources.ofCoresAndGib(48, 256),
                PowerModel.DEFAULT,
                OptionalDouble.of(monthlyUsd));
    }

    @Test
    void isServersTimesPriceAMonthAndTwelveMonthsAYear() {
        OwnCost cost = OwnCost.of(priced(310.35), 137, Optional.empty()).orElseThrow();
        assertThat(cost.monthlyUsd()).isEqualTo(new BigDecimal("42517.95"));
        assertThat(cost.yearlyUsd()).isEqualTo(new BigDecimal("510215.40"));
        assertThat(cost.energyMonthlyUsd()).isNull();
        assertThat(cost.includes()).contains("energy is not included");
    }

    @Test
    void roundsOnlyTheResult() {
        OwnCost cost = OwnCost.of(priced(0.333), 3, Optional.empty()).orElseThrow();
        assertThat(cost.monthlyUsd()).isEqualTo(new BigDecimal("1.00"));
        assertThat(cost.yearlyUsd()).isEqualTo(new BigDecimal("11.99"));
    }

    @Test
    void addsTheEnergyOfAYearAtTheMeanPowerOfTheRun() {
        OwnCost.EnergyUse use = new OwnCost.EnergyUse(50, 10, new BigDecimal("0.20"));
        OwnCost cost = OwnCost.of(priced(100), 10, Optional.of(use)).orElseThrow();
        assertThat(cost.yearlyUsd()).as("12,000 + 5 kW x 8,760 h x 0.20").isEqualTo("20760.00");
        assertThat(cost.energyMonthlyUsd()).isEqualTo("730.00");
        assertThat(cost.monthlyUsd()).isEqualTo("1730.00");
        assertThat(cost.includes()).contains("and energy");
    }

    @Test
    void costsNothingForNoServers() {
        assertThat(OwnCost.of(priced(310), 0, Optional.empty()).orElseThrow().yearlyUsd())
                .isEqualTo("0.00");
    }

    @Test
    void isUnknownWithoutAPrice() {
        ServerType unpriced = ServerType.of("s", Resources.ofCoresAndGib(1, 1));
        assertThat(OwnCost.of(unpriced, 3, Optional.empty())).isEmpty();
    }

    @Test
    void refusesARunWithoutLength() {
        assertThatThrownBy(() -> new OwnCost.EnergyUse(1, 0, BigDecimal.ONE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
