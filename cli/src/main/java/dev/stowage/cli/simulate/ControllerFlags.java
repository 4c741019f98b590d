package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.plan.SearchOptions;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.skynet.ObjectiveControllers;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Controllers of services with objectives: {@code --controller}, {@code --violated}. */
final class ControllerFlags {
    private static final String OUTSIDE_BRACKETS = ",(?![^\\[]*\\])";
    private static final int MOST_REPLICATIONS = 10_000;
    private static final int REPLICATIONS_OF_A_PLAN = 61;

    /** What means something to them, beside what does to every command. */
    private static final Set<String> THEIRS =
            Set.of(
                    "--servers",
                    "--seed",
                    "--replications",
                    "--controller",
                    "--violated",
                    "--output",
                    "--force");

    @Option(
            names = "--controller",
            order = 26,
            paramLabel = "LIST",
            completionCandidates = Controller.class,
            description =
                    "WORKLOAD is services with objectives, in YAML: size them second by second,"
                            + " under each of these: ${COMPLETION-CANDIDATES}, joined by commas.")
    private String controllers = "";

    @Option(
            names = "--violated",
            order = 27,
            paramLabel = "SHARE",
            description =
                    "With --controller: find the fewest of the servers on which each service is"
                            + " below an objective in at most this share of its time, as in 5%%;"
                            + " exits with 1 if not even all of them do.")
    private @Nullable String violated;

    /** Names for completion. */
    static final class Controller extends Names.Candidates {
        Controller() {
            super(ObjectiveControllers.registry().names());
        }
    }

    /** True if controllers are asked for. */
    boolean isGiven() {
        return !controllers.isBlank();
    }

    /** Refuses what does not go together. */
    void check(CommonOptions common, StudyChoice study) {
        if (!isGiven()) {
            if (violated != null) {
                throw common.usage("--violated: found without --controller, expected both");
            }
            return;
        }
        common.argument(this::specs);
        common.argument(this::violatedShare);
        common.given().stream()
                .filter(option -> !THEIRS.contains(option))
                .findFirst()
                .ifPresent(
                        option -> {
                            throw common.usage(
                                    option
                                            + ": found with --controller, expected one or the other");
                        });
        int replications = replications(study);
        int least = violated == null ? 1 : SearchOptions.DEFAULT_RELIABILITY.leastReplications(0);
        if (replications < least || replications > MOST_REPLICATIONS) {
            throw common.usage(
                    "--replications: found "
                            + replications
                            + ", expected from "
                            + least
                            + " to "
                            + MOST_REPLICATIONS);
        }
    }

    /** The controllers, in the order given. */
    List<PolicySpec> specs() {
        List<PolicySpec> specs =
                Arrays.stream(controllers.split(OUTSIDE_BRACKETS, -1))
                        .map(
                                text ->
                                        OptionNames.policy(
                                                "--controller",
                                                text.strip(),
                                                ObjectiveControllers.registry()))
                        .toList();
        if (specs.stream().distinct().count() < specs.size()) {
            throw InputException.at(
                    "--controller", "one of them twice", "controllers that differ", null);
        }
        return specs;
    }

    /** Runs of each controller. */
    int replications(StudyChoice study) {
        return study.replications(violated == null ? 1 : REPLICATIONS_OF_A_PLAN);
    }

    /** The share of time that may be violated, if the fewest servers are asked for. */
    @Nullable Double violatedShare() {
        return violated == null ? null : Quantities.share("--violated", violated);
    }
}
