package dev.stowage.push.terraform;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.object.VmGroup;
import java.util.List;

/**
 * AWS: a launch template and an Auto Scaling group of fixed size. Source: documentation of the
 * provider {@code hashicorp/aws}, resources {@code aws_launch_template} and {@code
 * aws_autoscaling_group}.
 */
final class TerraformAws implements TerraformProvider {
    @Override
    public void begin(ObjectNode required, ObjectNode root, List<VmGroup> groups) {
        required.putObject("aws").put("source", "hashicorp/aws").put("version", "~> 6.0");
        ArrayNode providers = ((ObjectNode) root.get("provider")).putArray("aws");
        groups.stream()
                .filter(each -> each.provider().equals("aws"))
                .map(VmGroup::region)
                .distinct()
                .forEach(
                        region -> {
                            providers.addObject().put("alias", alias(region)).put("region", region);
                            TerraformJson.variable(
                                    root,
                                    "aws_subnets_" + alias(region),
                                    "list(string)",
                                    "Subnets of the VMs in " + region);
                        });
    }

    @Override
    public void add(ObjectNode root, String plan, VmGroup group) {
        String name = group.name('_');
        String region = alias(group.region());
        String image =
                TerraformJson.image(
                        root,
                        "aws_image_" + group.system() + "_" + region,
                        group,
                        " in " + group.region(),
                        "^ami-([0-9a-f]{8}|[0-9a-f]{17})$",
                        "ami-0123456789abcdef0");
        ObjectNode template = TerraformJson.resource(root, "aws_launch_template", name);
        template.put("provider", "aws." + region);
        template.put("name_prefix", plan + "-" + group.name('-') + "-");
        template.put("image_id", image);
        template.put("instance_type", group.type());
        template.putArray("tag_specifications")
                .addObject()
                .put("resource_type", "instance")
                .putObject("tags")
                .put("stowage-plan", plan);
        ObjectNode scaling = TerraformJson.resource(root, "aws_autoscaling_group", name);
        scaling.put("provider", "aws." + region);
        scaling.put("name_prefix", plan + "-" + group.name('-') + "-");
        scaling.put("min_size", group.count());
        scaling.put("max_size", group.count());
        scaling.put("desired_capacity", group.count());
        scaling.put("vpc_zone_identifier", "${var.aws_subnets_" + region + "}");
        scaling.putArray("launch_template")
                .addObject()
                .put("id", "${aws_launch_template." + name + ".id}")
                .put("version", "${aws_launch_template." + name + ".latest_version}");
    }

    private static String alias(String region) {
        return VmGroup.words(region, '_');
    }
}
