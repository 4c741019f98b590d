package dev.stowage.cli.trace;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.InputGlob;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.sample.SampleBy;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What is read: {@code --files-from}, {@code --sample}, {@code --max-inflated}, {@code
 * --time-zone}.
 */
final class InputFlags {
    @Option(
            names = "--files-from",
            order = 8,
            paramLabel = "FILE",
            description =
                    "Read the inputs that FILE lists, too: a path or pattern on each line, relative"
                            + " to the current folder.")
    private @Nullable Path filesFrom;

    @Option(
            names = "--sample",
            order = 8,
            paramLabel = "SHARE",
            description =
                    "Take only this share of the jobs, as in 0.1 or 10%%: those whose ID has a"
                            + " small hash, the same ones in every table and every run.")
    private @Nullable String sample;

    @Option(
            names = "--sample-by",
            order = 8,
            paramLabel = "WHAT",
            defaultValue = "jobs",
            description =
                    "How --sample chooses. jobs: any, while it reads. load: whole jobs that have"
                            + " together as large a share of core-seconds, memory and tasks, for"
                            + " fit. tasks: the same share of the tasks of every job, for waits on as"
                            + " large a share of servers. The latter two read everything first"
                            + " (default: ${DEFAULT-VALUE}).")
    private String sampleBy = "";

    @Option(
            names = "--max-inflated",
            order = 8,
            paramLabel = "SIZE",
            description =
                    "Refuse a compressed file that becomes more text than this, as in 500g"
                            + " (default: 200 times its size, at least 1g).")
    private @Nullable String maxInflated;

    @Option(
            names = "--time-zone",
            order = 8,
            paramLabel = "ZONE",
            description =
                    "Where the clock hung that showed times without an offset, as in Europe/Berlin"
                            + " or +02:00 (default: UTC, with a warning). For slurm, vrops, philly,"
                            + " alibaba-genai-2026, azure-llm-2023, parquet and csv; an error for"
                            + " other formats, whose times need no zone.")
    private @Nullable String timeZone;

    /** The inputs that are meant: patterns expanded, those of the list behind the others. */
    List<Path> expand(List<Path> inputs) {
        List<Path> all = new ArrayList<>(inputs);
        if (filesFrom != null) {
            all.addAll(InputGlob.listedIn(filesFrom));
        }
        return InputGlob.expand(all);
    }

    /**
     * What of them is taken, and how it is understood.
     *
     * @throws InputException if a value is malformed, or none that the format takes
     */
    Selection selection(TraceFormat format) {
        Selection selection = Selection.EVERYTHING;
        if (timeZone != null) {
            if (!format.hasWallClock()) {
                throw InputException.at(
                        "--time-zone",
                        "the format " + format.name() + ", whose times need no zone",
                        "a format whose times are what a clock shows: "
                                + TraceFormats.ofWallClock(),
                        "Leave it out.");
            }
            selection = selection.in(zone(timeZone));
        }
        if (sampleBy().isEmpty() && sample != null) {
            selection = selection.with(new JobSample(share(sample)));
        }
        return maxInflated == null
                ? selection
                : selection.with(
                        InflationLimit.of(Quantities.bytes("--max-inflated", maxInflated)));
    }

    /** How a sample is taken of what was read; empty if it is taken while reading, or none is. */
    Optional<SampleBy> sampleBy() {
        OptionNames.require("--sample-by", sampleBy, List.of("jobs", "load", "tasks"));
        if (sampleBy.equals("jobs")) {
            return Optional.empty();
        }
        if (sample == null) {
            throw InputException.at(
                    "--sample-by",
                    "no --sample",
                    "the share that is to be taken",
                    "Add --sample 0.1, or leave --sample-by out.");
        }
        return Stream.of(SampleBy.values())
                .filter(each -> each.spelling().equals(sampleBy))
                .findFirst();
    }

    /** The share to be taken. */
    double share() {
        return sample == null ? 1 : share(sample);
    }

    private static double share(String text) {
        double share = Quantities.share("--sample", text);
        if (share == 0) {
            throw InputException.at(
                    "--sample", "\"" + text + "\"", "a share above 0, as in 0.1 or 10%", null);
        }
        return share;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw InputException.at(
                            "--time-zone",
                            "\"" + text + "\"",
                            "a time zone as in Europe/Berlin, UTC or +02:00",
                            NearestName.question(text, new TreeSet<>(ZoneId.getAvailableZoneIds()))
                                    .orElse(null))
                    .causedBy(e);
        }
    }
}
