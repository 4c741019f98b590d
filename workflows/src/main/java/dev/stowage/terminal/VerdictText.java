package dev.stowage.terminal;

import dev.stowage.words.Verdict;
import java.io.PrintWriter;

/** The verdict of a result as text, before its tables. */
public final class VerdictText {
    private static final int WIDTH = 80;

    private VerdictText() {}

    /** Prints a verdict and an empty line. */
    public static void print(Verdict verdict, Style style, PrintWriter out) {
        for (String line : Wrapped.lines(verdict.sentence(), WIDTH)) {
            out.println(
                    switch (verdict.mark()) {
                        case YES -> style.green(line);
                        case NO -> style.red(line);
                        case OPEN -> style.bold(line);
                    });
        }
        verdict.details().forEach(detail -> Wrapped.lines(detail, WIDTH).forEach(out::println));
        out.println();
    }
}
