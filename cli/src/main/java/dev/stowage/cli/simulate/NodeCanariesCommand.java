package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.output.OutputTarget;
import dev.stowage.policy.canary.CanaryChoice;
import dev.stowage.report.node.CanaryText;
import dev.stowage.workflow.node.CanaryResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage node canaries}: which known input a new one of an approximate job is like. */
@Command(
        name = "canaries",
        customSynopsis =
                "stowage node canaries INPUT.csv --known FILE[,FILE…] [--write PART.csv] [OPTIONS]",
        description = {
            "Choose the profile of an approximate job for a new input.",
            "",
            "The variants of an approximate job were profiled on small parts of known inputs, its"
                    + " canaries: every 16th to 256th record. Tests which of them have the variance"
                    + " of INPUT.csv. The exit code is 1 if none has."
        },
        footer = {
            "  stowage node canaries june.csv --known may.csv",
            "  stowage node canaries june.csv --known april.csv,may.csv --write june-part.csv",
            "  stowage node canaries pixels.csv --known reference.csv --width 640 --json"
        })
final class NodeCanariesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "INPUT.csv", description = "Numbers, with a header; a record a line.")
    private Path input = Path.of("");

    @Option(
            names = "--known",
            order = 10,
            required = true,
            split = ",",
            paramLabel = "FILE",
            description = "Inputs with the same columns whose canaries were profiled.")
    private List<Path> known = List.of();

    @Option(
            names = "--width",
            order = 11,
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Records in a line, where the inputs are pictures: canaries reach through"
                            + " lines and columns (default: none).")
    private int width;

    @Option(
            names = "--alpha",
            order = 12,
            paramLabel = "P",
            defaultValue = "0.05",
            description =
                    "How often a canary that is alike may be taken for different (default:"
                            + " ${DEFAULT-VALUE}).")
    private double alpha;

    @Option(
            names = "--records",
            order = 13,
            paramLabel = "N",
            defaultValue = "1000",
            description = "Records drawn of each side at most (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--seed",
            order = 14,
            paramLabel = "N",
            defaultValue = "42",
            description = "Seed of the draws (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--write",
            order = 15,
            paramLabel = "PART.csv",
            description =
                    "Where no canary is alike, write the part of the input that has its variance,"
                            + " to profile on.")
    private @Nullable Path part;

    @Option(names = "--force", order = 16, description = "Replace an existing PART.csv.")
    private boolean force;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        check("--width", width >= 0, String.valueOf(width), "a whole number of at least 0");
        check("--alpha", alpha > 0 && alpha < 1, String.valueOf(alpha), "a number between 0 and 1");
        check(
                "--records",
                records >= CanaryChoice.LEAST_RECORDS,
                String.valueOf(records),
                "a whole number of at least " + CanaryChoice.LEAST_RECORDS);
        CanaryResult.Choice choice = new CanaryResult.Choice(known, width, alpha, records, seed);
        CanaryResult result = CanaryResult.of(input, choice);
        common.print(result, new CanaryText(result, common.style())::print);
        if (result.choice().isSimilar()) {
            return ExitCode.DONE.code();
        }
        Integer own = result.profilePart();
        if (part != null && own == null) {
            common.note(
                    "Not written: "
                            + part
                            + (result.own().isEmpty()
                                    ? ", as the input is too small for canaries of its own."
                                    : ", as no part of the input has its variance."));
        }
        if (part != null && own != null) {
            try (OutputTarget target = OutputTarget.file(part, force)) {
                target.commitText(CanaryResult.part(input, own, width));
                common.note("Written: " + target.path());
            }
        }
        return ExitCode.NO.code();
    }

    private void check(String option, boolean isGood, String found, String expected) {
        if (!isGood) {
            throw common.usage(option + ": found " + found + ", expected " + expected);
        }
    }
}
