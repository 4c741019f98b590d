package dev.stowage.sim.stacked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LargestLoadsTest {
    private static final StackedLibrary LIBRARY = StackedLibrary.shipped();

    /** Against every choice of cores, one by one. */
    @Test
    void isTheBestOfAllCoresThatAServiceMayUse() {
        for (ServerKind kind : ServerKind.values()) {
            StackedModel model = new StackedModel(LIBRARY, kind);
            for (StackedService service : LIBRARY.services()) {
                LargestLoads loads = new LargestLoads(model, service, false);
                Random random = new Random(5);
                for (int draw = 0; draw < 6; draw++) {
                    int cpus = random.nextInt(kind.cores().cpu() + 1);
                    int pims = random.nextInt(kind.cores().pim() + 1);
                    double best = 0;
                    for (int cpu = 0; cpu <= cpus; cpu++) {
                        for (int pim = 0; pim <= pims; pim++) {
                            Cores cores = new Cores(cpu, pim);
                            best = Math.max(best, model.largest(service, cores, false));
                        }
                    }
                    Cores given = new Cores(cpus, pims);
                    assertThat(loads.of(given)).isEqualTo(best);
                    Cores used = loads.used(given);
                    assertThat(used.cpu()).isLessThanOrEqualTo(cpus);
                    assertThat(used.pim()).isLessThanOrEqualTo(pims);
                    assertThat(model.largest(service, used, false)).isEqualTo(best);
                }
            }
        }
    }

    /**
     * Drawn mixes on all servers with stacks: who may choose from more holds no less, and nobody
     * holds more of a service than that holds alone.
     */
    @Test
    void managersHoldNoMoreThanServicesHoldAlone() {
        Random random = new Random(11);
        for (ServerKind kind : List.of(ServerKind.PIM, ServerKind.PIM_8_32, ServerKind.PIM_16_64)) {
            StackedModel model = new StackedModel(LIBRARY, kind);
            for (int draw = 0; draw < 40; draw++) {
                List<StackedService> services = new ArrayList<>(LIBRARY.services());
                Collections.shuffle(services, random);
                Colocation mix = new Colocation(model, services.subList(0, 2 + random.nextInt(2)));
                double[] loads =
                        mix.services().stream()
                                .mapToDouble(each -> 0.05 + 0.9 * random.nextDouble())
                                .toArray();
                double pimcloud = mix.largestFactor(StackedManager.PIMCLOUD, loads);
                double cores = mix.largestFactor(StackedManager.CORE_ADJUSTMENT, loads);
                double preference = mix.largestFactor(StackedManager.PREFERENCE_ONLY, loads);
                assertThat(preference).isLessThanOrEqualTo(cores);
                assertThat(cores).isLessThanOrEqualTo(pimcloud);
                for (StackedManager each : StackedManager.values()) {
                    double factor = mix.largestFactor(each, loads);
                    for (double load : loads) {
                        assertThat(factor * load).as("%s on %s", each, kind).isLessThan(1 + 1e-4);
                    }
                    if (kind == ServerKind.PIM) { // elsewhere 20 threads may need CPU cores
                        assertThat(factor)
                                .as("%s, %s", each, mix.services())
                                .isLessThanOrEqualTo(1.02 * pimcloud);
                    }
                }
            }
        }
    }
}
