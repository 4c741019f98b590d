package dev.stowage.forecast;

import dev.stowage.basis.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * What comes of the parts of a demand: each is forecast by itself, then all and the whole are
 * brought together ({@link Reconciliation}), bucket by bucket.
 *
 * @param names of the parts
 * @param outlooks first index the resource (CPU, memory), second the part
 * @param wholeMoves what the forecast of the whole moves by, one array a resource
 */
public record PartsForecast(
        List<String> names, List<List<PartOutlook>> outlooks, List<double[]> wholeMoves) {
    private static final int RESOURCES = 2;

    public PartsForecast {
        names = List.copyOf(names);
        outlooks = outlooks.stream().map(List::copyOf).toList();
        wholeMoves = List.copyOf(wholeMoves);
    }

    /**
     * Forecasts parts.
     *
     * @param wholes models of the whole, one a resource
     */
    static PartsForecast of(ForecastStudy.Request request, List<DemandModel> wholes) {
        List<Part> parts = request.parts();
        List<List<PartOutlook>> outlooks = new ArrayList<>();
        List<double[]> moves = new ArrayList<>();
        request.progress().start("Services", (long) RESOURCES * parts.size());
        AtomicLong done = new AtomicLong();
        for (int resource = 0; resource < RESOURCES; resource++) {
            int r = resource;
            List<PartOutlook> apart =
                    parts.parallelStream().map(part -> outlook(part.of(r), request, done)).toList();
            Reconciliation together = together(apart, wholes.get(r), request.horizon());
            moves.add(together.total());
            outlooks.add(
                    IntStream.range(0, apart.size())
                            .mapToObj(i -> apart.get(i).moved(together.parts().get(i)))
                            .toList());
        }
        request.progress().done();
        return new PartsForecast(parts.stream().map(Part::name).toList(), outlooks, moves);
    }

    /** Models of the whole, moved to where the parts add up to it. */
    List<DemandModel> moved(List<DemandModel> wholes) {
        return IntStream.range(0, wholes.size())
                .mapToObj(r -> wholes.get(r).withMoves(wholeMoves.get(r)))
                .toList();
    }

    private static PartOutlook outlook(
            double[] values, ForecastStudy.Request request, AtomicLong done) {
        int begin = request.past().begin();
        PartOutlook outlook =
                PartOutlook.of(Arrays.copyOfRange(values, begin, values.length), request);
        Progress progress = request.progress();
        progress.advanceTo(done.incrementAndGet());
        return outlook;
    }

    private static Reconciliation together(
            List<PartOutlook> apart, DemandModel whole, int horizon) {
        return Reconciliation.of(
                whole.quantiles(horizon, 0.5),
                whole.amountVariances(horizon),
                apart.stream().map(PartOutlook::median).toList(),
                apart.stream().map(PartOutlook::variance).toList());
    }
}
