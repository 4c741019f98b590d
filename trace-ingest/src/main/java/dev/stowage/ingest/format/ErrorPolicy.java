package dev.stowage.ingest.format;

/** What happens to a row that can't be used. */
public enum ErrorPolicy {
    /** It is set aside with its reason and counted; too large a share of them is an error. */
    QUARANTINE,
    /** The first one is an error. */
    FAIL
}
