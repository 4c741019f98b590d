package dev.stowage.policy.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaximumLoadTest {
    private final MaximumLoad servers = new MaximumLoad(3, 2, false);

    private void fill(double... cpu) {
        for (int server = 0; server < cpu.length; server++) {
            servers.add(server, new double[] {cpu[server], 0}, 1);
        }
    }

    private static double[] cpu(double amount) {
        return new double[] {amount, 0.1};
    }

    @Test
    void takesTheMostLoadedServerOnWhichItFits() {
        fill(0.2, 0.5, 0.7);
        assertThat(servers.choose(cpu(0.3), 3)).containsExactly(1);
        assertThat(servers.choose(cpu(0.1), 3)).containsExactly(2);
    }

    @Test
    void keepsTheLastTenthForGrowthInPlace() {
        fill(0.85, 0.85, 0.85);
        assertThat(servers.choose(cpu(0.1), 1)).isEmpty();
        assertThat(servers.canGrow(0, cpu(0.1))).isTrue();
    }

    @Test
    void takesAsFewEqualContainersAsFitOnServersOfTheirOwn() {
        fill(0.4, 0.6, 0.1);
        // whole: 0.9 - 0.1 on the third is not enough; halves of 0.45 fit on the first and third
        assertThat(servers.choose(cpu(0.9), 3)).containsExactly(0, 2);
        assertThat(servers.choose(cpu(0.9), 1)).isEmpty();
        // 1.2 as thirds of 0.4 does not fit on the second, as halves of 0.6 not on the first
        assertThat(servers.choose(cpu(1.2), 3)).isEmpty();
    }

    /** More containers than servers are never asked for. */
    @Test
    void isNowhereWhereAllServersTogetherAreTooSmall() {
        assertThat(servers.choose(cpu(2.7), 100)).containsExactly(0, 1, 2);
        assertThat(servers.choose(cpu(2.71), 100)).isEmpty();
    }

    @Test
    void spreadsOverAllOfTheServersIfAsked() {
        MaximumLoad spread = new MaximumLoad(2, 2, true);
        spread.add(0, cpu(0.3), 1);
        assertThat(spread.choose(cpu(1), 1)).containsExactly(1);
        assertThat(spread.roomiest(cpu(0.5))).isEqualTo(1);
    }

    @Test
    void keepsTheMostLoadedOfSeveral() {
        fill(0.3, 0.5, 0.1);
        assertThat(servers.mostLoaded(new int[] {2, 0, 1}, 2)).containsExactly(1, 0);
    }

    /** Of servers of several sizes the load is what of its own a server has given. */
    @Test
    void countsLoadAsAShareOfItsOwnServer() {
        MaximumLoad mixed = new MaximumLoad(new double[][] {{1, 1}, {0.5, 1}}, false);
        mixed.add(0, new double[] {0.3, 0}, 1);
        mixed.add(1, new double[] {0.2, 0}, 1);
        assertThat(mixed.choose(cpu(0.2), 2)).containsExactly(1); // 0.4 of it before
        assertThat(mixed.choose(cpu(0.3), 2)).containsExactly(0); // 0.5 > 0.9 of 0.5
        assertThat(mixed.canGrow(1, cpu(0.3))).isTrue();
        assertThat(mixed.canGrow(1, cpu(0.31))).isFalse();
        assertThat(mixed.free(1, 0)).isEqualTo(0.3);
    }
}
