package dev.stowage.model.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Services, best-effort jobs and nodes by name.
 *
 * @param services latency-critical services
 * @param batch best-effort jobs
 * @param nodes servers
 */
public record NodeLibrary(
        Map<String, ServiceProfile> services,
        Map<String, BatchProfile> batch,
        Map<String, NodeProfile> nodes) {
    private static final String RESOURCE = "library.yaml";

    public NodeLibrary {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        batch = Collections.unmodifiableMap(new LinkedHashMap<>(batch));
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    }

    /** Those that ship with the product. Reads a file. */
    public static NodeLibrary shipped() {
        try (InputStream in = NodeLibrary.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing");
            }
            return of(RESOURCE, new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Those of a file, as JSON values.
     *
     * @param file how errors call it
     * @throws InputException with every issue of the file
     */
    public static NodeLibrary of(String file, JsonNode root) {
        return ProfileReader.read(file, root);
    }

    /** These and those of another library, which come first where names are the same. */
    public NodeLibrary overriddenBy(NodeLibrary other) {
        return new NodeLibrary(
                merge(services, other.services),
                merge(batch, other.batch),
                merge(nodes, other.nodes));
    }

    private static <T> Map<String, T> merge(Map<String, T> first, Map<String, T> second) {
        Map<String, T> merged = new LinkedHashMap<>(first);
        merged.putAll(second);
        return merged;
    }

    /** The service of that name. */
    public ServiceProfile service(String place, String name) {
        return named(place, "service", services, name);
    }

    /** The best-effort job of that name. */
    public BatchProfile batch(String place, String name) {
        return named(place, "best-effort job", batch, name);
    }

    /** The node of that name. */
    public NodeProfile node(String place, String name) {
        return named(place, "node", nodes, name);
    }

    private static <T> T named(String place, String kind, Map<String, T> all, String name) {
        T found = all.get(name);
        if (found == null) {
            throw InputException.at(
                    place,
                    kind + " \"" + name + "\"",
                    "one of " + String.join(", ", all.keySet()),
                    "Give its parameters in a file named under `profiles:`.");
        }
        return found;
    }
}
