package dev.stowage.push.recommendation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.json.Json;
import dev.stowage.output.TextFiles;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.KubernetesPatch;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The requests of each week in a folder for each owner: that is the namespace of a workload of
 * Kubernetes, otherwise what was packed. A service that is not called {@code namespace/Kind/name}
 * is taken for a Deployment of its name; the container is taken to be called as its workload.
 */
public final class RecommendationFiles {
    private static final String WARNING =
            "# A container is assumed to be called as its workload. Merge with what you have.\n";
    private static final String CRON_JOB = "CronJob";

    /** Of the kinds whose template of pods can be changed: a Job's or a Pod's can't. */
    private static final Map<String, String> APIS =
            Map.of(
                    "Deployment",
                    "apps/v1",
                    "StatefulSet",
                    "apps/v1",
                    "DaemonSet",
                    "apps/v1",
                    "ReplicaSet",
                    "apps/v1",
                    "ReplicationController",
                    "v1",
                    CRON_JOB,
                    "batch/v1");

    private static final String NO_NAME =
            "# Kubernetes takes no such name (RFC 1123): put in what the workload is called there.\n";
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                            .build());

    private final PlacementPlan plan;
    private final KubernetesPatch patch;
    private final Path folder;
    private final Map<String, String> files = new HashMap<>(); // by service

    /** Files of a plan, in a folder that need not exist. */
    public RecommendationFiles(PlacementPlan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
        patch = new KubernetesPatch(plan, KubernetesPatch.Wish.of(PushSettings.of(Map.of())));
        Set<String> taken = new HashSet<>(); // services of different names may look alike
        for (PlacementPlan.Service service : plan.services()) {
            String file = word(kind(service).toLowerCase(Locale.ROOT) + "-" + name(service));
            String free = file;
            for (int i = 2; !taken.add(owner(service) + "/" + free.toLowerCase(Locale.ROOT)); i++) {
                free = file + "-" + i;
            }
            files.put(service.name(), free);
        }
    }

    /**
     * Writes a week.
     *
     * @param number from 1
     * @param changed services whose requests change in it
     * @param services with the requests and limits of that week
     */
    public void write(int number, List<String> changed, List<PlacementPlan.Service> services) {
        Map<Path, ObjectNode> components = new TreeMap<>();
        for (PlacementPlan.Service service : services) {
            if (changed.contains(service.name())) {
                Path week = folder.resolve(owner(service)).resolve("week-" + number);
                write(week, service, components.computeIfAbsent(week, path -> component()));
            }
        }
        components.forEach(
                (week, component) -> write(week.resolve("kustomization.yaml"), WARNING, component));
    }

    private String owner(PlacementPlan.Service service) {
        return Workload.of(service.name())
                .map(Workload::namespace)
                .orElseGet(() -> word(plan.name()));
    }

    private static String kind(PlacementPlan.Service service) {
        return Workload.of(service.name()).map(Workload::kind).orElse("Deployment");
    }

    private static String name(PlacementPlan.Service service) {
        return Workload.of(service.name()).map(Workload::name).orElse(service.name());
    }

    /** A name as a part of a path. */
    private static String word(String name) {
        return name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^\\.+", "-");
    }

    private void write(Path week, PlacementPlan.Service service, ObjectNode component) {
        String kind = kind(service);
        String name = name(service);
        String file = Objects.requireNonNull(files.get(service.name()));
        String comment = NAME.matcher(name).matches() ? "" : NO_NAME;
        String group = APIS.getOrDefault(kind, "");
        write(
                week.resolve(file + ".values.yaml"),
                "# Values of a Helm chart that has resources at the top, as helm create makes it.\n"
                        + (group.isEmpty()
                                ? "# No patch: the pods of a "
                                        + kind
                                        + " can't be changed by one, or not known how.\n"
                                : ""),
                resources(service));
        if (!group.isEmpty()) {
            write(week.resolve(file + ".patch.yaml"), comment, patch(service, kind, name));
            write(week.resolve(file + ".vpa.yaml"), comment, autoscaler(service, kind, name));
            component.withArray("patches").addObject().put("path", file + ".patch.yaml");
        }
    }

    private static ObjectNode component() {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "kustomize.config.k8s.io/v1alpha1").put("kind", "Component");
        root.putArray("patches");
        return root;
    }

    private ObjectNode patch(PlacementPlan.Service service, String kind, String name) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", APIS.get(kind)).put("kind", kind);
        metadata(root, service, name);
        ObjectNode spec = root.putObject("spec");
        ObjectNode container =
                (kind.equals(CRON_JOB) ? spec.putObject("jobTemplate").putObject("spec") : spec)
                        .putObject("template")
                        .putObject("spec")
                        .putArray("containers")
                        .addObject();
        container.put("name", name).setAll(resources(service));
        return root;
    }

    private static void metadata(ObjectNode root, PlacementPlan.Service service, String name) {
        ObjectNode metadata = root.putObject("metadata").put("name", name);
        Workload.of(service.name()).ifPresent(w -> metadata.put("namespace", w.namespace()));
    }

    private ObjectNode resources(PlacementPlan.Service service) {
        ObjectNode root = Json.mapper().createObjectNode();
        ObjectNode resources = root.putObject("resources");
        put(resources, "requests", patch.quantities(service.request()));
        put(resources, "limits", patch.limits(service.limit()));
        return root;
    }

    private static void put(ObjectNode resources, String kind, Map<String, String> amounts) {
        if (!amounts.isEmpty()) {
            ObjectNode all = resources.putObject(kind);
            amounts.forEach(all::put);
        }
    }

    /** It may ask for more than the plan when a pod begins, and never for less. */
    private ObjectNode autoscaler(PlacementPlan.Service service, String kind, String name) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "autoscaling.k8s.io/v1").put("kind", "VerticalPodAutoscaler");
        metadata(root, service, name);
        ObjectNode spec = root.putObject("spec");
        spec.putObject("targetRef")
                .put("apiVersion", APIS.get(kind))
                .put("kind", kind)
                .put("name", name);
        spec.putObject("updatePolicy").put("updateMode", "Initial");
        ObjectNode policy =
                spec.putObject("resourcePolicy").putArray("containerPolicies").addObject();
        policy.put("containerName", name).put("controlledValues", "RequestsOnly");
        Map<String, String> least = new TreeMap<>(patch.quantities(service.request()));
        least.keySet().retainAll(List.of("cpu", "memory"));
        put(policy, "minAllowed", least);
        policy.putArray("controlledResources").add("cpu").add("memory");
        return root;
    }

    private static void write(Path file, String comment, ObjectNode document) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            TextFiles.write(file, comment + YAML.writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document is not YAML: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
