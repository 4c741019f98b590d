package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.start.Diagnosis;
import dev.stowage.workflow.start.Diagnosis.Finding;
import dev.stowage.workflow.start.Doctor;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code stowage doctor}: what the machine and the data allow. */
@Command(
        name = "doctor",
        customSynopsis = "stowage doctor [DATA] [OPTIONS]",
        description = {
            "Say what this machine, and the data that you have, allow.",
            "",
            "Opens no connection and changes nothing. Exits with 1 if anything is \"no\"."
        },
        footer = {
            "  stowage doctor",
            "  stowage doctor june.trace",
            "  stowage doctor history.csv --json"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int WIDTH = 80;
    private static final int LEAST = 20;
    private static final int STATE = "partly".length();

    @Parameters(
            paramLabel = "DATA",
            arity = "0..1",
            description = "A trace, a history, a model, or files that ingest reads.")
    private @Nullable Path data;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Diagnosis diagnosis =
                Doctor.run(common.environment(), Optional.ofNullable(data), common.progress());
        common.print(diagnosis, out -> print(diagnosis, out));
        return (diagnosis.isWhole() ? ExitCode.DONE : ExitCode.NO).code();
    }

    private void print(Diagnosis diagnosis, PrintWriter out) {
        int widest =
                diagnosis.findings().stream()
                        .mapToInt(each -> each.what().length())
                        .max()
                        .orElse(0);
        String margin = " ".repeat(widest + STATE + 4);
        for (Finding each : diagnosis.findings()) {
            String head =
                    pad(each.what(), widest) + "  " + pad(each.state().toString(), STATE) + "  ";
            List<String> lines = new ArrayList<>(lines(each.found(), margin));
            out.println(head + lines.remove(0));
            if (each.remedy() != null) {
                lines.addAll(lines(each.remedy(), margin));
            }
            lines.forEach(line -> out.println(margin + line));
        }
    }

    private List<String> lines(String text, String margin) {
        return Wrapped.lines(
                Wrapped.plain(text), Math.max(LEAST, common.width(WIDTH) - margin.length()));
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
