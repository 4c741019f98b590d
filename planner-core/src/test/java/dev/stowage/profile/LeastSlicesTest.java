package dev.stowage.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeastSlicesTest {
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();

    @ParameterizedTest
    @CsvSource({"TPC-H,2,6,8", "Apache,16,14,24", "TPC-E,12,10,16", "BLAST,16,14,24"})
    void givesTheSlicesOfTable24(String name, double cores, double memory, double ssd) {
        List<Slice> slices = LeastSlices.of(THESIS.get(name).performance(), THESIS.server(), 0.8);
        assertThat(slices).containsExactly(THESIS.server().sliceOf(cores, memory, ssd));
    }

    @Test
    void findsWhatAScanOfTheWholeGridFinds() {
        Random random = new Random(28);
        for (int i = 0; i < 300; i++) {
            SlicedServer server = new SlicedServer("s", 2 + random.nextInt(9), 3, 8, 1, 0.5, 1);
            Performance performance = any(random);
            double target = 0.05 + 0.95 * random.nextDouble();
            Slice free =
                    random.nextBoolean()
                            ? Slice.WHOLE
                            : new Slice(random.nextDouble(), random.nextDouble(), 1);
            assertThat(LeastSlices.within(performance, server, target, free))
                    .as("%s for %s in %s of %s", performance, target, free, server)
                    .containsExactlyElementsOf(scan(performance, server, target, free));
        }
    }

    private static Performance any(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Performance.Product(tau(random), tau(random), tau(random));
            case 1 ->
                    new Performance.Logistic(
                            1.2 * random.nextDouble(),
                            5 * tau(random),
                            5 * tau(random),
                            tau(random));
            case 2 ->
                    new Performance.Monotone(
                            List.of(
                                    new Sample(Slice.diagonal(0.3), 0.4),
                                    new Sample(new Slice(0.6, 0.2, 0.5), 0.7),
                                    new Sample(Slice.WHOLE, 1)));
            default -> new Performance.Proportional();
        };
    }

    private static double tau(Random random) {
        return 0.01 + random.nextDouble();
    }

    private static List<Slice> scan(
            Performance performance, SlicedServer server, double target, Slice free) {
        double least = Double.POSITIVE_INFINITY;
        List<Slice> all = new ArrayList<>();
        for (int cpu = 1; cpu <= server.steps(0); cpu++) {
            for (int memory = 1; memory <= server.steps(1); memory++) {
                for (int ssd = 1; ssd <= server.steps(2); ssd++) {
                    Slice slice = server.slice(cpu, memory, ssd);
                    if (free.covers(slice) && performance.at(slice) >= target - 1e-9) {
                        all.add(slice);
                        least = Math.min(least, slice.sum());
                    }
                }
            }
        }
        double bound = least + 1e-9;
        return all.stream().filter(slice -> slice.sum() <= bound).toList();
    }

    @Test
    void noTwoApplicationsFitThatAreToPerformAsIfAlone() {
        for (ApplicationProfile profile : THESIS.applications()) {
            for (Slice slice : LeastSlices.of(profile.performance(), THESIS.server(), 1)) {
                assertThat(Math.max(slice.cpu(), Math.max(slice.memory(), slice.ssd())))
                        .as("%s", profile.name())
                        .isGreaterThan(0.5);
            }
        }
    }

    @Test
    void saysThatNoSliceMeetsWhatTheFunctionNeverReaches() {
        Performance capped = new Performance.Logistic(0.7, 9, 9, 9);
        assertThat(LeastSlices.of(capped, THESIS.server(), 0.71)).isEmpty();
    }

    @Test
    void refusesATargetThatIsNoPerformanceIndex() {
        Performance performance = new Performance.Proportional();
        for (double target : new double[] {0, -1, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> LeastSlices.of(performance, THESIS.server(), target))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
