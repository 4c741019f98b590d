package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.report.node.CalibrationText;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.workflow.node.CalibrationResult;
import dev.stowage.workflow.node.PublishedResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage node calibrate}: a service as it was measured. */
@Command(
        name = "calibrate",
        customSynopsis =
                "stowage node calibrate DATA.csv [--service NAME] [-o NAME.calibration] [OPTIONS]",
        description = {
            "Refit a service, a node and neighbours to measured rows.",
            "",
            "DATA.csv has a row for each run: load_per_second, latency_us (of the percentile that the"
                    + " service has), cores, and where they were measured ways,"
                    + " achieved_per_second, neighbour, neighbour_cores, neighbour_gbps, late_share,"
                    + " load_level."
                    + " Writes"
                    + " profiles.yaml, for `profiles:` of a scenario, and calibration.json. Says"
                    + " how far off the fit is, how well it predicts what it was not shown, and"
                    + " which parameters only the priors say."
        },
        footer = {
            "  stowage node calibrate --published",
            "  stowage node calibrate rows.csv --service memcached --node-cores 8 --node-ways 12",
            "  stowage node calibrate rows.csv --service nginx --target-us 2000 --json"
        })
final class NodeCalibrateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DATA.csv", arity = "0..1", description = "What was measured.")
    private @Nullable Path given;

    @Option(
            names = "--published",
            order = 9,
            description = "Fit the shipped services to their published table instead of DATA.csv.")
    private boolean published;

    @Option(
            names = "--service",
            order = 10,
            paramLabel = "NAME",
            defaultValue = "memcached",
            description =
                    "Service from which all is taken that is not fitted (default:"
                            + " ${DEFAULT-VALUE}).")
    private String service = "memcached";

    @Option(
            names = "--node",
            order = 11,
            paramLabel = "NAME",
            defaultValue = "parties",
            description =
                    "Node from which all is taken that is not fitted (default: ${DEFAULT-VALUE}).")
    private String node = "parties";

    @Option(
            names = "--profiles",
            order = 12,
            paramLabel = "FILE",
            description = "YAML with services and nodes of your own.")
    private @Nullable Path profiles;

    @Option(
            names = "--target-us",
            order = 13,
            paramLabel = "N",
            description = "Target of the percentile, microseconds (default: the service's).")
    private @Nullable Double targetMicros;

    @Option(
            names = "--node-cores",
            order = 14,
            paramLabel = "N",
            description = "Cores of the server (default: the node's).")
    private @Nullable Integer cores;

    @Option(
            names = "--node-ways",
            order = 15,
            paramLabel = "N",
            description = "Ways of its last-level cache (default: the node's).")
    private @Nullable Integer ways;

    @Option(
            names = "--held-out",
            order = 16,
            paramLabel = "FILE",
            description = "Rows to predict and not to fit.")
    private @Nullable Path heldOut;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (published == (given != null)) {
            throw common.usage(
                    "found "
                            + (published ? "--published and DATA.csv" : "no DATA.csv")
                            + ", expected one of the two");
        }
        return given == null ? published() : measured(given);
    }

    private int published() {
        try (OutputTarget target =
                output.directory("published.calibration", CalibrationResult.FILE)) {
            PublishedResult result = PublishedResult.of(NodeLibrary.shipped());
            return write(
                    target,
                    result,
                    result.profiles(),
                    out -> CalibrationText.print(result, out, common.style()));
        }
    }

    private int measured(Path input) {
        String name = input.getFileName().toString().replaceFirst("\\.csv$", "");
        CalibrationResult.Choice choice =
                new CalibrationResult.Choice(
                        service,
                        node,
                        library(),
                        target(),
                        whole("--node-cores", cores, 512),
                        whole("--node-ways", ways, 64),
                        heldOut);
        try (OutputTarget target =
                output.directory(name + ".calibration", CalibrationResult.FILE)) {
            CalibrationResult result = CalibrationResult.of(input, choice);
            return write(
                    target,
                    result,
                    result.profiles(),
                    out -> new CalibrationText(result, common.style()).print(out));
        }
    }

    private int write(
            OutputTarget target, Object result, String profiles, Consumer<PrintWriter> text) {
        Json.write(result, target.temporary().resolve(CalibrationResult.FILE));
        TextFiles.write(target.temporary().resolve(CalibrationResult.PROFILES), profiles);
        target.commit();
        common.print(result, text);
        common.note("Written: " + target.path());
        return ExitCode.DONE.code();
    }

    private NodeLibrary library() {
        return profiles == null
                ? NodeLibrary.shipped()
                : NodeLibrary.shipped().overriddenBy(NodeScenario.profiles(profiles));
    }

    private @Nullable Double target() {
        if (targetMicros != null && !(targetMicros >= 1 && targetMicros <= 3.6e9)) {
            throw common.usage(
                    "--target-us: found " + targetMicros + ", expected a number from 1 to 3.6e9");
        }
        return targetMicros == null ? null : targetMicros / 1e6;
    }

    private @Nullable Integer whole(String option, @Nullable Integer value, int most) {
        if (value != null && (value < 1 || value > most)) {
            throw common.usage(
                    option + ": found " + value + ", expected a whole number from 1 to " + most);
        }
        return value;
    }
}
