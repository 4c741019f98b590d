package dev.stowage.ingest;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.TraceFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What files turned out to be, by their content.
 *
 * @param format the one that most of them are of
 * @param files those that are
 * @param others those that are not, with the formats that they look like, if any
 */
public record FormatRecognition(
        TraceFormat format, List<Path> files, Map<Path, List<TraceFormat>> others) {
    private static final double ENOUGH = 0.5; // of the first rows

    public FormatRecognition {
        files = List.copyOf(files);
        others = new LinkedHashMap<>(others);
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
            throw unknown(inputs, all, formats);
        }
        Candidate best = candidates.get(0);
        List<Candidate> equals =
                candidates.stream()
                        .filter(candidate -> candidate.files.size() == best.files.size())
                        .toList();
        boolean isOfSeveral = equals.stream().anyMatch(each -> !each.files.equals(best.files));
        if (isOfSeveral) {
            throw several(inputs.get(0), all, formats);
        }
        List<Candidate> alike =
                equals.stream().filter(each -> order.compare(each, best) == 0).toList();
        if (alike.size() > 1) {
            throw InputException.of(
                    best.files.get(0),
                    "rows that may be " + names(alike.stream().map(Candidate::format)),
                    "rows of one format",
                    "Name the format.");
        }
        Map<Path, List<TraceFormat>> others = new LinkedHashMap<>();
        all.stream()
                .filter(file -> !best.files.contains(file))
                .forEach(file -> others.put(file, likeliest(file, formats)));
        return new FormatRecognition(best.format, best.files, others);
    }

    /** The formats that a file looks most like; none if it looks like none. */
    private static List<TraceFormat> likeliest(Path file, List<TraceFormat> formats) {
        double most = formats.stream().mapToDouble(f -> f.resemblance(file)).max().orElse(0);
        return most < ENOUGH
                ? List.of()
                : formats.stream().filter(f -> f.resemblance(file) == most).toList();
    }

    /** A file that can't be text of rows is named as what it is. */
    private static InputException unknown(
            List<Path> inputs, List<Path> all, List<TraceFormat> formats) {
        for (Path file : all) {
            for (TraceFormat format : formats) {
                Optional<InputException> damage = format.unreadable(file);
                if (damage.isPresent()) {
                    return damage.get();
                }
            }
        }
        return InputException.of(
                inputs.get(0),
                all.isEmpty() ? "no files" : count(all) + " of no format that is known",
                "files of " + names(formats.stream()),
                "Name the format to see what is wrong with them, or ask what fits with"
                        + " --explain.");
    }

    private static InputException several(Path input, List<Path> all, List<TraceFormat> formats) {
        String found =
                all.stream()
                        .map(file -> file.getFileName() + " " + like(likeliest(file, formats)))
                        .collect(Collectors.joining(", "));
        return InputException.of(
                input,
                "files of several formats (" + found + ")",
                "files of one format",
                "Ingest each format by itself, or make one trace of them with --merge:"
                        + " stowage ingest auto INPUT INPUT --merge.");
    }

    /** What a file looks like, as a person would say it. */
    public static String like(List<TraceFormat> formats) {
        return formats.isEmpty() ? "of no known format" : names(formats.stream());
    }

    private static String count(List<Path> files) {
        return files.size() == 1 ? "a file" : files.size() + " files";
    }

    private static String names(Stream<TraceFormat> formats) {
        return formats.map(TraceFormat::name).collect(Collectors.joining(" or "));
    }
}
