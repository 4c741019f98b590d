package dev.stowage.cli;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.Candidate;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A workload model as text: what was fitted to what, how well, and where it comes from. */
final class ModelText {
    private final WorkloadModel model;
    private final Style style;

    ModelText(WorkloadModel model, Style style) {
        this.model = model;
        this.style = style;
    }

    void print(PrintWriter out) {
        out.println("model " + style.bold(model.name()));
        out.println();
        parameters().print(out, style, 0);
        out.println();
        provenance().print(out, style, 0);
    }

    private TextTable parameters() {
        TextTable table =
                new TextTable(
                        Column.text("class"),
                        Column.text("parameter"),
                        Column.figure("observed"),
                        Column.figure("censored"),
                        Column.figure("similarity"),
                        Column.text("density"));
        model.classes()
                .forEach(
                        (taskClass, classModel) -> {
                            table.row(
                                    name(taskClass),
                                    "jobs (" + Figures.share(classModel.share()) + ")",
                                    Figures.count(classModel.jobs()));
                            classModel.parameters().forEach((p, fit) -> row(table, p, fit));
                        });
        return table;
    }

    private static void row(TextTable table, Parameter parameter, ParameterModel fit) {
        table.row(
                "",
                parameter.key(),
                Figures.count(fit.observations()),
                fit.censored() == 0 ? "" : Figures.count(fit.censored()),
                similarity(fit),
                fit.density().describe());
    }

    private static String similarity(ParameterModel fit) {
        return fit.candidates().stream()
                .filter(candidate -> candidate.density() != null)
                .filter(candidate -> Objects.equals(candidate.density(), fit.density()))
                .map(Candidate::scores)
                .filter(Objects::nonNull)
                .map(scores -> String.format(Locale.ROOT, "%.3f", scores.similarity()))
                .findFirst()
                .orElse("");
    }

    private TextTable provenance() {
        TraceProvenance trace = model.provenance().trace();
        TextTable table = TextTable.ofFacts();
        table.row("fitted to", trace.trace() + " (" + trace.format() + ")");
        for (Map.Entry<String, TraceProvenance.Table> rows : trace.tables().entrySet()) {
            table.row(
                    "  " + rows.getKey(),
                    Figures.count(rows.getValue().rows())
                            + " rows over "
                            + Figures.seconds(rows.getValue().lengthSeconds()));
        }
        table.row("class rule", trace.classRule());
        table.row("criterion", model.provenance().settings().criterion().spelling());
        if (!trace.attribution().isBlank()) {
            table.row("attribution", trace.attribution());
        }
        trace.notes().forEach(note -> table.row("note", note));
        return table;
    }

    private static String name(TaskClass taskClass) {
        return taskClass.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
