package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Interruption;
import dev.stowage.json.Json;
import dev.stowage.push.Push;
import dev.stowage.push.PushMarkdown;
import dev.stowage.push.PushPause;
import dev.stowage.push.PushReport;
import dev.stowage.push.PushTargets;
import dev.stowage.push.PushText;
import dev.stowage.push.consent.PlanConsent;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage push}: a plan carried out on real systems, with a way back. */
@Command(
        name = "push",
        customSynopsis = "stowage push PLAN --target NAME [--yes] [OPTIONS]",
        description = {
            "Carry out a plan: on Kubernetes, by Terraform, on a node, as files.",
            "",
            "Without --yes it only shows the difference to what is there and writes nothing. What is"
                    + " found is recorded in PLAN.push before anything is changed, so that a push"
                    + " that was interrupted can be finished (--continue) or undone (--rollback)."
                    + " What somebody else changed is shown and not overwritten."
        },
        footer = {
            "  stowage push web.plan --target terraform -o vms --yes",
            "  stowage push shop.plan --target kubernetes --context staging",
            "  stowage push shop.plan --target kubernetes --context staging --yes",
            "  stowage push web.plan --target node --server web-1",
            "  stowage push web.plan --target node --server web-1 --yes",
            "  stowage push web.plan --target node --rollback",
            "  stowage push shop.fleet --target node --manager parties -o servers --yes",
            "  stowage push web.plan --target files -o out --json"
        })
public final class PushCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PLAN",
            description = "A folder with placement.json, plan.json or fleet.json, or such a file.")
    private Path path = Path.of("");

    @Option(
            names = "--target",
            order = 1,
            required = true,
            paramLabel = "NAME",
            description = "What to carry it out on; see below.")
    private String targetName = "";

    @Option(names = "--yes", order = 2, description = "Do it.")
    private boolean isDone;

    @Option(
            names = "--continue",
            order = 3,
            description = "Finish a push that was interrupted, as its journal says.")
    private boolean isContinued;

    @Option(
            names = "--rollback",
            order = 4,
            description =
                    "Bring back what the last push found, finished or not; again for the one before.")
    private boolean isUndone;

    @Option(
            names = "--force",
            order = 5,
            description = "Overwrite what somebody else changed, too.")
    private boolean isForced;

    @Option(
            names = "--journal",
            order = 6,
            paramLabel = "DIR",
            description = "Folder of the journals (default: PLAN.push).")
    private @Nullable Path journal;

    @Option(
            names = "--accept-unplaced",
            order = 7,
            split = ",",
            paramLabel = "NAMES",
            description =
                    "Items, or services, that run today and may go without a place, as the plan has"
                            + " none for them.")
    private Set<String> unplaced = new TreeSet<>();

    @Option(
            names = "--accept-risk",
            order = 8,
            description =
                    "Apply new requests that rightsizing.json calls not safe, or not known to be.")
    private boolean isRiskAccepted;

    @Option(
            names = "--pause",
            order = 9,
            description =
                    "kubernetes: let a push that runs elsewhere finish what it has begun, and begin"
                            + " nothing more until --resume.")
    private boolean isPaused;

    @Option(names = "--resume", order = 10, description = "kubernetes: let it go on.")
    private boolean isResumed;

    @Option(
            names = "--reviewed",
            order = 11,
            paramLabel = "ID",
            description =
                    "With --yes: do what the review of this ID says, or nothing if anything else"
                            + " would be done by now.")
    private @Nullable String reviewed;

    @Option(
            names = "--markdown",
            order = 12,
            description = "Without --yes: print the review as Markdown, to be approved.")
    private boolean isMarkdown;

    @Mixin private PushFlags flags = new PushFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        long actions =
                Stream.of(isDone, isContinued, isUndone, isPaused, isResumed)
                        .filter(each -> each)
                        .count();
        if (actions > 1) {
            throw common.usage(
                    "--yes, --continue, --rollback, --pause, --resume: found several, expected one");
        }
        if (reviewed != null && !isDone) {
            throw common.usage("--reviewed: found without --yes");
        }
        if (isMarkdown && actions > 0) {
            throw common.usage("--markdown: found with what does something, expected a dry run");
        }
        if (isMarkdown && common.isJson()) {
            throw common.usage("--markdown, --json: found both, expected one");
        }
        PushTargets.Entry entry = common.argument(() -> PushTargets.of(targetName));
        Path folder = journal == null ? PushPlan.journals(path) : journal;
        if (isPaused || isResumed) {
            return pause(entry, folder);
        }
        PlanOnce plan = new PlanOnce(path);
        try (PushTarget target = entry.make(plan, settings(entry, folder))) {
            target.report(common::note);
            Push push = new Push(entry.name(), target, path, folder, isForced);
            PushInterruption interruption = new PushInterruption(target);
            if (isDone || isContinued || isUndone) {
                Interruption.beforeTheEnd(interruption::stop);
            }
            PushReport report = interruption.during(() -> run(push, plan));
            Interruption.forget();
            target.otherwise().forEach(common::note);
            if (isMarkdown) {
                PushPlan read = plan.get();
                common.out()
                        .print(PushMarkdown.of(read.name(), read.digest(), entry.name(), report));
            } else {
                print(entry.name(), target, report);
            }
            return report.outcome() == PushReport.Outcome.DONE_OTHERWISE
                    ? ExitCode.NO.code()
                    : ExitCode.DONE.code();
        }
    }

    private int pause(PushTargets.Entry entry, Path folder) {
        if (!entry.options().contains("window")) {
            throw common.usage(
                    "--pause, --resume: found with --target "
                            + entry.name()
                            + ", of which a push takes no time");
        }
        boolean isChanged = new PushPause(folder, entry.name()).set(isPaused);
        common.out()
                .println(
                        isPaused
                                ? isChanged
                                        ? "Paused: what has begun is finished, and nothing more"
                                                + " begins until --resume."
                                        : "It is paused already."
                                : isChanged ? "It may go on." : "It was not paused.");
        return ExitCode.DONE.code();
    }

    private PushSettings settings(PushTargets.Entry entry, Path folder) {
        PushSettings chosen = chosen(entry, folder);
        return isDone || isContinued
                ? chosen.with(new PushPause(folder, entry.name()).setting())
                : chosen;
    }

    private PushSettings chosen(PushTargets.Entry entry, Path folder) {
        PushSettings given = flags.settings(entry, common);
        if (!isContinued && !isUndone) {
            return given;
        }
        if (isRiskAccepted || !unplaced.isEmpty()) {
            throw common.usage(
                    "--accept-risk, --accept-unplaced: found with --continue or --rollback, which"
                            + " ask for nothing that was not accepted before");
        }
        for (String option : given.values().keySet()) {
            if (!PushSettings.HOW.contains(option)) {
                throw common.usage(
                        "--"
                                + option
                                + ": found with --continue or --rollback, which go on where the"
                                + " journal says");
            }
        }
        return Push.settings(entry.name(), folder).with(given);
    }

    private PushReport run(Push push, PlanOnce plan) {
        if (isContinued) {
            return push.resume();
        }
        if (isUndone) {
            return push.rollBack();
        }
        List<InputException.Issue> missing =
                new PlanConsent(isRiskAccepted, unplaced).missing(plan.get());
        if (!isDone) {
            return push.compare().withNotices(missing.stream().map(PushCommand::notice).toList());
        }
        if (!missing.isEmpty()) {
            throw InputException.of(missing);
        }
        return push.carryOut(plan.get().digest(), Optional.ofNullable(reviewed));
    }

    private static String notice(InputException.Issue issue) {
        return "--yes will refuse this: "
                + issue.place()
                + ": found "
                + issue.found()
                + ", expected "
                + issue.expected()
                + (issue.remedy() == null ? "" : ". " + issue.remedy());
    }

    private void print(String name, PushTarget target, PushReport report) {
        PushText text = new PushText(name, target.settings(), report);
        if (common.isJson()) {
            common.out().print(Json.text(text.json()));
            return;
        }
        text.print(common.out(), common.style());
        report.notices().forEach(common::note);
        if (report.journal() != null) {
            common.note("Journal: " + report.journal());
        }
    }

    /** The plan, read when it is first needed. */
    private static final class PlanOnce implements Supplier<PushPlan> {
        private final Path path;
        private @Nullable PushPlan plan;

        PlanOnce(Path path) {
            this.path = path;
        }

        @Override
        public PushPlan get() {
            if (plan == null) {
                plan = PushPlan.read(path);
            }
            return plan;
        }
    }
}
