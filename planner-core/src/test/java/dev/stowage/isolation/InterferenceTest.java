package dev.stowage.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.isolation.Interference.Placed;
import dev.stowage.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InterferenceTest {
    private static final IsolationLibrary THESIS = IsolationLibrary.thesis();

    @Test
    void slicesOfOnesOwnAreNotDisturbedWhereAllIsPrivate() {
        Random random = new Random(1);
        IsolationLevel all = level(weights(random, 1, 1));
        for (int i = 0; i < 200; i++) {
            List<Placed> mix = mix(random, true);
            for (int k = 0; k < mix.size(); k++) {
                assertThat(Interference.left(mix, k, all)).isEqualTo(1);
            }
        }
    }

    @Test
    void moreIsolationOrFewerNeighboursNeverLowerAPerformance() {
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            List<Placed> mix = mix(random, i % 2 == 0);
            ResourceWeights low = weights(random, 0, 0.6);
            EnumMap<SharedResource, Double> more = new EnumMap<>(low.named());
            SharedResource raised = List.of(SharedResource.values()).get(random.nextInt(11));
            more.put(raised, low.of(raised) + (1 - low.of(raised)) * random.nextDouble());
            for (int k = 0; k < mix.size(); k++) {
                double left = Interference.left(mix, k, level(low));
                assertThat(left).isBetween(0.0, 1.0);
                assertThat(Interference.left(mix, k, level(new ResourceWeights(more))))
                        .isGreaterThanOrEqualTo(left - 1e-12);
            }
            double first = Interference.left(mix, 0, level(low));
            assertThat(Interference.left(mix.subList(0, mix.size() - 1), 0, level(low)))
                    .isGreaterThanOrEqualTo(first - 1e-12);
        }
    }

    @Test
    void theOrderOfNeighboursDoesNotMatter() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            List<Placed> mix = mix(random, false);
            IsolationLevel level = level(weights(random, 0, 1));
            double first = Interference.left(mix, 0, level);
            List<Placed> shuffled = new ArrayList<>(mix.subList(1, mix.size()));
            Collections.shuffle(shuffled, random);
            shuffled.add(0, mix.get(0));
            assertThat(Interference.left(shuffled, 0, level)).isCloseTo(first, offset(1e-12));
        }
    }

    @Test
    void aloneNobodySuffersButFromTheLevelItself() {
        for (Neighbour neighbour : THESIS.neighbours()) {
            List<Placed> alone = List.of(new Placed(neighbour, 0));
            for (IsolationLevel level : THESIS.levels()) {
                assertThat(Interference.left(alone, 0, level)).isEqualTo(1);
            }
        }
        assertThat(THESIS.neighbour("TPC-E").rateAlone(THESIS.level("vanguard")))
                .isCloseTo(18.5 / 18, offset(1e-3));
        assertThat(THESIS.neighbour("BLAST").rateAlone(THESIS.level("native"))).isEqualTo(1);
    }

    @Test
    void applicationsInOneSliceDisturbEachOtherOnEveryLevel() {
        Neighbour rough = neighbour(Map.of(SharedResource.JOURNAL, 0.5), SharedResource.JOURNAL);
        IsolationLevel vanguard = THESIS.level("vanguard");
        assertThat(
                        Interference.left(
                                List.of(new Placed(rough, 1), new Placed(rough, 1)), 0, vanguard))
                .isEqualTo(0.75);
        assertThat(
                        Interference.left(
                                List.of(new Placed(rough, 1), new Placed(rough, 2)), 0, vanguard))
                .isEqualTo(1);
    }

    /**
     * Pressure is a share of a server: on one of the same size it is as fitted, on a larger less.
     */
    @Test
    void aLargerServerIsPressedLess() {
        IsolationLevel level = THESIS.level("native");
        List<String> names = List.of("TPC-E", "TPC-H", "BLAST");
        double before = left(THESIS, names, level);
        assertThat(left(THESIS.on(new IsolationLibrary.Server(16, 48)), names, level))
                .isEqualTo(before);
        for (double factor : new double[] {1.5, 2, 8, 64}) {
            double now =
                    left(
                            THESIS.on(new IsolationLibrary.Server(16 * factor, 48 * factor)),
                            names,
                            level);
            assertThat(now).isGreaterThan(before);
            before = now;
        }
        assertThat(before).isGreaterThan(0.9);
        IsolationLibrary small = THESIS.on(new IsolationLibrary.Server(1, 1));
        for (Neighbour each : small.neighbours()) {
            assertThat(each.pressure().named().values()).allMatch(p -> p >= 0 && p <= 1);
        }
        IsolationLibrary sizeless =
                new IsolationLibrary("own", THESIS.levels(), THESIS.neighbours());
        assertThat(sizeless.on(new IsolationLibrary.Server(999, 999))).isEqualTo(sizeless);
    }

    private static double left(IsolationLibrary library, List<String> names, IsolationLevel level) {
        List<Placed> placed = new ArrayList<>();
        names.forEach(name -> placed.add(new Placed(library.neighbour(name), placed.size())));
        return Interference.left(placed, 0, level);
    }

    @Test
    void efficiencyHasItsClosedForms() {
        assertThat(SystemEfficiency.optimal(1, 16)).isCloseTo(1.454545, offset(1e-6));
        assertThat(SystemEfficiency.optimal(2, 16)).isCloseTo(2.823529, offset(1e-6));
        assertThat(SystemEfficiency.optimal(4, 16)).isCloseTo(5.333333, offset(1e-6));
        assertThat(SystemEfficiency.optimal(6, 16)).isCloseTo(7.578947, offset(1e-6));
        for (int w = 1; w <= 16; w++) {
            assertThat(SystemEfficiency.optimal(w, 16))
                    .isCloseTo(w / (2.0 / 3 + w / 48.0), offset(1e-12));
        }
        assertThat(SystemEfficiency.of(new double[0], 0)).isZero();
        assertThat(SystemEfficiency.power(1)).isEqualTo(1);
        double[] scores = {0.75, 0.74, 1.2, 0.2};
        assertThat(SystemEfficiency.effective(scores, 0.25)).isEqualTo(2);
        assertThat(SystemEfficiency.effective(scores, 0)).isEqualTo(1);
        assertThat(SystemEfficiency.effective(scores, 1)).isEqualTo(4);
    }

    @Test
    void readsLevelsOfOnesOwnAndNamesWhatIsWrong() throws IOException {
        String own =
                "{\"formVersion\":1,\"levels\":[{\"name\":\"mine\",\"dynamic\":false,"
                        + "\"factors\":{\"llc\":0.5},\"source\":\"a guess\"}],\"applications\":[]}";
        ObjectNode document = (ObjectNode) Json.mapper().readTree(own);
        IsolationLevel mine = IsolationLibrary.read("i.yaml", document).level("mine");
        assertThat(mine.factors().of(SharedResource.LLC)).isEqualTo(0.5);
        assertThat(mine.factors().of(SharedResource.CPU)).isZero();
        assertThatThrownBy(
                        () ->
                                IsolationLibrary.read(
                                        "i.yaml",
                                        Json.mapper().readTree(own.replace("llc", "cache"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("levels[0].factors.cache")
                .hasMessageContaining("one of cpu, memory, page-cache");
        assertThatThrownBy(() -> THESIS.level("xen"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("native, cgroups, vanguard, frimics");
    }

    private static List<Placed> mix(Random random, boolean ownSlices) {
        List<Placed> mix = new ArrayList<>();
        int count = 2 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            Neighbour neighbour =
                    new Neighbour(
                            "n" + i,
                            weights(random, 0, 1),
                            weights(random, 0, 1),
                            Map.of(),
                            1,
                            "test");
            mix.add(new Placed(neighbour, ownSlices ? i : random.nextInt(2)));
        }
        return mix;
    }

    private static Neighbour neighbour(
            Map<SharedResource, Double> sensitivity, SharedResource pressed) {
        return new Neighbour(
                "n",
                new ResourceWeights(sensitivity),
                new ResourceWeights(Map.of(pressed, 0.5)),
                Map.of(),
                1,
                "test");
    }

    private static ResourceWeights weights(Random random, double low, double high) {
        EnumMap<SharedResource, Double> weights = new EnumMap<>(SharedResource.class);
        for (SharedResource resource : SharedResource.values()) {
            weights.put(resource, low + (high - low) * random.nextDouble());
        }
        return new ResourceWeights(weights);
    }

    private static IsolationLevel level(ResourceWeights factors) {
        return new IsolationLevel("test", true, factors, "test");
    }
}
