package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a journal says of a push: what was found, and how far each change got. */
final class PushRecord {
    /** How far a change got. */
    enum Stage {
        FOUND,
        INTENDED,
        DONE,
        VERIFIED,
        UNDONE
    }

    /** A change of one object. */
    static final class Change {
        final PlannedObject object;
        final ObjectState found;
        Stage stage = Stage.FOUND;
        Optional<ObjectState> written = Optional.empty();

        Change(PlannedObject object, ObjectState found) {
            this.object = object;
            this.found = found;
        }

        /** True if the target may have been changed, and not brought back. */
        boolean isTouched() {
            return stage != Stage.FOUND && stage != Stage.UNDONE;
        }
    }

    private final Path file;
    private final JournalEntry.Header header;
    private final List<Change> changes = new ArrayList<>();
    private boolean isBegun;
    private boolean isFinished;
    private boolean isUndoing;
    private boolean isRolledBack;

    private PushRecord(Path file, JournalEntry.Header header) {
        this.file = file;
        this.header = header;
    }

    /** What the lines of {@code file} say. */
    static PushRecord of(Path file, List<JournalEntry> entries) {
        JournalEntry first = entries.get(0);
        if (first.event() != JournalEntry.Event.OPENED || first.header() == null) {
            throw bad(file, 1, "no beginning");
        }
        PushRecord record = new PushRecord(file, first.header());
        for (int i = 1; i < entries.size(); i++) {
            record.add(entries.get(i), i + 1);
        }
        return record;
    }

    private void add(JournalEntry entry, int line) {
        switch (entry.event()) {
            case OPENED -> throw bad(file, line, "a second beginning");
            case FOUND -> {
                if (entry.object() == null || entry.state() == null) {
                    throw bad(file, line, "no object");
                }
                changes.add(new Change(entry.object(), entry.state()));
            }
            case BEGUN -> isBegun = true;
            case INTENDED -> change(entry, line).stage = Stage.INTENDED;
            case DONE -> change(entry, line).stage = Stage.DONE;
            case VERIFIED -> {
                Change change = change(entry, line);
                change.stage = Stage.VERIFIED;
                change.written = Optional.ofNullable(entry.state());
            }
            case FINISHED -> isFinished = true;
            case UNDOING -> isUndoing = true;
            case UNDONE -> change(entry, line).stage = Stage.UNDONE;
            case ROLLED_BACK -> isRolledBack = true;
        }
    }

    private Change change(JournalEntry entry, int line) {
        Integer number = entry.change();
        if (number == null || number < 0 || number >= changes.size()) {
            throw bad(file, line, "change " + number);
        }
        return changes.get(number);
    }

    private static InputException bad(Path file, int line, String found) {
        return InputException.atLine(
                file,
                line,
                found,
                "a line of a journal of stowage push",
                "Somebody edited it; bring back what the lines \"FOUND\" say by hand.");
    }

    JournalEntry.Header header() {
        return header;
    }

    List<Change> changes() {
        return changes;
    }

    /** True if a push or its undoing was interrupted, so that some objects may be changed. */
    boolean isOpen() {
        return isBegun && !isRolledBack && (!isFinished || isUndoing);
    }

    /** True if it is under way backwards: only undoing goes on. */
    boolean isUndoing() {
        return isUndoing && !isRolledBack;
    }

    /** True if it is in force: its objects are as it wrote them, as far as we know. */
    boolean isInForce() {
        return isBegun && !isRolledBack;
    }

    /** Number of changes that are done and verified. */
    int verified() {
        return (int) changes.stream().filter(each -> each.stage == Stage.VERIFIED).count();
    }
}
