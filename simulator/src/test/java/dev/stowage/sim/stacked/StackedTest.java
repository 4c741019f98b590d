package dev.stowage.sim.stacked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.stacked.study.PimCloudReproduction;
import dev.stowage.study.published.PublishedTable;
import dev.stowage.study.published.Reproduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StackedTest {
    private static final int DRAWS = 20_000;

    /** Random cores, and worths of CPU cores that fall with the rank. */
    private static List<Cores> drawn(SplittableRandom random, int services) {
        List<Cores> division = new ArrayList<>();
        int cpu = 4;
        int pim = 16;
        for (int i = 0; i < services; i++) {
            Cores each = new Cores(random.nextInt(cpu + 1), random.nextInt(pim + 1));
            division.add(each);
            cpu -= each.cpu();
            pim -= each.pim();
        }
        return division;
    }

    @Test
    void provesTheorem1OnRandomDivisionsWithLinearRates() {
        SplittableRandom random = new SplittableRandom(29);
        int exchanged = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            int services = random.nextInt(2, 7);
            List<Cores> before = drawn(random, services);
            int[] worth = random.ints(services, 1, 9).map(x -> -x).sorted().map(x -> -x).toArray();
            List<Cores> after = Division.exchanged(before, worth);
            exchanged += after.equals(before) ? 0 : 1;
            int cpu = 0;
            int pim = 0;
            for (int i = 0; i < services; i++) {
                int rate = worth[i] * before.get(i).cpu() + before.get(i).pim();
                int then = worth[i] * after.get(i).cpu() + after.get(i).pim();
                assertThat(then).as("%s to %s", before, after).isGreaterThanOrEqualTo(rate);
                cpu += after.get(i).cpu() - before.get(i).cpu();
                pim += after.get(i).pim() - before.get(i).pim();
            }
            assertThat(cpu).isZero();
            assertThat(pim).isZero();
        }
        assertThat(exchanged).as("draws that tell something").isGreaterThan(DRAWS / 20);
    }

    @Test
    void knowsTheRule() {
        Cores cpu = new Cores(2, 0);
        Cores both = new Cores(1, 3);
        Cores pim = new Cores(0, 8);
        assertThat(Division.followsRule(List.of(cpu, both, pim))).isTrue();
        assertThat(Division.followsRule(List.of(cpu, cpu, pim))).isTrue();
        assertThat(Division.followsRule(List.of(both, both, pim))).isFalse();
        assertThat(Division.followsRule(List.of(pim, cpu))).isFalse();
        for (StackedManager manager :
                List.of(StackedManager.PREFERENCE_ONLY, StackedManager.PIMCLOUD)) {
            for (int services = 2; services <= 3; services++) {
                assertThat(manager.divisions(services, Cores.SERVER))
                        .isNotEmpty()
                        .allMatch(Division::followsRule);
            }
        }
    }

    @Test
    void dividesAllCoresInEveryWayOnce() {
        List<List<Cores>> all = Division.all(2, Cores.SERVER);
        assertThat(all).doesNotHaveDuplicates().hasSize(5 * 17 - 2); // both have a core
        for (List<Cores> each : all) {
            assertThat(each.stream().mapToInt(Cores::cpu).sum()).isEqualTo(4);
            assertThat(each.stream().mapToInt(Cores::pim).sum()).isEqualTo(16);
        }
        for (List<Cores> each : Division.exclusive(3, Cores.SERVER)) {
            assertThat(each).hasSize(3).allMatch(c -> c.cpu() == 0 ^ c.pim() == 0);
            assertThat(each.stream().mapToInt(Cores::cpu).sum()).isLessThanOrEqualTo(4);
            assertThat(each.stream().mapToInt(Cores::pim).sum()).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void divisionsByTheRuleAreThoseOfAllThatFollowIt() {
        for (Cores server : List.of(Cores.SERVER, new Cores(4, 10), new Cores(4, 0))) {
            for (int services = 2; services <= 4; services++) {
                List<List<Cores>> expected =
                        Division.all(services, server).stream()
                                .filter(Division::followsRule)
                                .toList();
                assertThat(Division.byRule(services, server))
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** Every way to give four CPU cores to two services, by hand; it was left out before. */
    @Test
    void ordinaryServersMayBeDivided() {
        StackedLibrary library = StackedLibrary.shipped();
        StackedModel model = new StackedModel(library, ServerKind.ORDINARY);
        for (StackedService a : library.services()) {
            for (StackedService b : library.services()) {
                if (!a.equals(b)) {
                    Colocation mix = new Colocation(model, List.of(a, b));
                    double[] loads = {0.3, 0.2};
                    double best = 0;
                    for (int cpu = 1; cpu < 4; cpu++) {
                        double one =
                                model.largest(mix.services().get(0), new Cores(cpu, 0), false)
                                        / model.largestAlone(mix.services().get(0));
                        double two =
                                model.largest(mix.services().get(1), new Cores(4 - cpu, 0), false)
                                        / model.largestAlone(mix.services().get(1));
                        best = Math.max(best, Math.min(one / 0.3, two / 0.2));
                    }
                    assertThat(mix.largestFactorOnCpus(loads)).isGreaterThanOrEqualTo(best - 1e-9);
                }
            }
        }
    }

    @Test
    void fitsTable3WithinTheTargetsInSampleAndOut() {
        StackedLibrary shipped = StackedLibrary.shipped();
        Table3 again = Table3.of(Table3Fit.all(shipped));
        assertThat(again.meanAbsoluteError()).isLessThanOrEqualTo(0.1);
        assertThat(again.meanAbsoluteError())
                .as("SciPy's fit and ours")
                .isCloseTo(
                        Table3.of(shipped).meanAbsoluteError(),
                        org.assertj.core.api.Assertions.within(0.002));
        assertThat(Table3Fit.meanAbsoluteError(Table3Fit.leavingOut(shipped)))
                .isLessThanOrEqualTo(0.15);
    }

    /** Cell by cell what the mean errors are of. */
    @Test
    void putsTable3BesideOursCellByCell() {
        StackedLibrary shipped = StackedLibrary.shipped();
        List<StackedLibrary> leavingOut = Table3Fit.leavingOut(shipped);
        List<PublishedTable> tables = Table3Fit.besidePublished(shipped, leavingOut);
        assertThat(tables).hasSize(2);
        double inFit = 0;
        double leftOut = 0;
        for (PublishedTable.Row row : tables.get(0).rows()) {
            assertThat(row.published()).hasSize(8);
            for (int i = 0; i < 8; i++) {
                inFit += Math.abs(row.inFit().get(i) - row.published().get(i)) / 48;
                leftOut += Math.abs(row.leftOut().get(i) - row.published().get(i)) / 48;
            }
        }
        assertThat(inFit).isCloseTo(Table3.of(shipped).meanAbsoluteError(), within());
        assertThat(leftOut).isCloseTo(Table3Fit.meanAbsoluteError(leavingOut), within());
        PublishedTable.Row imgdnn = tables.get(1).rows().get(2);
        assertThat(imgdnn.name()).isEqualTo("imgdnn");
        assertThat(imgdnn.published()).startsWith(0.28, 1.29, 1.09);
    }

    @Test
    void moreLoadNeedsMoreServersAndARatioDoesNotDependOnTheUnit() {
        StackedLibrary library = StackedLibrary.shipped();
        List<ServerKind> kinds = List.of(ServerKind.values());
        List<NodeComparison.Kind> once =
                NodeComparison.of(
                        library, kinds, ServerKind.PIM, Map.of("silo", 0.2, "moses", 0.1));
        List<NodeComparison.Kind> twice =
                NodeComparison.of(
                        library, kinds, ServerKind.PIM, Map.of("silo", 0.4, "moses", 0.2));
        for (int i = 0; i < kinds.size(); i++) {
            assertThat(twice.get(i).servers()).isCloseTo(2 * once.get(i).servers(), within());
            assertThat(twice.get(i).replaces()).isCloseTo(once.get(i).replaces(), within());
            assertThat(once.get(i).replaces()).isBetween(once.get(i).lower(), once.get(i).upper());
            assertThat(once.get(i).servers())
                    .isLessThanOrEqualTo(once.get(i).dedicated())
                    .isLessThanOrEqualTo(1 / once.get(i).factor());
        }
    }

    @Test
    void holdsMoreLoadWithMoreCoresOfWhatItHas() {
        StackedModel model = new StackedModel(StackedLibrary.shipped());
        for (StackedService service : StackedLibrary.shipped().services()) {
            for (int cpu = 1; cpu < 4; cpu++) {
                assertThat(model.largest(service, new Cores(cpu + 1, 0), true))
                        .isGreaterThan(model.largest(service, new Cores(cpu, 0), true));
            }
            assertThat(model.largest(service, new Cores(4, 0), true)).isCloseTo(1, within());
            assertThat(model.largest(service, new Cores(0, 16), true))
                    .isGreaterThanOrEqualTo(model.largest(service, new Cores(0, 16), false));
            assertThat(model.largest(service, new Cores(0, 0), true)).isZero();
        }
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.api.Assertions.within(1e-4);
    }

    @Test
    void losesNothingThatItHeldAndSaysWhyOfTheRest() {
        Reproduction result = PimCloudReproduction.run(StackedLibrary.shipped(), 42);
        assertThat(result.lost()).isEmpty();
        assertThat(result.assertions())
                .filteredOn(each -> !each.isHeld())
                .allSatisfy(each -> assertThat(each.why()).as(each.id()).isNotBlank());
        assertThat(Table3.of(StackedLibrary.shipped()).meanAbsoluteError()).isLessThan(0.1);
    }
}
