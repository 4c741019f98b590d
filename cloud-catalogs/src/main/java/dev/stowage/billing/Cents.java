package dev.stowage.billing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Exact amounts in whole cents that add up to the sum, rounded half up: each is rounded down, and
 * the cents that are then missing go to those that lost most, of equal ones to the first.
 */
final class Cents {
    /** 3,600 seconds an hour by 100 cents a USD. */
    private static final BigDecimal USD_SECONDS_PER_CENT = BigDecimal.valueOf(36);

    private static final int CENT_DIGITS = 2;

    private Cents() {}

    /** The sum of amounts in USD times 3,600, in USD with two digits. */
    static BigDecimal total(List<BigDecimal> usdSeconds) {
        BigDecimal sum = usdSeconds.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return inUsd(sum.divide(USD_SECONDS_PER_CENT, 0, RoundingMode.HALF_UP).toBigInteger());
    }

    /** Each of the amounts in USD with two digits; at most a cent from its exact value. */
    static List<BigDecimal> split(List<BigDecimal> usdSeconds) {
        List<BigInteger> cents = new ArrayList<>();
        List<BigDecimal> lost = new ArrayList<>();
        BigInteger missing = total(usdSeconds).movePointRight(CENT_DIGITS).toBigIntegerExact();
        for (BigDecimal each : usdSeconds) {
            BigDecimal floor = each.divide(USD_SECONDS_PER_CENT, 0, RoundingMode.FLOOR);
            cents.add(floor.toBigInteger());
            lost.add(each.subtract(floor.multiply(USD_SECONDS_PER_CENT)));
            missing = missing.subtract(floor.toBigInteger());
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < cents.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing((Integer i) -> lost.get(i)).reversed());
        for (int i = 0; i < missing.intValueExact(); i++) {
            cents.set(order.get(i), cents.get(order.get(i)).add(BigInteger.ONE));
        }
        return cents.stream().map(Cents::inUsd).toList();
    }

    private static BigDecimal inUsd(BigInteger cents) {
        return new BigDecimal(cents, CENT_DIGITS);
    }
}
