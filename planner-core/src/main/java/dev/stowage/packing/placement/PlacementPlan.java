package dev.stowage.packing.placement;

import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where everything goes: what {@code placement.json} holds, with the same names in the same order.
 * Servers, services and items are named, so that the file can be read beside the system that it is
 * about. Read it with {@link PlacementFile}.
 *
 * @param formatVersion of {@code placement.json}
 * @param name what was packed
 * @param resources dimensions; every list of amounts has their order and units
 * @param servers that are there, or that the plan wants, ascending by name as given
 * @param services whose replicas are among the items; may be empty
 * @param items and where each goes
 * @param rules that the placement keeps
 * @param moves from what runs now, in an order in which no server is ever over capacity
 * @param result figures
 * @param notes what a person should know
 * @param inputs what it rests on, by name
 */
public record PlacementPlan(
        int formatVersion,
        String name,
        List<PackingResource> resources,
        List<Server> servers,
        List<Service> services,
        List<Item> items,
        List<Rule> rules,
        List<Move> moves,
        Result result,
        List<String> notes,
        Map<String, String> inputs) {
    /** Version of the form of {@code placement.json}. */
    public static final int FORMAT_VERSION = 2;

    /** The search met the bound: nothing better exists. */
    public static final String ENDED_BY_BOUND = "bound";

    /** The search spent its budget of work. */
    public static final String ENDED_BY_WORK = "work";

    /** The search made all the steps that it was allowed. */
    public static final String ENDED_BY_STEPS = "steps";

    /** The time that the search was given was over: another machine may find something else. */
    public static final String ENDED_BY_TIME = "time";

    /** No search followed the heuristics. */
    public static final String ENDED_BY_HEURISTICS = "heuristics";

    /**
     * A server.
     *
     * @param name unique
     * @param type kind of server, or VM type
     * @param domain failure domain
     * @param capacity all of it
     * @param usable what items may be given
     * @param cost of having it in use, in the unit of {@link Result#costUnit}
     * @param provider of a VM; null for a server of one's own
     * @param region of a VM; null for a server of one's own
     * @param attributes for constraints
     * @param exists true if it is there today
     * @param isUsed true if the plan places anything on it
     */
    public record Server(
            String name,
            String type,
            String domain,
            ResourceVector capacity,
            ResourceVector usable,
            BigDecimal cost,
            @Nullable String provider,
            @Nullable String region,
            SortedMap<String, String> attributes,
            boolean exists,
            boolean isUsed) {
        public Server {
            attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
        }

        /**
         * The share of what it may give that a load takes of a resource: above 1 where more is
         * taken, 0 of a resource that it has none of.
         */
        public double share(ResourceVector load, int resource) {
            long has = usable.get(resource);
            return has == 0 ? 0 : (double) load.get(resource) / has;
        }
    }

    /**
     * A service: replicas that are alike.
     *
     * @param name unique; of Kubernetes {@code namespace/Kind/name}
     * @param replicas how many
     * @param request of one replica, as the plan wants it
     * @param requestBefore of one replica today; null if it is the same or unknown
     * @param limit of one replica, by resource, at least {@code request}, or 0 where that resource
     *     has no limit; null for no limits
     * @param priority larger is more important
     * @param evidence why the request is what it is; null if nobody looked at its use
     */
    public record Service(
            String name,
            int replicas,
            ResourceVector request,
            @Nullable ResourceVector requestBefore,
            @Nullable ResourceVector limit,
            int priority,
            @Nullable String evidence) {}

    /**
     * An item.
     *
     * @param name unique
     * @param service that it is a replica of; null for none
     * @param demand what it takes
     * @param server where it goes; null if it has no place
     * @param from where it runs now; null if nowhere
     * @param isPinned true if it had to stay
     * @param moveBytes what has to be carried when it moves
     * @param needs what its server must be, as in {@code arch=x86;cores>8}; empty for any
     * @param reason why it has no place; null if it has one
     */
    public record Item(
            String name,
            @Nullable String service,
            ResourceVector demand,
            @Nullable String server,
            @Nullable String from,
            boolean isPinned,
            long moveBytes,
            String needs,
            @Nullable String reason) {}

    /**
     * A rule between items.
     *
     * @param name as the input calls it
     * @param kind {@code together} or {@code spread}
     * @param scope {@code server} or {@code domain}
     * @param most of a spread: at most so many on any one; 0 for {@code together}
     * @param items names
     */
    public record Rule(String name, String kind, String scope, int most, List<String> items) {
        public Rule {
            items = List.copyOf(items);
        }
    }

    /**
     * A step of the migration. Steps of one number may be taken at the same time; a step begins
     * when all of the one before are done.
     *
     * @param step from 1
     * @param item what moves
     * @param from where it is
     * @param to where it goes
     * @param bytes to carry
     * @param isDetour true if it only makes room for others and moves again later
     * @param isStopped true if it has to be stopped first: items of one step that are stopped are
     *     all stopped before any of them starts on its new server
     */
    public record Move(
            int step,
            String item,
            String from,
            String to,
            long bytes,
            boolean isDetour,
            boolean isStopped) {}

    /**
     * What no placement can be below.
     *
     * @param value in the unit of what is minimised: servers, or cost
     * @param method that found it
     * @param isOptimal true if the placement is complete and meets it
     */
    public record Bound(BigDecimal value, String method, boolean isOptimal) {}

    /**
     * What one part of the search came to.
     *
     * @param name of the part
     * @param cost of what it found, or started from if it found nothing better
     * @param unplaced items without a place in it
     * @param steps that it made
     */
    public record Part(String name, BigDecimal cost, int unplaced, long steps) {}

    /**
     * Figures of a placement. It is complete if {@code unplaced} is 0; what is not complete saves
     * nothing, whatever its servers cost.
     *
     * @param servers in use
     * @param serversBefore in use today; null if nothing runs yet
     * @param cost of the servers in use
     * @param costBefore of those in use today; null if nothing runs yet
     * @param costUnit {@code servers} or {@code USD/month}
     * @param bound from below
     * @param gap (cost - bound) / bound; 0 if both are 0; null if items have no place, or only the
     *     bound is 0
     * @param startCost cost of the heuristic that the search started from
     * @param start name of that heuristic
     * @param unplaced items without a place
     * @param displaced those of them that run today
     * @param maxMoves items that were allowed to move, at most; null for no limit
     * @param moves number of items that move
     * @param bytesMoved what they carry
     * @param downtimeSeconds of items that move, together
     * @param steps of the search
     * @param ended what ended the search: {@code bound} (nothing better exists), {@code work},
     *     {@code steps}, {@code time}, or {@code heuristics} if none followed them
     * @param parts what each part of the search came to, in their order
     * @param seed of the search
     */
    public record Result(
            int servers,
            @Nullable Integer serversBefore,
            BigDecimal cost,
            @Nullable BigDecimal costBefore,
            String costUnit,
            Bound bound,
            @Nullable Double gap,
            BigDecimal startCost,
            String start,
            int unplaced,
            int displaced,
            @Nullable Integer maxMoves,
            int moves,
            long bytesMoved,
            double downtimeSeconds,
            long steps,
            String ended,
            List<Part> parts,
            long seed) {
        public Result {
            parts = List.copyOf(parts);
        }
    }

    /** The same with more notes. */
    public PlacementPlan withNotes(List<String> more) {
        return new PlacementPlan(
                formatVersion,
                name,
                resources,
                servers,
                services,
                items,
                rules,
                moves,
                result,
                Stream.concat(notes.stream(), more.stream()).toList(),
                inputs);
    }

    public PlacementPlan {
        resources = List.copyOf(resources);
        servers = List.copyOf(servers);
        services = List.copyOf(services);
        items = List.copyOf(items);
        rules = List.copyOf(rules);
        moves = List.copyOf(moves);
        notes = List.copyOf(notes);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }
}
