package dev.stowage.report.forecast;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Capacity;
import dev.stowage.forecast.DemandForecast.Order;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.forecast.DemandForecast.Resource;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.Ticks;
import dev.stowage.words.Amounts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Demand of the past and of the future, and the capacity beside it. */
final class ForecastCharts {
    /** Points of a line; more are joined, and each part keeps its extremes. */
    private static final int PARTS = 360;

    /** So many times the horizon of the past are drawn. */
    private static final int PAST = 3;

    private static final double DAY = 86_400;

    private final DemandForecast forecast;
    private final double shift;
    private final String unit;

    ForecastCharts(DemandForecast forecast) {
        this.forecast = forecast;
        String zero = forecast.history().timeZero();
        shift = zero == null ? 0 : onClock(Instant.parse(zero).getEpochSecond());
        unit = zero == null ? "s" : "date";
    }

    /** Charts know no zones: dates as its clock shows them at the end of the history. */
    private double onClock(long epochSecond) {
        Instant end =
                Instant.ofEpochSecond(epochSecond + Math.round(forecast.history().endSeconds()));
        String zone = Objects.requireNonNull(forecast.history().zone());
        return epochSecond + ZoneId.of(zone).getRules().getOffset(end).getTotalSeconds();
    }

    /** One chart a resource. */
    List<Chart> all() {
        return forecast.resources().stream().map(this::chart).toList();
    }

    private double now() {
        return shift + forecast.history().endSeconds();
    }

    /** The mean length of a past bucket: months differ. */
    private double pastBucket() {
        DemandForecast.History history = forecast.history();
        return (history.endSeconds() - history.startSeconds()) / history.buckets();
    }

    /** The mean length of a bucket to come. */
    private double nextBucket() {
        return forecast.horizon().seconds() / forecast.horizon().buckets();
    }

    private int drawn(Resource resource) {
        return Math.min(resource.inOneUnit(), PAST * forecast.horizon().buckets());
    }

    private Chart chart(Resource resource) {
        String title = ForecastAnswer.title(resource);
        int all = resource.history().size();
        String part =
                drawn(resource) < all
                        ? " Of the history the last "
                                + Amounts.count(drawn(resource))
                                + " of "
                                + Amounts.count(all)
                                + " buckets are drawn"
                                + (drawn(resource) == resource.inOneUnit()
                                        ? ", those of one unit."
                                        : ".")
                        : "";
        return new Chart(
                "chart-" + resource.name(),
                title + ": demand of the past and of the future",
                "The bands hold a bucket with 80 % and with 95 %; where there are more buckets than"
                        + " points, each point has the extremes of several."
                        + part,
                true,
                List.of(view(resource, title)),
                List.of());
    }

    private View view(Resource resource, String title) {
        List<Series> series = new ArrayList<>();
        series.add(band("95 %", resource.forecast().low95(), resource.forecast().high95()));
        series.add(band("80 %", resource.forecast().low80(), resource.forecast().high80()));
        int from = resource.history().size() - drawn(resource);
        List<Double> past = resource.history().subList(from, resource.history().size());
        series.add(
                Series.of(
                        "History",
                        "line",
                        "f",
                        line(past, now() - past.size() * pastBucket(), pastBucket())));
        series.add(
                Series.of(
                        "Median",
                        "line",
                        "a",
                        line(resource.forecast().median(), now(), nextBucket())));
        Capacity capacity = forecast.capacity();
        if (capacity != null) {
            series.add(
                    Series.of("Capacity with the orders", "line", "b", line(resource, capacity)));
        }
        double top = Math.max(most(past), most(resource.forecast().high95()));
        top = capacity == null ? top : Math.max(top, withOrders(resource, capacity));
        double end = now() + forecast.horizon().seconds();
        double begin = now() - past.size() * pastBucket();
        double step = Ticks.step(unit, end - begin);
        double round = unit.equals("date") ? Math.min(step, DAY) : step;
        return new View(
                title,
                alt(resource, title),
                Axis.value(timeTitle(), unit)
                        .from(Math.floor(begin / round) * round)
                        .to(end)
                        .inSteps(step),
                Axis.value(title + " (" + resource.unit() + ")", resource.unit())
                        .upTo(Math.max(top, 1e-3)),
                false,
                null,
                series,
                List.of(new Line(now(), "end of the history", true, true, false, "")),
                null);
    }

    /** {@code Date (UTC)}, or {@code Date (Europe/Berlin, UTC+01:00)}. */
    private String timeTitle() {
        String zero = forecast.history().timeZero();
        if (zero == null) {
            return "Time since time 0 of the input";
        }
        String zone = Objects.requireNonNull(forecast.history().zone());
        ZoneOffset offset =
                ZoneOffset.ofTotalSeconds(
                        (int) Math.round(shift - Instant.parse(zero).getEpochSecond()));
        return ZoneId.of(zone) instanceof ZoneOffset
                ? "Date (UTC" + (offset.equals(ZoneOffset.UTC) ? "" : offset) + ")"
                : "Date (" + zone + ", UTC" + (offset.getTotalSeconds() == 0 ? "" : offset) + ")";
    }

    private String alt(Resource resource, String title) {
        int end = forecast.horizon().buckets() - 1;
        return title
                + " over time: in the last bucket of the history "
                + amount(resource, resource.history().get(resource.history().size() - 1))
                + "; in the last of the forecast "
                + amount(resource, resource.forecast().median().get(end))
                + " in the median, with 95 % from "
                + amount(resource, resource.forecast().low95().get(end))
                + " to "
                + amount(resource, resource.forecast().high95().get(end))
                + ".";
    }

    static String amount(Resource resource, double value) {
        return Amounts.unit(Amounts.decimal(value), resource.unit());
    }

    static double amount(Resource resource, DemandForecast.Amounts amounts) {
        return resource.name().equals("cpu") ? amounts.cpu() : amounts.memoryGiB();
    }

    private static double most(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** Values at the middle of their buckets; of many the least and the most of each part. */
    private ArrayNode line(List<Double> values, double start, double bucket) {
        List<double[]> points = new ArrayList<>();
        int parts = Math.min(values.size(), PARTS);
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) values.size() * part / parts);
            int to = (int) ((long) values.size() * (part + 1) / parts);
            int least = from;
            int most = from;
            for (int i = from; i < to; i++) {
                least = values.get(i) < values.get(least) ? i : least;
                most = values.get(i) > values.get(most) ? i : most;
            }
            points.add(point(values, Math.min(least, most), start, bucket));
            if (least != most) {
                points.add(point(values, Math.max(least, most), start, bucket));
            }
        }
        return Chart.pairs(column(points, 0), column(points, 1));
    }

    private static double[] point(List<Double> values, int index, double start, double bucket) {
        return new double[] {start + (index + 0.5) * bucket, values.get(index)};
    }

    private static double[] column(List<double[]> rows, int column) {
        return rows.stream().mapToDouble(row -> row[column]).toArray();
    }

    private Series band(String name, List<Double> low, List<Double> high) {
        int parts = Math.min(low.size(), PARTS);
        double[] x = new double[parts];
        double[] least = new double[parts];
        double[] most = new double[parts];
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) low.size() * part / parts);
            int to = (int) ((long) low.size() * (part + 1) / parts);
            x[part] = now() + (from + to) / 2.0 * nextBucket();
            least[part] = low.subList(from, to).stream().min(Double::compare).orElseThrow();
            most[part] = most(high.subList(from, to));
        }
        return Series.of(name, "band", "a", Chart.triples(x, least, most));
    }

    /** What may be used, from the begin of the drawing to the horizon, with what is bought. */
    private ArrayNode line(Resource resource, Capacity capacity) {
        List<double[]> points = new ArrayList<>();
        double last = amount(resource, capacity.usable());
        points.add(new double[] {now() - drawn(resource) * pastBucket(), last});
        int number = 0;
        for (Order order : orders()) {
            points.add(new double[] {shift + order.arrives().seconds(), last});
            last = with(resource, capacity, ++number);
            points.add(new double[] {shift + order.arrives().seconds(), last});
        }
        points.add(new double[] {now() + forecast.horizon().seconds(), last});
        return Chart.pairs(column(points, 0), column(points, 1));
    }

    private List<Order> orders() {
        Purchase purchase = forecast.purchase();
        return purchase == null ? List.of() : purchase.orders();
    }

    /** What may be used with the servers of so many orders more. */
    private double with(Resource resource, Capacity capacity, int number) {
        Purchase purchase = forecast.purchase();
        double more = purchase == null ? 0 : amount(resource, purchase.bought(number));
        return amount(resource, capacity.usable()) + more * capacity.utilisation();
    }

    private double withOrders(Resource resource, Capacity capacity) {
        return with(resource, capacity, orders().size());
    }
}
