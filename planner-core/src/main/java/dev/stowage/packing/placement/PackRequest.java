package dev.stowage.packing.placement;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import dev.stowage.packing.PackingProblem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is to be packed, with what a reader of the placement wants to know besides.
 *
 * @param name what the placement is called
 * @param problem items, servers and rules
 * @param services whose replicas are among the items; may be empty
 * @param classes classes of services by name, of those whose class is known
 * @param serviceOf name of the service by item; null where it is of none
 * @param places by server: whether it is there, and where it is rented
 * @param costUnit of the servers' costs: {@code servers} or {@code USD/month}
 * @param downtimeSeconds for which an item is away when it moves, at least 0
 * @param inputs what it rests on, by name
 * @param notes what a person should know
 */
public record PackRequest(
        String name,
        PackingProblem problem,
        List<PlacementPlan.Service> services,
        Map<String, TaskClass> classes,
        List<@Nullable String> serviceOf,
        List<Place> places,
        String costUnit,
        double downtimeSeconds,
        Map<String, String> inputs,
        List<String> notes) {
    /** The unit of a problem whose servers cost 1 each. */
    public static final String SERVERS = "servers";

    /** The unit of money. */
    public static final String USD_A_MONTH = "USD/month";

    /**
     * What is known of a server besides its size.
     *
     * @param exists true if it is there today
     * @param provider of a VM; null for a server of one's own
     * @param region of a VM; null for a server of one's own
     */
    public record Place(boolean exists, @Nullable String provider, @Nullable String region) {
        /** A server of one's own that is there. */
        public static final Place OWN = new Place(true, null, null);

        /** A server of one's own that would have to be bought. */
        public static final Place TO_BUY = new Place(false, null, null);
    }

    /** The same with one more note. */
    public PackRequest withNote(String note) {
        return new PackRequest(
                name,
                problem,
                services,
                classes,
                serviceOf,
                places,
                costUnit,
                downtimeSeconds,
                inputs,
                Stream.concat(notes.stream(), Stream.of(note)).toList());
    }

    public PackRequest {
        Check.notBlank("name", name);
        Check.notNegative("downtimeSeconds", downtimeSeconds);
        services = List.copyOf(services);
        classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
        serviceOf = Collections.unmodifiableList(serviceOf);
        places = List.copyOf(places);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        notes = List.copyOf(notes);
        if (serviceOf.size() != problem.items().size()
                || places.size() != problem.servers().size()) {
            throw new IllegalArgumentException(
                    serviceOf.size() + " services and " + places.size() + " places");
        }
    }
}
