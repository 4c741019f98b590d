package dev.stowage.push;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A line of a journal.
 *
 * @param event what happened
 * @param change number of the change, from 0; absent where the line is about all of them
 * @param header of the journal, on its first line
 * @param object what is to be changed, of {@code FOUND}
 * @param state what was found, of {@code FOUND}; what was read back, of {@code VERIFIED}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JournalEntry(
        Event event,
        @Nullable Integer change,
        @Nullable Header header,
        @Nullable PlannedObject object,
        @Nullable ObjectState state) {
    /** What happened, in the order of a push that is carried out and then undone. */
    enum Event {
        OPENED,
        FOUND,
        BEGUN,
        INTENDED,
        DONE,
        VERIFIED,
        FINISHED,
        UNDOING,
        UNDONE,
        ROLLED_BACK
    }

    /**
     * What a journal is about.
     *
     * @param formatVersion of the journal
     * @param target name of the target
     * @param settings what the target needs to find its objects again
     * @param plan digest of the plan
     */
    record Header(
            int formatVersion, String target, SortedMap<String, String> settings, String plan) {}

    static JournalEntry of(Event event) {
        return new JournalEntry(event, null, null, null, null);
    }

    static JournalEntry of(Event event, int change) {
        return new JournalEntry(event, change, null, null, null);
    }
}
