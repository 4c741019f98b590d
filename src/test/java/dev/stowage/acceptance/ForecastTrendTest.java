package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code forecast} does not call good enough to plan by what loses a trend or the calendar. */
class ForecastTrendTest {
    @TempDir private Path directory;

    /** A year of days with a week, and noise of which 0.7 stays from day to day. */
    private String answer(Object... more) throws IOException {
        Random random = new Random(5);
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        double off = 0;
        for (int day = 0; day < 364; day++) {
            off = 0.7 * off + 10 * random.nextGaussian();
            double cpu = 500 + off + 200.0 * day / 364 + 30 * Math.sin(2 * Math.PI * day / 7);
            rows.append(
                    String.format(
                            Locale.ROOT,
                            "%s,%.2f,%d%n",
                            LocalDate.of(2025, 1, 1).plusDays(day),
                            cpu,
                            800 + day % 7));
        }
        Path input = Files.writeString(directory.resolve("demand.csv"), rows);
        Object[] args = new Object[more.length + 4];
        args[0] = "forecast";
        args[1] = input;
        args[2] = "-o";
        args[3] = directory.resolve("f.forecast");
        System.arraycopy(more, 0, args, 4, more.length);
        return run(args).out().replaceAll("\\s+", " ");
    }

    @Test
    void doubtsAForecastThatLosesTheTrend() throws IOException {
        assertThat(answer())
                .startsWith("Not good enough to plan by")
                .contains("CPU rises by more than chance (its slope is ", "The model that was");
    }

    /** Buckets of 91 days are no quarters, and a horizon of one season has no first and last. */
    @Test
    void givesNoDateForQuarters() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int quarter = 0; quarter < 20; quarter++) {
            rows.append(LocalDate.of(2018, 1, 1).plusMonths(3L * quarter))
                    .append(',')
                    .append(100 + 3 * quarter + quarter % 2)
                    .append(",10\n");
        }
        Path input = Files.writeString(directory.resolve("quarters.csv"), rows);
        String text =
                run(
                                "forecast",
                                input,
                                "--capacity",
                                "170c100g",
                                "--horizon",
                                "91d",
                                "-o",
                                directory.resolve("q.forecast"))
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(text)
                .startsWith("Not good enough to plan by")
                .contains("no buckets of quarters or years", "cpu as then ")
                .doesNotContain("Capacity runs out on");
    }

    @Test
    void doesNotDoubtWhereTheGrowthIsGiven() throws IOException {
        assertThat(answer("--growth", "30%"))
                .startsWith("Good enough to plan by if the given growth")
                .doesNotContain("chance");
    }
}
