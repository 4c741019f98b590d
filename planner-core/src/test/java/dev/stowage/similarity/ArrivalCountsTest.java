package dev.stowage.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** {@code scipy-two-samples.json} says which tools, versions and command made the reference. */
class ArrivalCountsTest {
    @Test
    void agreesWithNumPy() throws IOException {
        JsonNode reference = reference();
        long end = Math.round(reference.get("end").doubleValue() * 1e6);
        long start = 5_000_000; // of a trace whose arrivals begin later
        ArrivalCounts arrivals = new ArrivalCounts(start, start + end);
        for (JsonNode time : reference.get("times")) {
            arrivals.add(start + Math.round(time.doubleValue() * 1e6));
        }
        for (JsonNode scale : reference.get("scales")) {
            int seconds = scale.get("scale").intValue();
            assertThat(arrivals.spans(seconds)).isEqualTo(scale.get("spans").intValue());
            assertThat(arrivals.dispersion(seconds).orElseThrow())
                    .isCloseTo(scale.get("dispersion").doubleValue(), within(1e-10));
            double[] correlations = arrivals.autocorrelation(seconds, 5);
            for (int lag = 1; lag <= 5; lag++) {
                assertThat(correlations[lag - 1])
                        .isCloseTo(
                                scale.get("autocorrelation").get(lag - 1).doubleValue(),
                                within(1e-10));
            }
        }
    }

    private static JsonNode reference() throws IOException {
        try (InputStream in =
                ArrivalCountsTest.class.getResourceAsStream(
                        "/dev/stowage/stats/scipy-two-samples.json")) {
            return Json.mapper().readTree(in).get("arrivals");
        }
    }

    @Test
    void tellsNothingOfScalesThatTheWindowIsTooShortFor() {
        ArrivalCounts arrivals = new ArrivalCounts(0, 90_000_000);
        arrivals.add(0);
        arrivals.add(90_000_000);
        assertThat(arrivals.jobs()).isEqualTo(2);
        assertThat(arrivals.dispersion(1)).isPresent();
        assertThat(arrivals.dispersion(60)).isEmpty();
        assertThat(arrivals.autocorrelation(60, 1)).isEmpty();
    }

    @Test
    void findsWhereMostJobsArrive() {
        ArrivalCounts arrivals = new ArrivalCounts(0, 100_000_000);
        for (long second : new long[] {3, 40, 42, 43, 44, 70, 71, 72, 73}) {
            arrivals.add(second * 1_000_000);
        }
        assertThat(arrivals.busiest(1, 5)).isEqualTo(40);
        assertThat(arrivals.busiest(1, 4)).isEqualTo(70);
        assertThat(arrivals.busiest(10, 1)).isEqualTo(4);
        assertThat(arrivals.busiest(10, 50)).isZero();
        assertThat(arrivals.counts(1, 40, 5)).containsExactly(1, 0, 1, 1, 1);
        assertThat(arrivals.counts(10, 8, 5)).containsExactly(0, 0);
    }

    @Test
    void countsByTheMinuteWhatIsTooLongForSeconds() {
        long years = 20L * 365 * 86_400;
        ArrivalCounts arrivals = new ArrivalCounts(0, years * 1_000_000);
        arrivals.add(59_000_000);
        arrivals.add(61_000_000);
        assertThat(arrivals.dispersion(1)).isEmpty();
        assertThat(arrivals.counts(60, 0, 3)).containsExactly(1, 1, 0);
        assertThat(arrivals.counts(600, 0, 2)).containsExactly(2, 0);
    }

    @Test
    void countsNothingOutsideTheWindow() {
        ArrivalCounts arrivals = new ArrivalCounts(10_000_000, 20_000_000);
        arrivals.add(9_999_999);
        arrivals.add(22_000_000);
        assertThat(arrivals.jobs()).isZero();
        assertThat(arrivals.dispersion(1)).isEmpty();
    }
}
