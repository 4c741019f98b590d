package dev.stowage.workflow.node;

import dev.stowage.basis.InputException;
import dev.stowage.policy.canary.Canary;
import dev.stowage.policy.canary.CanaryChoice;
import dev.stowage.policy.canary.CanaryInput;
import dev.stowage.scenario.columns.CsvColumns;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.moment.Kurtosis;
import org.jspecify.annotations.Nullable;

/**
 * Which canary of the known inputs of an approximate job a new input is like.
 *
 * @param input name of the new one
 * @param records of it
 * @param alpha probability of rejecting a canary that has its variance
 * @param drawn records of each side at most
 * @param canaries every one
 * @param chosen place in {@code canaries} of the one that the input is most like
 * @param warnings what the reader has to know
 */
public record CanaryResult(
        int formatVersion,
        String input,
        int records,
        double alpha,
        int drawn,
        long seed,
        List<Row> canaries,
        int chosen,
        List<String> warnings) {
    private static final int FORMAT_VERSION = 1;
    private static final String EXPECTED = "a CSV of numbers with a header, a record a line";

    /** A normal distribution has none; twice the deviation of 1,000 records is 0.3. */
    private static final double MOST_KURTOSIS = 1;

    public CanaryResult {
        canaries = List.copyOf(canaries);
        warnings = List.copyOf(warnings);
    }

    /**
     * A canary beside the new input.
     *
     * @param known input of which it is a part
     * @param part one of so many records is in it
     * @param column whose variances differ most
     * @param varianceRatio of the input over that of the canary; null if both are 0 or that is 0
     */
    public record Row(
            String known,
            int part,
            int records,
            String column,
            @Nullable Double varianceRatio,
            double pValue,
            boolean isSimilar) {
        static Row of(CanaryChoice.Tested tested) {
            return new Row(
                    tested.canary().input().name(),
                    tested.canary().part(),
                    tested.records(),
                    tested.column(),
                    Double.isFinite(tested.statistic()) ? tested.statistic() : null,
                    tested.pValue(),
                    tested.isSimilar());
        }
    }

    /**
     * What is asked for.
     *
     * @param known files of inputs whose canaries have profiles
     * @param width records in a line of a picture; 0 for none
     * @param alpha 0 to 1, both excluded
     * @param drawn at least 2
     */
    public record Choice(List<Path> known, int width, double alpha, int drawn, long seed) {
        public Choice {
            known = List.copyOf(known);
        }
    }

    /**
     * Tests an input.
     *
     * @throws InputException if a file can't be used, has other columns or too few records
     */
    public static CanaryResult of(Path file, Choice choice) {
        CanaryInput input = read(file, choice.width());
        List<CanaryInput> known = new ArrayList<>();
        for (Path each : choice.known()) {
            CanaryInput one = read(each, choice.width());
            if (!one.columns().equals(input.columns())) {
                throw InputException.atLine(
                        each,
                        1,
                        "columns " + String.join(", ", one.columns()),
                        "those of " + file + ", " + String.join(", ", input.columns()),
                        "Compare inputs of one job.");
            }
            known.add(one);
        }
        CanaryChoice found;
        try {
            found = CanaryChoice.of(input, known, choice.drawn(), choice.alpha(), choice.seed());
        } catch (IllegalArgumentException e) {
            throw InputException.of(
                            choice.known().get(0),
                            "too few records",
                            "at least 17: the largest canary, a 16th, has to hold two",
                            null)
                    .causedBy(e);
        }
        return new CanaryResult(
                FORMAT_VERSION,
                input.name(),
                input.records(),
                choice.alpha(),
                choice.drawn(),
                choice.seed(),
                found.tested().stream().map(Row::of).toList(),
                found.best(),
                warnings(input));
    }

    private static CanaryInput read(Path file, int width) {
        CsvColumns csv = CsvColumns.read(file, EXPECTED);
        List<String> columns = csv.header();
        List<double[]> values = new ArrayList<>();
        for (String column : columns) {
            values.add(
                    IntStream.range(0, csv.size())
                            .mapToDouble(i -> csv.number(i, column))
                            .toArray());
        }
        if (width > 0 && csv.size() % width != 0) {
            throw InputException.of(
                    file,
                    csv.size() + " records",
                    "whole lines of " + width + " records, as --width says",
                    null);
        }
        return new CanaryInput(file.toString(), columns, values, width);
    }

    private static List<String> warnings(CanaryInput input) {
        List<String> warnings = new ArrayList<>();
        for (int k = 0; k < input.columns().size(); k++) {
            double excess =
                    StatUtils.variance(input.values(k)) > 0
                            ? new Kurtosis().evaluate(input.values(k))
                            : 0;
            if (excess > MOST_KURTOSIS) {
                warnings.add(
                        input.columns().get(k)
                                + " has heavier tails than a normal distribution (excess kurtosis "
                                + Figures.number(excess)
                                + "), which the F-test assumes: it rejects like canaries more"
                                + " often than it says");
            }
        }
        return warnings;
    }

    /** The canary that the input is most like. */
    public Row choice() {
        return canaries.get(chosen);
    }

    /** The part of an input to profile its job on, as a CSV like the input. */
    public static String part(Path file, int part, int width) {
        CsvColumns csv = CsvColumns.read(file, EXPECTED);
        StringBuilder text = new StringBuilder(String.join(",", csv.header())).append('\n');
        for (int place : new Canary(read(file, width), part).places()) {
            StringJoiner line = new StringJoiner(",");
            IntStream.range(0, csv.header().size())
                    .forEach(k -> line.add(csv.text(place, csv.header().get(k))));
            text.append(line).append('\n');
        }
        return text.toString();
    }
}
