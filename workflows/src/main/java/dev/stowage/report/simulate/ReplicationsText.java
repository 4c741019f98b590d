package dev.stowage.report.simulate;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.ReplicationsView.Metric;
import dev.stowage.workflow.simulate.ReplicationsView.Stopping;
import java.io.PrintWriter;

/** Replications as text. */
public final class ReplicationsText {
    private final ReplicationsView study;
    private final Style style;

    public ReplicationsText(ReplicationsView study, Style style) {
        this.study = study;
        this.style = style;
    }

    public void print(PrintWriter out) {
        VerdictText.print(study.verdict(), style, out);
        int replications = study.replications();
        out.println(
                style.bold(study.workload())
                        + " on "
                        + style.bold(study.servers())
                        + ": placement "
                        + study.policies().get("placement")
                        + ", queue "
                        + study.policies().get("queue")
                        + ", seed "
                        + study.seed()
                        + ", "
                        + replications
                        + (replications == 1 ? " replication" : " replications"));
        out.println();
        table().print(out, style, 0);
        Stopping stopping = study.stopping();
        if (stopping != null) {
            out.println();
            out.println(
                    stopping.reached()
                            ? "The interval of the median of "
                                    + stopping.metric()
                                    + " is as narrow as wanted, "
                                    + stopping.halfWidth()
                                    + "."
                            : style.yellow(
                                    "The interval of the median of "
                                            + stopping.metric()
                                            + notReached(stopping)
                                            + ": more replications are needed."));
        }
        study.notes().forEach(note -> out.println("\n" + note));
    }

    private String notReached(Stopping stopping) {
        boolean isEqual =
                study.metrics().stream()
                        .filter(each -> each.metric().equals(stopping.metric()))
                        .anyMatch(
                                each -> each.lower() != null && each.lower().equals(each.upper()));
        return isEqual
                ? " has two limits that are equal, which is no certainty"
                : " is wider than wanted, " + stopping.halfWidth();
    }

    private TextTable table() {
        String percent = Figures.number(study.confidence() * 100) + " %";
        TextTable table =
                new TextTable(
                        Column.text("metric"),
                        Column.figure("mean"),
                        Column.figure("median"),
                        Column.figure(percent + " of median"),
                        Column.figure("least"),
                        Column.figure("most"));
        for (Metric each : study.metrics()) {
            String unit = each.unit();
            table.row(
                    each.metric(),
                    MetricWords.value(unit, each.mean()),
                    MetricWords.value(unit, each.median()),
                    each.lower() == null || each.upper() == null
                            ? ""
                            : MetricWords.value(unit, each.lower())
                                    + " to "
                                    + MetricWords.value(unit, each.upper()),
                    MetricWords.value(unit, each.least()),
                    MetricWords.value(unit, each.most()));
        }
        return table;
    }
}
