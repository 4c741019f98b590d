package dev.stowage.report.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import java.io.PrintWriter;

/** Replications as text, from their {@code replications.json}. */
public final class ReplicationsText {
    private final JsonNode study;
    private final Style style;

    public ReplicationsText(JsonNode study, Style style) {
        this.study = study;
        this.style = style;
    }

    public void print(PrintWriter out) {
        VerdictText.print(study.path("verdict"), style, out);
        int replications = study.path("replications").asInt();
        out.println(
                style.bold(study.path("workload").asText())
                        + " on "
                        + style.bold(study.path("servers").asText())
                        + ": placement "
                        + study.path("policies").path("placement").asText()
                        + ", queue "
                        + study.path("policies").path("queue").asText()
                        + ", seed "
                        + study.path("seed").asText()
                        + ", "
                        + replications
                        + (replications == 1 ? " replication" : " replications"));
        out.println();
        table().print(out, style, 0);
        JsonNode stopping = study.path("stopping");
        if (stopping.isObject()) {
            out.println();
            out.println(
                    stopping.path("reached").asBoolean()
                            ? "The interval of "
                                    + stopping.path("metric").asText()
                                    + " is as narrow as wanted, "
                                    + stopping.path("halfWidth").asText()
                                    + "."
                            : style.yellow(
                                    "The interval of "
                                            + stopping.path("metric").asText()
                                            + " is wider than wanted, "
                                            + stopping.path("halfWidth").asText()
                                            + ", or rests on too few replications for their"
                                            + " skewness: more are needed."));
        }
        study.path("notes").forEach(note -> out.println("\n" + note.asText()));
    }

    private TextTable table() {
        String percent = Figures.number(study.path("confidence").asDouble() * 100) + "%";
        TextTable table =
                new TextTable(
                        Column.text("metric"),
                        Column.figure("mean"),
                        Column.figure("+/- " + percent),
                        Column.figure("least"),
                        Column.figure("most"));
        for (JsonNode each : study.path("metrics")) {
            String unit = each.path("unit").asText();
            table.row(
                    each.path("metric").asText(),
                    MetricWords.value(unit, each.path("mean").asDouble()),
                    each.path("halfWidth").isNull()
                            ? ""
                            : MetricWords.value(unit, each.path("halfWidth").asDouble()),
                    MetricWords.value(unit, each.path("least").asDouble()),
                    MetricWords.value(unit, each.path("most").asDouble()));
        }
        return table;
    }
}
