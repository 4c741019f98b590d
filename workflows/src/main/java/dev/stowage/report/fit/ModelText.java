package dev.stowage.report.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Criterion;
import dev.stowage.stats.Scores;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TermText;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.Survival;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** A workload model as text: what was fitted to what, how well, and where it comes from. */
public final class ModelText {
    private static final int ALTERNATIVES = 4;

    private final WorkloadModel model;
    private final Style style;

    public ModelText(WorkloadModel model, Style style) {
        this.model = model;
        this.style = style;
    }

    public void print(PrintWriter out) {
        VerdictText.print(FitVerdict.of(model), style, out);
        out.println("model " + style.bold(model.name()));
        out.println();
        parameters().print(out, style, 0);
        TermText.explain(out, terms());
        out.println();
        if (hasAlternatives()) {
            alternatives().print(out, style, 0);
            out.println();
        }
        if (hasSurvival()) {
            survival().print(out, style, 0);
            out.println();
        }
        provenance().print(out, style, 0);
    }

    /** What of the table a reader may not know. */
    private String[] terms() {
        boolean hasKernels = fits().anyMatch(fit -> fit.density().describe().contains("kde("));
        return hasKernels
                ? new String[] {"censored", "similarity", "kde"}
                : new String[] {"censored", "similarity"};
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
                fit.density().describe(parameter.unit()));
    }

    private boolean hasAlternatives() {
        return fits().anyMatch(fit -> !fit.candidates().isEmpty());
    }

    private boolean hasSurvival() {
        return fits().anyMatch(fit -> fit.survival() != null);
    }

    private Stream<ParameterModel> fits() {
        return model.classes().values().stream().flatMap(c -> c.parameters().values().stream());
    }

    /**
     * The best candidates of each parameter with the figure that decides, the chosen one marked.
     */
    private TextTable alternatives() {
        Criterion criterion = model.provenance().settings().criterion();
        TextTable table =
                new TextTable(
                        Column.text("class"),
                        Column.text("parameter"),
                        Column.text("alternatives, by " + criterion.spelling()));
        model.classes()
                .forEach(
                        (taskClass, classModel) ->
                                classModel
                                        .parameters()
                                        .forEach(
                                                (p, fit) -> {
                                                    if (!fit.candidates().isEmpty()) {
                                                        table.row(
                                                                name(taskClass),
                                                                p.key(),
                                                                alternatives(fit, criterion));
                                                    }
                                                }));
        return table;
    }

    private static String alternatives(ParameterModel fit, Criterion criterion) {
        StringJoiner text = new StringJoiner(", ");
        int shown = 0;
        for (Candidate candidate : fit.candidates()) {
            Scores scores = candidate.scores();
            boolean isChosen = candidate.density() == fit.density();
            if (scores != null && (shown < ALTERNATIVES || isChosen)) {
                String figure = figure(scores.by(criterion));
                text.add((isChosen ? "*" : "") + candidate.name() + " " + figure);
                shown++;
            }
        }
        long failed = fit.candidates().stream().filter(c -> !c.isConverged()).count();
        return failed == 0 ? text.toString() : text + "; " + failed + " not fitted";
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.4f" : "%.1f", value);
    }

    /** Durations that were cut off, as they are left out and as Kaplan and Meier count them. */
    private TextTable survival() {
        TextTable table =
                new TextTable(
                        Column.text("class"),
                        Column.text("censored durations"),
                        Column.figure("lower bounds"),
                        Column.figure("median fitted"),
                        Column.figure("Kaplan-Meier"),
                        Column.figure("outlives the trace"));
        model.classes()
                .forEach(
                        (taskClass, classModel) ->
                                classModel
                                        .parameters()
                                        .forEach((p, fit) -> survival(table, taskClass, p, fit)));
        return table;
    }

    private static void survival(
            TextTable table, TaskClass taskClass, Parameter parameter, ParameterModel fit) {
        Survival survival = fit.survival();
        if (survival != null) {
            table.row(
                    name(taskClass),
                    parameter.key(),
                    Figures.count(survival.lowerBounds()),
                    Figures.seconds(fit.density().quantile(0.5)),
                    Double.isNaN(survival.median())
                            ? "not reached"
                            : Figures.seconds(survival.median()),
                    Figures.share(survival.beyond()));
        }
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
            table.row("  " + rows.getKey(), TableWords.of(model, rows.getKey(), rows.getValue()));
        }
        table.row("class rule", trace.classRule());
        table.row("criterion", model.provenance().settings().criterion().spelling());
        table.row("censoring", censoring());
        if (!trace.attribution().isBlank()) {
            table.row("attribution", trace.attribution());
        }
        trace.notes().forEach(note -> table.row("note", note));
        notes().forEach((note, of) -> table.row("note", String.join(", ", of) + ": " + note + "."));
        return table;
    }

    /** What the fits say, and of which parameters. */
    private Map<String, List<String>> notes() {
        Map<String, List<String>> notes = new LinkedHashMap<>();
        model.classes()
                .forEach(
                        (taskClass, classModel) ->
                                classModel
                                        .parameters()
                                        .forEach((p, fit) -> note(notes, taskClass, p, fit)));
        return notes;
    }

    private static void note(
            Map<String, List<String>> notes,
            TaskClass taskClass,
            Parameter parameter,
            ParameterModel fit) {
        String place = name(taskClass) + " " + parameter.key();
        if (!fit.note().isEmpty() && !fit.note().startsWith("only ")) { // the table says how many
            notes.computeIfAbsent(fit.note(), key -> new ArrayList<>()).add(place);
        }
        if (fit.rejected() > 0) {
            String rejected = Figures.count(fit.rejected()) + " not finite or impossible, rejected";
            notes.computeIfAbsent(rejected, key -> new ArrayList<>()).add(place);
        }
    }

    private String censoring() {
        return switch (model.provenance().censoring()) {
            case NAIVE -> "naive: durations that were cut off are left out of the fits";
            case KAPLAN_MEIER -> "kaplan-meier: fits are to the estimate that counts them";
        };
    }

    private static String name(TaskClass taskClass) {
        return taskClass.label();
    }
}
