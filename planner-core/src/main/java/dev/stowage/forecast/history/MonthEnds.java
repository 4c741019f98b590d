package dev.stowage.forecast.history;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Whether what stands out does so on days of the month, as pay days and closings of books do. */
public final class MonthEnds {
    /** Days of a month that are near its end; four of them are an eighth of all. */
    private static final int NEAR = 2;

    /** Of that many at least, in so many months; fewer have to be there all. */
    private static final double MOST = 0.6;

    private static final int FEW = 4;
    private static final int LAST = 31;
    private static final int LEAST_MONTHS = 3;

    private MonthEnds() {}

    /**
     * True if most days are the first two or the last two of a month, or the same two neighbouring
     * days of it, of three months at least. The same two days have to be four times there.
     */
    public static boolean have(List<LocalDate> days) {
        return isMost(days, MonthEnds::isNear)
                || (days.size() >= FEW
                        && IntStream.range(1, LAST)
                                .anyMatch(first -> isMost(days, day -> isOn(day, first))));
    }

    private static boolean isMost(List<LocalDate> days, Predicate<LocalDate> isThere) {
        List<YearMonth> found = days.stream().filter(isThere).map(MonthEnds::begun).toList();
        boolean isMost =
                days.size() <= FEW
                        ? found.size() == days.size()
                        : found.size() > MOST * days.size();
        return isMost && found.stream().distinct().count() >= LEAST_MONTHS;
    }

    private static boolean isOn(LocalDate day, int first) {
        return day.getDayOfMonth() == first || day.getDayOfMonth() == first + 1;
    }

    private static boolean isNear(LocalDate day) {
        return day.getDayOfMonth() <= NEAR || day.getDayOfMonth() > day.lengthOfMonth() - NEAR;
    }

    /** The month that begins there. */
    private static YearMonth begun(LocalDate day) {
        return YearMonth.from(day.plusDays(NEAR));
    }
}
