package dev.stowage.workflow.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandForecast.Amounts;
import dev.stowage.forecast.DemandForecast.Service;
import dev.stowage.forecast.DemandForecast.ServiceOutlook;
import dev.stowage.forecast.DemandForecast.Services;
import dev.stowage.forecast.PartOutlook;
import dev.stowage.forecast.PartsForecast;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Writes down what becomes of services. */
final class ServiceOutlooks {
    /** Memory has to grow by so much more than the CPU, of what there is, to rank services. */
    private static final double ALIKE = 0.001;

    private ServiceOutlooks() {}

    /** Those that grow most first: by the resource that grows by most of what there is now. */
    static Services of(String by, PartsForecast parts) {
        double[] growth = {growth(parts.outlooks().get(0)), growth(parts.outlooks().get(1))};
        boolean isMemory =
                growth[1] / now(parts.outlooks().get(1))
                        > growth[0] / now(parts.outlooks().get(0)) + ALIKE;
        String ranked = isMemory ? "memory" : "cpu";
        Comparator<Service> byGrowth =
                Comparator.comparingDouble(each -> -each.of(ranked).growth());
        List<Service> list =
                IntStream.range(0, parts.names().size())
                        .mapToObj(
                                i ->
                                        new Service(
                                                parts.names().get(i),
                                                outlook(parts.outlooks().get(0).get(i)),
                                                outlook(parts.outlooks().get(1).get(i))))
                        .sorted(byGrowth.thenComparing(Service::name))
                        .toList();
        return new Services(
                by,
                new Amounts(ForecastBuilder.written(growth[0]), ForecastBuilder.written(growth[1])),
                ranked,
                list);
    }

    private static double growth(List<PartOutlook> outlooks) {
        return outlooks.stream().mapToDouble(PartOutlook::growth).sum();
    }

    private static double now(List<PartOutlook> outlooks) {
        return Math.max(Double.MIN_NORMAL, outlooks.stream().mapToDouble(PartOutlook::now).sum());
    }

    private static ServiceOutlook outlook(PartOutlook each) {
        Backtest test = each.backtest();
        return new ServiceOutlook(
                each.label(),
                each.scale(),
                ForecastBuilder.written(each.now()),
                ForecastBuilder.written(each.then(each.median())),
                ForecastBuilder.written(each.then(each.low80())),
                ForecastBuilder.written(each.then(each.high80())),
                ForecastBuilder.written(each.growth()),
                test.hasOrigins() ? ForecastBuilder.rounded(test) : null,
                ForecastBuilder.list(each.median()));
    }
}
