package dev.stowage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServerFleetTest {
    private static final ServerType TYPE = ServerType.of("small", Resources.ofCoresAndGib(4, 16));

    @Test
    void numbersFailureDomainsGroupAfterGroup() {
        ServerFleet fleet =
                new ServerFleet.Static(
                        List.of(
                                new ServerFleet.Group(TYPE, 5, 2),
                                new ServerFleet.Group(TYPE, 2),
                                new ServerFleet.Group(TYPE, 3, 10)));

        assertThat(fleet.domains()).containsExactly(0, 0, 1, 1, 2, 3, 4, 5, 5, 5);
        for (int server = 0; server < fleet.size(); server++) {
            assertThat(fleet.domain(server)).isEqualTo(fleet.domains()[server]);
        }
        assertThatThrownBy(() -> fleet.domain(10)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void hasNothingBesidesCpuAndMemoryUnlessSaid() {
        assertThat(TYPE.extras()).isEqualTo(ServerExtras.NONE);
        ServerExtras extras = ServerExtras.of(1, 2, 3, Map.of("b", "1", "a", "2"));
        assertThat(extras.attributes()).containsExactly(Map.entry("a", "2"), Map.entry("b", "1"));
        assertThatThrownBy(() -> ServerExtras.of(-1, 0, 0, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServerExtras.ofAttributes(Map.of(" ", "1")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
