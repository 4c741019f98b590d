package dev.stowage.push.terraform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.object.VmGroup;
import java.util.List;

/** How a provider's VM groups are written for Terraform. */
interface TerraformProvider {
    /**
     * What is written once: the provider with its version, and variables.
     *
     * @param groups all of the plan
     */
    void begin(ObjectNode required, ObjectNode root, List<VmGroup> groups);

    /**
     * A group.
     *
     * @param plan name of the plan, of lower-case letters, digits and dashes
     */
    void add(ObjectNode root, String plan, VmGroup group);
}
