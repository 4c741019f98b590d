package dev.stowage.model.cloud;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts data that moves, so that what is free in a month is used up once: what a decision is made
 * by and what a bill charges are this. Not safe for several threads.
 */
public final class TransferMeter {
    private final TransferPrices prices;
    private final BillingMonths months;

    /** GiB by row and month. */
    private final Map<Used, BigDecimal> used = new HashMap<>();

    private record Used(TransferPrices.Row row, int month) {}

    /**
     * Data at one price.
     *
     * @param gib how much, above 0
     * @param usdPerGib its price
     */
    public record Part(BigDecimal gib, BigDecimal usdPerGib) {}

    public TransferMeter(TransferPrices prices, BillingMonths months) {
        this.prices = prices;
        this.months = months;
    }

    /** What moving data would cost now, USD; nothing is counted. */
    public BigDecimal usd(String from, String to, BigDecimal gib, long atSeconds) {
        return usd(parts(prices.of(from, to), gib, months.at(atSeconds)));
    }

    /** The sum of parts, USD. */
    public static BigDecimal usd(List<Part> parts) {
        return parts.stream()
                .map(part -> part.gib().multiply(part.usdPerGib()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Moves data: what is free first, then the rest. */
    public List<Part> move(String from, String to, BigDecimal gib, long atSeconds) {
        TransferPrices.Row row = prices.of(from, to);
        int month = months.at(atSeconds);
        List<Part> parts = parts(row, gib, month);
        used.merge(new Used(row, month), gib, BigDecimal::add);
        return parts;
    }

    private List<Part> parts(TransferPrices.Row row, BigDecimal gib, int month) {
        BigDecimal before = used.getOrDefault(new Used(row, month), BigDecimal.ZERO);
        BigDecimal left = row.freeGibPerMonth().subtract(before).max(BigDecimal.ZERO);
        BigDecimal free = gib.min(left);
        List<Part> parts = new ArrayList<>();
        if (free.signum() > 0) {
            parts.add(new Part(free, BigDecimal.ZERO));
        }
        if (gib.compareTo(free) > 0) {
            parts.add(new Part(gib.subtract(free), row.usdPerGib()));
        }
        return parts;
    }
}
