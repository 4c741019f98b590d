package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Nothing reads JSON by the text of a key but what reads files and live systems of others: a result
 * is a record, and a file of ours is read into its record. A key that is misspelt in a read is
 * found by nobody.
 */
class JsonReadsTest {
    private static final Set<String> READS = Set.of("path", "get", "at", "required", "findValue");

    /** Reads by a key that are left, at most so many in each room; elsewhere there is none. */
    private static final Map<String, Integer> LEFT =
            Map.ofEntries(
                    Map.entry("billing", 10),
                    Map.entry("bills", 3),
                    Map.entry("catalog", 15),
                    Map.entry("catalog.gather", 7),
                    Map.entry("catalog.imports", 66),
                    Map.entry("cli", 2),
                    Map.entry("cli.trace", 2),
                    Map.entry("ingest.archive", 23),
                    Map.entry("ingest.csv", 6),
                    Map.entry("ingest.google", 3),
                    Map.entry("ingest.kubernetes", 98),
                    Map.entry("ingest.listed", 1),
                    Map.entry("ingest.manifest", 1),
                    Map.entry("ingest.platform", 57),
                    Map.entry("ingest.prometheus", 14),
                    Map.entry("model.node", 10),
                    Map.entry("packing.placement", 1),
                    Map.entry("push.consent", 5),
                    Map.entry("push.kubernetes", 144),
                    Map.entry("push.object", 11),
                    Map.entry("push.terraform", 8),
                    Map.entry("scenario", 186),
                    Map.entry("scenario.load", 13),
                    Map.entry("scenario.tune", 9),
                    Map.entry("sim.node.study", 2),
                    Map.entry("workflow.plan", 3),
                    Map.entry("workflow.sweep", 27),
                    Map.entry("workflow.sweep.result", 1));

    @Test
    void readsByKeyOnlyWhereFilesAreRead() {
        Map<String, Integer> reads = new TreeMap<>();
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.stowage")
                        .stream()
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(JsonReadsTest::isRead)
                        .map(call -> call.getOriginOwner().getPackageName())
                        .map(room -> room.replaceFirst("^dev.stowage.", ""))
                        .filter(room -> !room.equals("json"))
                        .forEach(room -> reads.merge(room, 1, Integer::sum));
        reads.entrySet().removeIf(room -> room.getValue() <= LEFT.getOrDefault(room.getKey(), 0));
        assertThat(reads).as("rooms that read JSON by key more than they did").isEmpty();
    }

    private static boolean isRead(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        return owner.isAssignableTo(JsonNode.class)
                && READS.contains(call.getName())
                && call.getTarget().getRawParameterTypes().size() == 1
                && call.getTarget().getRawParameterTypes().get(0).isEquivalentTo(String.class);
    }
}
