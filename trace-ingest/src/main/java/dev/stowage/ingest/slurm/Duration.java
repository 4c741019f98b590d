package dev.stowage.ingest.slurm;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as Slurm writes them: {@code 1-02:03:04}, {@code 07:12.345}. */
final class Duration {
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:([0-9]{1,6})-)?(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2}(?:\\.[0-9]{1,6})?)");

    private Duration() {}

    /** In microseconds. */
    static BigDecimal micros(String column, String text) throws BadRecordException {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new BadRecordException(BadRow.NOT_A_NUMBER, column + " " + Amount.shown(text));
        }
        BigDecimal hours =
                number(parts.group(1)).multiply(BigDecimal.valueOf(24)).add(number(parts.group(2)));
        BigDecimal sixty = BigDecimal.valueOf(60);
        return hours.multiply(sixty)
                .add(number(parts.group(3)))
                .multiply(sixty)
                .add(number(parts.group(4)))
                .multiply(Amount.MILLION);
    }

    private static BigDecimal number(@Nullable String digits) {
        return digits == null ? BigDecimal.ZERO : new BigDecimal(digits);
    }
}
