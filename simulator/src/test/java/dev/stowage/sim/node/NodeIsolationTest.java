package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.sim.node.NodeSpec.Fidelity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slices that feel less of the memory bandwidth of others. */
class NodeIsolationTest {
    private static final List<String> SERVICES = List.of("memcached", "moses");

    private static NodeRun run(NodeProfile node, String manager, List<String> services) {
        List<NodeSpec.Tenant> tenants =
                services.stream()
                        .map(
                                name ->
                                        new NodeSpec.Tenant(
                                                Plain.LIBRARY.service("test", name),
                                                new LoadCurve.Constant(
                                                        name.equals("moses") ? 0.9 : 0.3)))
                        .toList();
        List<BatchProfile> batch =
                List.of(Plain.LIBRARY.batch().get("memory"), Plain.LIBRARY.batch().get("compute"));
        NodeSpec spec = new NodeSpec(node, tenants, batch, 1, Fidelity.ANALYTIC);
        return new NodeSimulation(spec).run(NodeManagers.registry().parse("test", manager), 1, 0);
    }

    private static double[] first(NodeRun run) {
        return run.intervals().get(0).latencyOverTarget();
    }

    /** The first interval is that of the division before any decision, the same for all. */
    @ParameterizedTest
    @ValueSource(strings = {"parties", "heracles", "oracle"})
    void moreIsolationNeverRaisesALatencyUnderOneDivision(String manager) {
        NodeRun before = run(Plain.exact().isolated(0), manager, SERVICES);
        boolean isAnyLower = false;
        for (double factor : new double[] {0.25, 0.5, 0.75, 1}) {
            NodeRun more = run(Plain.exact().isolated(factor), manager, SERVICES);
            assertThat(more.intervals().get(0).batchSpeed())
                    .isGreaterThanOrEqualTo(before.intervals().get(0).batchSpeed());
            if (more.intervals()
                    .get(0)
                    .allocation()
                    .equals(before.intervals().get(0).allocation())) {
                for (int i = 0; i < SERVICES.size(); i++) {
                    assertThat(first(more)[i]).isLessThanOrEqualTo(first(before)[i]);
                    isAnyLower |= first(more)[i] < first(before)[i];
                }
            }
            before = more;
        }
        assertThat(isAnyLower || manager.equals("oracle")).isTrue();
    }

    /** Who shares the pool shares its slice: no level helps there. */
    @Test
    void thePoolIsOneSlice() {
        NodeRun none = run(Plain.exact(), "unmanaged", SERVICES);
        NodeRun all = run(Plain.exact().isolated(1), "unmanaged", SERVICES);
        assertThat(first(all)).isEqualTo(first(none));
        assertThat(all.summary()).isEqualTo(none.summary());
    }

    /** What others ask for leaves no trace in a slice of its own if nothing of it is felt. */
    @Test
    void underFullIsolationNobodyIsFelt() {
        NodeProfile node = Plain.exact().isolated(1);
        NodePerformance beside =
                new NodePerformance(
                        node,
                        List.of(
                                Plain.LIBRARY.service("test", "memcached"),
                                Plain.LIBRARY.service("test", "moses")),
                        List.of());
        var allocation =
                run(node, "parties", List.of("memcached", "moses")).intervals().get(0).allocation();
        beside.setLoad(0, 0.3);
        beside.setLoad(1, 0);
        double alone = beside.latencyOverTarget(0, allocation);
        beside.setLoad(1, 0.9);
        assertThat(beside.latencyOverTarget(0, allocation)).isEqualTo(alone);
        NodePerformance felt =
                new NodePerformance(
                        Plain.exact(),
                        List.of(
                                Plain.LIBRARY.service("test", "memcached"),
                                Plain.LIBRARY.service("test", "moses")),
                        List.of());
        felt.setLoad(0, 0.3);
        felt.setLoad(1, 0.9);
        assertThat(felt.latencyOverTarget(0, allocation)).isGreaterThan(alone);
    }
}
