package dev.stowage.push.terraform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.VmGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * VM groups in the JSON form of Terraform. Images, networks and accounts are variables; credentials
 * are left to each provider's own ways (environment, profile), so that no secret is written.
 */
public final class TerraformJson {
    /** Name of the file. */
    public static final String FILE = "main.tf.json";

    private static final Map<String, TerraformProvider> PROVIDERS =
            Map.of(
                    "aws", new TerraformAws(),
                    "gcp", new TerraformGoogle(),
                    "azure", new TerraformAzure());

    private TerraformJson() {}

    /**
     * The configuration.
     *
     * @param name of what was planned
     * @param file of the plan, for messages
     * @throws InputException if a provider is not known
     */
    public static String of(String name, Path file, List<VmGroup> groups) {
        ObjectNode root = Json.mapper().createObjectNode();
        ObjectNode terraform = root.putObject("terraform");
        terraform.put("required_version", ">= 1.5.0");
        ObjectNode required = terraform.putObject("required_providers");
        root.putObject("provider");
        root.putObject("variable");
        root.putObject("resource");
        Set<String> begun = new HashSet<>();
        for (VmGroup group : groups) {
            TerraformProvider provider = provider(file, group);
            if (begun.add(group.provider())) {
                provider.begin(required, root, groups);
            }
            provider.add(root, VmGroup.words(name, '-'), group);
        }
        return Json.text(root);
    }

    private static TerraformProvider provider(Path file, VmGroup group) {
        TerraformProvider provider = PROVIDERS.get(group.provider());
        if (provider == null) {
            throw InputException.at(
                    file + ": provider",
                    "\"" + group.provider() + "\"",
                    "one of aws, azure, gcp",
                    "Terraform configurations of other providers are not written.");
        }
        if (group.region().isBlank()) {
            throw InputException.at(
                    file + ": region", "none for " + group.type(), "a region", null);
        }
        return provider;
    }

    /** Why a plan has no VM groups. */
    static InputException nothingToRent(PushPlan plan, Optional<String> provider) {
        if (provider.isPresent()) {
            return InputException.at(
                    "--provider",
                    provider.get(),
                    "a provider of VMs in " + plan.file(),
                    "Leave it out for the cheapest that the plan has.");
        }
        return InputException.of(
                plan.file(),
                "servers of one's own only",
                "servers with a provider (VMs), or clouds rented all the time",
                hint(plan.file()));
    }

    /** What else can be pushed: the clouds of the plan that the placement belongs to, if any. */
    private static String hint(Path file) {
        Path plan = file.resolveSibling(PushPlan.PLAN);
        return "Terraform rents VMs; for servers of one's own use --target node or kubernetes."
                + (plan.equals(file) || !Files.exists(plan)
                        ? ""
                        : " The clouds of the plan are in " + plan + ".");
    }

    /** A variable without a default: whoever applies it must say. */
    static void variable(ObjectNode root, String name, String type, String description) {
        ObjectNode variable = (ObjectNode) root.get("variable");
        if (!variable.has(name)) {
            variable.putObject(name).put("type", type).put("description", description);
        }
    }

    /**
     * A variable for the image of some VMs, which {@code terraform plan} refuses if it is not of
     * the form that the provider's images have.
     *
     * @param form a regular expression (RE2) of the whole value
     * @return a reference to it
     */
    static String image(
            ObjectNode root,
            String name,
            VmGroup group,
            String where,
            String form,
            String example) {
        variable(
                root,
                name,
                "string",
                "Image of Linux for " + group.architecture() + " of the VMs" + where);
        ObjectNode variable = (ObjectNode) root.get("variable").get(name);
        if (!variable.has("validation")) {
            variable.putArray("validation")
                    .addObject()
                    .put("condition", "${can(regex(\"" + form + "\", var." + name + "))}")
                    .put("error_message", "Expected an image as in " + example + ".");
        }
        return "${var." + name + "}";
    }

    /** A resource of a type. */
    static ObjectNode resource(ObjectNode root, String type, String name) {
        ObjectNode resources = (ObjectNode) root.get("resource");
        ObjectNode ofType =
                resources.has(type) ? (ObjectNode) resources.get(type) : resources.putObject(type);
        return ofType.putObject(name);
    }
}
