package dev.stowage.workflow.plan;

import dev.stowage.basis.Progress;
import dev.stowage.plan.CapacityPlan.PlannedServers;
import dev.stowage.plan.KindRole;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.MixPlanner;
import dev.stowage.plan.MixPlanner.MixRun;
import dev.stowage.plan.SearchOptions;
import dev.stowage.plan.SearchResult;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.mix.Price;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLoads;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The cheapest mix of the kinds of servers of a scenario.
 *
 * @param search as of one kind; its servers are those of all kinds together
 * @param counts by kind
 * @param planned servers of each type that the mix has, whether there already or bought
 * @param answer which kinds, and what they cost
 * @param tasks which tasks each kind can hold
 */
record MixedServers(
        SearchResult search,
        List<Integer> counts,
        List<PlannedServers> planned,
        MixAnswer answer,
        PooledMix tasks) {
    /** Searches. */
    static MixedServers search(
            Scenario.Kinds choice,
            PooledMix bound,
            SearchOptions options,
            Scenario scenario,
            ScenarioFile file,
            MixRun run,
            Progress progress) {
        List<Kind> kinds = choice.kinds();
        requireUseful(kinds.stream().map(kind -> true).toList(), kinds, bound, file);
        requireSomeAreLeft(choice, scenario, file);
        choice.budgetUsd().ifPresent(usd -> requireSomethingIsBought(usd, kinds, file));
        MixPlanner.Result found =
                MixPlanner.search(
                        kinds,
                        bound,
                        options,
                        scenario.objective(),
                        choice.budgetUsd()
                                .map(usd -> OptionalLong.of(Price.spendable(usd)))
                                .orElse(OptionalLong.empty()),
                        run,
                        progress);
        return new MixedServers(
                found.search(),
                Arrays.stream(found.counts()).boxed().toList(),
                planned(kinds, found.counts()),
                MixAnswer.of(
                        kinds,
                        found,
                        choice.retired().stream()
                                .map(
                                        each ->
                                                each.count()
                                                        + " × "
                                                        + each.type()
                                                        + " by "
                                                        + each.by())
                                .toList(),
                        choice.budgetUsd(),
                        choice.delivery().orderBy()),
                bound);
    }

    /** A kind that there may be holds a task. */
    static void requireUseful(
            List<Boolean> mayBe, List<Kind> kinds, PooledMix bound, ScenarioFile file) {
        for (int i = 0; i < kinds.size(); i++) {
            if (mayBe.get(i) && bound.tasks() > 0 && bound.fitting(i) == 0) {
                throw file.problem(
                        "/servers/types",
                        kinds.get(i).name()
                                + " ("
                                + Amounts.size(kinds.get(i).server())
                                + "), which holds none of "
                                + bound.tasks()
                                + " tasks",
                        "types that hold a task each",
                        "Leave it out, or correct its size.");
            }
        }
    }

    /**
     * The answer with what each kind is for.
     *
     * @param loads of the planned servers in the first run
     */
    MixAnswer answer(List<Kind> kinds, ServerLoads loads) {
        return answer.withRoles(KindRole.of(kinds, numbers(), tasks, loads));
    }

    private static void requireSomeAreLeft(
            Scenario.Kinds choice, Scenario scenario, ScenarioFile file) {
        long most = choice.kinds().stream().mapToLong(Kind::most).sum();
        scenario.survive()
                .filter(lost -> lost.servers() >= most)
                .ifPresent(
                        lost -> {
                            throw file.problem(
                                    "/objective/survive/servers",
                                    lost.servers() + " servers lost of at most " + most,
                                    "fewer than there may be",
                                    "Lose fewer, or raise max of a type.");
                        });
    }

    /** A budget has to pay for what stays, and for a server at all. */
    private static void requireSomethingIsBought(
            BigDecimal usd, List<Kind> kinds, ScenarioFile file) {
        int[] stay = kinds.stream().mapToInt(Kind::least).toArray();
        boolean isAny = Arrays.stream(stay).sum() > 0;
        long least =
                MixSearch.cost(kinds, stay)
                        + (isAny ? 0 : kinds.stream().mapToLong(Kind::weight).min().orElse(0));
        if (Price.spendable(usd) < least) {
            throw file.problem(
                    "/servers/budget/monthlyUsd",
                    Amounts.cents(usd) + " a month",
                    "at least "
                            + Amounts.cents(Price.hundredths(least))
                            + (isAny
                                    ? ", what the servers cost that stay"
                                    : ", what the cheapest server costs"),
                    "Raise it" + (isAny ? ", or let servers retire." : "."));
        }
    }

    /** Servers by kind. */
    int[] numbers() {
        return counts.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * What has to be said beside the answer.
     *
     * @param first the first run on these servers
     */
    List<String> notes(Scenario scenario, RunSummary first) {
        List<String> notes = new ArrayList<>();
        Scenario.Kinds kinds = scenario.kinds().orElseThrow();
        if (!kinds.sources().isEmpty()) {
            notes.add("Servers that are there: " + String.join("; ", kinds.sources()) + ".");
        }
        notes.addAll(kinds.delivery().late());
        kinds.terms()
                .ifPresent(
                        terms ->
                                notes.add(
                                        "Energy counts every server as on at all times, at "
                                                + Amounts.share(terms.use())
                                                + " of its CPU. Tasks were given "
                                                + Amounts.share(
                                                        first.utilisation().cpuAllocated().mean())
                                                + " of all CPU on average"
                                                + (search.confidence().exact()
                                                        ? "."
                                                        : ", in the first replication.")));
        return notes;
    }

    private static List<PlannedServers> planned(List<Kind> kinds, int[] counts) {
        Map<String, PlannedServers> byType = new LinkedHashMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                Kind kind = kinds.get(i);
                byType.merge(
                        kind.name(),
                        PlannedServers.of(kind.server(), counts[i]),
                        (a, b) ->
                                new PlannedServers(
                                        a.type(), a.count() + b.count(), a.cores(), a.memoryGiB()));
            }
        }
        return new ArrayList<>(byType.values());
    }
}
