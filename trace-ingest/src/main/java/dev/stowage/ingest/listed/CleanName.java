package dev.stowage.ingest.listed;

import dev.stowage.ingest.quarantine.BadRow;

/** What a name may be: UTF-8 without control characters. */
public final class CleanName {
    private static final char LOST = '\ufffd'; // what stands for bytes that are not UTF-8

    private CleanName() {}

    /**
     * A name as it is.
     *
     * @param what whose it is, for the message
     */
    public static String of(String what, String text) throws BadRecordException {
        if (text.chars().anyMatch(c -> Character.isISOControl(c) || c == LOST)) {
            throw new BadRecordException(BadRow.NOT_TEXT, what + " " + Amount.shown(text));
        }
        return text;
    }
}
