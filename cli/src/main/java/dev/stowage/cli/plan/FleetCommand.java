package dev.stowage.cli.plan;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.report.fleet.FleetReport;
import dev.stowage.report.fleet.FleetText;
import dev.stowage.scenario.fleet.FleetScenario;
import dev.stowage.workflow.fleet.FleetChoice;
import dev.stowage.workflow.fleet.FleetChoice.Asked;
import dev.stowage.workflow.fleet.FleetResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage fleet}: how many servers each manager needs. */
@Command(
        name = "fleet",
        customSynopsis = "stowage fleet SCENARIO.yaml [--managers LIST] [-o NAME.fleet] [OPTIONS]",
        description = {
            "Find the fewest servers on which each manager of nodes keeps every target.",
            "",
            "SCENARIO.yaml names the kind of server, the services, their replicas and the load of a"
                    + " replica over time; docs/fleet.md has the form. Replicas go together where the"
                    + " model of a node says that the manager holds them; then every server is run for"
                    + " the whole time. Writes fleet.json and report.html (opens from disk). Exits with"
                    + " 1 if no manager was shown to keep every target."
        },
        footer = {
            "  stowage fleet examples/fleet/six-services.yaml",
            "  stowage fleet shop.yaml --managers requests,unmanaged,parties --replications 29",
            "  stowage fleet shop.yaml --managers parties --json"
        })
public final class FleetCommand implements Callable<Integer>, CheckedCommand {
    private static final String REPORT = "report.html";
    private static final String USUAL = "requests,unmanaged,parties";
    private static final int MOST_REPLICATIONS = 1000;

    @Parameters(
            paramLabel = "SCENARIO.yaml",
            arity = "0..1",
            description = "The services and the kind of server.")
    private @Nullable Path given;

    @Option(
            names = "--managers",
            order = 10,
            paramLabel = "LIST",
            defaultValue = USUAL,
            completionCandidates = Managers.class,
            description =
                    "Who divides each server, by commas: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}). requests packs replicas by what they ask for,"
                            + " and looks at no target. Parameters go in brackets.")
    private String managers = USUAL;

    @Option(
            names = "--replications",
            order = 11,
            paramLabel = "N",
            defaultValue = "9",
            description =
                    "Run every server N times, to judge a number of servers on (default:"
                            + " ${DEFAULT-VALUE}; 29 for a claim of 90%% of runs).")
    private int replications = 9;

    @Option(
            names = "--seed",
            order = 12,
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--grid",
            order = 13,
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Points of a frontier up to the largest load; loads are rounded up to the next"
                            + " one (default: ${DEFAULT-VALUE}).")
    private int grid = 20;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    /** Names for completion. */
    static final class Managers extends Names.Candidates {
        Managers() {
            super(FleetChoice.known());
        }
    }

    @Override
    public void checkArguments() {
        choice();
    }

    @Override
    public Integer call() {
        if (given == null) {
            throw common.usage(
                    "found no SCENARIO.yaml, expected stowage fleet SCENARIO.yaml [--managers LIST]"
                            + " [-o NAME.fleet] [OPTIONS]");
        }
        Path input = given;
        String name = input.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        FleetChoice choice = choice();
        FleetScenario scenario = FleetScenario.read(input, name);
        try (OutputTarget target = output.directory(name + ".fleet", FleetResult.FILE)) {
            FleetResult result = FleetResult.of(scenario, choice);
            Json.write(result, target.temporary().resolve(FleetResult.FILE));
            TextFiles.write(target.temporary().resolve(REPORT), FleetReport.html(result));
            target.commit();
            common.print(result, new FleetText(result, common.style())::print);
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(REPORT));
            return (result.isMet() ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    private FleetChoice choice() {
        within("--replications", replications, FleetChoice.LEAST_REPLICATIONS, MOST_REPLICATIONS);
        within("--grid", grid, 2, 100);
        return new FleetChoice(
                asked(), replications, seed, grid, Runtime.getRuntime().availableProcessors());
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw common.usage(
                    option
                            + ": found "
                            + value
                            + ", expected a whole number from "
                            + least
                            + " to "
                            + most);
        }
    }

    private List<Asked> asked() {
        List<Asked> all = new ArrayList<>();
        for (String each : List.of(managers.split(",(?![^\\[]*\\])", -1))) {
            Asked next = asked(each.strip());
            if (all.contains(next)) {
                throw common.usage(
                        "--managers: found " + next.spelling() + " twice, expected each once");
            }
            all.add(next);
        }
        return all;
    }

    private Asked asked(String text) {
        if (text.equals(FleetChoice.REQUESTS)) {
            return new Asked(null);
        }
        String plain = text.replaceFirst("\\[.*", "");
        if (!FleetChoice.known().contains(plain)) {
            throw common.usage(
                    "--managers: found \""
                            + text
                            + "\", expected some of "
                            + String.join(", ", FleetChoice.known()));
        }
        PolicySpec spec = common.argument(() -> NodeManagers.registry().parse("--managers", text));
        return new Asked(spec);
    }
}
