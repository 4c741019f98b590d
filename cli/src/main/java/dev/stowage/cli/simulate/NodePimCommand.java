package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.ReportPage;
import dev.stowage.report.node.PimReport;
import dev.stowage.report.node.PimText;
import dev.stowage.sim.stacked.ServerKind;
import dev.stowage.workflow.node.PimLoad;
import dev.stowage.workflow.node.PimResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage node pim}: services on a server with CPU cores and cores beside the memory. */
@Command(
        name = "pim",
        customSynopsis = "stowage node pim SERVICE=LOAD... [-o NAME.pim] [OPTIONS]",
        description = {
            "Compare who divides a server of CPU cores and cores beside the memory.",
            "",
            "Six managers, each at its best in the steady state, PIMCloud's controller from its"
                    + " start, and how many servers of other kinds do the same work. Services:"
                    + " imgdnn, masstree, moses, silo, sphinx, xapian. The exit code is 1 if"
                    + " PIMCloud's controller does not come to hold the loads."
        },
        footer = {
            "  stowage node pim imgdnn=0.4 xapian=0.3",
            "  stowage node pim imgdnn=0.4 xapian=0.3 --compare-nodes pim,ordinary,big-little",
            "  stowage node pim imgdnn=0.4 moses=0.2 xapian=0.3 --server pim-8-32",
            "  stowage node pim moses=0.2 xapian=0.2 silo=0.1@20-60 --seconds 120 --json"
        })
final class NodePimCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "SERVICE=LOAD",
            description =
                    "A service and its share of the largest load that it holds alone, on any of"
                            + " the server's cores; as silo=0.1@20-60 it comes after 20 s and leaves"
                            + " after 60 s.")
    private List<String> services = List.of();

    @Option(
            names = "--seconds",
            order = 10,
            paramLabel = "S",
            defaultValue = "60",
            description = "How long the controller runs (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--seed",
            order = 11,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of the noise of readings (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--compare-nodes",
            order = 12,
            paramLabel = "LIST",
            description =
                    "Kinds of servers to compare with the first of them: pim, pim-8-32, pim-16-64,"
                            + " ordinary (four CPU cores), big-little (default: the server, and"
                            + " ordinary).")
    private @Nullable String nodes;

    @Option(
            names = "--server",
            order = 13,
            paramLabel = "KIND",
            defaultValue = "pim",
            description =
                    "What is divided: pim (4 CPU and 16 PIM cores), pim-8-32, pim-16-64 (default:"
                            + " ${DEFAULT-VALUE}).")
    private String server = "pim";

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Map<String, PimLoad> loads = common.argument(() -> PimLoad.parse(services));
        ServerKind kind = common.argument(() -> PimLoad.server(server, loads.size()));
        String compared = nodes == null ? server + ",ordinary" : nodes;
        List<ServerKind> kinds = common.argument(() -> PimLoad.kinds(compared, loads.size()));
        if (!(seconds >= 10 && seconds <= 3600)) {
            throw common.usage(
                    "--seconds: found " + seconds + ", expected a number from 10 to 3600");
        }
        loads.forEach(
                (service, load) -> {
                    Double from = load.from();
                    if (from != null && from >= seconds) {
                        throw common.usage(
                                service + " comes after the end: give --seconds above " + from);
                    }
                });
        PimResult result = common.argument(() -> PimResult.of(loads, kind, kinds, seconds, seed));
        try (OutputTarget target = output.directory(name(loads) + ".pim", PimResult.FILE)) {
            Json.write(result, target.temporary().resolve(PimResult.FILE));
            ReportPage.write(PimReport.html(result), target.temporary());
            target.commit();
            common.print(result, new PimText(result, common.style())::print);
            common.note("Wrote " + target.path());
            common.note("Report: " + target.path().resolve(ReportPage.FILE));
        }
        return (result.controller().holds() ? ExitCode.DONE : ExitCode.NO).code();
    }

    private static String name(Map<String, PimLoad> loads) {
        return String.join("-", loads.keySet());
    }
}
