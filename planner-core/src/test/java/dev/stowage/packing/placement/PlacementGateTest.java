package dev.stowage.packing.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.BruteForce;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.NastyProblems;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.migration.Migration;
import dev.stowage.packing.migration.MigrationPlanner;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is written, held against a gate that shares nothing with the search, and brute force. */
class PlacementGateTest {
    /** Ten times as many take a minute: {@code -Dstowage.packing.instances=10000}. */
    private static final int INSTANCES = Integer.getInteger("stowage.packing.instances", 1_000);

    @Test
    void noneOfManyNastyInstancesIsWrittenWronglyOrCalledWhatItIsNot() {
        int complete = 0;
        int stopped = 0;
        int displaced = 0;
        int proven = 0;
        for (int seed = 0; seed < INSTANCES; seed++) {
            NastyProblems problems = new NastyProblems(seed, seed / (double) INSTANCES);
            boolean isSmall = seed % 10 > 0;
            PackRequest request = isSmall ? problems.request(6, 4) : problems.request(30, 12);
            PackingOptions options = options(seed, problems.maxMoves());
            PackedResult found = PackingSolver.solve(request.problem(), options, Progress.NONE);
            PlacementPlan plan = PlacementFile.checked(request, plan(request, found, options));
            complete += plan.result().unplaced() == 0 ? 1 : 0;
            stopped += plan.moves().stream().anyMatch(PlacementPlan.Move::isStopped) ? 1 : 0;
            displaced += plan.result().displaced() > 0 ? 1 : 0;
            proven += plan.result().bound().isOptimal() ? 1 : 0;
            if (isSmall) {
                compare(seed, request, options.maxMoves(), found, plan);
            }
        }
        assertThat(complete).isGreaterThan(INSTANCES / 3);
        assertThat(stopped).as("circles that are stopped").isGreaterThan(INSTANCES / 500);
        assertThat(displaced).as("placements that leave something out").isPositive();
        assertThat(proven).as("proven").isGreaterThan(INSTANCES / 4);
    }

    private static PackingOptions options(int seed, OptionalInt maxMoves) {
        PackingOptions options =
                PackingOptions.DEFAULT
                        .withSearch(
                                seed % 50 == 0
                                        ? PackingOptions.Search.FULL
                                        : PackingOptions.Search.RECREATE)
                        .withStepLimit(100)
                        .withSeed(seed);
        return maxMoves.isPresent() ? options.withMaxMoves(maxMoves.getAsInt()) : options;
    }

    private static PlacementPlan plan(
            PackRequest request, PackedResult found, PackingOptions options) {
        int[] now = Packing.current(request.problem()).toArray();
        Migration way = MigrationPlanner.plan(request.problem(), now, found.packing().toArray());
        return PlacementPlans.of(request, found, way, options);
    }

    private static void compare(
            int seed,
            PackRequest request,
            OptionalInt maxMoves,
            PackedResult found,
            PlacementPlan plan) {
        BigDecimal optimum = new BruteForce(request.problem(), maxMoves).optimum();
        boolean isProvenImpossible =
                found.infeasibilities().stream().anyMatch(Infeasibility::isProven);
        if (optimum == null) {
            assertThat(plan.result().unplaced()).as("seed %d", seed).isPositive();
            return;
        }
        assertThat(isProvenImpossible).as("seed %d: %s", seed, found.infeasibilities()).isFalse();
        assertThat(plan.result().bound().value())
                .as("seed %d: %s", seed, plan.result().bound())
                .isLessThanOrEqualTo(optimum);
        if (plan.result().unplaced() == 0) {
            assertThat(plan.result().cost()).as("seed %d", seed).isGreaterThanOrEqualTo(optimum);
        }
        if (plan.result().bound().isOptimal()) {
            assertThat(plan.result().cost()).as("seed %d", seed).isEqualByComparingTo(optimum);
        }
    }

    @Test
    void circleOfMovesIsStoppedAndStartedAndNothingIsOverCapacity() {
        PackRequest request =
                request(
                        new int[] {1, 2},
                        item("x", 8, 0, "2"),
                        item("y", 3, 1, "1"),
                        item("z", 7, -1, "1"));
        PackingOptions options = PackingOptions.DEFAULT;
        PackedResult found = PackingSolver.solve(request.problem(), options, Progress.NONE);

        PlacementPlan plan = PlacementFile.checked(request, plan(request, found, options));

        assertThat(plan.items())
                .extracting(PlacementPlan.Item::server)
                .containsExactly("s1", "s0", "s0");
        assertThat(plan.moves()).hasSize(2).allMatch(move -> move.isStopped() && move.step() == 1);
        assertThat(plan.notes()).anyMatch(note -> note.contains("x (s0 to s1), y (s1 to s0)"));
    }

    @Test
    void whatRunsIsNotGivenUpForWhatIsNew() {
        List<PackItem> items = new ArrayList<>();
        items.add(item("runs", 9, 0, "1"));
        for (int i = 0; i < 3; i++) {
            items.add(item("new" + i, 3, -1, "1"));
        }
        PackRequest request = request(new int[] {1}, items.toArray(new PackItem[0]));

        PackedResult found =
                PackingSolver.solve(
                        request.problem(),
                        PackingOptions.DEFAULT.withStepLimit(200),
                        Progress.NONE);

        assertThat(found.packing().server(0)).isZero();
        assertThat(found.isOptimal()).isFalse();
    }

    @Test
    void tooFewMovesAreAProvenReasonAndNoSaving() {
        PackRequest request =
                request(
                        new int[] {1, 1, 2},
                        item("a", 2, 0, "2"),
                        item("b", 2, 1, "2"),
                        item("c", 2, 2, "2"));
        PackingOptions options = PackingOptions.DEFAULT.withMaxMoves(0);
        PackedResult found = PackingSolver.solve(request.problem(), options, Progress.NONE);
        PlacementPlan plan = PlacementFile.checked(request, plan(request, found, options));

        assertThat(plan.result().bound().isOptimal()).isFalse();
        assertThat(plan.result().gap()).isNull();
        assertThat(plan.result().displaced()).isEqualTo(2);
        assertThat(plan.items().get(0).reason()).contains("2 items that can't stay");
        assertThat(found.infeasibilities())
                .anyMatch(each -> each.isProven() && each.change().contains("--max-moves 2"));
        assertThat(
                        PackingSolver.solve(
                                        request.problem(), options.withMaxMoves(2), Progress.NONE)
                                .packing()
                                .unplaced())
                .isEmpty();
    }

    @Test
    void gateFindsWhatIsBroken() {
        PackRequest request =
                request(
                        new int[] {1, 2, 3},
                        item("x", 8, 0, "2"),
                        item("y", 3, 1, "1"),
                        item("z", 7, -1, "1"));
        PackingOptions options = PackingOptions.DEFAULT;
        PackedResult found = PackingSolver.solve(request.problem(), options, Progress.NONE);
        PlacementPlan good = PlacementFile.checked(request, plan(request, found, options));
        assertThat(PlacementGate.violations(request, good)).isEmpty();

        refuses(request, good, "has 10 to give", text -> put(text, "z", "s1"));
        refuses(request, good, "item y", text -> put(text, "y", "s1"));
        refuses(
                request,
                good,
                "may not go to",
                t -> t.replace("\"to\" : \"s1\"", "\"to\" : \"s2\""));
        refuses(request, good, "no place and no reason", text -> put(text, "x", null));
        refuses(
                request,
                good,
                "moves end",
                t -> t.replaceAll("(?s)\"moves\" : \\[.*?\\]", "\"moves\" : [ ]"));
        refuses(
                request,
                good,
                "is given",
                t -> t.replace("\"isStopped\" : true", "\"isStopped\" : false"));
        refuses(
                request,
                good,
                "servers: written 1",
                t -> t.replace("\"servers\" : 2,", "\"servers\" : 1,"));
        refuses(
                request,
                good,
                "unplaced",
                t ->
                        t.replace(
                                "\"unplaced\" : 0,\n    \"displaced\"",
                                "\"unplaced\" : 1,\n    \"displaced\""));
        refuses(
                request,
                good,
                "below the bound",
                t -> t.replaceAll("\"value\" : [0-9]+", "\"value\" : 7"));
        refuses(request, good, "demand", t -> t.replaceFirst("(\"demand\" : \\[\\s+)7", "$1" + 6));
        refuses(request, good, "usable", t -> t.replaceFirst("(\"usable\" : \\[\\s+)10", "$1" + 9));
        refuses(request, good, "may", t -> t.replace("\"maxMoves\" : null", "\"maxMoves\" : 1"));
    }

    private static void refuses(
            PackRequest request, PlacementPlan good, String says, UnaryOperator<String> change) {
        String text = dev.stowage.json.Json.text(good);
        String changed = change.apply(text);
        assertThat(changed).as(says).isNotEqualTo(text);
        PlacementPlan bad = PlacementFile.parse(java.nio.file.Path.of("changed.json"), changed);
        assertThat(PlacementGate.violations(request, bad))
                .as(says)
                .anyMatch(violation -> violation.contains(says));
    }

    /** Gives an item of the file another server. */
    private static String put(String text, String item, String server) {
        int at = text.indexOf("\"name\" : \"" + item + "\"");
        int from = text.indexOf("\"server\" : ", at);
        int to = text.indexOf(',', from);
        String value = server == null ? "null" : "\"" + server + "\"";
        return text.substring(0, from) + "\"server\" : " + value + text.substring(to);
    }

    private static PackItem item(String name, long cores, int on, String generation) {
        return new PackItem(
                name,
                ResourceVector.of(cores),
                on < 0 ? OptionalInt.empty() : OptionalInt.of(on),
                false,
                1,
                List.of(
                        new AttributePredicate(
                                "gen", AttributePredicate.Operator.EQUAL, generation)));
    }

    /** Items on servers of ten cores of these generations. */
    private static PackRequest request(int[] generations, PackItem... items) {
        ResourceVector ten = ResourceVector.of(10);
        List<PackServer> servers =
                IntStream.range(0, generations.length)
                        .mapToObj(
                                s ->
                                        new PackServer(
                                                "s" + s,
                                                "t",
                                                "s" + s,
                                                ten,
                                                ten,
                                                BigDecimal.ONE,
                                                new TreeMap<>(Map.of("gen", "" + generations[s]))))
                        .toList();
        return new PackRequest(
                "small",
                new PackingProblem(
                        List.of(PackingResource.CPU), servers, List.of(items), List.of()),
                List.of(),
                Map.of(),
                Collections.nCopies(items.length, null),
                Collections.nCopies(servers.size(), PackRequest.Place.OWN),
                PackRequest.SERVERS,
                30,
                Map.of(),
                List.of());
    }
}
