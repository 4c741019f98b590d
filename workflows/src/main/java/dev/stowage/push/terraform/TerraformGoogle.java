package dev.stowage.push.terraform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.object.VmGroup;
import java.util.List;

/**
 * Google Cloud: an instance template and a regional managed instance group. Source: documentation
 * of the provider {@code hashicorp/google}, resources {@code google_compute_instance_template} and
 * {@code google_compute_region_instance_group_manager}.
 */
final class TerraformGoogle implements TerraformProvider {
    private static final int NAME_LENGTH = 37; // of a name prefix, says the provider
    private static final int BASE_LENGTH = 58; // five more are appended for each VM

    @Override
    public void begin(ObjectNode required, ObjectNode root, List<VmGroup> groups) {
        required.putObject("google").put("source", "hashicorp/google").put("version", "~> 7.0");
        ((ObjectNode) root.get("provider"))
                .putArray("google")
                .addObject()
                .put("project", "${var.google_project}");
        TerraformJson.variable(root, "google_project", "string", "Project of the VMs");
        groups.stream()
                .filter(each -> each.provider().equals("gcp"))
                .map(VmGroup::region)
                .distinct()
                .forEach(
                        region ->
                                TerraformJson.variable(
                                        root,
                                        "google_subnetwork_" + VmGroup.words(region, '_'),
                                        "string",
                                        "Subnetwork of the VMs in " + region));
    }

    @Override
    public void add(ObjectNode root, String plan, VmGroup group) {
        String name = group.name('_');
        String region = VmGroup.words(group.region(), '_');
        String words = plan + "-" + group.name('-');
        String image =
                TerraformJson.image(
                        root,
                        "google_image_" + group.system(),
                        group,
                        "' boot disks",
                        "^(https://.+/)?(projects/[^/]+/global/images/(family/)?)?[a-z0-9./-]+$",
                        "projects/debian-cloud/global/images/family/debian-12");
        ObjectNode template =
                TerraformJson.resource(root, "google_compute_instance_template", name);
        template.put("name_prefix", cut(words, NAME_LENGTH - 1) + "-");
        template.put("machine_type", group.type());
        template.put("region", group.region());
        template.putArray("disk")
                .addObject()
                .put("source_image", image)
                .put("boot", true)
                .put("auto_delete", true);
        template.putArray("network_interface")
                .addObject()
                .put("subnetwork", "${var.google_subnetwork_" + region + "}");
        template.putObject("labels").put("stowage-plan", cut(plan, 63));
        template.putObject("lifecycle").put("create_before_destroy", true);
        ObjectNode manager =
                TerraformJson.resource(root, "google_compute_region_instance_group_manager", name);
        manager.put("name", cut(words, 63));
        manager.put("region", group.region());
        manager.put("base_instance_name", cut(words, BASE_LENGTH));
        manager.put("target_size", group.count());
        manager.putArray("version")
                .addObject()
                .put("name", "planned")
                .put(
                        "instance_template",
                        "${google_compute_instance_template." + name + ".self_link_unique}");
    }

    private static String cut(String text, int length) {
        String cut = text.length() <= length ? text : text.substring(0, length);
        return cut.replaceFirst("-+$", "");
    }
}
