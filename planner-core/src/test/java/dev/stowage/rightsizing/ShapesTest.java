package dev.stowage.rightsizing;

import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.rightsizing.evidence.UseShape;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Peaks that come back, and kills: what they are called, and what becomes of the request. */
class ShapesTest {
    private static final long HOUR = 60 * Measurements.MINUTE;
    private static final long MONDAY =
            LocalDate.of(2026, 6, 1).toEpochSecond(LocalTime.MIN, ZoneOffset.UTC) * 1_000_000;

    private static SizedService hourly(int days, IntUnaryOperator cores) {
        Random random = new Random(days);
        Measurements use = new Measurements(false);
        for (int hour = 0; hour < 24 * days; hour++) {
            double noise = 0.9 + 0.2 * random.nextDouble();
            long start = MONDAY + hour * HOUR;
            use.add(0, 0, start, start + HOUR, (long) (cores.applyAsInt(hour) * noise * CORE), GIB);
        }
        PackRequest request = new Requests().service(1, 4 * CORE, 2 * GIB).on(2);
        return RightSizing.of(request, use, SizedFleet.OPTIONS).services().get(0);
    }

    /** Four hours are 2.4 % of a week: the 95th percentile does not see them. */
    @Test
    void sizesByPeaksThatComeEachWeek() {
        SizedService service = hourly(21, h -> h % 168 >= 33 && h % 168 < 37 ? 6 : 1);

        assertThat(service.cpu().shape().kind()).isEqualTo(UseShape.Kind.WEEKLY);
        assertThat(service.cpu().after()).isBetween(6 * CORE, 8 * CORE);
        assertThat(service.evidence()).contains("each week, last on 2026-06-16 09:00 UTC");
    }

    @Test
    void sizesByPeaksThatComeAtTheEndOfEachMonth() {
        // June has 30 days, July 31: the last days are 29 and 60 from the 1st of June
        SizedService service =
                hourly(70, h -> (h / 24 == 29 || h / 24 == 60) && h % 24 < 6 ? 5 : 1);

        assertThat(service.cpu().shape().kind()).isEqualTo(UseShape.Kind.MONTHLY);
        assertThat(service.cpu().after()).isBetween(5 * CORE, 7 * CORE);
        assertThat(service.evidence()).contains("each month, last on 2026-07-31 00:00 UTC");
    }

    @Test
    void saysThatAHistoryIsTooShortForAPeak() {
        SizedService service = hourly(9, h -> h / 24 == 3 && h % 24 < 5 ? 6 : 1);

        assertThat(service.cpu().shape().kind()).isEqualTo(UseShape.Kind.SINGLE);
        assertThat(service.cpu().after()).isBetween(6 * CORE, 8 * CORE);
        assertThat(service.evidence())
                .contains("once, last on 2026-06-04 00:00 UTC")
                .contains("the history is too short to say whether that comes back");
    }

    @Test
    void takesNothingThatComesEachDayForAPeak() {
        assertThat(hourly(21, h -> h % 24 >= 9 && h % 24 < 17 ? 5 : 1).cpu().shape().kind())
                .isEqualTo(UseShape.Kind.STEADY);
    }

    /** Of 200 services with spikes at random hours, three weekly at most are seen. */
    @Test
    void takesSpikesAtRandomHoursForNoPeaks() {
        int taken = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            taken +=
                    hourly(14 + seed % 30, h -> random.nextInt(40) == 0 ? 5 : 1)
                                    .cpu()
                                    .shape()
                                    .hasPeaks()
                            ? 1
                            : 0;
        }
        assertThat(taken).isLessThanOrEqualTo(3);
    }

    @Test
    void asksForMoreThanAKilledReplicaHad() {
        SizedService service = killed(0);

        assertThat(service.restarts().kills()).isEqualTo(2);
        assertThat(service.restarts().isReported()).isFalse();
        // 2 GiB of its limit, a fifth more, and the margin
        assertThat(service.memory().after()).isEqualTo(2827L << 20);
        assertThat(service.memoryLimit()).isGreaterThanOrEqualTo(2827L << 20);
        assertThat(service.evidence())
                .contains("killed 2 times, it seems, for want of memory, last on 2026-06-07");
    }

    @Test
    void believesKillsThatAreReported() {
        SizedService service = killed(3);

        assertThat(service.restarts().kills()).isEqualTo(3);
        assertThat(service.evidence()).contains("; killed 3 times for want of memory, last on");
    }

    /** Memory is steady, jumps to its limit of 2 GiB after three and six days, and starts anew. */
    private static SizedService killed(int reported) {
        Measurements use = new Measurements(false);
        for (int hour = 0; hour < 8 * 24; hour++) {
            boolean isFull = hour == 72 || hour == 144;
            long start = MONDAY + hour * HOUR;
            use.add(0, 0, start, start + HOUR, CORE, isFull ? 2 * GIB - 1 : GIB);
            if (hour == 145) {
                use.kills(reported);
            }
        }
        PackRequest request =
                new Requests()
                        .service(1, 4 * CORE, 2 * GIB, ResourceVector.of(5 * CORE, 2 * GIB))
                        .on(2);
        return RightSizing.of(request, use, SizedFleet.OPTIONS).services().get(0);
    }
}
