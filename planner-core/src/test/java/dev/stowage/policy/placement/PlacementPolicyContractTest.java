package dev.stowage.policy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.ScannedCluster.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One scenario that tells the policies apart, and what every policy must keep to. */
class PlacementPolicyContractTest {
    /** Tasks as cpu/memory, in order; none ends. Servers: 10, 10, down, 20, 5. */
    private static final List<Task> TASKS =
            List.of(
                    new Task(7, 7),
                    new Task(8, 8),
                    new Task(1, 1),
                    new Task(1, 2),
                    new Task(2, 2),
                    new Task(6, 3),
                    new Task(3, 1),
                    new Task(0, 0),
                    new Task(18, 18));

    static List<String> names() {
        return PlacementPolicies.registry().names();
    }

    private static PlacementPolicy policy(String text) {
        PolicySpec spec = PlacementPolicies.registry().parse("test", text);
        return PlacementPolicies.registry().create(spec, Seeds.stream(1, "placement", 0));
    }

    private static List<Integer> servers(PlacementPolicy policy) {
        ScannedCluster cluster = new ScannedCluster(10, 10, 0, 20, 5);
        List<Integer> servers = new ArrayList<>();
        for (Task task : TASKS) {
            int server = policy.place(task, cluster);
            servers.add(server);
            if (server != ClusterView.NONE) {
                cluster.place(server, task);
            }
        }
        return servers;
    }

    // The random ones: what the stream "placement" of seed 1 gives; the simulator's oracle checks
    // their rule on many streams.
    private static final String SCENARIO =
            """
            first-fit    | 0 1 0 0 1 3 3 0 -1
            best-fit     | 0 1 1 0 3 3 3 0 -1
            least-load   | 0 1 3 4 3 3 4 3 -1
            round-robin  | 0 1 3 4 0 3 4 0 -1
            random       | 0 1 1 3 4 3 4 4 -1
            power-of-d   | 0 1 1 3 3 3 4 1 -1
            worst-fit    | 0 1 3 4 3 3 4 3 -1
            qu-sparrow   | 0 1 1 4 3 3 4 1 -1
            dot-product  | 0 1 4 4 4 3 3 0 -1
            fragmentation-gradient | 3 0 4 4 4 3 3 0 -1
            kubernetes   | 3 3 0 1 0 1 0 4 -1
            kubernetes[least=0,most=1,balanced=0] | 0 1 1 0 4 3 4 1 -1
            """;

    static Stream<Arguments> rows() {
        return SCENARIO.lines().map(row -> Arguments.of((Object[]) row.split(" *\\| ")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void putsTheTasksOfTheScenarioWhereItsRuleSays(String name, String expected) {
        assertThat(servers(policy(name)).stream().map(String::valueOf).toList())
                .isEqualTo(List.of(expected.split(" ")));
    }

    @Test
    void hasARowForEachPolicy() {
        assertThat(SCENARIO.lines().map(row -> row.replaceFirst("[\\[ ].*", "")))
                .containsAll(names());
    }

    @ParameterizedTest
    @MethodSource("names")
    void placesOnAServerThatFitsAndNoneOnlyIfNoneFits(String name) {
        PlacementPolicy policy = policy(name);
        ScannedCluster cluster = new ScannedCluster(10, 10, 0, 20, 5);
        for (int i = 0; i < 40; i++) {
            Task task = new Task(i % 4, (i * 7) % 3);
            int server = policy.place(task, cluster);
            if (server == ClusterView.NONE) {
                assertThat(cluster.countFits(task)).isZero();
            } else {
                assertThat(cluster.fits(server, task)).isTrue();
                cluster.place(server, task);
            }
        }
        assertThat(policy.place(new Task(21, 0), cluster)).isEqualTo(ClusterView.NONE);
    }

    @ParameterizedTest
    @MethodSource("names")
    void givesTheSameServersForTheSameStream(String name) {
        assertThat(servers(policy(name))).isEqualTo(servers(policy(name)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void findsTheOnlyServerThatFits(String name) {
        long[] capacity = new long[1000];
        capacity[777] = 1;
        assertThat(policy(name).place(new Task(1, 1), new ScannedCluster(capacity))).isEqualTo(777);
    }

    @Test
    void drawsRandomlyAndUniformlyFromThoseThatFit() {
        PlacementPolicy random = policy("random");
        ScannedCluster cluster = new ScannedCluster(10, 0, 10, 3, 10, 10);
        int[] counts = new int[cluster.size()];
        int draws = 40_000;
        for (int i = 0; i < draws; i++) {
            counts[random.place(new Task(4, 4), cluster)]++;
        }
        assertThat(counts[1] + counts[3]).isZero();
        for (int server : new int[] {0, 2, 4, 5}) {
            // 5 standard deviations of a binomial with p = 1/4
            assertThat((double) counts[server])
                    .isBetween(draws / 4.0 - 5 * 87, draws / 4.0 + 5 * 87);
        }
    }

    @Test
    void drawsMoreServersWithALargerD() {
        ScannedCluster cluster = new ScannedCluster(10, 10, 10, 10);
        cluster.place(0, new Task(5, 0));
        cluster.place(1, new Task(4, 0));
        cluster.place(3, new Task(3, 0));
        PlacementPolicy all = policy("power-of-d[d=1000]");
        for (int i = 0; i < 50; i++) {
            assertThat(all.place(new Task(1, 1), cluster)).isEqualTo(2);
        }
    }

    @Test
    void roundTripsItsSpellingAndRefusesAnUnknownName() {
        assertThat(PlacementPolicies.registry().parse("test", "power-of-d").toString())
                .isEqualTo("power-of-d[d=2]");
        assertThatThrownBy(() -> PlacementPolicies.registry().parse("--placement", "worst"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("first-fit, best-fit, least-load");
        assertThatThrownBy(() -> PlacementPolicies.registry().parse("x", "power-of-d[d=0]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("from 1 to");
        assertThatThrownBy(
                        () ->
                                PlacementPolicies.registry()
                                        .parse("x", "kubernetes[least=0,balanced=0]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a weight above 0 for least, most or balanced");
    }
}
