package dev.stowage.workflow.forecast;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.PriceMonth;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What capacity there is, and how more of it is bought.
 *
 * @param servers as in {@code --servers}, or as in {@code --capacity}; empty for none
 * @param capacity of all servers, if that was given in place of servers
 * @param utilisation share of it that demand may take, above 0
 * @param buy size of a server that can be bought, or a YAML file of kinds of them
 * @param lead from an order to its servers
 * @param everyMicros least time between two orders
 * @param confidence that demand is within capacity
 * @param usdMonthly price of a server by month
 * @param usdOnce price of a server
 */
public record SupplyChoice(
        Optional<String> servers,
        Optional<Resources> capacity,
        double utilisation,
        Optional<String> buy,
        LeadTime lead,
        long everyMicros,
        double confidence,
        Optional<BigDecimal> usdMonthly,
        Optional<BigDecimal> usdOnce) {
    /** Nothing to run out of. */
    public static final SupplyChoice NONE =
            new SupplyChoice(
                    Optional.empty(),
                    Optional.empty(),
                    1,
                    Optional.empty(),
                    LeadTime.NONE,
                    PriceMonth.SECONDS * 1_000_000L,
                    0.95,
                    Optional.empty(),
                    Optional.empty());

    /** True if there is anything to run out of. */
    public boolean hasCapacity() {
        return servers.isPresent();
    }
}
