package dev.stowage.ingest.format;

import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.text.InflationLimit;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * What of the inputs is taken, and how it is understood.
 *
 * @param sample the jobs that are taken
 * @param inflation how much text compressed data may become
 * @param timeZone of times that the source writes as a clock on the wall shows them; empty if the
 *     user does not say
 */
public record Selection(JobSample sample, InflationLimit inflation, Optional<ZoneId> timeZone) {
    /** Everything, with the usual limit. */
    public static final Selection EVERYTHING =
            new Selection(JobSample.ALL, InflationLimit.USUAL, Optional.empty());

    /** The parameter that says how much of the load a sample keeps. */
    public static final String SAMPLED_LOAD = "sampleKeeps";

    /** Tells what differs from everything, for the manifest. */
    public void putInto(Map<String, String> parameters) {
        if (!sample.isAll()) {
            parameters.put(Provenance.SAMPLE, Double.toString(sample.share()));
        }
        timeZone.ifPresent(zone -> parameters.put("timeZone", zone.getId()));
    }

    /** With another sample. */
    public Selection with(JobSample other) {
        return new Selection(other, inflation, timeZone);
    }

    /** With another limit. */
    public Selection with(InflationLimit other) {
        return new Selection(sample, other, timeZone);
    }

    /** With a time zone. */
    public Selection in(ZoneId zone) {
        return new Selection(sample, inflation, Optional.of(zone));
    }
}
