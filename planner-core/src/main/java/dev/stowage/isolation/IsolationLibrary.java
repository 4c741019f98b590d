package dev.stowage.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Levels of isolation and what applications do to each other, as a file of {@code
 * isolation.schema.json} has them.
 *
 * @param source where they are from, for messages
 * @param levels by name, each once
 * @param neighbours by name, each once
 * @param server that their pressures are of; empty: they are the same on every server
 */
public record IsolationLibrary(
        String source,
        List<IsolationLevel> levels,
        List<Neighbour> neighbours,
        Optional<Server> server) {
    /** Size of a server: cores (hardware threads) and memory in GiB. */
    public record Server(double cores, double memoryGib) {
        public Server {
            Check.positive("cores", cores);
            Check.positive("memoryGib", memoryGib);
        }
    }

    public IsolationLibrary {
        levels = List.copyOf(levels);
        neighbours = List.copyOf(neighbours);
        requireOnce(source, "level", levels.stream().map(IsolationLevel::name).toList());
        requireOnce(source, "application", neighbours.stream().map(Neighbour::name).toList());
    }

    /** Of pressures that are the same on every server. */
    public IsolationLibrary(
            String source, List<IsolationLevel> levels, List<Neighbour> neighbours) {
        this(source, levels, neighbours, Optional.empty());
    }

    /** The same with the pressures on a server of another size. */
    public IsolationLibrary on(Server other) {
        return server.map(
                        of ->
                                new IsolationLibrary(
                                        source,
                                        levels,
                                        neighbours.stream()
                                                .map(
                                                        each ->
                                                                each.on(
                                                                        other.cores() / of.cores(),
                                                                        other.memoryGib()
                                                                                / of.memoryGib()))
                                                .toList(),
                                        Optional.of(other)))
                .orElse(this);
    }

    private static void requireOnce(String source, String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw InputException.at(
                        source, what + " \"" + name + "\" twice", "each once", null);
            }
        }
    }

    /**
     * The levels of the thesis, and its six workloads. The factors of the levels follow what
     * section 2.2 says is private, sensitivities and pressures are estimated: {@code bench/quman}
     * made them.
     */
    public static IsolationLibrary thesis() {
        String resource = "/profiles/isolation.json";
        try (InputStream in = IsolationLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return read("isolation of the thesis", Json.mapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a document, of JSON or YAML; {@code file} is how errors call it. */
    public static IsolationLibrary read(String file, JsonNode document) {
        JsonCursor root =
                JsonCursor.of(file, document)
                        .only("formVersion", "server", "levels", "applications");
        if (root.at("formVersion").number() != 1) {
            throw root.at("formVersion").bad("1", "It is the version of this form.");
        }
        List<IsolationLevel> levels = new ArrayList<>();
        for (JsonCursor at : root.at("levels").elements()) {
            at.only("name", "dynamic", "factors", "source");
            levels.add(
                    new IsolationLevel(
                            at.at("name").name(),
                            at.at("dynamic").flag(),
                            weights(at.at("factors")),
                            at.at("source").name()));
        }
        List<Neighbour> neighbours = new ArrayList<>();
        for (JsonCursor at : root.at("applications").elements()) {
            neighbours.add(neighbour(at));
        }
        return new IsolationLibrary(file, levels, neighbours, server(root));
    }

    private static Optional<Server> server(JsonCursor root) {
        if (!root.has("server")) {
            return Optional.empty();
        }
        JsonCursor at = root.at("server").only("cores", "memoryGib");
        return Optional.of(new Server(at.at("cores").positive(), at.at("memoryGib").positive()));
    }

    private static Neighbour neighbour(JsonCursor at) {
        at.only("name", "sensitivity", "pressure", "rateAlone", "coresAlone", "source");
        Map<String, Double> rates = new HashMap<>();
        at.at("rateAlone").members().forEach(rate -> rates.put(rate.key(), rate.positive()));
        return new Neighbour(
                at.at("name").name(),
                weights(at.at("sensitivity")),
                weights(at.at("pressure")),
                rates,
                at.at("coresAlone").positive(),
                at.at("source").name());
    }

    private static ResourceWeights weights(JsonCursor at) {
        Map<SharedResource, Double> named = new EnumMap<>(SharedResource.class);
        for (JsonCursor member : at.members()) {
            SharedResource resource =
                    SharedResource.find(member.key())
                            .orElseThrow(
                                    () ->
                                            InputException.at(
                                                    member.file() + ": " + member.path(),
                                                    "the unknown resource \"" + member.key() + "\"",
                                                    "one of "
                                                            + String.join(
                                                                    ", ", SharedResource.labels()),
                                                    null));
            named.put(resource, member.inRange(0, 1));
        }
        return new ResourceWeights(named);
    }

    /** The level of that name. */
    public IsolationLevel level(String name) {
        return levels.stream()
                .filter(level -> level.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                unknown(
                                        "level of isolation",
                                        name,
                                        levels.stream().map(IsolationLevel::name).toList()));
    }

    /** What the application of that name suffers and does. */
    public Neighbour neighbour(String name) {
        return neighbours.stream()
                .filter(neighbour -> neighbour.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                unknown(
                                        "application",
                                        name,
                                        neighbours.stream().map(Neighbour::name).toList()));
    }

    private InputException unknown(String what, String name, List<String> known) {
        return InputException.at(
                source,
                "no " + what + " \"" + name + "\"",
                "one of " + known.stream().collect(Collectors.joining(", ")),
                null);
    }
}
