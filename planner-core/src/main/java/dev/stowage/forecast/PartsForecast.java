package dev.stowage.forecast;

import dev.stowage.basis.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * What comes of the parts of a demand: each is forecast by itself, then all and the whole are
 * brought together ({@link Reconciliation}), bucket by bucket.
 *
 * @param names of the parts
 * @param outlooks first index the resource (CPU, memory), second the part
 * @param wholes models of the whole with the events of the parts, as they add up, one a resource
 */
public record PartsForecast(
        List<String> names, List<List<PartOutlook>> outlooks, List<DemandModel> wholes) {
    private static final int RESOURCES = 2;

    public PartsForecast {
        names = List.copyOf(names);
        outlooks = outlooks.stream().map(List::copyOf).toList();
        wholes = List.copyOf(wholes);
    }

    /**
     * Forecasts parts.
     *
     * @param alone models of the whole, one a resource
     */
    static PartsForecast of(ForecastStudy.Request request, List<DemandModel> alone) {
        List<Part> parts = request.parts();
        List<List<PartOutlook>> outlooks = new ArrayList<>();
        List<DemandModel> wholes = new ArrayList<>();
        FutureQuantiles quantiles =
                FutureQuantiles.of(request.futures(alone), FutureQuantiles.WRITTEN);
        request.progress().start("Services", (long) RESOURCES * parts.size());
        AtomicLong done = new AtomicLong();
        for (int resource = 0; resource < RESOURCES; resource++) {
            int r = resource;
            List<PartOutlook> apart =
                    parts.parallelStream().map(part -> outlook(part, r, request, done)).toList();
            DemandModel whole =
                    alone.get(r)
                            .withEvents(
                                    EventEffects.ofParts(
                                            parts.stream().map(part -> part.events(r)).toList(),
                                            apart.stream().map(PartOutlook::plain).toList(),
                                            request.past().raw().size()));
            Reconciliation together = together(apart, quantiles, r);
            wholes.add(whole.withMoves(together.total()));
            outlooks.add(
                    IntStream.range(0, apart.size())
                            .mapToObj(i -> apart.get(i).moved(together.parts().get(i)))
                            .toList());
        }
        request.progress().done();
        return new PartsForecast(parts.stream().map(Part::name).toList(), outlooks, wholes);
    }

    private static PartOutlook outlook(
            Part part, int resource, ForecastStudy.Request request, AtomicLong done) {
        PartOutlook outlook = PartOutlook.of(part, resource, request);
        Progress progress = request.progress();
        progress.advanceTo(done.incrementAndGet());
        return outlook;
    }

    private static Reconciliation together(
            List<PartOutlook> apart, FutureQuantiles whole, int resource) {
        return Reconciliation.of(
                whole.of(resource, 0.5),
                PartOutlook.variance(whole.of(resource, 0.1), whole.of(resource, 0.9)),
                apart.stream().map(PartOutlook::plain).toList(),
                apart.stream().map(PartOutlook::variance).toList());
    }
}
