package dev.stowage.report.similarity;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.Ticks;
import dev.stowage.report.fit.DensityChart;
import dev.stowage.similarity.Marginal;
import dev.stowage.stats.Histogram;
import dev.stowage.stats.TwoSample;
import dev.stowage.stats.sample.Sample;
import dev.stowage.words.Amounts;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** One parameter of both sides: histograms, distribution functions, quantiles against quantiles. */
final class MarginalChart {
    static final String FIRST = "Trace";
    static final String SECOND = "Workload";

    private static final double[] TABLED = {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1};

    private final Marginal marginal;
    private final String title;
    private final String unit;

    private MarginalChart(Marginal marginal) {
        this.marginal = marginal;
        this.title = DensityChart.title(marginal.parameter());
        this.unit = marginal.parameter().unit();
    }

    static Chart of(Marginal marginal) {
        return new MarginalChart(marginal).chart();
    }

    private Chart chart() {
        boolean isDrawn = marginal.distance() != null && marginal.first().size() > 1;
        return new Chart(
                "chart-" + marginal.name().replace(' ', '-'),
                title,
                caption(),
                false,
                isDrawn ? views() : List.of(),
                marginal.distance() == null ? List.of() : List.of(quantiles()));
    }

    private String caption() {
        TwoSample distance = marginal.distance();
        if (distance == null) {
            return sentence(marginal.note());
        }
        String text =
                Amounts.count(marginal.first().count())
                        + " and "
                        + Amounts.counted(marginal.second().count(), "value")
                        + ". KS "
                        + Amounts.decimal(distance.ks())
                        + " (noise "
                        + Amounts.decimal(distance.noise())
                        + "), W1 over the standard deviation "
                        + Amounts.decimal(distance.wasserstein())
                        + ", similarity "
                        + Amounts.share(distance.similarity())
                        + ".";
        String whole = text + outside();
        return marginal.note().isEmpty() ? whole : whole + " " + sentence(marginal.note());
    }

    private String outside() {
        if (marginal.first().size() < 2) {
            return "";
        }
        double[] shares =
                Histogram.of(marginal.first(), marginal.parameter().support())
                        .shares(marginal.second());
        double outside = shares[0] + shares[shares.length - 1];
        return outside == 0
                ? ""
                : " Of the workload " + Amounts.share(outside) + " lies outside the histogram.";
    }

    private static String sentence(String note) {
        return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
    }

    private List<View> views() {
        Histogram histogram = Histogram.of(marginal.first(), marginal.parameter().support());
        Scale scale = Scale.of(histogram, marginal.first(), marginal.second());
        return List.of(histograms(histogram, scale), cumulative(scale), against(scale));
    }

    /** Where values lie on an axis; a logarithm has no place for 0, which is put at its edge. */
    private record Scale(boolean isLogarithmic, double least, double low, double high) {
        static Scale of(Histogram histogram, Sample first, Sample second) {
            double low = Math.min(first.min(), second.min());
            double high = Math.max(first.max(), second.max());
            double least = Math.min(leastPositive(first), leastPositive(second));
            boolean isLogarithmic = histogram.isLogarithmic() && least < high;
            return new Scale(isLogarithmic, least, isLogarithmic ? least : low, high);
        }

        private static double leastPositive(Sample sample) {
            return IntStream.range(0, sample.size())
                    .mapToDouble(sample::value)
                    .filter(value -> value > 0)
                    .findFirst()
                    .orElse(Double.POSITIVE_INFINITY);
        }

        double at(double value) {
            return isLogarithmic ? Math.max(least, value) : value;
        }

        Axis axis(String title, String unit) {
            if (isLogarithmic) {
                return Axis.log(title, unit);
            }
            double length = high - low;
            double step = Ticks.step(unit, length);
            return Axis.value(title, unit)
                    .from(Math.floor(low / step) * step)
                    .to(length > 0 ? high : low + step)
                    .inSteps(step);
        }
    }

    private View histograms(Histogram histogram, Scale scale) {
        int bins = histogram.bins();
        double[] second = histogram.shares(marginal.second());
        double[] edges = new double[bins + 1];
        double[] one = new double[bins + 1];
        double[] other = new double[bins + 1];
        for (int i = 0; i <= bins; i++) {
            edges[i] = scale.at(histogram.edge(i));
            one[i] = histogram.share(Math.min(i, bins - 1));
            other[i] = second[Math.min(i, bins - 1) + 1];
        }
        double highest =
                DoubleStream.concat(DoubleStream.of(one), DoubleStream.of(other)).max().orElse(1);
        return view(
                "Histogram",
                "Histogram of both sides.",
                scale.axis(axisTitle(), unit),
                Axis.value("Share of the values in a bin", "share").upTo(highest),
                List.of(
                        Series.of(FIRST, "area", "a", Chart.pairs(edges, one)).stepped().thinner(),
                        Series.of(SECOND, "line", "b", Chart.pairs(edges, other)).stepped()));
    }

    private View cumulative(Scale scale) {
        double[] shares = shares();
        return view(
                "Cumulative",
                "Share of the values at or below each, of both sides.",
                scale.axis(axisTitle(), unit),
                Axis.value("Share at or below", "share").upTo(1),
                List.of(
                        Series.of(
                                FIRST,
                                "line",
                                "a",
                                Chart.pairs(quantiles(marginal.first(), scale), shares)),
                        Series.of(
                                SECOND,
                                "line",
                                "b",
                                Chart.pairs(quantiles(marginal.second(), scale), shares))));
    }

    private View against(Scale scale) {
        double[] line = {scale.at(scale.low), scale.at(scale.high)};
        return view(
                "Quantiles",
                "Quantiles of the workload against those of the trace; on the dashed line they are"
                        + " equal.",
                scale.axis(axisTitle() + ": quantiles of the trace", unit),
                scale.axis("The same quantiles of the workload", unit),
                List.of(
                        Series.of(
                                        "Quantiles, 0.5 % to 99.5 %",
                                        "line",
                                        "b",
                                        Chart.pairs(
                                                quantiles(marginal.first(), scale),
                                                quantiles(marginal.second(), scale)))
                                .withPoints()
                                .thinner(),
                        Series.of("Equal", "line", "a", Chart.pairs(line, line)).inDashes()));
    }

    private static View view(String name, String alt, Axis x, Axis y, List<Series> series) {
        return new View(name, alt, x, y, false, null, series, List.of(), null);
    }

    /** 0.5 % apart. */
    private static double[] shares() {
        return IntStream.range(1, 200).mapToDouble(i -> i / 200.0).toArray();
    }

    private static double[] quantiles(Sample sample, Scale scale) {
        return DoubleStream.of(shares()).map(p -> scale.at(sample.quantile(p))).toArray();
    }

    private String axisTitle() {
        String what = title.replaceAll(" \\(.*", "");
        boolean isSaid = unit.equals("s") || unit.equals("tasks") || unit.equals("level");
        return isSaid ? what : what + ", " + unit;
    }

    private DataTable quantiles() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "quantiles of both sides",
                        DataTable.Column.number("Share at or below"),
                        DataTable.Column.number(FIRST),
                        DataTable.Column.number(SECOND));
        for (double p : TABLED) {
            table.row(
                    Amounts.share(p),
                    value(marginal.first().quantile(p)),
                    value(marginal.second().quantile(p)));
        }
        return table.build();
    }

    private String value(double value) {
        return unit.equals("s")
                ? Amounts.seconds(value)
                : Amounts.unit(Amounts.decimal(value), unit);
    }
}
