package dev.stowage.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The verdict of a result as text, before its tables. */
public final class VerdictText {
    private static final int WIDTH = 80;

    private VerdictText() {}

    /** Prints the {@code verdict} of a JSON file; nothing of a file that has none. */
    public static void print(JsonNode verdict, Style style, PrintWriter out) {
        if (verdict.isObject()) {
            List<String> details = new ArrayList<>();
            verdict.path("details").forEach(detail -> details.add(detail.asText()));
            Mark mark = Mark.valueOf(verdict.path("mark").asText().toUpperCase(Locale.ROOT));
            String label = verdict.path("label").asText();
            String sentence = verdict.path("sentence").asText();
            print(new Verdict(mark, label, sentence, details), style, out);
        }
    }

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
