package dev.stowage.workflow.sweep.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names and units of figures, and which an answer can have. */
class FigureReaderTest {
    private record Part(String name, double share, Map<String, Double> byUser) {}

    private record Answer(int servers, boolean met, List<Part> parts, Optional<Part> best) {}

    @Test
    void whatIsNullIsNoPartOfAName() {
        assertThat(
                        FigureReader.figures(
                                "{\"servers\": [{\"name\": \"a\", \"region\": null,"
                                        + " \"isUsed\": true}]}"))
                .containsExactly(Map.entry("servers[a].isUsed", "true"));
    }

    @Test
    void onlyANumberOfServersCountsServers() {
        assertThat(FigureReader.unit("servers[a].isUsed")).isEmpty();
        assertThat(FigureReader.unit("result.servers")).isEqualTo("servers");
        assertThat(FigureReader.unit("servers")).isEqualTo("servers");
    }

    @Test
    void namesOfATypeAreKnownBeforeThereIsAnAnswer() {
        FigureNames names = FigureNames.of(List.of(Answer.class));
        assertThat(
                        List.of(
                                "servers",
                                "met",
                                "parts[x y].share",
                                "parts[0].byUser.anna",
                                "best.share"))
                .allMatch(names::mayBe);
        assertThat(List.of("server", "parts.share", "parts[x].name", "met.x"))
                .noneMatch(names::mayBe);
        assertThat(names.plain()).contains("servers", "met");
    }

    @Test
    void entriesOfAListCanHaveAnotherName() {
        FigureNames names = FigureNames.of(List.of(Answer.class)).moved("parts", "part");
        assertThat(names.mayBe("part.share")).isTrue();
        assertThat(names.mayBe("parts[0].share")).isFalse();
        assertThat(names.without("part").with("parts").mayBe("parts")).isTrue();
    }
}
