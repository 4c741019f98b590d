package dev.stowage.ingest.listed;

import dev.stowage.ingest.quarantine.BadRow;

/** A record that can't be used; it is set aside. */
public final class BadRecordException extends Exception {
    private static final long serialVersionUID = 1;

    private final BadRow reason;

    /**
     * A record is bad.
     *
     * @param found what is wrong in it
     */
    public BadRecordException(BadRow reason, String found) {
        super(found, null, false, false);
        this.reason = reason;
    }

    /** Why it is bad. */
    public BadRow reason() {
        return reason;
    }

    /** What is wrong in it. */
    public String found() {
        return String.valueOf(getMessage());
    }
}
