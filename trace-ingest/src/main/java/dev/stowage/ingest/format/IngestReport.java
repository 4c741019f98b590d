package dev.stowage.ingest.format;

import dev.stowage.ingest.manifest.TraceManifest;
import java.util.List;

/**
 * What an ingest did: the manifest that it wrote, and what a person should know.
 *
 * @param manifest as written to {@code manifest.json}: row counts by table, quarantine by reason
 * @param warnings one sentence each
 * @param partsReused files that were not read, because an earlier ingest had finished them
 */
public record IngestReport(TraceManifest manifest, List<String> warnings, int partsReused) {
    public IngestReport {
        warnings = List.copyOf(warnings);
    }

    /** Of an ingest that read all files. */
    public IngestReport(TraceManifest manifest, List<String> warnings) {
        this(manifest, warnings, 0);
    }
}
