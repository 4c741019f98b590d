package dev.stowage.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.KubernetesPatch;
import dev.stowage.push.node.NodePlan;
import dev.stowage.push.node.NodeTarget;
import dev.stowage.push.node.SliceLimits;
import dev.stowage.push.node.SliceNames;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.FolderTarget;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import dev.stowage.push.object.VmGroup;
import dev.stowage.push.object.Workload;
import dev.stowage.push.terraform.TerraformJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What the other targets would apply, as files in a folder. */
final class FilesTarget extends FolderTarget {
    static final String NAME = "files";

    /** A plan knows pods and not their containers. */
    static final String WHOLE_POD =
            "What a whole pod asks for is written for this one container. Where a pod has others,"
                    + " take theirs off first, or it asks for more than the plan has";

    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                            .build());

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;

    private FilesTarget(Supplier<PushPlan> plan, PushSettings settings) {
        super(settings, "pushed");
        this.plan = plan;
        this.settings = settings;
    }

    static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        return new FilesTarget(plan, settings);
    }

    @Override
    protected FileObjects files(Path folder, List<String> notices) {
        FileObjects files = new FileObjects();
        PushPlan read = plan.get();
        if (isKustomize()) {
            new KustomizeFiles(read.requirePlacement(NAME), settings, YAML).add(files, notices);
            if (files.isEmpty()) {
                throw InputException.of(
                        read.file(),
                        "a plan that changes no workload of Kubernetes",
                        "new requests, or --placement or --priorities",
                        "Moves are made by --target kubernetes --drain.");
            }
            return files;
        }
        List<VmGroup> groups = read.groups(null);
        if (!groups.isEmpty()) {
            files.add(
                    "terraform/" + TerraformJson.FILE,
                    TerraformJson.of(read.name(), read.file(), groups));
        }
        if (read.placement() != null) {
            kubernetes(files, read.placement(), notices);
            nodes(files, read.placement(), notices);
        }
        if (files.isEmpty()) {
            throw InputException.of(
                    read.file(),
                    "a plan of which no target has anything to apply",
                    "VMs, Kubernetes workloads, or servers with items",
                    null);
        }
        return files;
    }

    private boolean isKustomize() {
        String format = settings.get("format", "plain");
        if (!format.equals("plain") && !format.equals("kustomize")) {
            throw InputException.at("--format", format, "one of plain, kustomize", null);
        }
        return format.equals("kustomize");
    }

    private void kubernetes(FileObjects files, PlacementPlan placement, List<String> notices) {
        KubernetesPatch patch = new KubernetesPatch(placement, KubernetesPatch.Wish.of(settings));
        TreeSet<Integer> priorities = new TreeSet<>();
        boolean hasWorkloads = false;
        for (PlacementPlan.Service service : placement.services()) {
            Workload workload = Workload.of(service.name()).orElse(null);
            if (workload == null) {
                continue;
            }
            Map<String, String> limits = patch.limits(service.limit());
            files.add(
                    "kubernetes/" + service.name().replace('/', '-') + ".yaml",
                    yaml(
                            patch.workload(
                                    workload,
                                    service,
                                    Map.of(workload.name(), patch.quantities(service.request())),
                                    Map.of(workload.name(), limits),
                                    Map.of("app", workload.name()))));
            hasWorkloads = true;
            if (patch.hasPriority(service)) {
                priorities.add(service.priority());
            }
        }
        if (hasWorkloads) {
            notices.add(
                    "Kubernetes: a container is assumed to be called as its workload, its pods to"
                            + " have the label app; --target kubernetes reads both from the"
                            + " cluster");
            notices.add(WHOLE_POD);
        }
        priorities.forEach(
                each ->
                        files.add(
                                "kubernetes/" + KubernetesPatch.priorityName(each) + ".yaml",
                                yaml(KubernetesPatch.priorityClass(each))));
    }

    private static String yaml(ObjectNode document) {
        try {
            return "# kubectl apply --server-side --field-manager stowage -f this\n"
                    + YAML.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document is not YAML: " + e.getMessage(), e);
        }
    }

    private void nodes(FileObjects files, PlacementPlan placement, List<String> notices) {
        for (PlacementPlan.Server server : placement.servers()) {
            if (!server.isUsed() || server.provider() != null) {
                continue;
            }
            NodePlan node = new NodePlan(placement, server, NodeTarget.options(settings));
            SliceNames names = new SliceNames(settings.get("slice", NodeTarget.SLICE));
            for (SliceLimits slice : node.slices()) {
                files.add(
                        "node/"
                                + VmGroup.words(server.name(), '-')
                                + "/"
                                + NodeTarget.dropIn(names.of(slice.service())),
                        slice.unit());
            }
            node.notices().forEach(each -> notices.add(server.name() + ": " + each));
        }
    }
}
