package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.DemandEvent;
import dev.stowage.forecast.EventEffects;
import dev.stowage.forecast.ForecastStudy;
import dev.stowage.forecast.ForecastStudy.Modelling;
import dev.stowage.forecast.OfferedKind;
import dev.stowage.forecast.Part;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A forecast with all that was asked for.
 *
 * @param history past
 * @param past without what was set aside
 * @param modelling how it was modelled
 * @param supply what there is and what can be bought, as chosen
 * @param capacity what there is; empty if none was named
 * @param events what moves demand, as the user knows
 * @param horizon buckets ahead
 * @param paths futures drawn
 * @param seed of their draws
 * @param study the answer
 */
public record ForecastRun(
        ForecastHistory history,
        CleanHistory past,
        Modelling modelling,
        SupplyChoice supply,
        Optional<PresentCapacity> capacity,
        List<DemandEvent> events,
        int horizon,
        int paths,
        long seed,
        ForecastStudy study) {

    /** Runs it. */
    public static ForecastRun of(
            ForecastHistory history,
            CleanHistory past,
            SupplyChoice supply,
            Optional<PresentCapacity> capacity,
            ForecastChoice choice,
            List<DemandEvent> events,
            int horizon,
            Progress progress) {
        BucketSeries series = past.series();
        Modelling modelling = choice.modelling(series.clock());
        double share = supply.utilisation();
        ForecastStudy study =
                ForecastStudy.of(
                        new ForecastStudy.Request(
                                past,
                                modelling,
                                horizon,
                                capacity.map(
                                        each ->
                                                new ForecastStudy.Supply(
                                                        amounts(each.total(), share),
                                                        kinds(
                                                                each.offers(),
                                                                share,
                                                                history,
                                                                horizon),
                                                        Math.max(
                                                                1,
                                                                series.clock()
                                                                        .buckets(
                                                                                supply
                                                                                        .everyMicros())))),
                                supply.confidence(),
                                effects(ofWhole(events), history, horizon),
                                parts(events, history, horizon),
                                choice.paths(),
                                choice.seed(),
                                progress));
        return new ForecastRun(
                history,
                past,
                modelling,
                supply,
                capacity,
                events,
                horizon,
                choice.paths(),
                choice.seed(),
                study);
    }

    private static List<OfferedKind> kinds(
            List<ServerOffer> offers, double share, ForecastHistory history, int horizon) {
        return offers.stream()
                .map(
                        each ->
                                new OfferedKind(
                                        each.size().cores() * share,
                                        each.size().gib() * share,
                                        each.costMicros(),
                                        each.most(),
                                        each.lead().buckets(history, horizon)))
                .toList();
    }

    /** What events do to CPU and memory. */
    private static List<EventEffects> effects(
            List<DemandEvent> events, ForecastHistory history, int horizon) {
        return Stream.of(0, 1)
                .map(
                        resource ->
                                EventEffects.of(
                                        events,
                                        resource,
                                        history.raw(),
                                        history.bucketLevel(),
                                        horizon))
                .toList();
    }

    /** Refuses more unsure events at once than can be looked through. */
    public static void checkEvents(List<DemandEvent> events, ForecastHistory history, int horizon) {
        for (EventEffects each : effects(events, history, horizon)) {
            int unsure = each.unsureAtOnce(horizon);
            if (unsure > EventEffects.MOST_AT_ONCE) {
                throw InputException.at(
                        "--events",
                        unsure + " events at once that are not certain",
                        "at most " + EventEffects.MOST_AT_ONCE,
                        "Put those together that come together, or say which are certain.");
            }
        }
    }

    /** A history as it would have been without events. */
    public static BucketSeries without(List<DemandEvent> events, ForecastHistory history) {
        BucketSeries raw = history.raw();
        List<EventEffects> effects = effects(ofWhole(events), history, 0);
        double[] cores = effects.get(0).removedFrom(raw.cores());
        double[] gib = effects.get(1).removedFrom(raw.gib());
        for (Part part : parts(events, history, 0)) {
            take(cores, part.eventsAdded(0));
            take(gib, part.eventsAdded(1));
        }
        return raw.with(cores, gib);
    }

    private static void take(double[] from, double[] what) {
        for (int i = 0; i < what.length; i++) {
            from[i] = Math.max(0, from[i] - what[i]);
        }
    }

    private static List<DemandEvent> ofWhole(List<DemandEvent> events) {
        return events.stream().filter(each -> each.service().isEmpty()).toList();
    }

    /** Services with their events. */
    private static List<Part> parts(
            List<DemandEvent> events, ForecastHistory history, int horizon) {
        Map<String, List<DemandEvent>> byService =
                events.stream()
                        .filter(each -> each.service().isPresent())
                        .collect(Collectors.groupingBy(each -> each.service().orElseThrow()));
        return history.parts().stream()
                .map(
                        part ->
                                byService.containsKey(part.name())
                                        ? part.with(
                                                effects(
                                                        byService.get(part.name()),
                                                        history,
                                                        horizon))
                                        : part)
                .toList();
    }

    /** Cores and GiB of a share. */
    static double[] amounts(Resources size, double share) {
        return new double[] {size.cores() * share, size.gib() * share};
    }
}
