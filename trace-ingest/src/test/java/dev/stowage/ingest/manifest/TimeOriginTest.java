package dev.stowage.ingest.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which moment time 0 was, by the words of manifests. */
class TimeOriginTest {
    @ParameterizedTest
    @CsvSource({
        "2024-03-31T01:30:00Z, 2024-03-31T01:30:00Z",
        "2024-03-31T01:30Z, 2024-03-31T01:30:00Z",
        "2024-03-31T01:00:00+01:00[Europe/Berlin], 2024-03-31T00:00:00Z",
        "2024-03-31T01:00:00.25-02:30, 2024-03-31T03:30:00.250Z",
        "'the first measurement of all, 2013-08-12T13:40:46Z', 2013-08-12T13:40:46Z",
        "'the first submit, 2026-10-24T22:10:00Z', 2026-10-24T22:10:00Z",
        "'the first snapshot, 2026-01-01T00:00:00Z', 2026-01-01T00:00:00Z",
        "'creation of the oldest pod, 2026-01-01T00:00:00Z', 2026-01-01T00:00:00Z",
        "'0 of the log, UnixStartTime 749458803', 1993-10-01T07:00:03Z"
    })
    void isAMomentWhereTheWordsSayOne(String words, Instant moment) {
        assertThat(TimeOrigin.epoch(words)).contains(moment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0 of the source",
                "0 of the column submit_s",
                "600 s of the source is 0; what the source puts before 600 s lies before the start",
                "0 of the log",
                "0 of the log, UnixStartTime 0",
                "0 of the log, UnixStartTime -1",
                "0 of the log, UnixStartTime 749458803 CET",
                "2024-13-31T01:30:00Z",
                "2024-03-31T01:30:00"
            })
    void isUnknownOtherwise(String words) {
        assertThat(TimeOrigin.epoch(words)).isEmpty();
    }

    @Test
    void isUnknownOfTracesThatBeganAtDifferentMoments() {
        String merged =
                "0 of each of the merged traces: 2024-03-31T01:30:00Z; 2023-03-31T01:30:00Z";
        assertThat(TimeOrigin.epoch(merged)).isEmpty();
    }
}
