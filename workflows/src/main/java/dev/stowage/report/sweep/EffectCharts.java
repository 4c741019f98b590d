package dev.stowage.report.sweep;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.MainEffect;
import dev.stowage.workflow.sweep.effect.SobolIndices;
import dev.stowage.workflow.sweep.figure.FigureReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Charts of what decides figures, and of how much is enough. */
final class EffectCharts {
    private static final int MOST_VIEWS = 8;

    private EffectCharts() {}

    /** Tornado: for each figure, the settings with the lowest and highest mean of their values. */
    static Chart tornado(List<FigureEffects> effects) {
        List<View> views = new ArrayList<>();
        List<DataTable> tables = new ArrayList<>();
        for (FigureEffects each : effects) {
            if (!each.main().isEmpty() && views.size() < MOST_VIEWS) {
                views.add(tornado(each));
                tables.add(levels(each));
            }
        }
        return new Chart(
                "chart-tornado",
                "Main effects",
                "The mean of a figure over all cells with a value of a setting: the lowest and the"
                        + " highest of these means, less the mean of all cells. The setting that"
                        + " moves it most stands first. Where not all combinations have an answer,"
                        + " only cells that differ in the setting alone count.",
                false,
                views,
                tables);
    }

    private static View tornado(FigureEffects effects) {
        double mean = mean(effects.main().get(0));
        List<String> names = effects.main().stream().map(MainEffect::setting).toList();
        StringBuilder alt = new StringBuilder("Bars of " + name(effects) + ": ");
        effects.main()
                .forEach(
                        each ->
                                alt.append(each.setting())
                                        .append(" moves it by ")
                                        .append(Figures.number(each.swing()))
                                        .append("; "));
        return new View(
                name(effects),
                alt.toString(),
                Axis.value(
                        "Difference from the mean"
                                + (effects.isBalanced() ? ", " + Figures.number(mean) : ""),
                        unit(effects)),
                Axis.categories(names),
                false,
                null,
                List.of(
                        bars("lowest mean", "a", effects, each -> least(each) - mean(each)),
                        bars(
                                "highest mean",
                                "b",
                                effects,
                                each -> least(each) + each.swing() - mean(each))),
                List.of(),
                null);
    }

    private static double least(MainEffect effect) {
        return effect.levels().stream().mapToDouble(MainEffect.Level::mean).min().orElse(0);
    }

    private static double mean(MainEffect effect) {
        double cells = effect.levels().stream().mapToDouble(MainEffect.Level::cells).sum();
        return effect.levels().stream().mapToDouble(each -> each.mean() * each.cells()).sum()
                / cells;
    }

    private static Series bars(
            String name, String tone, FigureEffects effects, ToDoubleFunction<MainEffect> value) {
        double[] x = effects.main().stream().mapToDouble(value).toArray();
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            y[i] = i;
        }
        return Series.of(name, "swing", tone, Chart.pairs(x, y));
    }

    private static String name(FigureEffects effects) {
        return effects.figure() + (effects.slice().isEmpty() ? "" : ", " + effects.slice());
    }

    private static String unit(FigureEffects effects) {
        String unit = FigureReader.unit(effects.figure());
        return unit.equals("servers") || unit.equals("%") ? "" : unit;
    }

    private static DataTable levels(FigureEffects effects) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "means of " + name(effects),
                        DataTable.Column.text("Setting"),
                        DataTable.Column.text("Value"),
                        DataTable.Column.number("Mean"),
                        DataTable.Column.number("Cells"),
                        DataTable.Column.number("Share of the variance"));
        for (MainEffect effect : effects.main()) {
            for (MainEffect.Level level : effect.levels()) {
                table.row(
                        effect.setting(),
                        level.name(),
                        Figures.number(level.mean()),
                        Figures.count(level.cells()),
                        Double.isNaN(effect.share()) ? "–" : Figures.share(effect.share()));
            }
        }
        return table.build();
    }

    /** Sobol' indices of each figure. */
    static Chart indices(List<FigureEffects> effects) {
        List<View> views = new ArrayList<>();
        List<DataTable> tables = new ArrayList<>();
        for (FigureEffects each : effects) {
            each.indices()
                    .filter(found -> views.size() < MOST_VIEWS)
                    .ifPresent(
                            found -> {
                                views.add(indices(name(each), found));
                                tables.add(table(name(each), found));
                            });
        }
        return new Chart(
                "chart-sobol",
                "Sobol' indices",
                "Which share of the variance of a figure an uncertain input decides alone (first"
                        + " order), and alone or together with others (total). The tables have the"
                        + " 95 % intervals.",
                false,
                views,
                tables);
    }

    private static View indices(String name, FigureEffects.Indices found) {
        StringBuilder alt = new StringBuilder("Bars of the indices of " + name + ": ");
        found.byInput()
                .forEach(
                        (input, each) ->
                                alt.append(input)
                                        .append(' ')
                                        .append(Figures.share(each.first().value()))
                                        .append(" alone, ")
                                        .append(Figures.share(each.total().value()))
                                        .append(" in total; "));
        return new View(
                name,
                alt.toString(),
                Axis.value("Share of the variance", "share"),
                Axis.categories(List.copyOf(found.byInput().keySet())),
                false,
                null,
                List.of(
                        shares("alone", "a", found, each -> each.first().value()),
                        shares("with others", "b", found, each -> each.total().value())),
                List.of(),
                null);
    }

    private static Series shares(
            String name,
            String tone,
            FigureEffects.Indices found,
            ToDoubleFunction<SobolIndices> value) {
        double[] x = found.byInput().values().stream().mapToDouble(value).toArray();
        return Series.of(name, "bar", tone, Chart.pairs(x, new double[x.length]));
    }

    private static DataTable table(String name, FigureEffects.Indices found) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "Sobol' indices of "
                                + name
                                + ", from "
                                + Figures.count(found.rows())
                                + " points"
                                + (found.lost() == 0
                                        ? ""
                                        : "; "
                                                + found.lost()
                                                + " points without an answer left out"),
                        DataTable.Column.text("Input"),
                        DataTable.Column.number("First order"),
                        DataTable.Column.number("95 % interval"),
                        DataTable.Column.number("Total"),
                        DataTable.Column.number("95 % interval"));
        found.byInput()
                .forEach(
                        (input, each) ->
                                table.row(
                                        input,
                                        Figures.number(each.first().value()),
                                        interval(each.first()),
                                        Figures.number(each.total().value()),
                                        interval(each.total())));
        return table.build();
    }

    private static String interval(SobolIndices.Estimate estimate) {
        return Double.isFinite(estimate.low())
                ? Figures.number(estimate.low()) + " to " + Figures.number(estimate.high())
                : "–";
    }

    /** In which share of the cells an amount is enough. */
    static Chart needs(Map<String, CapacityNeed> needs) {
        List<Series> series = new ArrayList<>();
        List<DataTable> tables = new ArrayList<>();
        StringBuilder alt = new StringBuilder("Steps that rise to the right: ");
        String figure = "";
        boolean isDrawn = false;
        for (var each : needs.entrySet()) {
            CapacityNeed need = each.getValue();
            figure = need.figure();
            isDrawn = need.isDrawn();
            String name = each.getKey().isEmpty() ? need.figure() : each.getKey();
            if (series.size() < 6) {
                series.add(curve(name, "abcdef".substring(series.size(), series.size() + 1), need));
            }
            tables.add(table(name, need));
            alt.append(name)
                    .append(": 90 % at ")
                    .append(Figures.number(need.enoughIn(0.9)))
                    .append("; ");
        }
        double from =
                needs.values().stream()
                        .flatMap(need -> need.steps().stream())
                        .mapToDouble(step -> Math.floor(step.amount() * 0.9) - 1)
                        .min()
                        .orElse(0);
        View view =
                new View(
                        figure,
                        alt.toString(),
                        Axis.value(figure, "").inWholeNumbers().from(Math.max(0, from)),
                        Axis.value(
                                        isDrawn
                                                ? "Enough in so many draws"
                                                : "Enough in so many cells",
                                        "share")
                                .from(0)
                                .to(1),
                        false,
                        null,
                        series,
                        List.of(new Line(0.9, "90 %", false, true, true, "")),
                        null);
        return new Chart(
                "chart-need",
                "How much is enough",
                isDrawn
                        ? "In which share of the draws of the uncertain settings so much capacity"
                                + " is enough."
                        : "In which share of the cells so much capacity is enough. The cells are no"
                                + " draws: the share counts cells and is no probability.",
                false,
                List.of(view),
                tables);
    }

    private static Series curve(String name, String tone, CapacityNeed need) {
        int size = need.steps().size();
        double[] x = new double[size + 2];
        double[] y = new double[size + 2];
        for (int i = 0; i < size; i++) {
            x[i + 1] = need.steps().get(i).amount();
            y[i + 1] = need.steps().get(i).share();
        }
        double spread = size < 2 ? 1 : Math.max(1, (x[size] - x[1]) / 20);
        x[0] = size == 0 ? 0 : Math.max(0, x[1] - spread);
        x[size + 1] = x[size] + spread;
        y[size + 1] = y[size];
        return Series.of(name, "line", tone, Chart.pairs(x, y)).stepped();
    }

    private static DataTable table(String name, CapacityNeed need) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "how much is enough: " + name,
                        DataTable.Column.number(need.figure()),
                        DataTable.Column.number("Cells"),
                        DataTable.Column.number("Share"));
        for (CapacityNeed.Step step : need.steps()) {
            table.row(
                    Figures.number(step.amount()),
                    Figures.count(step.cells()),
                    Figures.share(step.share()));
        }
        return table.build();
    }
}
