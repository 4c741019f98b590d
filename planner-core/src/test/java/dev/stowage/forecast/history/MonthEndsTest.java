package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ends of months are seen as such, and days of chance are not. */
class MonthEndsTest {
    private static final LocalDate FIRST = LocalDate.of(2024, 1, 1);

    @Test
    void areSeenWhereMonthsEnd() {
        for (int months = 3; months < 20; months++) {
            List<LocalDate> last = new ArrayList<>();
            List<LocalDate> around = new ArrayList<>();
            for (int month = 1; month <= months; month++) {
                LocalDate begin = FIRST.plusMonths(month);
                last.add(begin.minusDays(1));
                around.add(begin.minusDays(1 + month % 2));
                around.add(begin);
            }
            assertThat(MonthEnds.have(last)).isTrue();
            assertThat(MonthEnds.have(around)).isTrue();
            around.add(FIRST.plusDays(14)); // an exception beside them
            assertThat(MonthEnds.have(around)).isTrue();
        }
    }

    @Test
    void payDaysInTheMiddleAreSeenToo() {
        List<LocalDate> days = new ArrayList<>();
        for (int month = 0; month < 7; month++) {
            days.add(FIRST.plusMonths(month).withDayOfMonth(15));
            days.add(FIRST.plusMonths(month).withDayOfMonth(16));
        }
        assertThat(MonthEnds.have(days)).isTrue();
        assertThat(MonthEnds.have(days.subList(0, 4))).as("two months").isFalse();
    }

    @Test
    void areNotSeenInDaysOfChance() {
        for (int count = 3; count <= 40; count++) {
            int days = count;
            int alarms = 0;
            for (int seed = 0; seed < 1_000; seed++) {
                Random random = new Random(seed);
                List<LocalDate> drawn =
                        random.ints(0, 540)
                                .distinct()
                                .limit(days)
                                .mapToObj(FIRST::plusDays)
                                .toList();
                alarms += MonthEnds.have(drawn) ? 1 : 0;
            }
            assertThat(alarms).as(count + " days").isLessThanOrEqualTo(10);
        }
    }

    @Test
    void oneIncidentAtTheEndOfAMonthIsNone() {
        assertThat(MonthEnds.have(FIRST.minusDays(2).datesUntil(FIRST.plusDays(2)).toList()))
                .isFalse();
        assertThat(MonthEnds.have(List.of())).isFalse();
    }
}
