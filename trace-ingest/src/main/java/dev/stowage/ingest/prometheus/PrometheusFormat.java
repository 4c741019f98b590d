package dev.stowage.ingest.prometheus;

import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.Listing;
import java.nio.file.Path;
import java.util.List;

/** Answers of Prometheus about requests, use and owners of the pods of a cluster over a time. */
public final class PrometheusFormat extends ListedFormat {
    private static final String NOT_JOB = "owner!=Job";

    /** The format. */
    public PrometheusFormat() {
        super(
                "prometheus-range",
                "pods of a cluster over a time: answers of Prometheus to range queries, as JSON",
                List.of(NOT_JOB, ALL_BATCH, ALL_USER_FACING),
                List.of());
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return RangeAnswer.looksLikeOne(file);
    }

    @Override
    protected Reader begin(Listing listing) {
        ClusterHistory history = new ClusterHistory(listing, classRule(listing.request()));
        return new Reader() {
            @Override
            public void read(Path file) {
                history.read(file);
            }

            @Override
            public void finish() {
                history.finish();
            }
        };
    }
}
