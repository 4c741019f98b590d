package dev.stowage.packing.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementFileTest {
    @TempDir private Path folder;

    @Test
    void readsWhatItWrites() {
        Json.write(plan(), folder.resolve(PlacementFile.NAME));

        assertThat(PlacementFile.read(folder)).isEqualTo(plan());
        assertThat(PlacementFile.read(folder.resolve(PlacementFile.NAME))).isEqualTo(plan());
        assertThat(Json.text(plan())).contains("\"isUsed\"").doesNotContain("\"used\"");
    }

    @Test
    void refusesAnotherVersionAndSaysWhatToDo() throws IOException {
        refuses("\"formatVersion\" : 2", "\"formatVersion\" : 3", "formatVersion", "newer stowage");
        refuses("\"formatVersion\" : 2", "\"formatVersion\" : \"1\"", "\"1\"", "stowage pack");
    }

    @Test
    void refusesNamesThatTheFileDoesNotDefine() throws IOException {
        refuses("\"server\" : \"b\"", "\"server\" : \"z\"", "items.web-1.server", "\"z\"");
        refuses("\"name\" : \"b\"", "\"name\" : \"a\"", "servers", "twice");
        refuses("\"to\" : \"b\"", "\"to\" : \"z\"", "moves.web-1.to", "\"z\"");
    }

    @Test
    void refusesFiguresThatItsItemsContradict() throws IOException {
        String text = Json.text(plan());
        Path file = folder.resolve(PlacementFile.NAME);
        Files.writeString(file, text);
        assertThat(PlacementFile.readFigures(folder)).isEqualTo(plan());

        Files.writeString(file, text.replace("\"unplaced\" : 0", "\"unplaced\" : 1"));
        assertThatThrownBy(() -> PlacementFile.readFigures(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unplaced: written 1, is 0");
        Files.writeString(file, text.replace("\"isUsed\" : true", "\"isUsed\" : false"));
        assertThatThrownBy(() -> PlacementFile.readFigures(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("isUsed of b: written false");
    }

    @Test
    void refusesWhatIsNoPlacementWithItsLine() throws IOException {
        refuses(
                "\"formatVersion\" : 2,",
                "\"formatVersion\" : 2, \"wat\" : 2,",
                "wat",
                "placement in JSON");
        refuses("\"seed\" : 7", "\"seed\" : \"x\"", "result.seed", "placement in JSON");
        refuses("\"seed\" : 7", "\"seed\" : 7 7", "placement in JSON", ":");
        refuses("\"steps\" : 0,", "", "steps", "placement in JSON");
        refuses("2000000,", "2000000, 5,", "servers.a", "2 amounts");
        assertThatThrownBy(() -> PlacementFile.read(folder.resolve("no")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no readable file");
    }

    private void refuses(String was, String becomes, String... words) throws IOException {
        String text = Json.text(plan());
        assertThat(text).contains(was);
        Path file = Files.writeString(folder.resolve("edited.json"), text.replace(was, becomes));
        assertThatThrownBy(() -> PlacementFile.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("edited.json")
                .hasMessageContainingAll(words);
    }

    private static PlacementPlan plan() {
        ResourceVector size = ResourceVector.of(2_000_000, 1L << 30);
        ResourceVector small = ResourceVector.of(1, 2);
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                "two",
                List.of(PackingResource.CPU, PackingResource.MEMORY),
                List.of(server("a", size, false), server("b", size, true)),
                List.of(new PlacementPlan.Service("web", 1, small, null, small, 0, null)),
                List.of(
                        new PlacementPlan.Item(
                                "web-1", "web", small, "b", "a", false, 2, "", null)),
                List.of(new PlacementPlan.Rule("apart", "spread", "server", 1, List.of("web-1"))),
                List.of(new PlacementPlan.Move(1, "web-1", "a", "b", 2, false, false)),
                new PlacementPlan.Result(
                        1,
                        1,
                        BigDecimal.ONE,
                        BigDecimal.ONE,
                        "servers",
                        new PlacementPlan.Bound(BigDecimal.ONE, "L2", true),
                        0.0,
                        BigDecimal.ONE,
                        "best-fit",
                        0,
                        0,
                        null,
                        1,
                        2,
                        0,
                        0,
                        PlacementPlan.ENDED_BY_BOUND,
                        List.of(new PlacementPlan.Part("best-fit", BigDecimal.ONE, 0, 0)),
                        7),
                List.of("note"),
                Map.of("seed", "7"));
    }

    private static PlacementPlan.Server server(String name, ResourceVector size, boolean isUsed) {
        return new PlacementPlan.Server(
                name,
                "t",
                name,
                size,
                size,
                BigDecimal.ONE,
                null,
                null,
                new TreeMap<>(),
                true,
                isUsed);
    }
}
