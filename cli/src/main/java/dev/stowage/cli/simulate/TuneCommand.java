package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.push.object.ServerSettings;
import dev.stowage.report.ReportPage;
import dev.stowage.report.tune.TuneReport;
import dev.stowage.report.tune.TuneText;
import dev.stowage.scenario.TuneScenario;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Trials;
import dev.stowage.tuning.Knob;
import dev.stowage.words.Figures;
import dev.stowage.workflow.tune.TuneChoice;
import dev.stowage.workflow.tune.TuneResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
                    + " --target node can apply. Exits with 1 if the target is missed in an hour"
                    + " that some setting holds."
        },
        footer = {
            "  stowage tune examples/energy/memcached.yaml --sla p99=500us",
            "  stowage tune memcached.yaml --sla p90=500us --knobs frequency --replications 10",
            "  stowage tune memcached.yaml --sla p99=500us --at itr=100us,frequency=1.5GHz",
            "  stowage push memcached.tune --target node --root units"
        })
public final class TuneCommand implements Callable<Integer> {
    private static final Pattern TARGET = Pattern.compile("p(90|99)=([0-9.]+)(us|ms|s)");
    private static final Pattern PAIR = Pattern.compile("itr=([0-9.]+)us,frequency=([0-9.]+)GHz");
    private static final int MOST = 1000;

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
            description = "Only say what one pair does: itr=100us,frequency=1.5GHz.")
    private @Nullable String at;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        String name = input.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        TuneChoice choice = choice();
        TuneScenario scenario = TuneScenario.read(input, name);
        if (at != null) {
            one(scenario, at, choice.target());
            return ExitCode.DONE.code();
        }
        try (OutputTarget folder = output.directory(name + ".tune", TuneResult.FILE)) {
            TuneResult result = TuneResult.of(scenario, choice);
            Json.write(result, folder.temporary().resolve(TuneResult.FILE));
            Json.write(result.settings(), folder.temporary().resolve(ServerSettings.FILE));
            ReportPage.write(TuneReport.html(result), folder.temporary());
            folder.commit();
            if (common.isJson()) {
                common.out().print(Json.text(result));
            } else {
                new TuneText(result, common.style()).print(common.out());
            }
            common.note("Written: " + folder.path());
            common.note("Report: " + folder.path().resolve(ReportPage.FILE));
            return (result.isMet() ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    private TuneChoice choice() {
        Matcher bound = TARGET.matcher(target);
        if (!bound.matches()) {
            throw common.usage(
                    "--sla: found \"" + target + "\", expected p90 or p99 with a time: p99=500us");
        }
        double unit = bound.group(3).equals("us") ? 1 : bound.group(3).equals("ms") ? 1e3 : 1e6;
        positive("--trials", trials);
        positive("--replications", replications);
        if (servers < 1) {
            throw common.usage("--servers: found " + servers + ", expected at least 1");
        }
        boolean isShort = trialSeconds > 0 && trials * trialSeconds <= 3600;
        if (!isShort) {
            throw common.usage(
                    "--trial-seconds: found "
                            + trialSeconds
                            + ", expected more than 0, and all trials within an hour");
        }
        if (usdPerKwh != null && !(usdPerKwh >= 0 && usdPerKwh < 1e6)) {
            throw common.usage("--usd-per-kwh: found " + usdPerKwh + ", expected 0 or more");
        }
        Trials.Settings usual = Trials.Settings.usual();
        return new TuneChoice(
                manager(),
                objective(),
                new LatencyTarget(
                        Integer.parseInt(bound.group(1)), unit * number("--sla", bound.group(2))),
                new Trials.Settings(
                        trials,
                        usual.starts(),
                        trialSeconds,
                        usual.wattsNoise(),
                        usual.latencyNoise()),
                replications,
                seed,
                servers,
                usdPerKwh);
    }

    private void positive(String option, int value) {
        if (value < 1 || value > MOST) {
            throw common.usage(
                    option + ": found " + value + ", expected a whole number from 1 to " + MOST);
        }
    }

    private double number(String option, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw common.usage(option + ": found \"" + text + "\", expected a number above 0");
    }

    private EnergyManager manager() {
        TreeSet<String> names = new TreeSet<>(Arrays.asList(knobs.split(",", -1)));
        if (names.equals(new TreeSet<>(List.of("itr", "frequency")))) {
            return EnergyManager.TUNED;
        }
        if (names.equals(new TreeSet<>(List.of("itr")))) {
            return EnergyManager.ITR_ONLY;
        }
        if (names.equals(new TreeSet<>(List.of("frequency")))) {
            return EnergyManager.DVFS_ONLY;
        }
        throw common.usage(
                "--knobs: found \"" + knobs + "\", expected itr, frequency or itr,frequency");
    }

    private Objective objective() {
        return Arrays.stream(Objective.values())
                .filter(each -> each.spelling().equals(objective))
                .findFirst()
                .orElseThrow(
                        () ->
                                common.usage(
                                        "--objective: found \""
                                                + objective
                                                + "\", expected one of "
                                                + String.join(", ", Objective.spellings())));
    }

    private void one(TuneScenario scenario, String pair, LatencyTarget bound) {
        Matcher values = PAIR.matcher(pair);
        if (!values.matches()) {
            throw common.usage("--at: found \"" + pair + "\", expected itr=100us,frequency=1.5GHz");
        }
        List<Knob> legal = scenario.model().platform().grid().knobs();
        double itr = legal("itr", legal.get(0), number("--at", values.group(1)), "us");
        double ghz = legal("frequency", legal.get(1), number("--at", values.group(2)), "GHz");
        TuneText.pair(scenario, itr, ghz, bound).print(common.out(), common.style(), 0);
    }

    private double legal(String name, Knob knob, double value, String unit) {
        int place = knob.find(value);
        if (place >= 0) {
            return value;
        }
        int above = -place - 1;
        String low = above == 0 ? "" : Figures.number(knob.values()[above - 1]) + " " + unit;
        String high =
                above == knob.values().length
                        ? ""
                        : Figures.number(knob.values()[above]) + " " + unit;
        throw common.usage(
                "--at: found "
                        + name
                        + " "
                        + Figures.number(value)
                        + " "
                        + unit
                        + ", which the platform can't have; the nearest are "
                        + String.join(
                                " and ",
                                List.of(low, high).stream().filter(t -> !t.isEmpty()).toList()));
    }
}
