package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.start.Start;
import dev.stowage.workflow.start.StartAnswer;
import dev.stowage.workflow.start.StartAnswer.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code stowage init}: a first scenario for the data that somebody has. */
@Command(
        name = "init",
        customSynopsis = "stowage init [DATA] [-o SCENARIO.yaml] [OPTIONS]",
        description = {
            "Look at the data that you have, and write a first scenario for them that runs.",
            "",
            "DATA may be a CSV of tasks, the files of a public trace or a folder of them, a trace"
                    + " that is ingested already, a model, a history of demand, or what kubectl"
                    + " prints; without it a sample is written. Files of a trace are ingested"
                    + " beside the scenario. Nothing is asked; what is assumed is marked in the"
                    + " scenario."
        },
        footer = {
            "  stowage init",
            "  stowage init tasks.csv",
            "  kubectl get nodes,pods -A -o json > shop.json; stowage init shop.json",
            "  stowage init clusterdata-2011/ -o june.yaml"
        })
public final class InitCommand implements Callable<Integer> {
    private static final int WIDTH = 78;

    @Parameters(paramLabel = "DATA", arity = "0..1", description = "A file or a folder.")
    private @Nullable Path data;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Optional<Path> given = Optional.ofNullable(data);
        Path scenario = output.path(Start.scenarioOf(given).toString());
        StartAnswer answer = Start.run(given, scenario, output.isForced(), common.progress());
        common.print(answer, out -> print(answer, out));
        return ExitCode.DONE.code();
    }

    private void print(StartAnswer answer, PrintWriter out) {
        String what = answer.found();
        int width = common.width(WIDTH + 2) - 2;
        out.println(
                answer.data() == null ? "Found " + what + "." : answer.data() + ": " + what + ".");
        for (String fact : answer.facts()) {
            Wrapped.lines(Wrapped.plain(fact), width).forEach(line -> out.println("  " + line));
        }
        out.println();
        if (answer.trace() != null) {
            out.println("Wrote the trace    " + answer.trace());
        }
        if (answer.scenario() != null) {
            out.println("Wrote the scenario " + answer.scenario());
        } else {
            out.println("No scenario was written: " + answer.withoutScenario() + ".");
        }
        out.println();
        out.println("Next:");
        for (Step step : answer.next()) {
            out.println("  " + step.command());
            Wrapped.lines(Wrapped.plain(step.why()), width - 4)
                    .forEach(line -> out.println("      " + line));
        }
    }
}
