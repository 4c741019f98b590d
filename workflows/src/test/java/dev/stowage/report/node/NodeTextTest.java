package dev.stowage.report.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.node.NodeRun;
import org.junit.jupiter.api.Test;

class NodeTextTest {
    private static double done(double share) {
        return NodeText.done(new NodeRun.JobOutcome("canneal", share, null, 0, 0, 0));
    }

    @Test
    void roundsNoJobUpToDone() {
        assertThat(done(1)).isEqualTo(1);
        assertThat(done(0.99999997)).isEqualTo(0.999);
        assertThat(done(0.5)).isEqualTo(0.5);
        assertThat(done(0)).isEqualTo(0);
    }
}
