package dev.stowage.forecast.history;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;

/** Whether what stands out does so where months end, as pay days and closings of books do. */
public final class MonthEnds {
    /** Days of a month that are near its end; four of them are an eighth of all. */
    private static final int NEAR = 2;

    /** Of that many at least, in so many months; fewer have to be there all. */
    private static final double MOST = 0.6;

    private static final int FEW = 4;
    private static final int LEAST_MONTHS = 3;

    private MonthEnds() {}

    /** True if most days are the first two or the last two of a month, of three months at least. */
    public static boolean have(List<LocalDate> days) {
        List<YearMonth> ends =
                days.stream().filter(MonthEnds::isNear).map(MonthEnds::begun).toList();
        boolean isMost =
                days.size() <= FEW ? ends.size() == days.size() : ends.size() > MOST * days.size();
        return isMost && ends.stream().distinct().count() >= LEAST_MONTHS;
    }

    private static boolean isNear(LocalDate day) {
        return day.getDayOfMonth() <= NEAR || day.getDayOfMonth() > day.lengthOfMonth() - NEAR;
    }

    /** The month that begins there. */
    private static YearMonth begun(LocalDate day) {
        return YearMonth.from(day.plusDays(NEAR));
    }
}
