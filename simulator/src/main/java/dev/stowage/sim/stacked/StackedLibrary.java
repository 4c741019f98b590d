package dev.stowage.sim.stacked;

import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The services of PIMCloud and what they have in common; all but {@code services} was fitted to
 * Tables II and III (variant D, 23 parameters for 96 cells).
 *
 * @param exposureGrowth growth of the exposure on wimpy cores
 * @param shallowGrowth accesses more without caches
 * @param remoteNanos remote stacks are farther by
 * @param knee utilisation at the largest load
 */
public record StackedLibrary(
        double exposureGrowth,
        double shallowGrowth,
        double remoteNanos,
        double knee,
        List<StackedService> services) {
    private static final String RESOURCE = "/published/pimcloud-tables.json";

    public StackedLibrary {
        services = List.copyOf(services);
    }

    /** What ships with the product. */
    public static StackedLibrary shipped() {
        try (InputStream in = StackedLibrary.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + RESOURCE);
            }
            JsonCursor at = JsonCursor.of(RESOURCE, Json.mapper().readTree(in));
            List<StackedService> services = new ArrayList<>();
            at.at("services").members().forEach(each -> services.add(service(each)));
            return new StackedLibrary(
                    at.at("exposureGrowth").positive(),
                    at.at("shallowGrowth").number(),
                    at.at("remoteNanos").positive(),
                    at.at("knee").positive(),
                    services);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StackedService service(JsonCursor at) {
        return new StackedService(
                at.key(),
                at.at("instructionsPerCycle").positive(),
                at.at("missesPerKiloInstruction").positive(),
                at.at("missRate").positive(),
                at.at("exposure").positive(),
                at.at("scaling").number(),
                at.at("slowdown").positive(),
                at.at("memoryGb").positive(),
                pages(at.at("pages")),
                at.at("zeroLoad").positive(),
                numbers(at.at("published")),
                numbers(at.at("publishedLatency")));
    }

    private static Pages pages(JsonCursor at) {
        at.only("private", "readOnly", "readWrite", "source");
        return new Pages(
                at.at("private").inRange(0, 1),
                at.at("readOnly").inRange(0, 1),
                at.at("readWrite").inRange(0, 1),
                at.at("source").oneOf(Pages.Source.values(), Pages.Source::spelling));
    }

    private static double[] numbers(JsonCursor at) {
        return at.elements().stream().mapToDouble(JsonCursor::number).toArray();
    }

    /** The service of a name. */
    public StackedService service(String name) {
        return services.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no service " + name));
    }
}
