package dev.stowage.report.plan;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.json.RecordReader;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.CapacityPlan.PlannedServers;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.objective.ObjectiveValue;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is read again of {@code plan.json}: the answer, without how it was found. Its components are
 * those of {@link CapacityPlan}.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlanDocument(
        List<PlannedServers> servers,
        List<ObjectiveValue> objective,
        boolean met,
        Bound lowerBound,
        double gap,
        Confidence confidence,
        @Nullable OwnCost cost,
        List<CloudOption> clouds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Mix mix) {
    private static final RecordReader READER =
            new RecordReader(
                    "a plan of format version " + CapacityPlan.FORMAT_VERSION, "Plan again.");

    /** What is needed at least, without its parts. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Bound(int servers, String method) {}

    /**
     * What a mix of several kinds costs, and what is known of cheaper ones: components of {@link
     * MixAnswer}.
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Mix(
            String minimised, BigDecimal bound, BigDecimal monthlyUsd, @Nullable Double gap) {}

    /** Reads the text of a plan; {@code file} is for messages. */
    public static PlanDocument parse(Path file, String text) {
        return READER.parse(file, text, PlanDocument.class);
    }
}
