package dev.stowage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackRule.Scope;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InfeasibilityTest {
    private static final long GIB = 1L << 30;
    private static final List<PackingResource> RESOURCES =
            List.of(PackingResource.CPU, PackingResource.MEMORY);
    private static final PackingOptions STEPS =
            PackingOptions.DEFAULT.withSearch(PackingOptions.Search.RECREATE).withStepLimit(200);

    private static ResourceVector of(double cores, double gib) {
        return ResourceVector.of((long) (cores * 1e6), (long) (gib * GIB));
    }

    private static PackServer server(String name, String zone, double cores, double gib) {
        SortedMap<String, String> attributes = new TreeMap<>();
        attributes.put("arch", "x86");
        return new PackServer(
                name,
                "m5",
                zone,
                of(cores, gib),
                of(cores * 0.9, gib * 0.9),
                BigDecimal.ONE,
                attributes);
    }

    private static PackItem item(String name, double cores, double gib) {
        return PackItem.of(name, of(cores, gib));
    }

    private static PackItem pinned(String name, double cores, double gib, int server) {
        return new PackItem(name, of(cores, gib), OptionalInt.of(server), true, 0, List.of());
    }

    private static List<Infeasibility> reasons(
            List<PackServer> servers, List<PackItem> items, PackRule... rules) {
        PackingProblem problem = new PackingProblem(RESOURCES, servers, items, List.of(rules));
        PackedResult result = PackingSolver.solve(problem, STEPS, Progress.NONE);
        assertThat(result.packing().unplaced()).isNotEmpty();
        assertThat(result.gap()).isNaN();
        return result.infeasibilities();
    }

    private static final List<PackServer> TWO =
            List.of(server("a", "z1", 10, 100), server("b", "z2", 10, 100));

    @Test
    void saysWhatAnItemLargerThanAllServersAsksFor() {
        Infeasibility reason = reasons(TWO, List.of(item("web-7", 1, 96))).get(0);
        assertThat(reason.kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(reason.items()).containsExactly(0);
        assertThat(reason.resource()).isEqualTo("memory");
        assertThat(reason.issue().message())
                .startsWith("item web-7: found 96 GiB of memory, expected at most 90 GiB of memory")
                .contains("a server with at least 96 GiB of memory usable")
                .contains("a request of at most 90 GiB of memory");
    }

    @Test
    void saysThatTogetherTheyAreTooLarge() {
        Infeasibility reason =
                reasons(
                                TWO,
                                List.of(item("a", 5, 1), item("b", 5, 1)),
                                new PackRule.Together("pair", List.of(0, 1), Scope.SERVER))
                        .get(0);
        assertThat(reason.kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(reason.items()).containsExactly(0, 1);
        assertThat(reason.found()).isEqualTo("10 cores of cpu");
    }

    @Test
    void saysWhatIsShortOverall() {
        List<PackItem> items = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            items.add(item("i" + i, 3.8, 1));
        }
        Infeasibility reason = reasons(TWO, items).get(0);
        assertThat(reason.kind()).isEqualTo(Kind.TOTAL);
        assertThat(reason.found()).isEqualTo("19 cores of cpu, 1 core more than there is");
        assertThat(reason.expected()).isEqualTo("at most 18 cores");
        // with head-room of 5 % there are 19 cores, but still room for two of them on a server
        assertThat(reason.change()).isEqualTo("one more server of type m5");
    }

    @Test
    void namesAHeadRoomThatWouldDo() {
        Infeasibility reason =
                reasons(
                                TWO,
                                List.of(
                                        item("a", 4.65, 1),
                                        item("b", 4.65, 1),
                                        item("c", 4.65, 1),
                                        item("d", 4.65, 1)))
                        .get(0);
        assertThat(reason.change())
                .isEqualTo("2 more servers of type m5, or head-room of 7 % instead of 10 %");
    }

    @Test
    void namesAsManyServersAsItTakes() {
        List<PackItem> items = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            items.add(item("i" + i, 5, 1)); // 35 of 18 cores: 17 are short, but one fits on each
        }
        Infeasibility reason = reasons(TWO, items).get(0);
        assertThat(reason.change()).isEqualTo("5 more servers of type m5");
    }

    @Test
    void saysThatItemsDontFitBesideEachOther() {
        List<PackItem> items = List.of(item("a", 5, 1), item("b", 5, 1), item("c", 5, 1));
        Infeasibility reason = reasons(TWO, items).get(0);
        assertThat(reason.kind()).isEqualTo(Kind.TOTAL);
        assertThat(reason.isProven()).isTrue();
        assertThat(reason.change()).isEqualTo("one more server of type m5");
    }

    private static PackItem runs(String name, double cores, int server) {
        return new PackItem(name, of(cores, 1), OptionalInt.of(server), false, 0, List.of());
    }

    @Test
    void countsMovesThatRulesAskForWithoutASearch() {
        PackRule together = new PackRule.Together("pair", List.of(0, 1), Scope.SERVER);
        PackRule apart = new PackRule.Spread("apart", List.of(2, 3, 4), Scope.SERVER, 1);
        PackingProblem problem =
                new PackingProblem(
                        RESOURCES,
                        List.of(
                                server("a", "z1", 10, 100),
                                server("b", "z2", 10, 100),
                                server("c", "z3", 10, 100)),
                        List.of(
                                runs("a", 1, 0),
                                runs("b", 1, 1),
                                runs("c", 1, 2),
                                runs("d", 1, 2),
                                runs("e", 1, 2)),
                        List.of(together, apart));
        for (int most = 0; most < 4; most++) {
            PackedResult result =
                    PackingSolver.solve(
                            problem, PackingOptions.DEFAULT.withMaxMoves(most), Progress.NONE);
            if (most == 3) {
                assertThat(result.packing().unplaced()).isEmpty();
                continue;
            }
            Infeasibility reason = result.infeasibilities().get(0);
            assertThat(reason.kind()).isEqualTo(Kind.MOVES);
            assertThat(reason.found()).startsWith("3 items that can't stay");
            assertThat(reason.change()).isEqualTo("--max-moves 3");
            assertThat(result.steps()).as("searched").isZero();
        }
    }

    @Test
    void provesByLookingThroughThatMovesAreTooFew() {
        // the new item fits on a server only if something else moves to the other one
        PackingProblem problem =
                new PackingProblem(
                        RESOURCES,
                        TWO,
                        List.of(runs("a", 4, 0), runs("b", 4, 1), item("new", 7, 1)),
                        List.of());
        PackedResult result =
                PackingSolver.solve(problem, PackingOptions.DEFAULT.withMaxMoves(0), Progress.NONE);
        Infeasibility reason = result.infeasibilities().get(0);
        assertThat(reason.kind()).isEqualTo(Kind.MOVES);
        assertThat(reason.isProven()).isTrue();
        assertThat(reason.change()).isEqualTo("--max-moves 1");
    }

    @Test
    void saysWhichAttributeNoServerHas() {
        AttributePredicate arm =
                new AttributePredicate("arch", AttributePredicate.Operator.EQUAL, "arm");
        PackItem item = new PackItem("a", of(1, 1), OptionalInt.empty(), false, 0, List.of(arm));
        Infeasibility reason = reasons(TWO, List.of(item)).get(0);
        assertThat(reason.kind()).isEqualTo(Kind.NO_SUCH_SERVER);
        assertThat(reason.found()).isEqualTo("arch=arm");
        assertThat(reason.change()).contains("a server with arch=arm");
    }

    @Test
    void saysThatItemsCantBeTogetherAndApart() {
        Infeasibility reason =
                reasons(
                                TWO,
                                List.of(item("a", 1, 1), item("b", 1, 1)),
                                new PackRule.Together("pair", List.of(0, 1), Scope.SERVER),
                                new PackRule.Spread("apart", List.of(0, 1), Scope.DOMAIN, 1))
                        .get(0);
        assertThat(reason.kind()).isEqualTo(Kind.CONTRADICTION);
        assertThat(reason.expected()).contains("rule apart");
    }

    @Test
    void saysThatThereAreTooFewDomains() {
        Infeasibility reason =
                reasons(
                                TWO,
                                List.of(item("a", 1, 1), item("b", 1, 1), item("c", 1, 1)),
                                new PackRule.Spread("zones", List.of(0, 1, 2), Scope.DOMAIN, 1))
                        .get(0);
        assertThat(reason.kind()).isEqualTo(Kind.SPREAD);
        assertThat(reason.place()).isEqualTo("rule zones");
        assertThat(reason.change()).isEqualTo("1 more failure domain, or 2 in one place");
    }

    @Test
    void saysThatPinnedItemsOverfillAServer() {
        Infeasibility reason =
                reasons(TWO, List.of(pinned("a", 5, 1, 0), pinned("b", 5, 1, 0))).get(0);
        assertThat(reason.kind()).isEqualTo(Kind.PINNED);
        assertThat(reason.place()).isEqualTo("server a");
        assertThat(reason.expected()).isEqualTo("at most 9 cores");
        assertThat(reason.change()).startsWith("let items of 1 core or more move away");
    }

    @Test
    void saysThatPinsBreakRules() {
        List<PackItem> both = List.of(pinned("a", 1, 1, 0), pinned("b", 1, 1, 0));
        assertThat(
                        reasons(
                                        TWO,
                                        both,
                                        new PackRule.Spread(
                                                "apart", List.of(0, 1), Scope.SERVER, 1))
                                .get(0)
                                .kind())
                .isEqualTo(Kind.CONTRADICTION);
        List<PackItem> apart = List.of(pinned("a", 1, 1, 0), pinned("b", 1, 1, 1));
        for (Scope scope : Scope.values()) {
            PackRule together = new PackRule.Together("pair", List.of(0, 1), scope);
            assertThat(reasons(TWO, apart, together).get(0).kind()).isEqualTo(Kind.CONTRADICTION);
        }
    }

    @Test
    void namesAReasonForEachProblemWithoutASolution() {
        int impossible = 0;
        int proven = 0;
        for (int seed = 0; seed < 600; seed++) {
            PackingProblem problem = new RandomProblems(seed).small(6, 4);
            PackedResult result = PackingSolver.solve(problem, STEPS, Progress.NONE);
            if (!result.packing().unplaced().isEmpty()) {
                impossible++;
                assertThat(result.infeasibilities()).as("seed %d", seed).isNotEmpty();
                boolean isProven =
                        result.infeasibilities().stream().anyMatch(Infeasibility::isProven);
                proven += isProven ? 1 : 0;
                if (isProven) {
                    assertThat(new BruteForce(problem, OptionalInt.empty()).optimum())
                            .as("seed %d: %s", seed, result.infeasibilities())
                            .isNull();
                }
            }
        }
        assertThat(proven).as("of %d", impossible).isGreaterThan(impossible * 3 / 4);
    }
}
