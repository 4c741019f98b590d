package dev.stowage.ingest.canonical;

/** What happens to a machine. */
public enum MachineEvent {
    /** It is there from now on. */
    ADD,
    /** It is gone. */
    REMOVE,
    /** Its capacity changes. */
    UPDATE;

    private static final MachineEvent[] ALL = values();

    /** The event of that number, from 0; also its code in the Google trace of 2011. */
    public static MachineEvent of(int code) {
        return ALL[code];
    }
}
