package dev.stowage.report;

import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.sim.metrics.PendingBucket;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long tasks waited: how many in each class of waits, and how many at most so long. */
public final class PendingChart {
    private static final double[] STEPS = {1, 2, 5};

    /** Shortest wait that is drawn. */
    public static final double LEAST_SECONDS = 1e-3;

    /** Tasks that waited more than {@code from} and up to {@code to} seconds. */
    private record Bin(double from, double to, long tasks) {
        String label() {
            return to == 0
                    ? "no wait"
                    : from == 0
                            ? "up to " + Amounts.seconds(to)
                            : Amounts.seconds(from) + " – " + Amounts.seconds(to);
        }
    }

    private PendingChart() {}

    /**
     * The chart of waits.
     *
     * @param tasks whose waits they are, as a sentence
     * @param bounds marks across the cumulative view
     */
    public static Chart of(String tasks, List<Line> bounds, List<PendingBucket> buckets) {
        List<Bin> bins = bins(buckets);
        long total = bins.stream().mapToLong(Bin::tasks).sum();
        List<View> views = total == 0 ? List.of() : views(bounds, bins, buckets, total);
        return new Chart(
                "chart-pending",
                "Time from submit to start",
                caption(tasks, bins, total),
                false,
                views,
                total == 0 ? List.of() : List.of(table(bins, total)));
    }

    private static String caption(String tasks, List<Bin> bins, long total) {
        if (total == 0) {
            return tasks;
        }
        String none = Amounts.share((double) bins.get(0).tasks() / total);
        return bins.size() == 1
                ? tasks + " None of them waited."
                : tasks + " " + none + " did not wait at all; the bars are the others.";
    }

    private static List<View> views(
            List<Line> bounds, List<Bin> bins, List<PendingBucket> buckets, long total) {
        return bins.size() == 1
                ? List.of()
                : List.of(
                        histogram(bins.subList(1, bins.size()), total),
                        cumulative(bounds, buckets, total));
    }

    private static List<Bin> bins(List<PendingBucket> buckets) {
        if (buckets.isEmpty()) {
            return List.of();
        }
        double longest = buckets.get(buckets.size() - 1).fromSeconds();
        List<Bin> bins = new ArrayList<>();
        long none =
                buckets.stream().filter(b -> b.toSeconds() == 0).mapToLong(b -> b.tasks()).sum();
        bins.add(new Bin(0, 0, none));
        double from = 0;
        double decade = LEAST_SECONDS;
        while (from <= longest && longest > 0) {
            for (double step : STEPS) {
                double to = Math.round(decade * step * 1e6) / 1e6;
                bins.add(new Bin(from, to, between(buckets, from, to)));
                from = to;
            }
            decade *= 10;
        }
        return trimmed(bins);
    }

    private static long between(List<PendingBucket> buckets, double from, double to) {
        return buckets.stream()
                .filter(b -> b.toSeconds() > 0 && b.fromSeconds() >= from && b.fromSeconds() < to)
                .mapToLong(PendingBucket::tasks)
                .sum();
    }

    /** Without the empty bins at either end of those who waited. */
    private static List<Bin> trimmed(List<Bin> bins) {
        int first = 1;
        int last = bins.size();
        while (first < last && bins.get(first).tasks() == 0) {
            first++;
        }
        while (last > first && bins.get(last - 1).tasks() == 0) {
            last--;
        }
        List<Bin> trimmed = new ArrayList<>();
        trimmed.add(bins.get(0));
        trimmed.addAll(bins.subList(first, last));
        return trimmed;
    }

    private static View histogram(List<Bin> bins, long total) {
        double[] rows = new double[bins.size()];
        double[] tasks = new double[bins.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
            tasks[i] = bins.get(i).tasks();
        }
        long waited = bins.stream().mapToLong(Bin::tasks).sum();
        String alt =
                "Histogram of the waiting times of the "
                        + Amounts.count(waited)
                        + " of "
                        + Amounts.counted(total, "task")
                        + " that waited.";
        return new View(
                "Tasks by wait",
                alt,
                Axis.categories(bins.stream().map(Bin::label).toList()),
                Axis.value("Tasks", "tasks").upTo(Arrays.stream(tasks).max().orElse(1)),
                true,
                null,
                List.of(Series.of("Tasks", "bar", "a", Chart.pairs(rows, tasks))),
                List.of(),
                null);
    }

    private static View cumulative(List<Line> bounds, List<PendingBucket> buckets, long total) {
        List<PendingBucket> waits = buckets.stream().filter(b -> b.toSeconds() > 0).toList();
        double[] seconds = new double[waits.size() + 1];
        double[] shares = new double[waits.size() + 1];
        long sum = total - waits.stream().mapToLong(PendingBucket::tasks).sum();
        seconds[0] = waits.isEmpty() ? 1 : Math.max(LEAST_SECONDS, waits.get(0).fromSeconds());
        shares[0] = (double) sum / total;
        for (int i = 0; i < waits.size(); i++) {
            sum += waits.get(i).tasks();
            seconds[i + 1] = Math.max(LEAST_SECONDS, waits.get(i).toSeconds());
            shares[i + 1] = (double) sum / total;
        }
        return new View(
                "Share that waited at most",
                "Cumulative distribution of the waiting times: the share of started tasks that"
                        + " waited at most so long.",
                Axis.log("Wait", "s"),
                Axis.value("Share of started tasks", "share").to(1),
                false,
                null,
                List.of(
                        Series.of("Share of tasks", "line", "a", Chart.pairs(seconds, shares))
                                .stepped()),
                bounds,
                null);
    }

    private static DataTable table(List<Bin> bins, long total) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "tasks by how long they waited",
                        DataTable.Column.text("Wait"),
                        DataTable.Column.number("Tasks"),
                        DataTable.Column.number("Share"),
                        DataTable.Column.number("Share so far"));
        long sum = 0;
        for (Bin bin : bins) {
            sum += bin.tasks();
            table.row(
                    bin.label(),
                    Amounts.count(bin.tasks()),
                    Amounts.share((double) bin.tasks() / total),
                    Amounts.share((double) sum / total));
        }
        return table.build();
    }
}
