package dev.stowage.report.placement;

import dev.stowage.model.Resources;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.rightsizing.RecommenderCheck;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.Remedy;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.StagedSaving;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** New requests week by week, what would be safe, and what VPA would ask for, in words. */
record RolloutWords(SizingReport report) {
    private static final int SHOWN = 5;

    /** Weeks with what each saves; nothing if nothing changes. */
    Optional<String> weeks() {
        StagedSaving staged = report.staged();
        if (staged == null || staged.weeks().isEmpty()) {
            return Optional.empty();
        }
        BigDecimal cost = staged.costToday();
        List<String> weeks = new ArrayList<>();
        for (StagedSaving.Week week : staged.weeks()) {
            weeks.add("week " + week.number() + ": " + saved(week) + packs(week, cost));
            cost = week.cost();
        }
        return Optional.of(
                "In "
                        + Amounts.counted(weeks.size(), "week")
                        + ", each request at most "
                        + Amounts.share(staged.weeklyShare().doubleValue())
                        + " of today's less a week, the smallest risk first: "
                        + weeks.stream().limit(SHOWN).collect(Collectors.joining("; "))
                        + (weeks.size() > SHOWN ? "; …" : "")
                        + ". The folder recommendations/ has patches, values and VPA objects of"
                        + " each week."
                        + heldBack(staged));
    }

    private static String heldBack(StagedSaving staged) {
        return staged.heldBack().isEmpty()
                ? ""
                : " Not in them, because the checks speak against less: "
                        + VerdictWords.first(staged.heldBack())
                        + ".";
    }

    /** What all items ask for less than the week before. */
    static String saved(StagedSaving.Week week) {
        double cores = (double) week.savedMicroCores() / Resources.MICRO_CORES_PER_CORE;
        double gib = (double) week.savedBytes() / Resources.BYTES_PER_GIB;
        return Amounts.cores(Math.abs(cores))
                + (cores < 0 ? " more" : " less")
                + " and "
                + Amounts.gib(Math.abs(gib))
                + (gib < 0 ? " more" : " less");
    }

    private String packs(StagedSaving.Week week, BigDecimal before) {
        return " ("
                + (week.cost().compareTo(before) == 0
                        ? "still " + cost(week.cost())
                        : cost(week.cost()) + " after " + cost(before))
                + (week.unplaced() > 0
                        ? ", " + Amounts.counted(week.unplaced(), "item") + " without a place"
                        : "")
                + ")";
    }

    /** A cost in the unit of the placement. */
    String cost(BigDecimal cost) {
        return report.bounds().unit().equals(PackRequest.USD_A_MONTH)
                ? PlacementAnswer.money(cost, RoundingMode.HALF_UP) + " a month"
                : Amounts.counted(cost.longValue(), "server");
    }

    /** What was tried to stay within what servers have; nothing if nothing was. */
    List<String> remedies() {
        List<Remedy> tried = report.remedies();
        List<String> helps = texts(tried, true);
        List<String> doesNot = texts(tried, false);
        List<String> notes = new ArrayList<>();
        if (!helps.isEmpty()) {
            notes.add(
                    "Packed and replayed again, no server is asked for more than it has with "
                            + String.join(", or with ", helps)
                            + ".");
        }
        if (!doesNot.isEmpty()) {
            notes.add(
                    "Tried, and still above what servers have, or without room: "
                            + String.join(", ", doesNot)
                            + ".");
        }
        return notes;
    }

    private static List<String> texts(List<Remedy> tried, boolean isWithin) {
        return tried.stream()
                .filter(each -> each.isWithin() == isWithin)
                .map(
                        each ->
                                each.options()
                                        + " ("
                                        + Amounts.counted(each.servers(), "server")
                                        + ")")
                .toList();
    }

    /** All requests beside those of the vertical pod autoscaler; nothing if none was measured. */
    Optional<String> recommender() {
        List<SizedService> compared =
                report.services().stream()
                        .filter(s -> s.cpu().recommender() != null)
                        .filter(s -> s.memory().recommender() != null)
                        .toList();
        if (compared.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "Kubernetes' vertical pod autoscaler would ask for "
                        + Amounts.cores(
                                total(compared, SizedService::cpu, RecommenderCheck::request)
                                        / Resources.MICRO_CORES_PER_CORE)
                        + " and "
                        + Amounts.gib(
                                total(compared, SizedService::memory, RecommenderCheck::request)
                                        / Resources.BYTES_PER_GIB)
                        + " for the "
                        + Amounts.counted(compared.size(), "service")
                        + " with measurements of both, instead of "
                        + Amounts.cores(
                                total(compared, SizedService::cpu) / Resources.MICRO_CORES_PER_CORE)
                        + " and "
                        + Amounts.gib(
                                total(compared, SizedService::memory) / Resources.BYTES_PER_GIB)
                        + "; measured use was above its requests for up to "
                        + Amounts.share(most(compared, RecommenderCheck::aboveShare))
                        + " of the time of a service, above these for up to "
                        + Amounts.share(most(compared, RecommenderCheck::ownAboveShare))
                        + ".");
    }

    private static double total(
            List<SizedService> services,
            Function<SizedService, SizedResource> resource,
            Function<RecommenderCheck, Long> amount) {
        double sum = 0;
        for (SizedService service : services) {
            RecommenderCheck check = resource.apply(service).recommender();
            sum += check == null ? 0 : (double) service.replicas() * amount.apply(check);
        }
        return sum;
    }

    private static double total(
            List<SizedService> services, Function<SizedService, SizedResource> resource) {
        return services.stream()
                .mapToDouble(s -> (double) s.replicas() * resource.apply(s).after())
                .sum();
    }

    private static double most(
            List<SizedService> services, Function<RecommenderCheck, Double> share) {
        return services.stream()
                .flatMap(SizedService::resources)
                .map(SizedResource::recommender)
                .mapToDouble(check -> check == null ? 0 : share.apply(check))
                .max()
                .orElse(0);
    }
}
