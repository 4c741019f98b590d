package dev.stowage.ingest;

import java.util.List;

/**
 * What an ingest did: the manifest that it wrote, and what a person should know.
 *
 * @param manifest as written to {@code manifest.json}: row counts by table, quarantine by reason
 * @param warnings one sentence each
 */
public record IngestReport(TraceManifest manifest, List<String> warnings) {
    public IngestReport {
        warnings = List.copyOf(warnings);
    }
}
