package dev.stowage.plan;

import dev.stowage.basis.Check;
import dev.stowage.model.ServerType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What own servers cost, USD, to the cent. A year is 12 months.
 *
 * @param perServerMonthlyUsd as given by the server type
 * @param servers number of servers
 * @param monthlyUsd servers, and energy if there is a price
 * @param yearlyUsd 12 months
 * @param energyMonthlyUsd share of the energy; null if not included
 * @param includes what is in it and what is not, one sentence
 */
public record OwnCost(
        BigDecimal perServerMonthlyUsd,
        int servers,
        BigDecimal monthlyUsd,
        BigDecimal yearlyUsd,
        @Nullable BigDecimal energyMonthlyUsd,
        String includes) {
    private static final BigDecimal MONTHS = BigDecimal.valueOf(12);
    private static final BigDecimal HOURS_PER_YEAR = BigDecimal.valueOf(8_760);

    /**
     * Energy of a run, to be extrapolated to a year.
     *
     * @param kWh used in the run
     * @param hours length of the run
     * @param usdPerKWh price
     */
    public record EnergyUse(double kWh, double hours, BigDecimal usdPerKWh) {
        public EnergyUse {
            Check.notNegative("kWh", kWh);
            Check.positive("hours", hours);
            if (usdPerKWh.signum() < 0) {
                throw new IllegalArgumentException(
                        "usdPerKWh = " + usdPerKWh + ", expected at least 0");
            }
        }

        /** Cost of a year at the mean power of the run. */
        BigDecimal yearlyUsd() {
            return BigDecimal.valueOf(kWh / hours).multiply(HOURS_PER_YEAR).multiply(usdPerKWh);
        }
    }

    /** The cost of {@code servers} of a type; empty if the type has no price. */
    public static Optional<OwnCost> of(
            ServerType type, int servers, Optional<EnergyUse> energyUse) {
        Check.notNegative("servers", (long) servers);
        if (type.monthlyUsd().isEmpty()) {
            return Optional.empty();
        }
        BigDecimal each = BigDecimal.valueOf(type.monthlyUsd().getAsDouble());
        BigDecimal hardware = each.multiply(BigDecimal.valueOf(servers));
        BigDecimal energyYearly = energyUse.map(EnergyUse::yearlyUsd).orElse(BigDecimal.ZERO);
        BigDecimal yearly = hardware.multiply(MONTHS).add(energyYearly);
        BigDecimal energyMonthly = energyYearly.divide(MONTHS, 10, RoundingMode.HALF_UP);
        return Optional.of(
                new OwnCost(
                        each,
                        servers,
                        cents(hardware.add(energyMonthly)),
                        cents(yearly),
                        energyUse.isPresent() ? cents(energyMonthly) : null,
                        energyUse.isPresent()
                                ? "servers at their monthly price, and energy at the mean power of"
                                        + " the run"
                                : "servers at their monthly price; energy is not included"));
    }

    private static BigDecimal cents(BigDecimal usd) {
        return usd.setScale(2, RoundingMode.HALF_UP);
    }
}
