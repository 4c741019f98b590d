package dev.stowage.cli;

import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.Reproduction;
import java.io.PrintWriter;
import java.util.List;

/** Answers of a study in words: each claim, what was published, what the model gives. */
final class ReproductionText {
    private static final int WIDTH = 80;

    private final Reproduction reproduction;
    private final Style style;

    ReproductionText(Reproduction reproduction, Style style) {
        this.reproduction = reproduction;
        this.style = style;
    }

    void print(PrintWriter out) {
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

    private void print(Assertion each, PrintWriter out) {
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
