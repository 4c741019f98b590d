package dev.stowage.scenario.services;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of a file of services, as {@code services.schema.json} allows it; null is what it does
 * not say.
 */
record ServicesYaml(
        @Nullable String name,
        int durationSeconds,
        @Nullable Bandwidths server,
        @Nullable Amounts first,
        @Nullable Disturbances disturbance,
        List<ServiceYaml> services) {

    /** What a server has, MB/s and Mbit/s. */
    record Bandwidths(@Nullable Double ioMbps, @Nullable Double networkMbps) {
        static final Bandwidths UNKNOWN = new Bandwidths(null, null);
    }

    /** Cores, GiB, MB/s and Mbit/s. */
    record Amounts(
            double cores,
            double memoryGib,
            @Nullable Double ioMbps,
            @Nullable Double networkMbps) {}

    /** What loops are disturbed by. */
    record Disturbances(
            @Nullable Double burst,
            @Nullable Integer burstSeconds,
            @Nullable Double noise,
            @Nullable Integer migrationSeconds) {
        static final Disturbances UNSAID = new Disturbances(null, null, null, null);
    }

    /** A service. */
    record ServiceYaml(
            String name,
            @Nullable Integer copies,
            Amounts measured,
            List<ObjectiveYaml> objectives,
            JsonNode load,
            @Nullable Integer startSeconds,
            @Nullable Integer endSeconds,
            @Nullable ResponseYaml response) {
        int count() {
            return Objects.requireNonNullElse(copies, 1);
        }
    }

    /** What a queue needs beside the measurement. */
    record ResponseYaml(double atRest, double utilisation, double percentile, String unit) {
        /** Seconds of a level of latency. */
        double seconds(double level) {
            return unit.equals("ms") ? level / 1_000 : level;
        }
    }

    /** An objective. */
    record ObjectiveYaml(
            String metric,
            double level,
            double measured,
            @Nullable Double least,
            @Nullable Double most) {
        boolean isHigherBetter() {
            return metric.equals("throughput");
        }

        /** True if clients don't wait for answers. */
        boolean isOpen() {
            return metric.equals("latency");
        }
    }

    /** What a server has, as far as it is said. */
    Bandwidths bandwidths() {
        return Objects.requireNonNullElse(server, Bandwidths.UNKNOWN);
    }

    /** Disturbances, as far as they are said. */
    Disturbances disturbances() {
        return Objects.requireNonNullElse(disturbance, Disturbances.UNSAID);
    }
}
