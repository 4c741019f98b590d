package dev.stowage.push.terraform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.object.VmGroup;
import java.util.List;

/**
 * Azure: a scale set of fixed size. Source: documentation of the provider {@code
 * hashicorp/azurerm}, resource {@code azurerm_linux_virtual_machine_scale_set}.
 */
final class TerraformAzure implements TerraformProvider {
    private static final int NAME_LENGTH = 58; // also the prefix of the VMs' computer names
    private static final int ONE_PLACEMENT_GROUP = 100;

    @Override
    public void begin(ObjectNode required, ObjectNode root, List<VmGroup> groups) {
        required.putObject("azurerm").put("source", "hashicorp/azurerm").put("version", "~> 4.0");
        ObjectNode provider = ((ObjectNode) root.get("provider")).putArray("azurerm").addObject();
        provider.putObject("features");
        provider.put("subscription_id", "${var.azure_subscription}");
        TerraformJson.variable(root, "azure_subscription", "string", "Subscription of the VMs");
        TerraformJson.variable(root, "azure_resource_group", "string", "Resource group of the VMs");
        TerraformJson.variable(root, "azure_admin", "string", "Name of the administrator");
        TerraformJson.variable(
                root, "azure_public_key", "string", "Public SSH key of the administrator");
        groups.stream()
                .filter(each -> each.provider().equals("azure"))
                .map(VmGroup::region)
                .distinct()
                .forEach(
                        region ->
                                TerraformJson.variable(
                                        root,
                                        "azure_subnet_" + VmGroup.words(region, '_'),
                                        "string",
                                        "ID of the subnet of the VMs in " + region));
    }

    @Override
    public void add(ObjectNode root, String plan, VmGroup group) {
        String image =
                TerraformJson.image(
                        root,
                        "azure_image_" + group.system(),
                        group,
                        "",
                        "^/(subscriptions|communityGalleries|sharedGalleries)/.+/images/.+$",
                        "/subscriptions/ID/resourceGroups/GROUP/providers/Microsoft.Compute/images/NAME");
        ObjectNode set =
                TerraformJson.resource(
                        root, "azurerm_linux_virtual_machine_scale_set", group.name('_'));
        String words = plan + "-" + group.name('-');
        set.put("name", words.length() <= NAME_LENGTH ? words : words.substring(0, NAME_LENGTH));
        set.put("resource_group_name", "${var.azure_resource_group}");
        set.put("location", group.region());
        set.put("sku", group.type());
        set.put("instances", group.count());
        if (group.count() > ONE_PLACEMENT_GROUP) {
            set.put("single_placement_group", false);
        }
        set.put("admin_username", "${var.azure_admin}");
        set.put("source_image_id", image);
        set.putArray("admin_ssh_key")
                .addObject()
                .put("username", "${var.azure_admin}")
                .put("public_key", "${var.azure_public_key}");
        set.putArray("os_disk")
                .addObject()
                .put("caching", "ReadWrite")
                .put("storage_account_type", "Standard_LRS");
        ObjectNode network = set.putArray("network_interface").addObject();
        network.put("name", "primary").put("primary", true);
        network.putArray("ip_configuration")
                .addObject()
                .put("name", "primary")
                .put("primary", true)
                .put("subnet_id", "${var.azure_subnet_" + VmGroup.words(group.region(), '_') + "}");
        set.putObject("tags").put("stowage-plan", plan);
    }
}
