package dev.stowage.cli.push;

import dev.stowage.model.InputException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A plan carried out on a target. What was found is in a journal before anything is changed; each
 * change is read back. An object that somebody else changed is shown and not overwritten.
 */
public final class Push {
    private final String name;
    private final PushTarget target;
    private final PushHistory history;
    private final Path plan;
    private final boolean isForced;

    /**
     * A push.
     *
     * @param name of the target in the registry
     * @param plan that is carried out, for the words that say how to go on
     * @param folder of the journals
     * @param isForced true if objects that somebody else changed are overwritten
     */
    public Push(String name, PushTarget target, Path plan, Path folder, boolean isForced) {
        this.name = name;
        this.target = target;
        this.plan = plan;
        this.history = new PushHistory(folder, name);
        this.isForced = isForced;
    }

    /** What is to change, what is somebody else's, and how many objects are as planned. */
    private record Comparison(
            List<Difference> differences, List<InputException.Issue> foreign, int unchanged) {}

    /** Shows what a push would do; writes nothing. */
    public PushReport compare() {
        refuseIfOpen();
        Comparison comparison = comparison();
        List<String> notices = new ArrayList<>(target.notices());
        if (comparison.foreign.isEmpty() || isForced) {
            comparison.differences.forEach(each -> target.rehearse(each.object(), each.now()));
        }
        comparison.foreign.forEach(
                issue ->
                        notices.add(
                                "Somebody else changed this; --yes will refuse it: "
                                        + issue.place()
                                        + ": found "
                                        + issue.found()
                                        + ", expected "
                                        + issue.expected()));
        PushReport.Outcome outcome =
                comparison.differences.isEmpty()
                        ? PushReport.Outcome.UNCHANGED
                        : PushReport.Outcome.DRY_RUN;
        return new PushReport(outcome, comparison.differences, comparison.unchanged, notices, null);
    }

    /**
     * Does it.
     *
     * @param planDigest what identifies the plan
     * @throws InputException if a push is open, or somebody else changed an object
     * @throws PushFailure if it failed; the journal says how far it got
     */
    public PushReport carryOut(String planDigest) {
        refuseIfOpen();
        Comparison comparison = comparison();
        if (!comparison.foreign.isEmpty() && !isForced) {
            throw InputException.of(comparison.foreign);
        }
        List<Difference> differences = comparison.differences;
        if (differences.isEmpty()) {
            return new PushReport(
                    PushReport.Outcome.UNCHANGED,
                    List.of(),
                    comparison.unchanged,
                    target.notices(),
                    null);
        }
        differences.forEach(each -> target.rehearse(each.object(), each.now()));
        return history.exclusively(() -> begin(comparison, planDigest));
    }

    private PushReport begin(Comparison comparison, String planDigest) {
        refuseIfOpen();
        Path file = history.next();
        List<Difference> differences = comparison.differences;
        JournalEntry.Header header =
                new JournalEntry.Header(
                        Journal.FORMAT_VERSION, name, target.settings(), planDigest);
        try (Journal journal = Journal.create(file, header, differences)) {
            change(journal, PushRecord.of(file, Journal.read(file)));
        }
        return new PushReport(
                PushReport.Outcome.DONE, differences, comparison.unchanged, target.notices(), file);
    }

    /** Finishes a push that was interrupted. */
    public PushReport resume() {
        return history.exclusively(
                () -> {
                    PushHistory.Entry open =
                            history.open().orElseThrow(() -> nothing("unfinished"));
                    if (open.push().isUndoing()) {
                        throw InputException.of(
                                open.file(),
                                "a push whose undoing was interrupted",
                                "one that was interrupted while it was done",
                                "Finish the undoing: " + command("--rollback"));
                    }
                    refuseForeign(open.push());
                    try (Journal journal = Journal.reopen(open.file())) {
                        change(journal, open.push());
                    }
                    return report(PushReport.Outcome.DONE, open);
                });
    }

    /** Brings back what the last push found. */
    public PushReport rollBack() {
        return history.exclusively(
                () -> {
                    PushHistory.Entry last =
                            history.open()
                                    .or(history::latest)
                                    .orElseThrow(() -> nothing("not undone"));
                    refuseForeign(last.push());
                    try (Journal journal = Journal.reopen(last.file())) {
                        undo(journal, last.push());
                    }
                    return report(PushReport.Outcome.ROLLED_BACK, last);
                });
    }

    /**
     * What the target of a push that is to be finished or undone was made with.
     *
     * @throws InputException if there is no such push
     */
    public static PushSettings settings(String target, Path folder) {
        PushHistory history = new PushHistory(folder, target);
        return history.open()
                .or(history::latest)
                .map(each -> new PushSettings(each.push().header().settings()))
                .orElseThrow(
                        () ->
                                InputException.of(
                                        folder,
                                        "no push to " + target + " that could be gone on with",
                                        "the journal of one",
                                        "Push first, with --yes."));
    }

    private Comparison comparison() {
        Map<String, ObjectState> written = history.written(target.settings());
        List<Difference> differences = new ArrayList<>();
        List<InputException.Issue> foreign = new ArrayList<>();
        int unchanged = 0;
        for (PlannedObject object : planned(written)) {
            ObjectState now = target.read(object.name());
            if (now.meets(object.planned())) {
                unchanged++;
                continue;
            }
            Difference difference = new Difference(object, now);
            differences.add(difference);
            ObjectState last = written.get(object.name());
            ObjectState known = last == null ? object.expected() : last;
            if (known != null && !now.meets(known) && !now.isBetween(known, object.planned())) {
                foreign.add(
                        Changed.since(last == null ? "the plan" : "the push", object, now, known));
            }
        }
        return new Comparison(differences, foreign, unchanged);
    }

    private List<PlannedObject> planned(Map<String, ObjectState> written) {
        List<PlannedObject> planned = new ArrayList<>(target.desired());
        if (target.removesWhatIsNotPlanned()) {
            Set<String> names = new HashSet<>();
            planned.forEach(each -> names.add(each.name()));
            List<String> gone =
                    new ArrayList<>(
                            written.entrySet().stream()
                                    .filter(each -> each.getValue().exists())
                                    .map(Map.Entry::getKey)
                                    .filter(each -> !names.contains(each))
                                    .toList());
            Collections.reverse(gone);
            gone.forEach(each -> planned.add(PlannedObject.of(each, ObjectState.ABSENT)));
        }
        return planned;
    }

    private void change(Journal journal, PushRecord push) {
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
        ObjectState now = target.read(object);
        if (!isForced && !now.isBetween(change.found, change.object.planned())) {
            throw InputException.of(
                    List.of(Changed.since("it was read", change.object, now, change.found)));
        }
        if (!now.meets(change.object.planned())) {
            journal.write(JournalEntry.of(JournalEntry.Event.INTENDED, number));
            change.stage = PushRecord.Stage.INTENDED;
            target.apply(change.object, now);
        }
        journal.write(JournalEntry.of(JournalEntry.Event.DONE, number));
        change.stage = PushRecord.Stage.DONE;
        ObjectState written = target.read(object);
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

    private void undo(Journal journal, PushRecord push) {
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
        ObjectState now = target.read(object);
        if (now.isSameAs(change.found)) {
            target.tidy(object);
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
    private void refuseForeign(PushRecord push) {
        if (isForced) {
            return;
        }
        List<InputException.Issue> foreign = new ArrayList<>();
        for (PushRecord.Change change : push.changes()) {
            if (change.isTouched()) {
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

    private void refuseIfOpen() {
        history.open()
                .ifPresent(
                        open -> {
                            throw InputException.of(
                                    open.file(),
                                    "a push that was interrupted ("
                                            + Changed.progress(open.push())
                                            + ")",
                                    "none",
                                    "Finish it: "
                                            + command("--continue")
                                            + "\n  Undo it: "
                                            + command("--rollback"));
                        });
    }

    private InputException nothing(String what) {
        return InputException.of(
                history.folder(),
                "no push to " + name + " that is " + what,
                "the journal of one",
                "Push first: " + command("--yes"));
    }

    private PushFailure halfWay(PushRecord push, RuntimeException cause) {
        return new PushFailure(
                cause.getMessage()
                        + "\n  "
                        + Changed.progress(push)
                        + "\n  Finish it: "
                        + command("--continue")
                        + "\n  Undo it: "
                        + command("--rollback"),
                cause);
    }

    private PushFailure undoneHalfWay(PushRecord push, RuntimeException cause) {
        long left = push.changes().stream().filter(PushRecord.Change::isTouched).count();
        return new PushFailure(
                cause.getMessage()
                        + "\n  "
                        + left
                        + " changes are still to be undone. Go on: "
                        + command("--rollback"),
                cause);
    }

    private String command(String option) {
        return "stowage push " + plan + " --target " + name + " " + option;
    }

    private PushReport report(PushReport.Outcome outcome, PushHistory.Entry entry) {
        return new PushReport(
                outcome,
                entry.push().changes().stream()
                        .map(each -> new Difference(each.object, each.found))
                        .toList(),
                0,
                target.notices(),
                entry.file());
    }
}
