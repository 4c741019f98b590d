package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.skynet.Containers.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainersTest {
    private static final double[][] TWO = {{1, 1, 1, 1}, {1, 1, 1, 1}};

    private final Containers containers = new Containers(4, TWO, false, 2);

    private static double[] cpu(double amount) {
        return new double[] {amount, 0, 0, 0};
    }

    @Test
    void growsInPlaceIntoTheSlackThatPlacementsLeave() {
        containers.place(0, cpu(0.85));
        assertThat(containers.resize(0, cpu(1))).isEqualTo(Outcome.GIVEN);
        assertThat(containers.busyServers()).isEqualTo(1);
    }

    @Test
    void movesWhatCantGrow() {
        containers.place(0, cpu(0.5));
        containers.place(1, cpu(0.4));
        assertThat(containers.resize(1, cpu(0.6))).isEqualTo(Outcome.MOVED);
        assertThat(containers.busyServers()).isEqualTo(2);
    }

    @Test
    void splitsWhatFitsNowhereWhole() {
        containers.place(0, cpu(0.5));
        containers.place(1, cpu(0.5));
        assertThat(containers.resize(1, cpu(1.2))).isEqualTo(Outcome.CUT);
        assertThat(containers.amount(1, 0)).isEqualTo(1);
        assertThat(containers.resize(0, cpu(0.1))).isEqualTo(Outcome.GIVEN);
        assertThat(containers.resize(1, cpu(1.2))).isEqualTo(Outcome.MOVED);
        assertThat(containers.count(1)).isEqualTo(2);
    }

    /** A container goes once the others can do without; the rest shrinks equally. */
    @Test
    void dropsContainersThatAreNoLongerNeeded() {
        containers.place(0, cpu(1.4));
        assertThat(containers.count(0)).isEqualTo(2);
        assertThat(containers.resize(0, cpu(0.8))).isEqualTo(Outcome.GIVEN);
        assertThat(containers.count(0)).isEqualTo(2);
        assertThat(containers.resize(0, cpu(0.4))).isEqualTo(Outcome.GIVEN);
        assertThat(containers.count(0)).isEqualTo(1);
        assertThat(containers.busyServers()).isEqualTo(1);
    }

    @Test
    void letsThoseThatWaitInByTheOrderOfTheirComing() {
        containers.place(0, cpu(0.9));
        containers.place(1, cpu(0.9));
        assertThat(containers.place(2, cpu(0.6))).isFalse();
        assertThat(containers.place(3, cpu(0.3))).isFalse();
        List<Integer> admitted = new ArrayList<>();
        containers.admit(admitted::add);
        assertThat(admitted).isEmpty();
        containers.resize(0, cpu(0.2));
        containers.admit(admitted::add);
        assertThat(admitted).containsExactly(2);
        assertThat(containers.isPending(3)).isTrue();
        containers.resize(0, cpu(0.01));
        containers.admit(admitted::add);
        assertThat(admitted).containsExactly(2);
        containers.resize(1, cpu(0.5));
        containers.admit(admitted::add);
        assertThat(admitted).containsExactly(2, 3);
        assertThat(containers.running()).isEqualTo(4);
    }

    /** Pods have one size, may share a server, and those without room are not made. */
    @Test
    void replicatesAsFarAsThereIsRoom() {
        Containers pods = new Containers(1, TWO, true, 1);
        assertThat(pods.replicate(0, cpu(0.4), 3)).isEqualTo(Outcome.GIVEN);
        assertThat(pods.busyServers()).isEqualTo(2);
        assertThat(pods.replicate(0, cpu(0.4), 7)).isEqualTo(Outcome.CUT);
        assertThat(pods.count(0)).isEqualTo(4);
        assertThat(pods.replicate(0, cpu(0.4), 1)).isEqualTo(Outcome.GIVEN);
        assertThat(pods.amount(0, 0)).isEqualTo(0.4);
    }
}
