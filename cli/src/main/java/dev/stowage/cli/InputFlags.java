package dev.stowage.cli;

import dev.stowage.ingest.InputGlob;
import dev.stowage.ingest.JobSample;
import dev.stowage.ingest.Selection;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.model.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is read: {@code --files-from}, {@code --sample}, {@code --max-inflated}. */
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
            names = "--max-inflated",
            order = 8,
            paramLabel = "SIZE",
            description =
                    "Refuse a compressed file that becomes more text than this, as in 500g"
                            + " (default: 200 times its size, at least 1g).")
    private @Nullable String maxInflated;

    /** The inputs that are meant: patterns expanded, those of the list behind the others. */
    List<Path> expand(List<Path> inputs) {
        List<Path> all = new ArrayList<>(inputs);
        if (filesFrom != null) {
            all.addAll(InputGlob.listedIn(filesFrom));
        }
        return InputGlob.expand(all);
    }

    /** What of them is taken. */
    Selection selection() {
        Selection selection = Selection.EVERYTHING;
        if (sample != null) {
            double share = Quantities.share("--sample", sample);
            if (share == 0) {
                throw InputException.at(
                        "--sample",
                        "\"" + sample + "\"",
                        "a share above 0, as in 0.1 or 10%",
                        null);
            }
            selection = selection.with(new JobSample(share));
        }
        return maxInflated == null
                ? selection
                : selection.with(
                        InflationLimit.of(Quantities.bytes("--max-inflated", maxInflated)));
    }
}
