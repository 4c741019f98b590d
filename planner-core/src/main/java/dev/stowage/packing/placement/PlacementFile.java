package dev.stowage.packing.placement;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.RecordReader;
import dev.stowage.packing.ResourceVector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code placement.json}, which people keep and edit: its form, version and names are
 * checked.
 */
public final class PlacementFile {
    /** Name of the file in a plan's folder. */
    public static final String NAME = "placement.json";

    private static final String REMEDY =
            "A placement is written by: stowage pack, or by stowage plan with packing: in its"
                    + " scenario";

    private static final ObjectReader READER =
            Json.mapper()
                    .readerFor(PlacementPlan.class)
                    .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private PlacementFile() {}

    /**
     * The placement of a plan.
     *
     * @param path the file, or the folder that it is in
     * @throws InputException if it can't be read, is no placement, or of another version
     */
    public static PlacementPlan read(Path path) {
        Path file = file(path);
        return parse(file, text(file));
    }

    private static Path file(Path path) {
        return Files.isDirectory(path) ? path.resolve(NAME) : path;
    }

    /**
     * The same for a reader of its figures.
     *
     * @throws InputException also if its figures contradict its items
     */
    public static PlacementPlan readFigures(Path path) {
        Path file = file(path);
        PlacementPlan plan = parse(file, text(file));
        List<String> wrong = new FiguresGate(plan).violations();
        if (!wrong.isEmpty()) {
            throw InputException.of(
                    file,
                    "figures that are not those of its items (" + String.join("; ", wrong) + ")",
                    "a placement as it was written",
                    REMEDY);
        }
        return plan;
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw InputException.of(file, "no readable file", "a placement", REMEDY).causedBy(e);
        }
    }

    /** Its text; {@code file} is for messages. */
    static PlacementPlan parse(Path file, String text) {
        try {
            requireVersion(file, version(text));
            PlacementPlan plan = READER.readValue(text);
            new Names(file, plan).check();
            return plan;
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String where = e instanceof JsonMappingException m ? " at " + RecordReader.path(m) : "";
            throw InputException.atLine(
                            file,
                            line,
                            e.getOriginalMessage() + where,
                            "a placement in JSON, format version " + PlacementPlan.FORMAT_VERSION,
                            REMEDY)
                    .causedBy(e);
        }
    }

    /**
     * Writes {@code placement.json}, reads it back and checks it against what was asked for.
     *
     * @param folder of the plan
     * @throws IllegalStateException if it is no placement of what was asked for
     */
    public static void write(PackRequest request, PlacementPlan plan, Path folder) {
        Path file = folder.resolve(NAME);
        Json.write(plan, file);
        PlacementGate.require(request, read(file));
    }

    /**
     * The placement as a reader of its file sees it, checked against what was asked for.
     *
     * @throws IllegalStateException if it is no placement of what was asked for
     */
    public static PlacementPlan checked(PackRequest request, PlacementPlan plan) {
        PlacementPlan written = parse(Path.of(NAME), Json.text(plan));
        PlacementGate.require(request, written);
        return written;
    }

    /** The version, without reading what follows it. */
    private static JsonNode version(String text) throws JsonProcessingException {
        try (JsonParser parser = Json.mapper().createParser(text)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isIt = parser.currentName().equals("formatVersion");
                    parser.nextToken();
                    if (isIt) {
                        return parser.readValueAsTree();
                    }
                    parser.skipChildren();
                }
            }
            return MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireVersion(Path file, JsonNode version) {
        if (version.isInt() && version.intValue() == PlacementPlan.FORMAT_VERSION) {
            return;
        }
        boolean isNewer = version.isInt() && version.intValue() > PlacementPlan.FORMAT_VERSION;
        throw InputException.at(
                file + ": formatVersion",
                version.isMissingNode() ? "nothing" : version.toString(),
                String.valueOf(PlacementPlan.FORMAT_VERSION),
                isNewer
                        ? "A newer stowage wrote it: use that one, or make the placement again."
                        : REMEDY);
    }

    /** Whether the parts of a file that was read name each other rightly. */
    private record Names(Path file, PlacementPlan plan) {
        void check() {
            if (plan.resources().isEmpty()) {
                throw bad("resources", "none", "at least one");
            }
            Set<String> servers =
                    unique(
                            "servers",
                            plan.servers().stream().map(PlacementPlan.Server::name).toList());
            Set<String> services =
                    unique(
                            "services",
                            plan.services().stream().map(PlacementPlan.Service::name).toList());
            Set<String> items =
                    unique("items", plan.items().stream().map(PlacementPlan.Item::name).toList());
            for (PlacementPlan.Server server : plan.servers()) {
                size("servers.", server.name(), server.capacity());
                size("servers.", server.name(), server.usable());
            }
            for (PlacementPlan.Service service : plan.services()) {
                size("services.", service.name(), service.request());
                size("services.", service.name(), service.requestBefore());
                size("services.", service.name(), service.limit());
            }
            for (PlacementPlan.Item item : plan.items()) {
                size("items.", item.name(), item.demand());
                known("items.", item.name(), ".server", item.server(), servers);
                known("items.", item.name(), ".from", item.from(), servers);
                known("items.", item.name(), ".service", item.service(), services);
            }
            for (PlacementPlan.Move move : plan.moves()) {
                known("moves.", move.item(), "", move.item(), items);
                known("moves.", move.item(), ".from", move.from(), servers);
                known("moves.", move.item(), ".to", move.to(), servers);
            }
            plan.rules()
                    .forEach(r -> r.items().forEach(i -> known("rules.", r.name(), "", i, items)));
        }

        private Set<String> unique(String place, List<String> names) {
            Set<String> seen = new HashSet<>();
            for (String name : names) {
                if (!seen.add(name)) {
                    throw bad(place, "\"" + name + "\" twice", "a name for each");
                }
            }
            return seen;
        }

        private void size(String list, String name, @Nullable ResourceVector amounts) {
            int expected = plan.resources().size();
            if (amounts != null && amounts.size() != expected) {
                String found = amounts.toString();
                throw bad(list + name, found, expected + " amounts, one for each resource");
            }
        }

        private void known(
                String list, String of, String key, @Nullable String name, Set<String> names) {
            if (name != null && !names.contains(name)) {
                throw bad(list + of + key, "\"" + name + "\"", "a name that the file defines");
            }
        }

        private InputException bad(String place, String found, String expected) {
            return InputException.at(file + ": " + place, found, expected, REMEDY);
        }
    }
}
