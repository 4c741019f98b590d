package dev.stowage.ingest.platform;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.JsonFile;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events of OpenStack's instances, a list of JSON, and hypervisors. */
public final class OpenStackFormat extends ListedFormat {
    /** The format. */
    public OpenStackFormat() {
        super(
                "openstack",
                "events of OpenStack's instances, as Open XDMoD takes them, and hypervisors, in"
                        + " JSON",
                List.of(ALL_USER_FACING, ALL_BATCH),
                List.of());
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        if (!JsonFile.begins(file, '[') && !JsonFile.begins(file, '{')) {
            return false;
        }
        JsonNode root = JsonFile.peek(file);
        return isEvent(root.path(0)) || isHypervisors(root);
    }

    private static boolean isEvent(JsonNode node) {
        return node.has("event_type") && node.has("generated");
    }

    private static boolean isHypervisors(JsonNode root) {
        return root.path("hypervisors").isArray();
    }

    @Override
    protected Reader begin(Listing listing) {
        return new Events(listing, classRule(listing.request()));
    }

    private static final class Events implements Reader {
        private final Listing listing;
        private final TaskClass taskClass;
        private final Set<String> messages = new HashSet<>();
        private final Map<String, InstanceLife> instances = new LinkedHashMap<>();

        Events(Listing listing, String classRule) {
            this.listing = listing;
            taskClass = classRule.equals(ALL_BATCH) ? TaskClass.BATCH : TaskClass.USER_FACING;
        }

        @Override
        public void read(Path file) {
            JsonNode peeked = JsonFile.peek(file);
            if (isHypervisors(peeked)) {
                readHypervisors(file);
            } else if (isEvent(peeked.path(0))) {
                readEvents(file);
            } else {
                throw InputException.of(
                        file,
                        "JSON of something else",
                        "a list of events with event_type and generated, or an object with"
                                + " hypervisors",
                        null);
            }
        }

        private void readHypervisors(Path file) {
            ListedTable table = listing.table("machines");
            JsonNode root = JsonFile.read(file, listing, table, v -> v.path("hypervisors").size());
            for (JsonNode each : root.path("hypervisors")) {
                String name = each.path("hypervisor_hostname").asText();
                try {
                    listing.add(
                            ListedMachine.of(
                                    CleanName.of("hypervisor_hostname", name),
                                    amount(each, "vcpus", Amount.MILLION),
                                    amount(each, "memory_mb", Amount.MIB)));
                    table.used(1);
                } catch (BadRecordException e) {
                    table.bad(file, 1, e, name);
                }
            }
        }

        private void readEvents(Path file) {
            ListedTable table = listing.table("tasks");
            for (JsonNode each : JsonFile.read(file, listing, table, JsonNode::size)) {
                String message = each.path("message_id").asText();
                String id = each.path("instance_id").asText();
                if (id.isEmpty() && isEvent(each)) {
                    table.ignored(IgnoreRule.UNNAMED, 1);
                } else if (!message.isEmpty() && !messages.add(message)) {
                    table.ignored(IgnoreRule.UNCHANGED, 1);
                } else {
                    try {
                        InstanceLife.Event event = event(each);
                        instances
                                .computeIfAbsent(id, key -> new InstanceLife(key, file, table))
                                .add(event);
                    } catch (BadRecordException e) {
                        table.bad(file, 1, e, message);
                    }
                }
            }
        }

        private InstanceLife.Event event(JsonNode node) throws BadRecordException {
            if (!isEvent(node)) {
                throw new BadRecordException(BadRow.WRONG_TYPE, "no event");
            }
            return new InstanceLife.Event(
                    CleanName.of("event_type", node.path("event_type").asText()),
                    time(node, "generated"),
                    time(node, "launched_at"),
                    time(node, "deleted_at"),
                    amount(node, "vcpus", Amount.MILLION),
                    amount(node, "memory_mb", Amount.MIB),
                    node.has("disk_gb") ? amount(node, "disk_gb", Amount.GIB) : ABSENT,
                    CleanName.of("host", node.path("host").asText()),
                    CleanName.of("project_name", node.path("project_name").asText()),
                    node.path("state").asText());
        }

        /** Nova says times in UTC, with an offset or without. */
        private long time(JsonNode node, String key) throws BadRecordException {
            String text = node.path(key).asText();
            if (text.isEmpty() || text.equals("null")) {
                return ABSENT;
            }
            boolean hasOffset = text.matches(".*(Z|UTC|[+-][0-9]{2}:?[0-9]{2})");
            return listing.moments().micros(key, hasOffset ? text : text + "Z");
        }

        private static long amount(JsonNode node, String key, BigDecimal factor)
                throws BadRecordException {
            String text = node.path(key).asText();
            if (text.isEmpty()) {
                throw new BadRecordException(BadRow.MISSING_VALUE, "no " + key);
            }
            return Amount.of(key, text, factor);
        }

        @Override
        public void finish() {
            instances.values().forEach(life -> life.addTo(listing, taskClass));
            if (listing.machineNames().isEmpty()) {
                listing.warn(
                        "There are no hypervisors: give what tells them as JSON, too, or simulate"
                                + " with --servers of your own.");
            }
        }
    }
}
