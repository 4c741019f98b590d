package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The servers of a {@link PackingFile}. */
final class PackingServers {
    private static final int SHOWN_NAMES = 4;
    private static final int MOST_SERVERS = 1_000_000;

    private final LocatedYaml yaml;
    private final VmCatalogue catalogue;
    private final List<LocatedIssue> issues;
    private final Map<PackingResource, String> keys = new LinkedHashMap<>();
    private final List<PackServer> servers = new ArrayList<>();
    private final List<PackRequest.Place> places = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** By domain: whether the file names it. */
    private final Map<String, Boolean> isNamedDomain = new HashMap<>();

    private final Map<String, String> inputs = new TreeMap<>();
    private HeadRoom headRoom = HeadRoom.NONE;
    private boolean isPriced;

    PackingServers(LocatedYaml yaml, VmCatalogue catalogue, List<LocatedIssue> issues) {
        this.yaml = yaml;
        this.catalogue = catalogue;
        this.issues = issues;
        keys.put(PackingResource.CPU, "cpu");
        keys.put(PackingResource.MEMORY, "memoryGiB");
        optional(PackingResource.GPU, "gpu");
        optional(PackingResource.DISK, "diskGiB");
        optional(PackingResource.NETWORK, "networkGbps");
    }

    /** A resource counts if a service asks for it. */
    private void optional(PackingResource resource, String key) {
        for (JsonNode service : yaml.root().get("services")) {
            if (service.has(key)) {
                keys.put(resource, key);
            }
        }
    }

    List<PackingResource> resources() {
        return List.copyOf(keys.keySet());
    }

    List<PackServer> servers() {
        return servers;
    }

    List<PackRequest.Place> places() {
        return places;
    }

    /** True if all servers have a price. */
    boolean isPriced() {
        return isPriced;
    }

    /** What the placement rests on. */
    Map<String, String> inputs() {
        return inputs;
    }

    /**
     * What a map of the keys of resources asks for; what it lacks is 0. Rounded up to whole
     * micro-cores, millionths of a GPU and bits a second, so that nothing fits that does not.
     */
    ResourceVector asked(JsonNode node) {
        return amounts(node, RoundingMode.CEILING);
    }

    private ResourceVector amounts(JsonNode node, RoundingMode rounding) {
        return ResourceVector.of(
                keys.entrySet().stream()
                        .mapToLong(e -> amount(node.path(e.getValue()), e.getKey(), rounding))
                        .toArray());
    }

    static long bytes(JsonNode gib) {
        return amount(gib, PackingResource.MEMORY, RoundingMode.DOWN);
    }

    /** Bytes are always rounded down: nobody has a part of one, and 62.8 GiB fit on 62.8 GiB. */
    private static long amount(JsonNode number, PackingResource resource, RoundingMode rounding) {
        if (number.isMissingNode()) {
            return 0;
        }
        long unit = unit(resource);
        return number.decimalValue()
                .multiply(BigDecimal.valueOf(unit))
                .setScale(0, unit == Resources.BYTES_PER_GIB ? RoundingMode.DOWN : rounding)
                .longValueExact();
    }

    private static long unit(PackingResource resource) {
        if (resource.equals(PackingResource.MEMORY) || resource.equals(PackingResource.DISK)) {
            return Resources.BYTES_PER_GIB;
        }
        return resource.equals(PackingResource.NETWORK)
                ? ServerExtras.BITS_PER_GIGABIT
                : Resources.MICRO_CORES_PER_CORE; // GPUs are millionths too
    }

    /** The number of a server that the file names; -1, with an issue, if there is none. */
    int number(JsonPointer path, String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            add(
                    path,
                    "\"" + name + "\"",
                    "the name of a server"
                            + NearestName.question(name, numbers.keySet())
                                    .map(question -> ". " + question)
                                    .orElseGet(this::firstNames));
            return -1;
        }
        return number;
    }

    private String firstNames() {
        List<String> first = numbers.keySet().stream().sorted().limit(SHOWN_NAMES).toList();
        return ": " + String.join(", ", first) + (first.size() < numbers.size() ? ", …" : "");
    }

    /** Reads all groups. */
    void read() {
        inputs.put("file", yaml.file().toString());
        headRoom = PackingYaml.headRoom(yaml.root().path("headroom"));
        JsonNode groups = yaml.root().get("servers");
        int priced = 0;
        for (int i = 0; i < groups.size(); i++) {
            priced += groups.get(i).has("monthlyUsd") || groups.get(i).has("vm") ? 1 : 0;
        }
        isPriced = priced == groups.size();
        if (priced > 0 && !isPriced) {
            add(
                    JsonPointer.valueOf("/servers"),
                    priced + " of " + groups.size() + " groups with a price",
                    "monthlyUsd or vm in all groups, or in none");
        }
        for (int i = 0; i < groups.size(); i++) {
            group(JsonPointer.valueOf("/servers/" + i), groups.get(i));
        }
    }

    private void group(JsonPointer path, JsonNode node) {
        int count = node.get("count").intValue();
        if (servers.size() + count > MOST_SERVERS) {
            add(path, "more than " + MOST_SERVERS + " servers in all", "at most so many");
            return;
        }
        String name = node.get("name").textValue();
        VmOffer offer = node.has("vm") ? offer(path, node.get("vm").textValue()) : null;
        ResourceVector capacity = offer == null ? amounts(node, RoundingMode.DOWN) : amounts(offer);
        BigDecimal cost = cost(node, offer);
        PackRequest.Place place =
                new PackRequest.Place(
                        node.path("exists").asBoolean(offer == null),
                        offer == null ? null : offer.type().provider(),
                        offer == null ? null : offer.region());
        JsonNode named = node.path("domain");
        boolean isGrouped = node.has("serversPerDomain");
        if (named.isTextual() && isGrouped) {
            add(path, "domain and serversPerDomain", "one of them: the whole group, or so many");
        }
        int perDomain = ScenarioBinding.serversPerDomain(node);
        for (int i = 0; i < count; i++) {
            String server = count == 1 ? name : name + "-" + (i + 1);
            if (numbers.putIfAbsent(server, servers.size()) != null) {
                add(
                        path.appendProperty("name"),
                        "the server \"" + server + "\" again",
                        "each name once");
                return;
            }
            String own = isGrouped ? name + " domain " + (i / perDomain + 1) : server;
            servers.add(
                    new PackServer(
                            server,
                            offer == null ? name : offer.type().name(),
                            domain(path, named.asText(own), named.isTextual()),
                            capacity,
                            headRoom.below(capacity, resources()),
                            cost,
                            attributes(node, offer)));
            places.add(place);
        }
    }

    /** A domain, which is either named by the file or made up here, never both. */
    private String domain(JsonPointer path, String name, boolean isNamed) {
        Boolean before = isNamedDomain.put(name, isNamed);
        if (before != null && before != isNamed) {
            add(
                    path,
                    "the domain \"" + name + "\", which servers without a domain have of their own",
                    "another name for the domain of this group, or of those servers");
        }
        return name;
    }

    private BigDecimal cost(JsonNode node, @Nullable VmOffer offer) {
        if (!isPriced) {
            return BigDecimal.ONE;
        }
        return offer == null
                ? node.path("monthlyUsd").decimalValue()
                : offer.usdPerHour()
                        .multiply(PriceMonth.EXACT_HOURS)
                        .setScale(2, RoundingMode.HALF_UP);
    }

    private @Nullable VmOffer offer(JsonPointer path, String text) {
        String[] parts = text.split("/", 3);
        try {
            VmOffer offer = catalogue.offer(parts[0], parts[1], parts[2]);
            inputs.put("price of " + text, offer.usdPerHour() + " USD an hour, " + offer.date());
            return offer;
        } catch (InputException e) {
            InputException.Issue issue = e.issues().get(0);
            issues.add(
                    yaml.atValue(
                            path.appendProperty("vm"),
                            new Problem("\"" + text + "\"", issue.expected(), issue.remedy())));
            return null;
        }
    }

    private ResourceVector amounts(VmOffer offer) {
        long[] amounts = new long[keys.size()];
        int at = 0;
        for (PackingResource resource : keys.keySet()) {
            amounts[at++] = amount(offer, resource);
        }
        return ResourceVector.of(amounts);
    }

    private static long amount(VmOffer offer, PackingResource resource) {
        if (resource.equals(PackingResource.CPU)) {
            return offer.type().capacity().cpuMicroCores();
        }
        if (resource.equals(PackingResource.MEMORY)) {
            return offer.type().capacity().memoryBytes();
        }
        if (resource.equals(PackingResource.GPU)) {
            return Math.round(offer.type().gpus() * ServerExtras.MICROS_PER_GPU);
        }
        return resource.equals(PackingResource.DISK)
                ? (long) (offer.type().localDiskGib() * Resources.BYTES_PER_GIB)
                : 0;
    }

    private static SortedMap<String, String> attributes(JsonNode node, @Nullable VmOffer offer) {
        SortedMap<String, String> attributes = new TreeMap<>();
        if (offer != null) {
            attributes.put("arch", offer.type().architecture().name().toLowerCase(Locale.ROOT));
            attributes.put("provider", offer.type().provider());
            attributes.put("region", offer.region());
        }
        node.path("attributes")
                .properties()
                .forEach(one -> attributes.put(one.getKey(), one.getValue().asText()));
        return attributes;
    }

    private void add(JsonPointer path, String found, String expected) {
        issues.add(yaml.atValue(path, new Problem(found, expected, null)));
    }
}
