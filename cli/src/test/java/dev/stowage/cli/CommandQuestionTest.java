package dev.stowage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.workflow.plan.SharedWork;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a command's answer says of itself. */
class CommandQuestionTest {
    @Test
    void aPlacementThatLeavesItemsOutIsNoneToCountOn() {
        CommandQuestion pack = question("pack");
        assertThat(pack.shortfall(Map.of("result.unplaced", "0"))).isEmpty();
        assertThat(pack.shortfall(Map.of("result.unplaced", "1"))).contains("1 item has no place");
        assertThat(pack.shortfall(Map.of("result.unplaced", "2")))
                .contains("2 items have no place");
        assertThat(pack.isVerdict("result.unplaced")).isTrue();
        assertThat(pack.isVerdict("result.servers")).isFalse();
    }

    private static CommandQuestion question(String name) {
        return new CommandQuestion(name, Map.of(), CatalogueFiles.usual(Map.of()), SharedWork.NONE);
    }
}
