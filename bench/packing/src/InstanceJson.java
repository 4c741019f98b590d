package dev.stowage.packing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The instances with rules that {@code bench/packing/oracle} solves, one in JSON a line. */
public final class InstanceJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private InstanceJson() {}

    /** Prints the instances with the seeds from 0 on. */
    public static void main(String[] args) {
        for (int seed = 0; seed < Integer.parseInt(args[0]); seed++) {
            ObjectNode node = json(Instances.ruled(Instances.ruledItems(seed), seed));
            System.out.println(node.put("seed", seed));
        }
    }

    private static ObjectNode json(PackingProblem problem) {
        ObjectNode root = MAPPER.createObjectNode();
        ArrayNode servers = root.putArray("servers");
        for (PackServer server : problem.servers()) {
            ObjectNode node = servers.addObject();
            node.put("zone", server.domain()).put("cost", server.cost());
            node.put("disk", server.attributes().get("disk"));
            has(node.putArray("has"), server.usable());
        }
        ArrayNode items = root.putArray("items");
        for (PackItem item : problem.items()) {
            ObjectNode node = items.addObject().put("needsSsd", !item.predicates().isEmpty());
            has(node.putArray("asks"), item.demand());
        }
        ArrayNode rules = root.putArray("rules");
        problem.rules().forEach(rule -> rule(rules.addObject(), rule));
        return root;
    }

    private static void has(ArrayNode list, ResourceVector amounts) {
        for (int r = 0; r < amounts.size(); r++) {
            list.add(amounts.get(r));
        }
    }

    private static void rule(ObjectNode node, PackRule rule) {
        if (rule instanceof PackRule.Spread spread) {
            node.put("kind", "spread").put("most", spread.most());
        } else {
            node.put("kind", "together");
        }
        node.put("scope", rule.scope().name());
        ArrayNode members = node.putArray("members");
        rule.items().forEach(members::add);
    }
}
