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
 * @param approximate batch applications with variants
 */
public record NodeLibrary(
        Map<String, ServiceProfile> services,
        Map<String, BatchProfile> batch,
        Map<String, NodeProfile> nodes,
        Map<String, ApproximateProfile> approximate) {
    public NodeLibrary {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        batch = Collections.unmodifiableMap(new LinkedHashMap<>(batch));
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        approximate = Collections.unmodifiableMap(new LinkedHashMap<>(approximate));
    }

    /** Those that ship with the product. Reads two files. */
    public static NodeLibrary shipped() {
        return read("library.yaml").overriddenBy(read("pliant.yaml"));
    }

    private static NodeLibrary read(String resource) {
        try (InputStream in = NodeLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + " is missing");
            }
            return of(resource, new YAMLMapper().readTree(in));
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
                merge(nodes, other.nodes),
                merge(approximate, other.approximate));
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
