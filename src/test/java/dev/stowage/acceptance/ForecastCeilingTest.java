package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code forecast} of use that capacity cut off. */
class ForecastCeilingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DAYS = 200;

    @TempDir private Path directory;

    /** Days of a demand that wanders about a level and grows, cut off at 400 cores. */
    private JsonNode forecast(double level, double slope, String... options) throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        Random noise = new Random(2);
        for (int day = 0; day < DAYS; day++) {
            double wanted = level + slope * day + 20 * noise.nextGaussian();
            rows.append(LocalDate.of(2026, 1, 1).plusDays(day)).append(',');
            rows.append(Math.min(400, wanted)).append(",10\n");
        }
        Path days = Files.writeString(directory.resolve("days.csv"), rows);
        List<Object> args =
                new ArrayList<>(
                        List.of("forecast", days, "--capacity", "400c100g", "--horizon", "30d"));
        args.addAll(List.of("--force", "--json", "-o", directory.resolve("f")));
        args.addAll(List.of(options));
        return JSON.readTree(run(args.toArray()).out());
    }

    private static double median(JsonNode forecast) {
        return forecast.at("/resources/0/forecast/median/0").asDouble();
    }

    private static double high(JsonNode forecast) {
        return forecast.at("/resources/0/forecast/high95/0").asDouble();
    }

    @Test
    void estimatesWhatWasWantedBeyondCapacityAndSaysSo() throws IOException {
        JsonNode found = forecast(380, 0);
        assertThat(found.at("/warnings/0").asText())
                .contains("CPU is at 400 cores in")
                .contains("never above, as if something cut it off: that is what capacity holds")
                .contains("--keep ceilings");
        assertThat(median(found)).isBetween(375.0, 385.0);

        JsonNode kept = forecast(380, 0, "--keep", "ceilings");
        assertThat(kept.at("/warnings").toString()).doesNotContain("cut it off");
        assertThat(high(kept)).isLessThan(high(found) - 5);
    }

    @Test
    void givesNoPlanIfTheEndIsCutOff() throws IOException {
        JsonNode found = forecast(340, 0.4);

        assertThat(found.at("/verdict/isGoodEnough").asBoolean()).isFalse();
        assertThat(found.at("/verdict/reasons").toString())
                .contains("How much was wanted beyond it can't be told");
        assertThat(found.at("/exhaustion").isNull()).isTrue();
    }
}
