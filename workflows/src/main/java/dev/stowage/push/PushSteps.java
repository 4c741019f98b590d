package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushTarget;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The steps of a push, forwards and backwards: each is in the journal before and after it is taken,
 * and read back.
 *
 * @param isForced true if objects that somebody else changed are overwritten
 * @param command the command line that goes on with an option
 */
record PushSteps(PushTarget target, boolean isForced, UnaryOperator<String> command) {
    /** Does what is not done yet. */
    void change(Journal journal, PushRecord push) {
        for (int i = 0; i < push.changes().size(); i++) {
            PushRecord.Change change = push.changes().get(i);
            if (change.stage == PushRecord.Stage.VERIFIED) {
                continue;
            }
            try {
                change(journal, i, change);
            } catch (PushFailure | InputException | UncheckedIOException e) {
                throw halfWay(push, e);
            }
        }
        journal.write(JournalEntry.of(JournalEntry.Event.FINISHED));
    }

    private void change(Journal journal, int number, PushRecord.Change change) {
        String object = change.object.name();
        ObjectState now = target.read(change.object);
        if (!isForced
                && target.isReversible(object)
                && !now.isBetween(change.found, change.object.planned())) {
            throw InputException.of(
                    List.of(Changed.since("it was read", change.object, now, change.found)));
        }
        if (!now.meets(change.object.planned())) {
            journal.write(JournalEntry.of(JournalEntry.Event.INTENDED, number));
            change.stage = PushRecord.Stage.INTENDED;
            target.apply(change.object, now);
        } else if (change.stage == PushRecord.Stage.INTENDED) {
            target.finish(change.object);
        }
        journal.write(JournalEntry.of(JournalEntry.Event.DONE, number));
        change.stage = PushRecord.Stage.DONE;
        ObjectState written = target.read(change.object);
        if (!written.meets(change.object.planned())) {
            throw new PushFailure(
                    object
                            + ": wrote "
                            + Changed.words(change.object.planned(), change.object.planned())
                            + ", but read back "
                            + Changed.words(written, change.object.planned()),
                    null);
        }
        journal.write(new JournalEntry(JournalEntry.Event.VERIFIED, number, null, null, written));
        change.stage = PushRecord.Stage.VERIFIED;
    }

    /** Undoes what may have been done, the last change first. */
    void undo(Journal journal, PushRecord push) {
        journal.write(JournalEntry.of(JournalEntry.Event.UNDOING));
        for (int i = push.changes().size() - 1; i >= 0; i--) {
            PushRecord.Change change = push.changes().get(i);
            if (!change.isTouched()) {
                continue;
            }
            try {
                undo(change);
            } catch (PushFailure | InputException | UncheckedIOException e) {
                throw undoneHalfWay(push, e);
            }
            journal.write(JournalEntry.of(JournalEntry.Event.UNDONE, i));
            change.stage = PushRecord.Stage.UNDONE;
        }
        journal.write(JournalEntry.of(JournalEntry.Event.ROLLED_BACK));
    }

    private void undo(PushRecord.Change change) {
        String object = change.object.name();
        if (!target.isReversible(object)) {
            target.tidy(object, change.found);
            return;
        }
        ObjectState now = target.read(object);
        if (now.isSameAs(change.found)) {
            target.tidy(object, change.found);
            return;
        }
        refuseForeign(change, now);
        target.restore(object, change.found, now);
        ObjectState back = target.read(object);
        if (!back.isSameAs(change.found)) {
            throw new PushFailure(
                    object
                            + ": brought back "
                            + Changed.words(change.found, change.object.planned())
                            + ", but read "
                            + Changed.words(back, change.object.planned()),
                    null);
        }
    }

    /** Whatever somebody else changed is shown at once, before anything is touched. */
    void refuseForeign(PushRecord push) {
        if (isForced) {
            return;
        }
        List<InputException.Issue> foreign = new ArrayList<>();
        for (PushRecord.Change change : push.changes()) {
            if (change.isTouched() && target.isReversible(change.object.name())) {
                try {
                    refuseForeign(change, target.read(change.object.name()));
                } catch (InputException e) {
                    foreign.addAll(e.issues());
                }
            }
        }
        if (!foreign.isEmpty()) {
            throw InputException.of(foreign);
        }
    }

    private void refuseForeign(PushRecord.Change change, ObjectState now) {
        ObjectState ours = change.written.orElse(change.object.planned());
        if (!isForced && !now.isBetween(change.found, ours)) {
            throw InputException.of(List.of(Changed.since("the push", change.object, now, ours)));
        }
    }

    private PushFailure halfWay(PushRecord push, RuntimeException cause) {
        String message =
                cause.getMessage()
                        + "\n  "
                        + Changed.progress(push, target)
                        + "\n  "
                        + Changed.standing(push, target, command);
        if (cause instanceof InputException || cause instanceof PushFailure.Foreign) {
            return new PushFailure.Foreign(message, cause);
        }
        return cause instanceof PushFailure.Incomplete
                ? new PushFailure.Incomplete(message, cause)
                : new PushFailure(message, cause);
    }

    private PushFailure undoneHalfWay(PushRecord push, RuntimeException cause) {
        long left = push.changes().stream().filter(PushRecord.Change::isTouched).count();
        return new PushFailure(
                cause.getMessage()
                        + "\n  "
                        + left
                        + " changes are still to be undone. Go on: "
                        + command.apply("--rollback"),
                cause);
    }
}
