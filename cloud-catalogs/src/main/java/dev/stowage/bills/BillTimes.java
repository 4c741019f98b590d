package dev.stowage.bills;

import dev.stowage.bills.BillFile.DateOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times as bills write them, in UTC. Of {@code 02/03/2021} the month comes first, unless some date
 * of the bill shows that it can't.
 */
record BillTimes(DateOrder order) {
    static final long DAY_SECONDS = 86_400;
    private static final int MONTHS = 12;
    private static final Pattern SLASHED = Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{4}).*");

    static BillTimes of(List<String> texts) {
        List<Matcher> slashed =
                texts.stream().map(SLASHED::matcher).filter(Matcher::matches).toList();
        if (slashed.stream().anyMatch(each -> isAboveMonths(each, 1))) {
            return new BillTimes(DateOrder.DAY_FIRST);
        }
        boolean isSaid =
                slashed.isEmpty() || slashed.stream().anyMatch(each -> isAboveMonths(each, 2));
        return new BillTimes(isSaid ? DateOrder.SAID : DateOrder.MONTH_FIRST_ASSUMED);
    }

    private static boolean isAboveMonths(Matcher date, int group) {
        return Integer.parseInt(date.group(group)) > MONTHS;
    }

    /** Seconds from 1970 on; empty if the text is no time. */
    Optional<Long> seconds(String text) {
        Matcher slashed = SLASHED.matcher(text);
        try {
            if (slashed.matches()) {
                int first = Integer.parseInt(slashed.group(1));
                int second = Integer.parseInt(slashed.group(2));
                int year = Integer.parseInt(slashed.group(3));
                LocalDate date =
                        order == DateOrder.DAY_FIRST
                                ? LocalDate.of(year, second, first)
                                : LocalDate.of(year, first, second);
                return Optional.of(date.toEpochDay() * DAY_SECONDS);
            }
            String iso = text.replace(" UTC", "Z").replace(' ', 'T');
            if (iso.indexOf('T') < 0) {
                return Optional.of(LocalDate.parse(iso).toEpochDay() * DAY_SECONDS);
            }
            boolean hasZone = iso.endsWith("Z") || iso.matches(".*[+-]\\d\\d:?\\d\\d$");
            return Optional.of(
                    hasZone
                            ? OffsetDateTime.parse(iso).toEpochSecond()
                            : LocalDateTime.parse(iso).toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
