package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.report.ReproductionText;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import dev.stowage.workflow.reproduce.ReproductionJson;
import dev.stowage.workflow.reproduce.Studies;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage reproduce}: published experiments made anew, beside what was published. */
@Command(
        name = "reproduce",
        customSynopsis = "stowage reproduce STUDY [OPTIONS]",
        description = "Make published experiments anew, and show both.",
        footer = {
            "  stowage reproduce quman",
            "  stowage reproduce isolation --json",
            "  stowage reproduce qusparrow --seed 1"
        })
public final class ReproduceCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "STUDY",
            completionCandidates = StudyNames.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String study = "";

    @Option(
            names = "--seed",
            order = 1,
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Root of all random numbers (default: ${DEFAULT-VALUE}, with which the record"
                            + " of what holds was made).")
    private long seed;

    @Mixin private CommonOptions common = new CommonOptions();

    /** What the argument may be. */
    static final class StudyNames extends Names.Candidates {
        StudyNames() {
            super(Studies.names());
        }
    }

    @Override
    public Integer call() {
        if (!Studies.names().contains(study)) {
            throw common.usage(
                    "STUDY: found \""
                            + study
                            + "\", expected one of "
                            + String.join(", ", Studies.names()));
        }
        ReproductionStudy named = Studies.get(study);
        Reproduction reproduction = named.run().apply(seed);
        common.print(
                ReproductionJson.of(reproduction, seed),
                new ReproductionText(reproduction, common.style())::print);
        List<String> lost = reproduction.lost().stream().map(each -> each.id()).toList();
        if (!lost.isEmpty()) {
            common.warn("Held before and does not hold now: " + String.join(", ", lost) + ".");
            return ExitCode.NO.code();
        }
        return ExitCode.DONE.code();
    }
}
