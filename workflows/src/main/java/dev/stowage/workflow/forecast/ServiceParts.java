package dev.stowage.workflow.forecast;

import dev.stowage.forecast.Part;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The services of a demand by the buckets of their sum, so that they add up to it: where the peak
 * stands for a bucket, what each of them needed at that moment; else the mean of each.
 */
final class ServiceParts {
    private final ServiceDemand whole;
    private final BucketSeries.Source source;
    private final BucketSeries series;

    /** Levels of the whole that lie in a bucket, and the share of the bucket that each takes. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    private record Level(long micros, int bucket, double share, double[] amounts) {}

    private ServiceParts(ServiceDemand whole, BucketSeries.Source source, BucketSeries series) {
        this.whole = whole;
        this.source = source;
        this.series = series;
    }

    /**
     * By buckets.
     *
     * @param services each from the begin of the whole on
     * @param whole their sum as it was read
     * @param source the same, each row where its bucket begins
     * @param series of the sum
     */
    static List<Part> of(
            Map<String, ServiceDemand> services,
            ServiceDemand whole,
            BucketSeries.Source source,
            BucketSeries series,
            BucketSeries.Level level) {
        ServiceParts parts = new ServiceParts(whole, source, series);
        List<Level> levels = parts.levels();
        List<List<Level>> counted =
                List.of(chosen(levels, 0, series, level), chosen(levels, 1, series, level));
        List<Part> found = new ArrayList<>();
        services.forEach(
                (name, demand) ->
                        found.add(
                                new Part(
                                        name,
                                        parts.amounts(demand, counted.get(0), 0),
                                        parts.amounts(demand, counted.get(1), 1),
                                        List.of())));
        return found;
    }

    private List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        ServiceDemand placed = source.demand();
        for (int i = 0; i < placed.levels(); i++) {
            long from =
                    Math.max(series.startMicros(), source.originMicros() + placed.startMicros(i));
            long until = Math.min(series.endMicros(), source.originMicros() + placed.endMicros(i));
            Resources amount = placed.at(i);
            while (from < until) {
                int bucket = bucket(from);
                long begin = series.beginMicros(bucket);
                long end = series.beginMicros(bucket + 1);
                long next = Math.min(until, end);
                levels.add(
                        new Level(
                                whole.startMicros(i),
                                bucket,
                                (double) (next - from) / (end - begin),
                                new double[] {amount.cores(), amount.gib()}));
                from = next;
            }
        }
        return levels;
    }

    private int bucket(long micros) {
        return (int) (series.clock().index(micros) - series.clock().index(series.startMicros()));
    }

    /** Of a peak the first level of each bucket that is as high as any, and the whole of it. */
    private static List<Level> chosen(
            List<Level> levels, int resource, BucketSeries series, BucketSeries.Level level) {
        if (level == BucketSeries.Level.MEAN) {
            return levels;
        }
        Level[] highest = new Level[series.size()];
        for (Level each : levels) {
            Level before = highest[each.bucket()];
            if (before == null || each.amounts()[resource] > before.amounts()[resource]) {
                highest[each.bucket()] = new Level(each.micros(), each.bucket(), 1, each.amounts());
            }
        }
        return List.of(highest);
    }

    private double[] amounts(ServiceDemand service, List<Level> counted, int resource) {
        double[] amounts = new double[series.size()];
        for (Level each : counted) {
            if (each.micros() < service.endMicros()) {
                Resources at = service.atMicros(each.micros());
                amounts[each.bucket()] += each.share() * (resource == 0 ? at.cores() : at.gib());
            }
        }
        return amounts;
    }
}
