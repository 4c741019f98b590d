package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.manifest.TraceManifest.SourceFile;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.RowLedger;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The nodes, pods and metrics of some files, read object by object: only one is held as a tree at a
 * time. Objects of other kinds are counted.
 */
final class Snapshot {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int BYTES_TO_LOOK_AT = 4096;
    private static final Pattern YAML =
            Pattern.compile("\\uFEFF?(?:(?:#.*|---.*|kind: .*|)\\R)*apiVersion: *\\S");

    /**
     * A machine of the cluster.
     *
     * @param labels with its name as {@link PodPlacement#NAME_FIELD}
     */
    record Node(
            String name,
            @Nullable String platform,
            Amounts size,
            Amounts capacity,
            Amounts allocatable,
            boolean isUnschedulable,
            boolean isReady,
            Map<String, String> labels,
            List<Taint> taints) {}

    final RowLedger nodeRows;
    final RowLedger podRows;
    final RowLedger otherRows;
    final Map<String, Node> nodes = new LinkedHashMap<>();
    final Map<String, Pod> pods = new LinkedHashMap<>();
    final Map<String, Amounts> metrics = new LinkedHashMap<>();
    private final IdentityHashMap<Pod, String> names = new IdentityHashMap<>();
    final List<SourceFile> files;

    /** Objects that the trace does not hold, by kind. */
    final SortedMap<String, Long> otherKinds;

    private long neverPreempting;

    private final Quarantine quarantine;
    private final Selection selection;
    private final boolean isWholeNode;

    /**
     * A snapshot without objects.
     *
     * @param isWholeNode a node counts with its capacity, not with what is allocatable
     * @param selection what of the pods is taken
     */
    Snapshot(Quarantine quarantine, boolean isWholeNode, Selection selection) {
        nodeRows = new RowLedger();
        podRows = new RowLedger();
        otherRows = new RowLedger();
        files = new ArrayList<>();
        otherKinds = new TreeMap<>();
        this.quarantine = quarantine;
        this.selection = selection;
        this.isWholeNode = isWholeNode;
    }

    /** Another moment of the same cluster; its rows are in the same books. */
    private Snapshot(Snapshot before) {
        nodeRows = before.nodeRows;
        podRows = before.podRows;
        otherRows = before.otherRows;
        files = before.files;
        otherKinds = before.otherKinds;
        quarantine = before.quarantine;
        selection = before.selection;
        isWholeNode = before.isWholeNode;
    }

    /** An empty one for another moment of the same cluster; its rows are in the same books. */
    Snapshot another() {
        return new Snapshot(this);
    }

    /**
     * Reads a file.
     *
     * @throws InputException if it is not JSON, or damaged
     */
    void read(Path path) {
        try (TextSource source = TextSource.open(path, selection.inflation(), bytes -> {});
                JsonParser parser = MAPPER.createParser(source.asStream())) {
            long before = rows();
            parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE); // its checksum is wanted
            parser.nextToken();
            do {
                readDocument(path, parser);
            } while (parser.nextToken() != null);
            String name = String.valueOf(path.getFileName());
            long bytes;
            String sum = source.sha256();
            bytes = source.diskBytes();
            files.add(new SourceFile(name, "objects", bytes, rows() - before, sum));
        } catch (JsonProcessingException e) {
            if (isYaml(path)) {
                throw refusal(path);
            }
            long line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw InputException.atLine(
                            path,
                            line,
                            "broken JSON: " + e.getOriginalMessage(),
                            "what kubectl get nodes,pods -A -o json prints",
                            "Take the snapshot again.")
                    .causedBy(e);
        } catch (CharConversionException e) { // taken for UTF-32 by its zeros
            throw InputException.of(
                            path,
                            "text that is not UTF-8 (" + e.getMessage() + ")",
                            "what kubectl get nodes,pods -A -o json prints",
                            "Take the snapshot again.")
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    /** True if a file begins as an object with a version of the API does. */
    static boolean looksLikeOne(Path path) {
        try (TextSource source = TextSource.open(path, bytes -> {});
                JsonParser parser = MAPPER.createParser(source.asStream())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("apiVersion")) {
                    return true;
                }
                parser.skipChildren();
            }
            return false;
        } catch (InputException | IOException e) {
            return false; // no JSON, or damaged
        }
    }

    /** True if a file begins as objects do that kubectl prints as YAML. */
    static boolean isYaml(Path path) {
        try (TextSource source = TextSource.open(path, bytes -> {})) {
            LineBlocks.@Nullable Block block = new LineBlocks(source).next();
            String text =
                    block == null
                            ? ""
                            : new String(
                                    block.bytes(),
                                    0,
                                    Math.min(block.length(), BYTES_TO_LOOK_AT),
                                    StandardCharsets.UTF_8);
            return YAML.matcher(text).lookingAt();
        } catch (InputException e) {
            return false; // damaged or binary
        }
    }

    /** What to do with YAML. */
    static InputException refusal(Path yaml) {
        return InputException.of(
                yaml,
                "Kubernetes objects as YAML",
                "JSON, as kubectl get nodes,pods -A -o json prints it",
                "Take the snapshot with -o json in place of -o yaml, or turn this file into JSON:"
                        + " kubectl annotate --local -o json -f "
                        + yaml.getFileName()
                        + " none- | jq -s '{apiVersion: \"v1\", items: .}' > snapshot.json (no"
                        + " cluster is needed).");
    }

    private long rows() {
        return nodeRows.rowsRead() + podRows.rowsRead() + otherRows.rowsRead();
    }

    /** A list of objects under {@code items}; a file may hold one after another. */
    private void readDocument(Path path, JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw InputException.of(
                    path,
                    "no JSON object",
                    "what kubectl get nodes,pods -A -o json prints",
                    "If it is of another format, name that format.");
        }
        boolean hasItems = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isItems = parser.currentName().equals("items");
            if (parser.nextToken() == JsonToken.START_ARRAY && isItems) {
                hasItems = true;
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    long line = parser.currentTokenLocation().getLineNr();
                    JsonNode object = parser.readValueAsTree();
                    take(path, line, object);
                }
            } else {
                parser.skipChildren();
            }
        }
        if (!hasItems) {
            throw InputException.of(
                    path,
                    "a JSON object without items",
                    "what kubectl get nodes,pods -A -o json prints",
                    "One object alone is not a snapshot; give the list.");
        }
    }

    private void take(Path path, long line, JsonNode object) {
        String kind = kind(object);
        boolean isMetrics = kind.equals("PodMetrics");
        RowLedger ledger =
                kind.equals("Node") ? nodeRows : kind.equals("Pod") ? podRows : otherRows;
        ledger.read(1);
        try {
            if (kind.equals("Node")) {
                takeNode(object);
            } else if (kind.equals("Pod")) {
                Pod pod = Pod.of(object);
                if (!pod.isIn(selection.sample())) {
                    ledger.ignored(IgnoreRule.NOT_SAMPLED, 1);
                    return;
                }
                take(pod);
                neverPreempting +=
                        object.at("/spec/preemptionPolicy").asText().equals("Never") ? 1 : 0;
            } else if (isMetrics) {
                takeMetrics(object);
            } else {
                otherKinds.merge(kind.matches("[A-Za-z]{1,60}") ? kind : "unnamed", 1L, Long::sum);
                ledger.ignored(IgnoreRule.OTHER_KIND, 1);
                return;
            }
            ledger.used(0);
        } catch (BadObjectException e) {
            JsonNode metadata = object.path("metadata");
            String text =
                    (kind + " " + metadata.path("namespace").asText() + "/")
                            + metadata.path("name").asText();
            ledger.quarantined();
            quarantine.add(
                    path,
                    String.valueOf(path.getFileName()),
                    new Quarantine.Row(line, e.reason(), e.found(), text));
        }
    }

    /** Items of a NodeList or PodList, as the API gives it, don't say their kind. */
    private static String kind(JsonNode object) {
        String kind = object.path("kind").asText();
        if (!kind.isEmpty()) {
            return kind;
        }
        JsonNode status = object.path("status");
        if (object.path("spec").has("containers")) {
            return "Pod";
        }
        return status.has("nodeInfo") || status.has("allocatable")
                ? "Node"
                : object.has("containers") ? "PodMetrics" : "";
    }

    /** Pods that wait for room and take none from others; a trace doesn't say so. */
    long neverPreempting() {
        return neverPreempting;
    }

    private void takeNode(JsonNode object) throws BadObjectException {
        JsonNode metadata = object.path("metadata");
        JsonNode status = object.path("status");
        JsonNode spec = object.path("spec");
        String name = Pod.required(metadata, "name");
        Amounts capacity = Amounts.of(status.path("capacity"));
        Amounts allocatable = Amounts.of(status.path("allocatable"));
        Amounts size = isWholeNode ? capacity.or(allocatable) : allocatable.or(capacity);
        if (size.cpuMicroCores() <= 0 || size.memoryBytes() <= 0) {
            throw new BadObjectException(BadRow.MISSING_VALUE, "a node without CPU or memory");
        }
        Map<String, String> labels = PodPlacement.labels(metadata);
        labels.put(PodPlacement.NAME_FIELD, name);
        String platform = labels.getOrDefault("node.kubernetes.io/instance-type", "");
        boolean isReady = false;
        for (JsonNode condition : status.path("conditions")) {
            isReady |=
                    condition.path("type").asText().equals("Ready")
                            && condition.path("status").asText().equals("True");
        }
        Node node =
                new Node(
                        name,
                        platform.isEmpty() ? null : platform,
                        size,
                        capacity,
                        allocatable,
                        spec.path("unschedulable").asBoolean(),
                        isReady,
                        labels,
                        Taint.of(spec));
        if (nodes.putIfAbsent(name, node) != null) {
            throw new BadObjectException(BadRow.DUPLICATE, "a second node " + name);
        }
    }

    private void take(Pod pod) throws BadObjectException {
        if (pods.putIfAbsent(pod.namespace() + "/" + pod.name(), pod) != null) {
            throw new BadObjectException(BadRow.DUPLICATE, "a second pod " + pod.name());
        }
    }

    /** Adds a pod of a history, in which a name may come again. */
    void addAgain(Pod pod) {
        String name = pod.namespace() + "/" + pod.name();
        String unique = pods.containsKey(name) ? name + "@" + pods.size() : name;
        pods.put(unique, pod);
        names.put(pod, unique);
    }

    /** The name of a pod among {@link #pods} and {@link #metrics}. */
    String nameOf(Pod pod) {
        return names.getOrDefault(pod, pod.namespace() + "/" + pod.name());
    }

    private void takeMetrics(JsonNode object) throws BadObjectException {
        JsonNode metadata = object.path("metadata");
        String name =
                metadata.path("namespace").asText("default") + "/" + Pod.required(metadata, "name");
        Amounts sum = Amounts.NONE;
        for (JsonNode container : object.path("containers")) {
            sum = sum.plus(Amounts.of(container.path("usage")));
        }
        if (metrics.putIfAbsent(name, sum) != null) {
            throw new BadObjectException(BadRow.DUPLICATE, "second metrics of pod " + name);
        }
    }

    /** Refuses a snapshot with too many bad objects, or without any node and pod. */
    void check(IngestRequest request) {
        quarantine.check(
                request.inputs().get(0),
                request.maxErrorShare(),
                List.of(nodeRows, podRows, otherRows));
        if (nodes.isEmpty() && pods.isEmpty()) {
            throw InputException.of(
                    request.inputs().get(0),
                    "neither a Node nor a Pod",
                    "what kubectl get nodes,pods -A -o json prints",
                    null);
        }
    }
}
