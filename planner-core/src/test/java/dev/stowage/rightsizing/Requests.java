package dev.stowage.rightsizing;

import dev.stowage.model.TaskClass;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Things to pack in tests: services a, b and so on, on servers of 8 cores and 16 GiB. */
public final class Requests {
    public static final long CORE = 1_000_000;
    public static final long GIB = 1L << 30;
    private static final ResourceVector SERVER = ResourceVector.of(8 * CORE, 16 * GIB);

    private final List<PackItem> items = new ArrayList<>();
    private final List<PlacementPlan.Service> services = new ArrayList<>();
    private final List<@Nullable String> serviceOf = new ArrayList<>();
    private final Map<String, TaskClass> classes = new HashMap<>();

    public Requests service(int replicas, long cpu, long memory) {
        return service(replicas, cpu, memory, null);
    }

    public Requests service(int replicas, long cpu, long memory, @Nullable ResourceVector limit) {
        String name = String.valueOf((char) ('a' + services.size()));
        ResourceVector request = ResourceVector.of(cpu, memory);
        for (int i = 0; i < replicas; i++) {
            items.add(
                    new PackItem(
                            name + "/" + i, request, OptionalInt.of(0), false, memory, List.of()));
            serviceOf.add(name);
        }
        services.add(new PlacementPlan.Service(name, replicas, request, null, limit, 0, null));
        return this;
    }

    /** The class of the service that was added last. */
    Requests of(TaskClass taskClass) {
        classes.put(services.get(services.size() - 1).name(), taskClass);
        return this;
    }

    public PackRequest on(int servers) {
        List<PackServer> all = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            all.add(
                    new PackServer(
                            "s" + i,
                            "t",
                            "s" + i,
                            SERVER,
                            SERVER,
                            BigDecimal.ONE,
                            new TreeMap<>()));
        }
        return new PackRequest(
                "test",
                new PackingProblem(
                        List.of(PackingResource.CPU, PackingResource.MEMORY),
                        all,
                        items,
                        List.of()),
                services,
                classes,
                serviceOf,
                Collections.nCopies(servers, PackRequest.Place.OWN),
                PackRequest.SERVERS,
                0,
                Map.of("file", "test.yaml"),
                List.of());
    }
}
