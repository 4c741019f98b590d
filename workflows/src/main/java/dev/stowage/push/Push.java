package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final PushSteps steps;

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
        this.steps = new PushSteps(target, isForced, this::command);
    }

    /** What is to change, what is somebody else's, and how many objects are as planned. */
    private record Comparison(
            List<Difference> differences, List<InputException.Issue> foreign, int unchanged) {}

    /** Shows what a push would do; writes nothing. */
    public PushReport compare() {
        refuseIfOpen();
        Comparison comparison = comparison();
        List<String> notices = new ArrayList<>(target.notices());
        comparison.differences.forEach(
                each -> rehearse(each).ifPresent(why -> notices.add("--yes would fail: " + why)));
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
        return report(outcome, comparison, notices);
    }

    private PushReport report(
            PushReport.Outcome outcome, Comparison comparison, List<String> notices) {
        Set<String> changed = new HashSet<>();
        comparison.differences.forEach(each -> changed.add(each.object().name()));
        return new PushReport(
                outcome,
                comparison.differences,
                comparison.unchanged,
                notices,
                null,
                target.review(changed).orElse(null));
    }

    private void requireReviewed(Comparison comparison, String reviewed) {
        PushReport now = report(PushReport.Outcome.DRY_RUN, comparison, List.of());
        if (!now.id().equals(reviewed)) {
            throw InputException.at(
                    "--reviewed",
                    reviewed,
                    now.id() + ", which is what would be done now",
                    "Plan, cluster or options are not those of the review: run it without --yes"
                            + " and have that approved.");
        }
    }

    /** Why a change would be refused; empty if it would not. */
    private Optional<String> rehearse(Difference difference) {
        try {
            target.rehearse(difference.object(), difference.now());
            return Optional.empty();
        } catch (PushFailure e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Does it.
     *
     * @param planDigest what identifies the plan
     * @param reviewed {@link PushReport#id} of what was approved; empty to do whatever the plan
     *     says
     * @throws InputException if a push is open, or somebody else changed an object
     * @throws PushFailure if it failed; the journal says how far it got
     */
    public PushReport carryOut(String planDigest, Optional<String> reviewed) {
        refuseIfOpen();
        Comparison comparison = comparison();
        reviewed.ifPresent(id -> requireReviewed(comparison, id));
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
        List<String> refusals = new ArrayList<>();
        differences.forEach(each -> rehearse(each).ifPresent(refusals::add));
        if (!refusals.isEmpty()) {
            throw new PushFailure(String.join("\n", refusals), null);
        }
        return history.exclusively(() -> begin(comparison, planDigest));
    }

    /** Does it, whether or not somebody approved it. */
    public PushReport carryOut(String planDigest) {
        return carryOut(planDigest, Optional.empty());
    }

    private PushReport begin(Comparison comparison, String planDigest) {
        refuseIfOpen();
        Path file = history.next();
        List<Difference> differences = comparison.differences;
        JournalEntry.Header header =
                new JournalEntry.Header(
                        Journal.FORMAT_VERSION, name, target.settings(), planDigest);
        try (Journal journal = Journal.create(file, header, differences)) {
            steps.change(journal, PushRecord.of(file, Journal.read(file)));
        }
        return new PushReport(done(), differences, comparison.unchanged, target.notices(), file);
    }

    private PushReport.Outcome done() {
        return target.otherwise().isEmpty()
                ? PushReport.Outcome.DONE
                : PushReport.Outcome.DONE_OTHERWISE;
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
                    steps.refuseForeign(open.push());
                    try (Journal journal = Journal.reopen(open.file())) {
                        steps.change(journal, open.push());
                    }
                    return report(done(), open);
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
                    steps.refuseForeign(last.push());
                    try (Journal journal = Journal.reopen(last.file())) {
                        steps.undo(journal, last.push());
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
            ObjectState now = target.read(object);
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
        foreign.addAll(target.stale());
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

    private void refuseIfOpen() {
        history.open()
                .ifPresent(
                        open -> {
                            throw InputException.of(
                                    open.file(),
                                    "a push that was interrupted ("
                                            + Changed.progress(open.push(), target)
                                            + ")",
                                    "none",
                                    Changed.standing(open.push(), target, this::command));
                        });
    }

    private InputException nothing(String what) {
        return InputException.of(
                history.folder(),
                "no push to " + name + " that is " + what,
                "the journal of one",
                "Push first: " + command("--yes"));
    }

    private String command(String option) {
        return "stowage push " + plan + " --target " + name + " " + option;
    }

    private PushReport report(PushReport.Outcome outcome, PushHistory.Entry entry) {
        List<String> notices = new ArrayList<>(target.notices());
        List<Difference> differences = new ArrayList<>();
        for (PushRecord.Change each : entry.push().changes()) {
            if (outcome == PushReport.Outcome.ROLLED_BACK
                    && !target.isReversible(each.object.name())) {
                notices.add(each.object.name() + ": this can't be undone, and was left");
            } else {
                differences.add(new Difference(each.object, each.found));
            }
        }
        return new PushReport(outcome, differences, 0, notices, entry.file());
    }
}
