package dev.stowage.policy.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The controller and a naive twin on 100,000 random observations; and nothing is ever lost. */
class PartiesTwinTest {
    private static final Map<NodeResource, String> NAMED =
            Map.of(
                    NodeResource.CORES, "core",
                    NodeResource.WAYS, "cache",
                    NodeResource.MEMORY, "memory",
                    NodeResource.DISK, "disk",
                    NodeResource.NETWORK, "network");
    private static final String[] NAMES = {
        "memcached", "xapian", "nginx", "moses", "mongodb", "sphinx"
    };

    @Test
    void doesWhatTheTwinDoesAndKeepsEveryUnit() {
        for (int round = 0; round < 200; round++) {
            RandomGenerator random = Seeds.stream(26, "twin", round);
            String[] names = Arrays.copyOf(NAMES, 2 + random.nextInt(5));
            Trace trace = new Trace(names);
            Parties parties = new Parties(false, false, Seeds.stream(1, "wheel", round));
            Allocation allocation = trace.start(parties);
            NaiveParties twin = twin(trace, round);
            for (int i = 0; i < 500; i++) {
                draw(trace, random);
                trace.interval(parties, allocation, trace.latency.clone());
                twin.pass(trace.time, trace.latency, trace.networkGbps, trace.diskMBps);
                compare(round, i, allocation, twin);
            }
        }
    }

    private static NaiveParties twin(Trace trace, int round) {
        double[] used = new double[trace.services.size()];
        for (int i = 0; i < used.length; i++) {
            used[i] = trace.memoryUsedGb(i);
        }
        int[] order = trace.setup(false).strictestFirst();
        return new NaiveParties(Seeds.stream(1, "wheel", round), used, order);
    }

    private static void draw(Trace trace, RandomGenerator random) {
        boolean isTight = random.nextInt(3) == 0;
        for (int i = 0; i < trace.latency.length; i++) {
            trace.latency[i] =
                    isTight ? 0.7 + 0.5 * random.nextDouble() : 0.3 + 0.6 * random.nextDouble();
            trace.networkGbps[i] = random.nextInt(4) == 0 ? 5 * random.nextDouble() : 0.2;
            trace.diskMBps[i] = i == 4 ? 3 : 0;
        }
    }

    private static void compare(int round, int i, Allocation allocation, NaiveParties twin) {
        String where = "round " + round + ", interval " + i;
        Map<NodeResource, Integer> totals = NodeSetup.totals(Trace.NODE);
        for (NodeResource resource : NodeResource.values()) {
            int[] units = PartiesTest.units(allocation, resource);
            assertThat(units)
                    .as("%s: %s", where, resource)
                    .isEqualTo(twin.have.get(NAMED.get(resource)));
            assertThat(Arrays.stream(units).sum())
                    .as("%s: sum", where)
                    .isEqualTo(totals.get(resource));
        }
        for (int service = 0; service < allocation.owners(); service++) {
            assertThat(allocation.level(service)).as(where).isEqualTo(twin.frequency[service]);
        }
    }
}
