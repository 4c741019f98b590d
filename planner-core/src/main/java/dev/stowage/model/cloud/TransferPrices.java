package dev.stowage.model.cloud;

import dev.stowage.basis.InputException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * What data costs that moves from one place to another.
 *
 * @param rows prices; of those for a pair the first counts
 * @param source where they are from, for errors
 */
public record TransferPrices(List<Row> rows, String source) {
    /** Data moves for nothing. */
    public static final TransferPrices FREE = flat(BigDecimal.ZERO);

    private static final String ALL = "*";

    /**
     * The price of some pairs.
     *
     * @param from {@code provider/region}, a provider for all of its regions, or {@code *}
     * @param to the same; a provider as both ends stands for its regions among themselves
     * @param usdPerGib USD per GiB, at least 0; exact
     * @param freeGibPerMonth what is free of it in each month, GiB, over all pairs of the row
     */
    public record Row(String from, String to, BigDecimal usdPerGib, BigDecimal freeGibPerMonth) {
        public Row {
            if (usdPerGib.signum() < 0 || freeGibPerMonth.signum() < 0) {
                throw new IllegalArgumentException(
                        "usdPerGib = " + usdPerGib + ", freeGibPerMonth = " + freeGibPerMonth);
            }
        }

        private boolean isFor(String start, String end) {
            return has(from, start) && has(to, end);
        }

        private static boolean has(String pattern, String place) {
            return pattern.equals(ALL) || place.equals(pattern) || place.startsWith(pattern + "/");
        }
    }

    public TransferPrices {
        rows = List.copyOf(rows);
    }

    /** One price for all pairs. */
    public static TransferPrices flat(BigDecimal usdPerGib) {
        return new TransferPrices(
                List.of(new Row(ALL, ALL, usdPerGib, BigDecimal.ZERO)), "--egress");
    }

    /** The price if it is one for all pairs, and nothing is free. */
    public Optional<BigDecimal> flat() {
        Row first = rows.get(0);
        boolean isFlat =
                first.from().equals(ALL)
                        && first.to().equals(ALL)
                        && first.freeGibPerMonth().signum() == 0;
        return isFlat ? Optional.of(first.usdPerGib()) : Optional.empty();
    }

    /**
     * The row of a pair.
     *
     * @param from {@code provider/region}
     * @param to {@code provider/region}
     * @throws InputException if there is none
     */
    public Row of(String from, String to) {
        return rows.stream()
                .filter(row -> row.isFor(from, to))
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        source,
                                        "no price of data from " + from + " to " + to,
                                        "a row for each pair of places that may be rented",
                                        "A last row *,* is for all others."));
    }
}
