package dev.stowage.ingest;

import dev.stowage.model.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What files turned out to be, by their content.
 *
 * @param format the one that most of them are of
 * @param files those that are
 * @param others those that are not
 */
public record FormatRecognition(TraceFormat format, List<Path> files, List<Path> others) {
    private static final double ENOUGH = 0.5; // of the first rows

    public FormatRecognition {
        files = List.copyOf(files);
        others = List.copyOf(others);
    }

    private record Candidate(TraceFormat format, List<Path> files, double resemblance) {
        static Candidate of(TraceFormat format, List<Path> all) {
            List<Path> files = new ArrayList<>();
            double sum = 0;
            for (Path file : all) {
                double resemblance = format.resemblance(file);
                if (resemblance >= ENOUGH) {
                    files.add(file);
                    sum += resemblance;
                }
            }
            return new Candidate(format, files, sum);
        }
    }

    /** Looks at the beginning of every file below the inputs. */
    static FormatRecognition of(List<Path> inputs, List<TraceFormat> formats) {
        List<Path> all = inputs.stream().flatMap(input -> InputFiles.of(input).stream()).toList();
        Comparator<Candidate> order =
                Comparator.comparingInt((Candidate candidate) -> candidate.files.size())
                        .thenComparingDouble(candidate -> candidate.resemblance);
        List<Candidate> candidates =
                formats.stream()
                        .map(format -> Candidate.of(format, all))
                        .filter(candidate -> !candidate.files.isEmpty())
                        .sorted(order.reversed())
                        .toList();
        if (candidates.isEmpty()) {
            throw InputException.of(
                    inputs.get(0),
                    all.isEmpty() ? "no files" : count(all) + " of no format that is known",
                    "files of " + names(formats.stream()),
                    "Name the format to see what is wrong with them.");
        }
        Candidate best = candidates.get(0);
        List<TraceFormat> equals =
                candidates.stream()
                        .filter(candidate -> order.compare(candidate, best) == 0)
                        .map(Candidate::format)
                        .toList();
        if (equals.size() > 1) {
            throw InputException.of(
                    best.files.get(0),
                    "rows that may be " + names(equals.stream()),
                    "rows of one format",
                    "Name the format.");
        }
        List<Path> others = all.stream().filter(file -> !best.files.contains(file)).toList();
        return new FormatRecognition(best.format, best.files, others);
    }

    private static String count(List<Path> files) {
        return files.size() == 1 ? "a file" : files.size() + " files";
    }

    private static String names(Stream<TraceFormat> formats) {
        return formats.map(TraceFormat::name).collect(Collectors.joining(" or "));
    }
}
