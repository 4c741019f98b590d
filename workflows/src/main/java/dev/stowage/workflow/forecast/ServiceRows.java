package dev.stowage.workflow.forecast;

import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.model.Resources;
import dev.stowage.words.Figures;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Rows that services of a demand lack, in words: what stands for them nobody measured. */
final class ServiceRows {
    private static final int NAMED = 5;

    private final long originMicros;
    private final BucketSeries.Source source;
    private final LongFunction<String> text;
    private final List<String> gaps = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();

    private ServiceRows(long originMicros, BucketSeries.Source source, LongFunction<String> text) {
        this.originMicros = originMicros;
        this.source = source;
        this.text = text;
    }

    /**
     * In words, a sentence for each of the first five services of a kind.
     *
     * @param services each from the begin of the whole on
     * @param originMicros that begin
     * @param source from when to when it is history
     * @param text a time as people read it
     */
    static List<String> warnings(
            Map<String, ServiceDemand> services,
            long originMicros,
            BucketSeries.Source source,
            LongFunction<String> text) {
        ServiceRows rows = new ServiceRows(originMicros, source, text);
        services.forEach(rows::look);
        List<String> warnings = new ArrayList<>(named(alike(services), "more names are alike."));
        warnings.addAll(named(rows.gaps, "more services lack rows for some time."));
        warnings.addAll(named(rows.ends, "more services end before the history does."));
        return warnings;
    }

    private void look(String name, ServiceDemand demand) {
        RowSpacing spacing = RowSpacing.of(demand);
        long begin = demand.at(0).equals(Resources.NONE) ? demand.startMicros(1) : 0;
        List<RowSpacing.Gap> its =
                spacing.gaps().stream()
                        .filter(gap -> gap.untilMicros() > begin)
                        .filter(gap -> originMicros + gap.untilMicros() > source.fromMicros())
                        .filter(gap -> originMicros + gap.fromMicros() < source.untilMicros())
                        .toList();
        if (!its.isEmpty()) {
            gaps.add(
                    name
                            + " has no rows from "
                            + text.apply(originMicros + its.get(0).fromMicros())
                            + " to "
                            + text.apply(originMicros + its.get(0).untilMicros())
                            + (its.size() == 1
                                    ? ""
                                    : ", and at " + Figures.count(its.size() - 1L) + " times more")
                            + ": what it needed before stands for that time.");
        }
        long end = originMicros + demand.endMicros();
        if (end + spacing.missingMicros() < source.untilMicros()) {
            ends.add(
                    name
                            + " has no rows from "
                            + text.apply(end)
                            + " to the end of the history: it counts as 0 from then on, in the sum"
                            + " and in the forecast, as if it had been switched off.");
        }
    }

    /** Names that are likely meant to be one. */
    private static List<String> alike(Map<String, ServiceDemand> services) {
        Map<String, String> first = new LinkedHashMap<>();
        List<String> found = new ArrayList<>();
        for (String name : services.keySet()) {
            String other = first.putIfAbsent(DemandCsv.plain(name), name);
            if (other != null) {
                found.add(
                        "The services \""
                                + other
                                + "\" and \""
                                + name
                                + "\" differ only by case and blanks, and are forecast as two.");
            }
        }
        return found;
    }

    private static List<String> named(List<String> all, String more) {
        List<String> named = new ArrayList<>(all.subList(0, Math.min(NAMED, all.size())));
        if (all.size() > NAMED) {
            named.add(Figures.count(all.size() - NAMED) + " " + more);
        }
        return named;
    }
}
