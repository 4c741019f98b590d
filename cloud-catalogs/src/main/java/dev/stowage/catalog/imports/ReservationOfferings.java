package dev.stowage.catalog.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Gathering;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reservation offerings of AWS: {@code {"m5.large/eu-west-1": 0.0402, …}}, what an hour of a
 * reserved VM costs through its term. The file doesn't say the term; its prices do: AWS sells
 * reservations that are paid at the start for whole dollars, so that each price times the hours of
 * its term is a whole number. The class is taken for standard.
 */
final class ReservationOfferings {
    private static final int HOURS_PER_YEAR = 8760;
    private static final BigDecimal TOLERANCE = new BigDecimal("0.0001"); // dollars

    /** By accident all of so many prices of three years are whole over one: 1 in 60,000. */
    private static final int ENOUGH = 10;

    private ReservationOfferings() {}

    /**
     * Takes the offerings.
     *
     * @throws InputException if no term makes all prices whole dollars, or one can't be told from
     *     the other
     */
    static void tell(Path file, JsonNode root, Gathering gathering) {
        int years = years(file, root.properties().stream().map(Map.Entry::getValue).toList());
        String name = String.valueOf(file.getFileName());
        String source =
                name
                        + " (term of "
                        + years
                        + " years told by its prices, class taken for standard)";
        long index = 0;
        for (Map.Entry<String, JsonNode> offering : root.properties()) {
            gathering.count();
            index++;
            String key = offering.getKey();
            int slash = key.indexOf('/');
            String place = file + ":" + index;
            JsonNode price = offering.getValue();
            if (slash <= 0 || !price.isNumber() || price.decimalValue().signum() <= 0) {
                gathering.leaveOut(
                        Reason.NO_PRICE,
                        place,
                        key,
                        key + ": " + price,
                        "TYPE/REGION and a price above 0");
                continue;
            }
            String upfront = dollars(price, years).setScale(0, RoundingMode.HALF_UP).toString();
            gathering.commitment(
                    "aws",
                    key.substring(slash + 1),
                    key.substring(0, slash),
                    new Gathering.Side(place, "reserved-" + years + "y=0+" + upfront, source));
        }
    }

    private static int years(Path file, List<JsonNode> prices) {
        List<JsonNode> numbers =
                prices.stream()
                        .filter(each -> each.isNumber() && each.decimalValue().signum() > 0)
                        .toList();
        boolean isOne = numbers.stream().allMatch(price -> isWhole(price, 1));
        boolean isThree = numbers.stream().allMatch(price -> isWhole(price, 3));
        if (isThree && !isOne) {
            return 3;
        }
        if (isOne && numbers.size() >= ENOUGH) {
            return 1;
        }
        throw InputException.of(
                file,
                isOne
                        ? numbers.size() + " prices that are whole dollars over 1 and over 3 years"
                        : "prices that are whole dollars neither over 1 year nor over 3",
                "reservations paid at the start, at least "
                        + ENOUGH
                        + ", whose term their prices tell",
                "Say the term in a CSV: region,vm_type,std_1y_no_upfront,std_3y_no_upfront.");
    }

    private static boolean isWhole(JsonNode price, int years) {
        BigDecimal dollars = dollars(price, years);
        BigDecimal whole = dollars.setScale(0, RoundingMode.HALF_UP);
        return dollars.subtract(whole).abs().compareTo(TOLERANCE) <= 0;
    }

    private static BigDecimal dollars(JsonNode price, int years) {
        return price.decimalValue().multiply(BigDecimal.valueOf((long) HOURS_PER_YEAR * years));
    }
}
