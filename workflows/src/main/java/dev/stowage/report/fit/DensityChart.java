package dev.stowage.report.fit;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.Ticks;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Scores;
import dev.stowage.words.Amounts;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.Survival;
import dev.stowage.workload.fit.FitReport.Bin;
import dev.stowage.workload.fit.FitReport.Curve;
import dev.stowage.workload.fit.FitReport.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The histogram of one parameter against the densities that were tried on it. */
public final class DensityChart {
    /** Curves drawn beside the chosen one: more can't be told apart. */
    private static final int OTHERS = 3;

    private static final String[] TONES = {"b", "c", "d", "f"};

    private final Panel panel;
    private final List<Curve> drawn;

    private DensityChart(Panel panel) {
        this.panel = panel;
        this.drawn = panel.curves().subList(0, Math.min(panel.curves().size(), OTHERS + 1));
    }

    static Chart of(String section, Panel panel) {
        DensityChart chart = new DensityChart(panel);
        return new Chart(
                "chart-" + section + "-" + panel.parameter().key(),
                title(panel.parameter()),
                chart.caption(),
                false,
                panel.bins().size() < 2 ? List.of() : List.of(chart.view()),
                panel.fit().candidates().isEmpty()
                        ? List.of()
                        : List.of(chart.candidates(), chart.bins()));
    }

    public static String title(Parameter parameter) {
        return switch (parameter) {
            case JOB_ARRIVAL -> "Arrival of a job (J_AT)";
            case TASKS_PER_JOB -> "Tasks of a job (J_N)";
            case TASK_ARRIVAL -> "Arrival of a task after its job (T_AT)";
            case TASK_DURATION -> "Duration of a task (T_D)";
            case JOB_DURATION -> "Duration of a job (J_D)";
            case CPU -> "CPU request of a task (T_R)";
            case MEMORY -> "Memory request of a task (T_R)";
            case GPU -> "GPU request of a task (T_R)";
            case PRIORITY -> "Priority of a task";
        };
    }

    private String caption() {
        var fit = panel.fit();
        String text =
                Amounts.counted(fit.observations(), "observation")
                        + " from "
                        + value(fit.low())
                        + " to "
                        + value(fit.high())
                        + (fit.censored() > 0
                                ? ", " + Amounts.count(fit.censored()) + " more censored"
                                : "")
                        + ". Chosen: "
                        + fit.density().describe(panel.parameter().unit())
                        + ".";
        String noted = fit.note().isEmpty() ? text : text + " " + sentence(fit.note());
        return fit.survival() == null ? noted : noted + " " + survival(fit.survival());
    }

    private String survival(Survival survival) {
        String median = Double.isNaN(survival.median()) ? "not reached" : value(survival.median());
        return "Kaplan-Meier with "
                + Amounts.counted(survival.lowerBounds(), "lower bound")
                + ": median "
                + median
                + ", "
                + Amounts.share(survival.beyond())
                + " outlive all that were seen to end.";
    }

    private static String sentence(String note) {
        String text = note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1);
        return text.endsWith(".") ? text : text + ".";
    }

    private String value(double value) {
        return unit().equals("s")
                ? Amounts.seconds(value)
                : Amounts.unit(Amounts.decimal(value), panel.parameter().unit());
    }

    private String unit() {
        return panel.parameter().unit();
    }

    private View view() {
        boolean isLog = panel.isLogarithmic();
        int n = panel.bins().size();
        double[] edges = new double[n + 1];
        double[] shares = new double[n + 1];
        double[] middles = new double[n];
        double least = leastPositive();
        for (int i = 0; i < n; i++) {
            Bin bin = panel.bins().get(i);
            edges[i] = isLog ? Math.max(least, bin.low()) : bin.low();
            edges[i + 1] = isLog ? Math.max(least, bin.high()) : bin.high();
            shares[i] = bin.share();
            middles[i] = isLog ? Math.sqrt(edges[i] * edges[i + 1]) : (edges[i] + edges[i + 1]) / 2;
        }
        shares[n] = shares[n - 1];
        List<Series> series = new ArrayList<>();
        series.add(
                Series.of("Observed", "area", "a", Chart.pairs(edges, shares)).stepped().thinner());
        for (int i = 0; i < drawn.size(); i++) {
            series.add(curve(drawn.get(i), i, middles));
        }
        Axis x = isLog ? Axis.log(axisTitle(), unit()) : linear(edges[0], edges[n]);
        return new View(
                title(panel.parameter()),
                "Histogram of "
                        + title(panel.parameter()).toLowerCase(Locale.ROOT)
                        + " with the density "
                        + drawn.get(0).name()
                        + " over it.",
                x,
                Axis.value("Share of the observations in a bin", "share").upTo(highest()),
                false,
                null,
                series,
                List.of(),
                null);
    }

    private Axis linear(double low, double high) {
        double step = Ticks.step(unit(), high - low);
        return Axis.value(axisTitle(), unit())
                .from(Math.floor(low / step) * step)
                .to(high)
                .inSteps(step);
    }

    private double leastPositive() {
        return panel.bins().stream()
                .mapToDouble(bin -> bin.low() > 0 ? bin.low() : bin.high())
                .filter(edge -> edge > 0)
                .min()
                .orElse(1);
    }

    private String axisTitle() {
        String what = title(panel.parameter()).replaceAll(" \\(.*", "");
        boolean isSaid = unit().equals("s") || unit().equals("tasks") || unit().equals("level");
        return isSaid ? what : what + ", " + unit();
    }

    /** Of the histogram and the chosen density: a bad candidate may be cut off. */
    private double highest() {
        double observed = panel.bins().stream().mapToDouble(Bin::share).max().orElse(1);
        double chosen =
                drawn.get(0).shares().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return Math.min(1, Math.max(observed, Double.isFinite(chosen) ? chosen : 0));
    }

    private static Series curve(Curve curve, int index, double[] middles) {
        double[] shares = curve.shares().stream().mapToDouble(Double::doubleValue).toArray();
        String name = curve.isChosen() ? curve.name() + " (chosen)" : curve.name();
        Series series =
                Series.of(name, "line", TONES[index % TONES.length], Chart.pairs(middles, shares));
        return curve.isChosen() ? series : series.thinner().inDashes();
    }

    private DataTable candidates() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "all candidates and their scores, best first; less is better",
                        DataTable.Column.text("Density"),
                        DataTable.Column.number("Distance"),
                        DataTable.Column.number("Similarity"),
                        DataTable.Column.number("KS"),
                        DataTable.Column.number("Wasserstein-1"),
                        DataTable.Column.number("AIC"),
                        DataTable.Column.number("BIC"),
                        DataTable.Column.text("Note"));
        for (Candidate candidate : panel.fit().candidates()) {
            Scores scores = candidate.scores();
            String note = candidate.isConverged() ? candidate.note() : notConverged(candidate);
            List<String> cells = new ArrayList<>();
            cells.add(candidate.name());
            if (scores == null) {
                cells.addAll(List.of("–", "–", "–", "–", "–", "–"));
            } else {
                cells.add(Amounts.decimal(scores.distance()));
                cells.add(Amounts.share(scores.similarity()));
                cells.add(Amounts.decimal(scores.ks()));
                cells.add(Amounts.decimal(scores.wasserstein()));
                cells.add(Amounts.decimal(scores.aic()));
                cells.add(Amounts.decimal(scores.bic()));
            }
            cells.add(note);
            table.row(isChosen(candidate), cells);
        }
        return table.build();
    }

    private boolean isChosen(Candidate candidate) {
        return candidate.density() == panel.fit().density();
    }

    private static String notConverged(Candidate candidate) {
        return candidate.note().isEmpty() ? "did not converge" : candidate.note();
    }

    private DataTable bins() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "the histogram and the chosen density",
                        DataTable.Column.number("From"),
                        DataTable.Column.number("To"),
                        DataTable.Column.number("Observed"),
                        DataTable.Column.number(drawn.get(0).name()));
        for (int i = 0; i < panel.bins().size(); i++) {
            Bin bin = panel.bins().get(i);
            table.row(
                    value(bin.low()),
                    value(bin.high()),
                    Amounts.share(bin.share()),
                    Amounts.share(drawn.get(0).shares().get(i)));
        }
        return table.build();
    }
}
