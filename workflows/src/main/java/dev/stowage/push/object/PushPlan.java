package dev.stowage.push.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Sha256;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.workflow.fleet.FleetResult;
import dev.stowage.workflow.fleet.FleetStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan to be carried out: a placement, the clouds of a {@code plan.json}, settings of a server,
 * or the servers of a fleet.
 *
 * @param file that was read
 * @param name of what was planned
 * @param digest SHA-256 of the file
 * @param placement where everything goes; null if the plan has none
 * @param clouds VMs of each cloud option that is rented all the time, the cheapest first; empty if
 *     there is a placement
 * @param settings of a server by hour; null if the plan has none
 * @param fleet with what servers of a fleet start; null if the plan is none
 */
public record PushPlan(
        Path file,
        String name,
        String digest,
        @Nullable PlacementPlan placement,
        List<VmGroup> clouds,
        @Nullable ServerSettings settings,
        @Nullable FleetStart fleet) {
    /** Name of the file that {@code plan} writes. */
    public static final String PLAN = "plan.json";

    public PushPlan {
        clouds = List.copyOf(clouds);
    }

    /** A plan without settings. */
    public PushPlan(
            Path file,
            String name,
            String digest,
            @Nullable PlacementPlan placement,
            List<VmGroup> clouds) {
        this(file, name, digest, placement, clouds, null, null);
    }

    /**
     * The plan of a folder or file.
     *
     * @throws InputException if it is none, or of another version
     */
    public static PushPlan read(Path path) {
        Path file = path;
        if (Files.isDirectory(path)) {
            file = path.resolve(PlacementFile.NAME);
            if (!Files.exists(file) && Files.exists(path.resolve(PLAN))) {
                file = path.resolve(PLAN);
            }
        }
        Path settings = Files.isDirectory(path) ? path.resolve(ServerSettings.FILE) : path;
        if (settings.endsWith(ServerSettings.FILE) && Files.exists(settings)) {
            ServerSettings read = ServerSettings.read(settings);
            return new PushPlan(
                    settings, read.name(), digest(settings), null, List.of(), read, null);
        }
        Path fleet = Files.isDirectory(path) ? path.resolve(FleetResult.FILE) : path;
        if (fleet.endsWith(FleetResult.FILE) && Files.exists(fleet)) {
            FleetStart read = FleetStart.read(fleet);
            return new PushPlan(fleet, read.name(), digest(fleet), null, List.of(), null, read);
        }
        Optional<JsonNode> clouds = clouds(file);
        String digest = digest(file);
        if (clouds.isPresent()) {
            return ofClouds(file, digest, clouds.get());
        }
        PlacementPlan placement = PlacementFile.read(file);
        return new PushPlan(file, placement.name(), digest, placement, List.of());
    }

    private static Optional<JsonNode> clouds(Path file) {
        try {
            JsonNode root = Json.mapper().readTree(Files.readAllBytes(file));
            return root.path("clouds").isArray() ? Optional.of(root) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // whoever reads it as a placement says what is wrong
        }
    }

    private static String digest(Path file) {
        try {
            return Sha256.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw InputException.of(
                            file,
                            "no readable file",
                            "a plan: placement.json, plan.json or fleet.json",
                            "A placement is written by stowage pack, a plan by stowage plan, an"
                                    + " answer for a fleet by stowage fleet.")
                    .causedBy(e);
        }
    }

    private static PushPlan ofClouds(Path file, String digest, JsonNode root) {
        if (root.path("formatVersion").asInt() != CapacityPlan.FORMAT_VERSION) {
            throw InputException.at(
                    file + ": formatVersion",
                    root.path("formatVersion").toString(),
                    String.valueOf(CapacityPlan.FORMAT_VERSION),
                    "Make the plan again with this stowage.");
        }
        List<VmGroup> groups = new ArrayList<>();
        for (JsonNode each : root.get("clouds")) {
            if (each.path("policy").asText().equals(AlwaysOn.NAME)) {
                groups.add(
                        new VmGroup(
                                each.path("provider").asText(),
                                each.path("region").asText(),
                                each.path("vmType").asText(),
                                each.path("count").asInt()));
            }
        }
        return new PushPlan(file, root.path("name").asText("plan"), digest, null, groups);
    }

    /**
     * The placement.
     *
     * @param target that needs it
     * @throws InputException if the plan has none
     */
    public PlacementPlan requirePlacement(String target) {
        if (placement == null) {
            throw InputException.of(
                    file,
                    "a plan without a placement",
                    "a placement, for --target " + target,
                    fleet == null
                            ? "Write one with stowage pack. This plan can go to --target terraform."
                            : "An answer of stowage fleet goes to --target node --manager NAME.");
        }
        return placement;
    }

    /**
     * VMs to rent: the servers of the placement that have a provider and are used, or the cheapest
     * cloud option.
     *
     * @param provider of which to take the option; null for any
     */
    public List<VmGroup> groups(@Nullable String provider) {
        if (placement == null) {
            return clouds.stream()
                    .filter(each -> provider == null || each.provider().equals(provider))
                    .limit(1)
                    .toList();
        }
        Map<List<String>, Integer> counts = new TreeMap<>(PushPlan::compare);
        for (PlacementPlan.Server server : placement.servers()) {
            boolean isWanted = provider == null || provider.equals(server.provider());
            if (server.isUsed() && server.provider() != null && isWanted) {
                String region = server.region() == null ? "" : server.region();
                counts.merge(List.of(server.provider(), region, server.type()), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .map(
                        each ->
                                new VmGroup(
                                        each.getKey().get(0),
                                        each.getKey().get(1),
                                        each.getKey().get(2),
                                        each.getValue()))
                .toList();
    }

    private static int compare(List<String> a, List<String> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Folder of the journals: beside the plan, named after it. */
    public static Path journals(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        boolean isInFolder =
                absolute.endsWith(PlacementFile.NAME)
                        || absolute.endsWith(PLAN)
                        || absolute.endsWith(FleetResult.FILE)
                        || absolute.endsWith(ServerSettings.FILE);
        Path plan = isInFolder && parent != null ? parent : absolute;
        return plan.resolveSibling(plan.getFileName() + ".push");
    }
}
