package dev.stowage.workflow.plan;

import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.Price;
import dev.stowage.plan.stages.Purchases;
import dev.stowage.plan.stages.Stage;
import dev.stowage.plan.stages.StagedSearch;
import dev.stowage.report.plan.PlanFigures;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several days on which a plan has to hold. The cheapest servers of all of them are searched
 * together; then each day is planned by itself with what was bought before and what the search has
 * for it, held to replications that the search did not see.
 */
final class StagedRun {
    /** What plans of the days have in common, unless more is given. */
    private static final long SHARED_BYTES = 256L << 20;

    private final ScenarioFile file;
    private final Scenario scenario;
    private final VmCatalogue catalogue;
    private final int threads;
    private final Progress progress;
    private final SharedWork shared;
    private final Scenario.Stages stages;
    private final List<Stage> dates = new ArrayList<>();

    /** Servers of a kind that were bought for a day. */
    private record Bought(Kind kind, int count) {}

    /** What was planned of the days so far. */
    private static final class Fleet {
        private final Map<Integer, Integer> kept = new LinkedHashMap<>(); // by place of a kind
        private final Map<Integer, List<Bought>> bought = new LinkedHashMap<>();
        private final List<Purchases.Day> days = new ArrayList<>();
        private final List<Purchases.Order> orders = new ArrayList<>();
        private long cost;
        private long monthly; // of the last day

        int boughtOf(int place) {
            return bought.getOrDefault(place, List.of()).stream().mapToInt(Bought::count).sum();
        }
    }

    StagedRun(
            ScenarioFile file,
            Scenario scenario,
            VmCatalogue catalogue,
            int threads,
            Progress progress,
            SharedWork shared) {
        this.file = file;
        this.scenario = scenario;
        this.catalogue = catalogue;
        this.threads = threads;
        this.progress = progress;
        this.shared = shared.isShared() ? shared : new SharedWork(SHARED_BYTES);
        this.stages = scenario.kinds().flatMap(Scenario.Kinds::stages).orElseThrow();
        List<List<Kind>> aligned =
                Stage.aligned(stages.all().stream().map(each -> each.kinds().kinds()).toList());
        for (int date = 0; date < stages.all().size(); date++) {
            dates.add(new Stage(stages.all().get(date).days(), aligned.get(date)));
        }
    }

    /** Plans all days; the figures are those of the last one that was planned. */
    PlanFigures plan() {
        Optional<StagedSearch.Found> found =
                dates.size() == 1
                        ? Optional.empty()
                        : Optional.of(StagedSearch.search(dates, explorer()));
        Fleet fleet = new Fleet();
        PlanFigures last = null;
        for (int date = 0; date < dates.size() && (last == null || last.plan().met()); date++) {
            last = planned(date, fleet, found);
        }
        if (last == null) {
            throw new IllegalStateException("no day to plan for");
        }
        return with(last, fleet, found);
    }

    private StagedSearch.Explorer explorer() {
        List<ScenarioRun> runs = new ArrayList<>();
        for (int date = 0; date < dates.size(); date++) {
            runs.add(run(date, dates.get(date).kinds()));
        }
        return (date, kinds) -> runs.get(date).explore(kinds);
    }

    private ScenarioRun run(int date, List<Kind> kinds) {
        return ScenarioRun.of(
                file,
                scenario.on(stages.all().get(date), kinds),
                catalogue,
                threads,
                progress,
                shared);
    }

    /** A day with what was bought before, and at least what the search has for it. */
    private PlanFigures planned(int date, Fleet fleet, Optional<StagedSearch.Found> found) {
        Optional<List<Integer>> wanted =
                found.map(StagedSearch.Found::counts)
                        .filter(all -> date < all.size())
                        .map(all -> all.get(date));
        List<Kind> kinds = new ArrayList<>();
        List<Integer> places = new ArrayList<>(); // of each of them among the aligned ones
        List<Kind> here = dates.get(date).kinds();
        for (int place = 0; place < here.size(); place++) {
            Kind kind = here.get(place);
            int had = fleet.boughtOf(place);
            int index = place;
            if (kind.isOwned()) {
                int most = Math.min(kind.most(), fleet.kept.getOrDefault(place, kind.most()));
                int least =
                        Math.max(
                                Math.min(kind.least(), most),
                                Math.min(most, wanted.map(all -> all.get(index)).orElse(0)));
                add(kind, least, most, place, kinds, places);
                continue;
            }
            for (Bought each : fleet.bought.getOrDefault(place, List.of())) {
                Kind cohort = each.kind();
                kinds.add(
                        new Kind(
                                cohort.server(),
                                cohort.price(),
                                cohort.aim(),
                                each.count(),
                                each.count(),
                                true));
                places.add(place);
            }
            int most = Math.max(0, kind.most() - had);
            int least =
                    Math.min(most, Math.max(0, wanted.map(all -> all.get(index)).orElse(0) - had));
            add(kind, least, most, place, kinds, places);
        }
        PlanFigures figures = run(date, kinds).plan();
        count(date, figures.plan(), kinds, places, fleet, found);
        return figures;
    }

    private static void add(
            Kind kind, int least, int most, int place, List<Kind> kinds, List<Integer> places) {
        if (most > 0) {
            kinds.add(
                    new Kind(kind.server(), kind.price(), kind.aim(), least, most, kind.isOwned()));
            places.add(place);
        }
    }

    private void count(
            int date,
            CapacityPlan plan,
            List<Kind> kinds,
            List<Integer> places,
            Fleet fleet,
            Optional<StagedSearch.Found> found) {
        MixAnswer mix = mix(plan);
        Scenario.Stage stage = stages.all().get(date);
        Map<String, int[]> byType = new LinkedHashMap<>(); // there, bought, retired
        Map<Integer, List<Bought>> bought = new LinkedHashMap<>();
        long toTheEnd = dates.subList(date, dates.size()).stream().mapToLong(Stage::days).sum();
        long monthly = 0;
        Map<Integer, Integer> keptBefore = Map.copyOf(fleet.kept);
        for (int i = 0; i < kinds.size(); i++) {
            Kind kind = kinds.get(i);
            int count = mix.kinds().get(i).count();
            int place = places.get(i);
            int[] ofType = byType.computeIfAbsent(kind.name(), name -> new int[3]);
            ofType[0] += count;
            boolean isFromStart = dates.get(date).kinds().get(place).isOwned();
            monthly = Math.addExact(monthly, Math.multiplyExact(kind.weight(), count));
            if (isFromStart) {
                fleet.kept.put(place, count);
                fleet.cost =
                        Math.addExact(
                                fleet.cost,
                                Math.multiplyExact(
                                        Math.multiplyExact(kind.weight(), count), stage.days()));
            } else {
                bought.computeIfAbsent(place, none -> new ArrayList<>())
                        .add(new Bought(kind, count));
            }
            if (!kind.isOwned() && count > 0) {
                ofType[1] += count;
                fleet.cost =
                        Math.addExact(
                                fleet.cost,
                                Math.multiplyExact(
                                        Math.multiplyExact(kind.weight(), count), toTheEnd));
                fleet.orders.add(order(kind, count, stage));
            }
        }
        fleet.monthly = monthly;
        retired(date, keptBefore, fleet, byType);
        fleet.bought.clear();
        bought.forEach((place, all) -> fleet.bought.put(place, merged(all)));
        fleet.days.add(
                new Purchases.Day(
                        String.valueOf(stage.by()),
                        stage.days(),
                        stage.growth(),
                        byType.entrySet().stream()
                                .map(
                                        each ->
                                                new Purchases.Servers(
                                                        each.getKey(),
                                                        each.getValue()[0],
                                                        each.getValue()[1],
                                                        each.getValue()[2]))
                                .toList(),
                        Price.hundredths(monthly),
                        bounded(date, plan, mix, monthly, found),
                        found.map(all -> all.tried().get(date)).orElse(mix.tried()),
                        plan.objective(),
                        plan.met(),
                        plan.confidence().exact(),
                        plan.confidence().claimed(),
                        plan.confidence().level()));
    }

    private static BigDecimal bounded(
            int date,
            CapacityPlan plan,
            MixAnswer mix,
            long monthly,
            Optional<StagedSearch.Found> found) {
        return found.filter(all -> date < all.bounds().size())
                .map(all -> all.bounds().get(date))
                .map(bound -> plan.met() ? Math.min(monthly, bound) : bound)
                .map(bound -> BigDecimal.valueOf(bound, 6).setScale(2, RoundingMode.DOWN))
                .orElse(mix.bound());
    }

    /** Servers that were there from the start, and are not any more. */
    private void retired(
            int date, Map<Integer, Integer> before, Fleet fleet, Map<String, int[]> byType) {
        List<Kind> here = dates.get(date).kinds();
        for (int place = 0; place < here.size(); place++) {
            Kind kind = here.get(place);
            if (kind.isOwned()) {
                int had = date == 0 ? kind.most() : before.getOrDefault(place, 0);
                int has = Math.min(had, kind.most() == 0 ? 0 : fleet.kept.getOrDefault(place, 0));
                fleet.kept.put(place, has);
                if (had > has) {
                    byType.computeIfAbsent(kind.name(), name -> new int[3])[2] += had - has;
                }
            }
        }
        if (date == 0) {
            for (Scenario.Retirement gone : stages.all().get(0).kinds().retired()) {
                byType.computeIfAbsent(gone.type(), name -> new int[3])[2] += gone.count();
            }
        }
    }

    /** Those of one price together. */
    private static List<Bought> merged(List<Bought> all) {
        Map<Price, Bought> byPrice = new LinkedHashMap<>();
        for (Bought each : all) {
            if (each.count() > 0) {
                byPrice.merge(
                        each.kind().price(),
                        each,
                        (a, b) -> new Bought(a.kind(), a.count() + b.count()));
            }
        }
        return List.copyOf(byPrice.values());
    }

    private static Purchases.Order order(Kind kind, int count, Scenario.Stage stage) {
        Scenario.Delivery delivery = stage.kinds().delivery();
        return new Purchases.Order(
                kind.name(),
                count,
                String.valueOf(delivery.orderBy().get(kind.name())),
                String.valueOf(stage.by()),
                Price.hundredths(kind.price().of(Aim.COST)),
                delivery.purchaseUsd().get(kind.name()));
    }

    private static MixAnswer mix(CapacityPlan plan) {
        MixAnswer mix = plan.mix();
        if (mix == null) {
            throw new IllegalStateException("a day without a mix");
        }
        return mix;
    }

    /** The figures of the last day that was planned, with all days. */
    private PlanFigures with(PlanFigures last, Fleet fleet, Optional<StagedSearch.Found> found) {
        CapacityPlan plan = last.plan();
        int planned = fleet.days.size();
        int missing = dates.size() - planned;
        boolean isAll = missing == 0 && plan.met();
        long least =
                !isAll
                        ? -1
                        : found.map(StagedSearch.Found::bound)
                                .orElseGet(() -> bound(mix(plan), fleet.cost));
        Purchases purchases =
                Purchases.of(
                        String.valueOf(stages.from()),
                        String.valueOf(
                                stages.all()
                                        .get(dates.size() - 1)
                                        .by()
                                        .plusDays(dates.get(dates.size() - 1).days())),
                        fleet.days,
                        missing,
                        fleet.orders,
                        fleet.cost,
                        least);
        MixAnswer mix =
                found.filter(all -> planned <= all.bounds().size())
                        .map(
                                all ->
                                        mix(plan)
                                                .boundedBy(
                                                        fleet.monthly,
                                                        all.bounds().get(planned - 1),
                                                        all.tried().get(planned - 1)))
                        .orElseGet(() -> mix(plan));
        CapacityPlan all = plan.with(purchases, mix, notes(plan, purchases));
        return new PlanFigures(
                all,
                Json.text(all),
                last.server(),
                last.maxServers(),
                last.simulatedServers(),
                last.summary(),
                last.series(),
                last.pendingTimes(),
                last.question(),
                last.placement());
    }

    /** Of one day, which has the bound of its mix. */
    private long bound(MixAnswer mix, long cost) {
        return mix.cheapest()
                ? cost
                : Math.multiplyExact(
                        mix.bound().movePointRight(6).longValueExact(), dates.get(0).days());
    }

    private List<String> notes(CapacityPlan plan, Purchases purchases) {
        List<String> notes = new ArrayList<>(plan.notes());
        if (purchases.missing() > 0) {
            notes.add(
                    "The days after "
                            + purchases.stages().get(purchases.stages().size() - 1).by()
                            + " are not planned, because that day is not held.");
        }
        Confidence confidence = plan.confidence();
        if (!confidence.exact() && purchases.stages().size() > 1) {
            int days = purchases.stages().size();
            double together = Math.max(0, 1 - days * (1 - confidence.level()));
            notes.add(
                    "What is claimed of each day is claimed of it alone; of all "
                            + days
                            + " together it is "
                            + Amounts.share(together)
                            + " sure at least.");
        }
        notes.add(
                "Tasks, figures and bounds are those of "
                        + purchases.stages().get(purchases.stages().size() - 1).by()
                        + "; each day before it was simulated with its own number of jobs.");
        return notes;
    }
}
