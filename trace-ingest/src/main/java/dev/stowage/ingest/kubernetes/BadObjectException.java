package dev.stowage.ingest.kubernetes;

import dev.stowage.ingest.quarantine.BadRow;

/** An object of a snapshot cannot be used; says why. */
final class BadObjectException extends Exception {
    private static final long serialVersionUID = 1L;

    private final BadRow reason;

    BadObjectException(BadRow reason, String found) {
        super(found);
        this.reason = reason;
    }

    BadRow reason() {
        return reason;
    }

    /** What is wrong. */
    String found() {
        return String.valueOf(getMessage());
    }
}
