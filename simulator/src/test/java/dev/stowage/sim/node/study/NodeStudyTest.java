package dev.stowage.sim.node.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.sim.node.NodeSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeStudyTest {
    private static final NodeLibrary LIBRARY = NodeLibrary.shipped();

    private static NodeSpec spec(double load, String... names) {
        return new NodeSpec(
                LIBRARY.node("test", "parties"),
                List.of(names).stream()
                        .map(
                                name ->
                                        new NodeSpec.Tenant(
                                                LIBRARY.service("test", name),
                                                new LoadCurve.Constant(load)))
                        .toList(),
                List.of(),
                30,
                NodeSpec.Fidelity.ANALYTIC);
    }

    private static PolicySpec manager(String name) {
        return NodeManagers.registry().parse("test", name);
    }

    @Test
    void comparesManagersReplicationByReplication() {
        NodeStudy study =
                NodeStudy.of(
                        spec(0.4, "memcached", "xapian", "nginx"),
                        List.of(manager("unmanaged"), manager("parties"), manager("oracle")),
                        5,
                        1,
                        0.95);
        assertThat(study.results().get(study.best()).manager().name()).isEqualTo("oracle");
        assertThat(study.results().get(0).effectiveUtilisation().mean()).isZero();
        assertThat(study.results().get(study.best()).againstBest()).isNull();
        assertThat(study.results().get(0).againstBest()).isNotNull();
        assertThat(study.results().get(1).converged()).isEqualTo(5);
    }

    @Test
    void saysNothingOfADifferenceFromOneRun() {
        NodeStudy study =
                NodeStudy.of(
                        spec(0.4, "memcached", "xapian"),
                        List.of(manager("parties"), manager("oracle")),
                        1,
                        1,
                        0.95);
        assertThat(study.results()).allMatch(each -> each.againstBest() == null);
        assertThat(study.results())
                .allMatch(each -> each.effectiveUtilisation().halfWidth() == null);
    }

    @Test
    void findsTheLargestLoadsCellByCell() {
        LoadFrontier frontier =
                new LoadFrontier(spec(0.1, "memcached", "xapian"), manager("oracle"), 1, 5);
        int[][] largest = frontier.largest(new double[2], new int[] {0}, 1);
        for (int column = 0; column < 5; column++) {
            int found = largest[0][column];
            double first = (column + 1) / 5.0;
            if (found > 0) {
                assertThat(frontier.holds(new double[] {first, found / 5.0})).isTrue();
            }
            if (found < 5) {
                assertThat(frontier.holds(new double[] {first, (found + 1) / 5.0})).isFalse();
            }
            assertThat(found).isLessThanOrEqualTo(column == 0 ? 5 : largest[0][column - 1]);
        }
        assertThat(largest[0][0]).isEqualTo(5);
    }

    @Test
    void findsTheLargestSumAlongADirection() {
        LoadFrontier frontier =
                new LoadFrontier(spec(0.1, "memcached", "xapian"), manager("oracle"), 1, 10);
        double sum = frontier.along(new double[] {1, 1});
        assertThat(frontier.holds(new double[] {sum / 2, sum / 2})).isTrue();
        assertThat(sum).isBetween(1.2, 1.8);
    }
}
