package dev.stowage.ingest;

import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.Resemblance;
import dev.stowage.ingest.format.TraceFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What speaks for a file to be of some format, and what against it.
 *
 * @param file as the inputs name it
 * @param candidates tables of which some rows fit, the likeliest first; all if there are none
 */
public record FormatEvidence(String file, List<Candidate> candidates) {
    public FormatEvidence {
        candidates = List.copyOf(candidates);
    }

    /**
     * A table of a format.
     *
     * @param format name of the format
     * @param table name of the table; empty if it has one alone
     * @param share as {@link Resemblance#share}
     * @param why in words, with the first thing that does not fit
     */
    public record Candidate(String format, String table, double share, String why) {}

    /** What speaks for each file below the inputs, of some formats. */
    static List<FormatEvidence> of(List<Path> inputs, List<TraceFormat> formats) {
        List<FormatEvidence> all = new ArrayList<>();
        for (Path input : inputs) {
            InputFiles.of(input).forEach(file -> all.add(of(file, formats)));
        }
        return all;
    }

    private static FormatEvidence of(Path file, List<TraceFormat> formats) {
        List<Candidate> candidates = candidates(file, formats);
        List<Candidate> likely = candidates.stream().filter(each -> each.share() > 0).toList();
        return new FormatEvidence(file.toString(), likely.isEmpty() ? candidates : likely);
    }

    private static List<Candidate> candidates(Path file, List<TraceFormat> formats) {
        List<Candidate> candidates = new ArrayList<>();
        for (TraceFormat format : formats) {
            for (Resemblance each : format.evidence(file)) {
                candidates.add(
                        new Candidate(format.name(), each.table(), each.share(), each.toString()));
            }
        }
        candidates.sort(Comparator.comparingDouble(Candidate::share).reversed());
        return candidates;
    }

    /** A line for the file, and one for each candidate. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file);
        for (Candidate each : candidates) {
            text.append("\n  ")
                    .append(each.format)
                    .append(each.table.isEmpty() ? "" : " " + each.table)
                    .append(": ")
                    .append(each.why);
        }
        return text.toString();
    }
}
