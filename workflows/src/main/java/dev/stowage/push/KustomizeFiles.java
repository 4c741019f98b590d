package dev.stowage.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.KubernetesPatch;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a plan changes of workloads, as a component of Kustomize for each namespace: for those whose
 * manifests are in a repository that a controller applies. Each patch comes with a check that the
 * container is called as its workload, so that a build fails where it is not.
 */
final class KustomizeFiles {
    private final PlacementPlan plan;
    private final PushSettings settings;
    private final KubernetesPatch patch;
    private final YAMLMapper yaml;

    KustomizeFiles(PlacementPlan plan, PushSettings settings, YAMLMapper yaml) {
        this.plan = plan;
        this.settings = settings;
        this.patch = new KubernetesPatch(plan, KubernetesPatch.Wish.of(settings));
        this.yaml = yaml;
    }

    /** Adds a folder for each namespace in which anything changes. */
    void add(FileObjects files, List<String> notices) {
        SortedMap<String, ArrayNode> components = new TreeMap<>();
        int unchanged = 0;
        int others = 0;
        for (PlacementPlan.Service service : plan.services()) {
            Workload workload = Workload.of(service.name()).orElse(null);
            if (workload == null || !Workload.KINDS.contains(workload.kind())) {
                others++;
            } else if (!isChanged(service)) {
                unchanged++;
            } else {
                ArrayNode patches =
                        components.computeIfAbsent(
                                workload.namespace(), space -> Json.mapper().createArrayNode());
                add(files, workload, service, patches);
            }
        }
        components.forEach(
                (space, patches) ->
                        files.add(
                                "kustomize/" + space + "/kustomization.yaml", component(patches)));
        if (!components.isEmpty()) {
            notices.add(FilesTarget.WHOLE_POD);
        }
        if (unchanged + others > 0) {
            notices.add(
                    "Kustomize: no patch for "
                            + unchanged
                            + " workloads that don't change, and "
                            + others
                            + " services that have no template");
        }
        if (!plan.moves().isEmpty()) {
            notices.add(
                    "Kustomize: the plan's "
                            + plan.moves().size()
                            + " moves are in no patch; --target kubernetes --drain makes them");
        }
    }

    private boolean isChanged(PlacementPlan.Service service) {
        boolean isSteered = !settings.get("placement", "none").equals("none");
        return service.limit() != null
                || isSteered
                || patch.hasPriority(service)
                || (service.requestBefore() != null
                        && !service.requestBefore().equals(service.request()));
    }

    private void add(
            FileObjects files,
            Workload workload,
            PlacementPlan.Service service,
            ArrayNode patches) {
        String name = workload.kind().toLowerCase(Locale.ROOT) + "-" + workload.name();
        String folder = "kustomize/" + workload.namespace() + "/";
        ArrayNode check = Json.mapper().createArrayNode();
        check.addObject()
                .put("op", "test")
                .put("path", "/spec/template/spec/containers/0/name")
                .put("value", workload.name());
        files.add(folder + name + ".check.yaml", text(check));
        patches.addObject()
                .put("path", name + ".check.yaml")
                .putObject("target")
                .put("kind", workload.kind())
                .put("name", workload.name());
        files.add(
                folder + name + ".patch.yaml",
                "# "
                        + FilesTarget.WHOLE_POD
                        + ".\n"
                        + text(
                                patch.workload(
                                        workload,
                                        service,
                                        Map.of(
                                                workload.name(),
                                                patch.quantities(service.request())),
                                        Map.of(workload.name(), patch.limits(service.limit())),
                                        Map.of("app", workload.name()))));
        patches.addObject().put("path", name + ".patch.yaml");
    }

    private String component(ArrayNode patches) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("apiVersion", "kustomize.config.k8s.io/v1alpha1").put("kind", "Component");
        root.set("patches", patches);
        return "# In the kustomization.yaml of the owner: components: [this folder]\n" + text(root);
    }

    private String text(JsonNode document) {
        try {
            return yaml.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document is not YAML: " + e.getMessage(), e);
        }
    }
}
