package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.json.Json;
import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.reproduce.ReproductionJson;
import dev.stowage.workflow.reproduce.Studies;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage reproduce}: published experiments made anew, beside what was published. */
@Command(
        name = "reproduce",
        customSynopsis = "stowage reproduce STUDY [OPTIONS]",
        description = "Make published experiments anew, and show both.",
        footer = {
            "  stowage reproduce quman",
            "  stowage reproduce isolation --json",
            "  stowage reproduce qusparrow --seed 1"
        })
public final class ReproduceCommand implements Callable<Integer> {
    private static final int WIDTH = 80;

    @Parameters(
            paramLabel = "STUDY",
            completionCandidates = StudyNames.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String study = "";

    @Option(
            names = "--seed",
            order = 1,
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Root of all random numbers (default: ${DEFAULT-VALUE}, with which the record"
                            + " of what holds was made).")
    private long seed;

    @Mixin private CommonOptions common = new CommonOptions();

    /** What the argument may be. */
    static final class StudyNames extends Names.Candidates {
        StudyNames() {
            super(Studies.names());
        }
    }

    @Override
    public Integer call() {
        if (!Studies.names().contains(study)) {
            throw common.usage(
                    "STUDY: found \""
                            + study
                            + "\", expected one of "
                            + String.join(", ", Studies.names()));
        }
        ReproductionStudy named = Studies.get(study);
        Reproduction reproduction = named.run().apply(seed);
        if (common.isJson()) {
            common.out().print(Json.text(ReproductionJson.of(reproduction, seed)));
        } else {
            print(reproduction, common.out());
        }
        List<String> lost = reproduction.lost().stream().map(each -> each.id()).toList();
        if (!lost.isEmpty()) {
            common.warn("Held before and does not hold now: " + String.join(", ", lost) + ".");
            return ExitCode.NO.code();
        }
        return ExitCode.DONE.code();
    }

    private void print(Reproduction reproduction, PrintWriter out) {
        Style style = common.style();
        List<Assertion> all = reproduction.assertions();
        long inFit = all.stream().filter(Assertion::isInFit).count();
        long heldInFit = all.stream().filter(each -> each.isInFit() && each.isHeld()).count();
        Wrapped.lines(
                        style.bold(
                                reproduction.held()
                                        + " of "
                                        + all.size()
                                        + " claims hold: "
                                        + (reproduction.held() - heldInFit)
                                        + " of "
                                        + (all.size() - inFit)
                                        + " that no parameter was fitted to, "
                                        + heldInFit
                                        + " of "
                                        + inFit
                                        + " in the fit."),
                        WIDTH)
                .forEach(out::println);
        out.println(style.dim(reproduction.source()));
        for (Assertion each : all) {
            out.println();
            print(each, out);
        }
    }

    private static void print(Assertion each, PrintWriter out) {
        String verdict =
                (each.isHeld() ? "holds" : each.isLost() ? "LOST" : "not reached")
                        + (each.isInFit() ? ", in the fit" : "");
        wrapped(out, 0, each.claim());
        wrapped(out, 2, "published " + each.published());
        wrapped(out, 2, "ours      " + each.ours());
        wrapped(out, 2, verdict + (each.isHeld() || each.why().isEmpty() ? "" : ". " + each.why()));
    }

    private static void wrapped(PrintWriter out, int indent, String text) {
        Wrapped.lines(text, WIDTH - indent).forEach(line -> out.println(" ".repeat(indent) + line));
    }
}
