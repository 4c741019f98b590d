package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.report.node.NodeReport;
import dev.stowage.report.node.NodeText;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.workflow.node.NodeChoice;
import dev.stowage.workflow.node.NodeResult;
import dev.stowage.workflow.node.TimelineFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage node}: what managers make of one server. */
@Command(
        name = "node",
        subcommands = {NodeCalibrateCommand.class, NodeCanariesCommand.class, NodePimCommand.class},
        customSynopsis = "stowage node SCENARIO.yaml [--manager LIST] [-o NAME.node] [OPTIONS]",
        description = {
            "Run services side by side on one server, and compare who divides it among them.",
            "",
            "SCENARIO.yaml names the server, its services with their loads over time, and"
                    + " best-effort jobs; docs/node.md has the form. Writes node.json,"
                    + " timeline.parquet and report.html (opens from disk). Exits with 1 if no manager meets all"
                    + " targets."
        },
        footer = {
            "  stowage node examples/node/three-services.yaml --manager all --replications 10",
            "  stowage node pair.yaml --manager heracles[core-slack=10],parties --frontier",
            "  stowage node pair.yaml --manager parties --fidelity requests --json"
        })
public final class NodeCommand implements Callable<Integer>, CheckedCommand {
    private static final String REPORT = "report.html";
    private static final String ALL = "all";
    private static final int MOST_REPLICATIONS = 10_000;

    @Parameters(
            paramLabel = "SCENARIO.yaml",
            arity = "0..1",
            description = "The server and its tenants.")
    private @Nullable Path given;

    @Option(
            names = "--manager",
            order = 10,
            paramLabel = "LIST",
            defaultValue = "parties",
            completionCandidates = Names.class,
            description =
                    "Who divides the server, by commas, or all: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}). Parameters go in brackets.")
    private String manager = "parties";

    @Option(
            names = "--replications",
            order = 11,
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Run each manager N times on the same random numbers (default:"
                            + " ${DEFAULT-VALUE}).")
    private int replications = 1;

    @Option(
            names = "--seed",
            order = 12,
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--fidelity",
            order = 13,
            paramLabel = "NAME",
            defaultValue = "analytic",
            completionCandidates = Fidelities.class,
            description =
                    "Latencies by formula, or request by request: ${COMPLETION-CANDIDATES}"
                            + " (default: ${DEFAULT-VALUE}).")
    private String fidelity = "analytic";

    @Option(
            names = "--frontier",
            order = 14,
            description =
                    "Also find the largest load of one service by the loads of the others, in"
                            + " steps of 10%%.")
    private boolean frontier;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    /** The managers, for help and completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NodeManagers.registry().names().iterator();
        }
    }

    /** The fidelities, for help and completion. */
    static final class Fidelities implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("analytic", "requests").iterator();
        }
    }

    @Override
    public void checkArguments() {
        checkOptions();
    }

    @Override
    public Integer call() {
        if (given == null) {
            throw common.usage(
                    "found no SCENARIO.yaml, expected stowage node SCENARIO.yaml [--manager LIST]"
                            + " [-o NAME.node] [OPTIONS]");
        }
        Path input = given;
        String name = input.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        checkOptions();
        NodeScenario scenario = NodeScenario.read(input, name);
        NodeChoice choice = choice(scenario);
        try (OutputTarget target = output.directory(name + ".node", NodeResult.FILE)) {
            NodeResult result = NodeResult.of(scenario, choice);
            Json.write(result, target.temporary().resolve(NodeResult.FILE));
            TextFiles.write(target.temporary().resolve(REPORT), NodeReport.html(result));
            TimelineFile.write(result, target.temporary().resolve(TimelineFile.FILE));
            target.commit();
            common.print(result, new NodeText(result, common.style())::print);
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(REPORT));
            return (result.isMet() ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    private void checkOptions() {
        if (replications < 1 || replications > MOST_REPLICATIONS) {
            throw common.usage(
                    "--replications: found "
                            + replications
                            + ", expected a whole number from 1 to "
                            + MOST_REPLICATIONS);
        }
        fidelity();
        if (!manager.equals(ALL)) {
            managers(List.of(manager.split(",(?![^\\[]*\\])", -1)));
        }
    }

    private NodeChoice choice(NodeScenario scenario) {
        List<String> names =
                manager.equals(ALL)
                        ? NodeResult.managersFor(scenario)
                        : List.of(manager.split(",(?![^\\[]*\\])", -1));
        return new NodeChoice(managers(names), replications, seed, fidelity(), frontier);
    }

    private NodeSpec.Fidelity fidelity() {
        return switch (fidelity) {
            case "analytic" -> NodeSpec.Fidelity.ANALYTIC;
            case "requests" -> NodeSpec.Fidelity.REQUESTS;
            default ->
                    throw common.usage(
                            "--fidelity: found \""
                                    + fidelity
                                    + "\", expected one of analytic, requests");
        };
    }

    private List<PolicySpec> managers(List<String> names) {
        List<PolicySpec> specs = new ArrayList<>();
        for (String each : names) {
            PolicySpec spec =
                    common.argument(() -> NodeManagers.registry().parse("--manager", each.strip()));
            if (specs.contains(spec)) {
                throw common.usage("--manager: found " + spec + " twice, expected each once");
            }
            specs.add(spec);
        }
        return specs;
    }
}
