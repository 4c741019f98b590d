package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.option.Quantities;
import dev.stowage.option.ServersSpec;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.plan.SearchOptions;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.report.serverless.ServerlessPage;
import dev.stowage.report.serverless.ServerlessPlanPage;
import dev.stowage.report.serverless.ServerlessPlanText;
import dev.stowage.report.serverless.ServerlessText;
import dev.stowage.scenario.functions.ServerlessFile;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.words.Version;
import dev.stowage.workflow.serverless.FunctionCost;
import dev.stowage.workflow.serverless.ServerlessComparison;
import dev.stowage.workflow.serverless.ServerlessJson;
import dev.stowage.workflow.serverless.ServerlessPlan;
import dev.stowage.workflow.serverless.ServerlessPlanAnswer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage serverless}: functions under several autoscalers, side by side. */
@Command(
        name = "serverless",
        customSynopsis =
                "stowage serverless WORKLOAD --autoscaler LIST --servers SERVERS [OPTIONS]",
        description = "Run serverless functions under several autoscalers.",
        footer = {
            "  stowage serverless examples/serverless/burst.yaml --servers 4x24c128g"
                    + " --autoscaler kpa[total=2],latest",
            "  stowage serverless functions.yaml --servers 10x32c256g --autoscaler kpa --json",
            "  stowage serverless functions.yaml --servers 100x32c256g --autoscaler kpa,latest"
                    + " --p99 200ms",
            "  stowage serverless functions.yaml --servers 10x32c256g --autoscaler kpa,hpa"
                    + " --report functions.html"
        })
public final class ServerlessCommand implements Callable<Integer>, CheckedCommand {
    @Parameters(paramLabel = "WORKLOAD", description = "Functions and their load, in YAML.")
    private Path workload = Path.of("");

    @Option(
            names = "--autoscaler",
            order = 1,
            required = true,
            paramLabel = "LIST",
            completionCandidates = AutoscalerNames.class,
            description = "One or several, by commas: ${COMPLETION-CANDIDATES}.")
    private String autoscaler = "";

    @Option(
            names = "--servers",
            order = 2,
            required = true,
            paramLabel = "SERVERS",
            description = "Equal servers, as in 4x24c128g.")
    private String servers = "";

    @Option(
            names = "--phase",
            order = 3,
            paramLabel = "TIME",
            defaultValue = "0",
            description =
                    "From the start to the first regular decision: a burst meets autoscalers at"
                            + " another moment; with --p99 each window adds a moment of its own"
                            + " (default: ${DEFAULT-VALUE}).")
    private String phase = "0";

    @Option(
            names = "--window",
            order = 4,
            paramLabel = "TIME",
            description =
                    "Length of windows (default: 1s, or what gives 2,000 of them). At most 200,000"
                            + " of them.")
    private @Nullable String window;

    @Option(
            names = "--seed",
            order = 5,
            paramLabel = "N",
            defaultValue = "1",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--p99",
            order = 6,
            paramLabel = "TIME",
            description =
                    "Find the fewest of the servers on which p99 of each function is within this"
                            + " and no request is lost; exits with 1 if not even all of them do.")
    private @Nullable String p99;

    @Option(
            names = "--replications",
            order = 7,
            paramLabel = "N",
            defaultValue = "61",
            description =
                    "With --p99: windows to judge a number on, at least 29"
                            + " (default: ${DEFAULT-VALUE}).")
    private int replications;

    @Option(
            names = "--report",
            order = 8,
            paramLabel = "FILE.html",
            description =
                    "Also draw latency, CPU and instances over time, or with --p99 what other numbers"
                            + " of servers would do, as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--force",
            order = 9,
            description = "Replace an existing report once the new one is complete.")
    private boolean force;

    @Mixin private CommonOptions common = new CommonOptions();

    /** What the option may be. */
    static final class AutoscalerNames extends Names.Candidates {
        AutoscalerNames() {
            super(Autoscalers.registry().names());
        }
    }

    @Override
    public Integer call() {
        checkArguments();
        List<PolicySpec> autoscalers = ServerlessComparison.autoscalers("--autoscaler", autoscaler);
        ServerFleet.Static fleet = ServersSpec.read(servers).fleet();
        try (OutputTarget page = report == null ? null : OutputTarget.file(report, force)) {
            if (p99 != null) {
                return plan(autoscalers, fleet, micros("--p99", p99) / 1e3, page).code();
            }
            run(autoscalers, fleet, page);
        }
        return ExitCode.DONE.code();
    }

    @Override
    public void checkArguments() {
        ServerlessComparison.autoscalers("--autoscaler", autoscaler);
        ServerlessComparison.servers("--servers", ServersSpec.read(servers).fleet());
        micros("--phase", phase);
        if (window != null && micros("--window", window) == 0) {
            throw common.usage("--window: found " + window + ", expected above 0");
        }
        if (window != null && p99 != null) {
            throw common.usage(
                    "--window: found with --p99, which has no windows, expected one or the other");
        }
        if (p99 == null && common.isGiven("--replications")) {
            throw common.usage("--replications: found without --p99, expected both");
        }
        int least = SearchOptions.DEFAULT_RELIABILITY.leastReplications(0);
        if (replications < least) {
            throw common.usage(
                    "--replications: found " + replications + ", expected at least " + least);
        }
        if (p99 != null && micros("--p99", p99) == 0) {
            throw common.usage("--p99: found " + p99 + ", expected above 0");
        }
    }

    private ExitCode plan(
            List<PolicySpec> autoscalers,
            ServerFleet.Static fleet,
            double p99Millis,
            @Nullable OutputTarget page) {
        ServerlessFile.Contents contents = ServerlessFile.read(workload);
        contents.notes().forEach(common::note);
        Servers most = ServerlessComparison.servers("--servers", fleet);
        ServerlessComparison.requireRoom(workload.toString(), contents.functions(), most);
        ServerlessPlan.Request request =
                new ServerlessPlan.Request(
                        contents.functions(),
                        most,
                        p99Millis,
                        ServerlessComparison.clock(
                                contents.functions(), micros("--phase", phase), 0),
                        replications,
                        SearchOptions.DEFAULT_RELIABILITY,
                        seed,
                        common.threads());
        ServerlessPlanAnswer answer =
                new ServerlessPlanAnswer(
                        p99Millis,
                        Figures.size(fleet.groups().get(0).type().capacity()),
                        seed,
                        autoscalers.stream()
                                .map(each -> ServerlessPlan.of(request, each))
                                .toList());
        if (page != null) {
            write(ServerlessPlanPage.html(answer, InputNames.base(workload), facts()), page);
        }
        ServerlessPlanText text = new ServerlessPlanText(answer, common.style());
        common.print(answer, out -> Wrapped.narrow(out, text::print));
        return answer.isMet() ? ExitCode.DONE : ExitCode.NO;
    }

    private void run(
            List<PolicySpec> autoscalers, ServerFleet.Static fleet, @Nullable OutputTarget page) {
        ServerlessFile.Contents contents = ServerlessFile.read(workload);
        contents.notes().forEach(common::note);
        List<ServerlessResult> results =
                ServerlessComparison.run(
                        workload.toString(),
                        contents.functions(),
                        ServerlessComparison.servers("--servers", fleet),
                        autoscalers,
                        micros("--phase", phase),
                        window == null ? 0 : micros("--window", window),
                        seed);
        if (page != null) {
            write(ServerlessPage.html(results, InputNames.base(workload), facts()), page);
        }
        List<FunctionCost> costs = FunctionCost.of(contents.functions(), seed);
        common.print(
                ServerlessJson.of(results, costs, seed),
                new ServerlessText(results, costs, common.style())::print);
    }

    private static long micros(String option, String text) {
        return OptionException.reading(() -> Quantities.micros(option, text));
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Workload", String.valueOf(workload.getFileName()));
        facts.put("Servers", servers);
        facts.put("Seed", String.valueOf(seed));
        facts.put("Made by", "stowage " + Version.text());
        return facts;
    }

    private void write(String html, OutputTarget page) {
        page.commitText(html);
        common.note("Wrote " + page.path());
    }
}
