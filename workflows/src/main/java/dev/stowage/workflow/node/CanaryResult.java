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
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
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
 * @param own where none is alike, the canaries of the input itself beside the rest of it; else none
 * @param profilePart where none is alike, the part of the input to profile on: one of so many
 *     records; null if a known one is alike, or if no part of the input has its variance
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
        List<Row> own,
        @Nullable Integer profilePart,
        List<String> warnings) {
    private static final int FORMAT_VERSION = 1;
    private static final String EXPECTED = "a CSV of numbers with a header, a record a line";

    /** A normal distribution has none; twice the deviation of 1,000 records is 0.3. */
    private static final double MOST_KURTOSIS = 1;

    public CanaryResult {
        canaries = List.copyOf(canaries);
        own = List.copyOf(own);
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
     * @param drawn at least {@link CanaryChoice#LEAST_RECORDS}
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
        List<String> warnings = new ArrayList<>();
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
            smallCanaries(each, one).ifPresent(warnings::add);
        }
        if (input.records() < CanaryChoice.LEAST_RECORDS) {
            throw tooFew(file, input.records() + " records");
        }
        CanaryChoice found =
                CanaryChoice.of(input, known, choice.drawn(), choice.alpha(), choice.seed());
        warnings.addAll(tails(input));
        return new CanaryResult(
                FORMAT_VERSION,
                input.name(),
                input.records(),
                choice.alpha(),
                choice.drawn(),
                choice.seed(),
                found.tested().stream().map(Row::of).toList(),
                found.best(),
                found.own().stream().map(Row::of).toList(),
                found.bestOwn() < 0 ? null : found.own().get(found.bestOwn()).canary().part(),
                warnings);
    }

    /** Which canaries of a known input say too little. */
    private static Optional<String> smallCanaries(Path file, CanaryInput known) {
        List<Integer> parts = CanaryChoice.canaries(known).stream().map(Canary::part).toList();
        if (parts.isEmpty()) {
            int largest = new Canary(known, Canary.PARTS.get(0)).places().length;
            throw tooFew(file, "a 16th of " + largest + " records, its largest canary");
        }
        String small =
                Canary.PARTS.stream()
                        .filter(part -> !parts.contains(part))
                        .map(part -> "1/" + part)
                        .collect(Collectors.joining(", "));
        return small.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "left out of "
                                + file
                                + ", with fewer than "
                                + CanaryChoice.LEAST_RECORDS
                                + " records: "
                                + small);
    }

    private static InputException tooFew(Path file, String found) {
        return InputException.of(
                file,
                found,
                "at least "
                        + CanaryChoice.LEAST_RECORDS
                        + ": of fewer the test tells hardly any difference",
                "Take a larger input.");
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

    private static List<String> tails(CanaryInput input) {
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
