package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.push.object.ServerSettings;
import dev.stowage.report.ReportPage;
import dev.stowage.report.tune.TuneReport;
import dev.stowage.report.tune.TuneText;
import dev.stowage.scenario.tune.TuneScenario;
import dev.stowage.workflow.tune.TuneChoice;
import dev.stowage.workflow.tune.TuneOptions;
import dev.stowage.workflow.tune.TuneOptions.Pair;
import dev.stowage.workflow.tune.TuneResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage tune}: interrupt delay and frequency of a server, hour by hour. */
@Command(
        name = "tune",
        customSynopsis = "stowage tune NODE.yaml --sla p99=500us [-o NAME.tune] [OPTIONS]",
        description = {
            "Tune the interrupt delay and the frequency of a server with few trials an hour.",
            "",
            "NODE.yaml names the platform, its service and the load of a day; docs/energy.md has"
                    + " the form. Writes tune.json, report.html and settings.json, which push"
                    + " --target node can apply. Exits with 1 if the target is missed in an hour,"
                    + " also where no setting holds it."
        },
        footer = {
            "  stowage tune examples/energy/memcached.yaml --sla p99=500us",
            "  stowage tune memcached.yaml --sla p90=500us --knobs frequency --replications 10",
            "  stowage tune memcached.yaml --sla p99=500us --at itr=100us,frequency=1.5GHz",
            "  stowage push memcached.tune --target node --root units"
        })
public final class TuneCommand implements Callable<Integer>, CheckedCommand {
    private static final List<String> BESIDE_AT =
            List.of(
                    "--json",
                    "-o",
                    "--force",
                    "--knobs",
                    "--objective",
                    "--trials",
                    "--trial-seconds",
                    "--replications",
                    "--seed",
                    "--servers",
                    "--usd-per-kwh");

    @Parameters(paramLabel = "NODE.yaml", description = "Platform, service and load.")
    private Path input = Path.of("");

    @Option(
            names = "--sla",
            order = 1,
            required = true,
            paramLabel = "TARGET",
            description = "Latency to hold: p99=500us, p90=2ms.")
    private String target = "";

    @Option(
            names = "--knobs",
            order = 2,
            paramLabel = "LIST",
            defaultValue = "itr,frequency",
            description =
                    "What the tuner sets: itr, frequency or both (default: ${DEFAULT-VALUE}). Linux"
                            + " sets the other one.")
    private String knobs = "itr,frequency";

    @Option(
            names = "--objective",
            order = 3,
            paramLabel = "NAME",
            defaultValue = "energy",
            description = "energy, latency or energy-delay (default: ${DEFAULT-VALUE}).")
    private String objective = "energy";

    @Option(
            names = "--trials",
            order = 4,
            paramLabel = "N",
            defaultValue = "30",
            description = "Trials an hour (default: ${DEFAULT-VALUE}).")
    private int trials = 30;

    @Option(
            names = "--trial-seconds",
            order = 5,
            paramLabel = "S",
            defaultValue = "10",
            description = "Length of a trial, charged (default: ${DEFAULT-VALUE}).")
    private double trialSeconds = 10;

    @Option(
            names = "--replications",
            order = 6,
            paramLabel = "N",
            defaultValue = "6",
            description = "Days with other noise, for the interval (default: ${DEFAULT-VALUE}).")
    private int replications = 6;

    @Option(
            names = "--seed",
            order = 7,
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--servers",
            order = 8,
            paramLabel = "N",
            defaultValue = "1",
            description = "Servers with this load each, for the year (default: ${DEFAULT-VALUE}).")
    private int servers = 1;

    @Option(
            names = "--usd-per-kwh",
            order = 9,
            paramLabel = "PRICE",
            description = "Price of energy, for the money of a year.")
    private @Nullable Double usdPerKwh;

    @Option(
            names = "--at",
            order = 10,
            paramLabel = "PAIR",
            description =
                    "Only print what one pair does in each hour, as a table; writes nothing, and"
                            + " the exit code is 0: itr=100us,frequency=1.5GHz.")
    private @Nullable String at;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        checkArguments();
        String name = input.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        TuneChoice choice = options().choice();
        TuneScenario scenario = TuneScenario.read(input, name);
        if (at != null) {
            Pair pair = Pair.parse(at, scenario.model().platform().grid());
            TuneText.printPair(scenario, pair, choice.target(), common.out(), common.style());
            return ExitCode.DONE.code();
        }
        try (OutputTarget folder = output.directory(name + ".tune", TuneResult.FILE)) {
            TuneResult result =
                    TuneResult.of(scenario, choice, common.threads(), common.progress());
            Json.write(result, folder.temporary().resolve(TuneResult.FILE));
            Json.write(result.settings(), folder.temporary().resolve(ServerSettings.FILE));
            ReportPage.write(TuneReport.html(result), folder.temporary());
            folder.commit();
            common.print(result, new TuneText(result, common.style())::print);
            common.note("Written: " + folder.path());
            common.note("Report: " + folder.path().resolve(ReportPage.FILE));
            return (result.isMet() ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    /** A table of one pair has no use for what says how to tune or where to write. */
    private void refuseBesideAt() {
        for (String option : BESIDE_AT) {
            if (common.isGiven(option)) {
                throw common.usage("--at only prints a table; leave out " + option);
            }
        }
    }

    @Override
    public void checkArguments() {
        if (at != null) {
            refuseBesideAt();
        }
        options().choice();
    }

    private TuneOptions options() {
        return new TuneOptions(
                target,
                knobs,
                objective,
                trials,
                trialSeconds,
                replications,
                seed,
                servers,
                usdPerKwh);
    }
}
