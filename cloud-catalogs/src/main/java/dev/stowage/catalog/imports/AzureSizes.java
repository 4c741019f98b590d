package dev.stowage.catalog.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.util.HashMap;
import java.util.Map;

/** Sizes as {@code az vm list-sizes} and {@code az vm list-skus} print them. */
final class AzureSizes {
    private static final double MIB_PER_GIB = 1024;

    private AzureSizes() {}

    static void read(String file, JsonNode root, Gathering gathering) {
        long index = 0;
        for (JsonNode node : root.has("value") ? root.path("value") : root) {
            index++;
            Draft draft =
                    new Draft(file, index)
                            .put(CatalogueColumn.PROVIDER, "azure")
                            .put(CatalogueColumn.VM_TYPE, node.path("name").asText());
            if (node.has("numberOfCores")) {
                draft.put(CatalogueColumn.VCPUS, node.path("numberOfCores").asText());
                draft.put(
                        CatalogueColumn.MEMORY_GIB,
                        String.valueOf(node.path("memoryInMB").asDouble() / MIB_PER_GIB));
            } else {
                capabilities(draft, node);
            }
            if (!draft.text(CatalogueColumn.VCPUS).isEmpty()) {
                gathering.size(draft.row());
            }
        }
    }

    private static void capabilities(Draft draft, JsonNode node) {
        Map<String, String> named = new HashMap<>();
        node.path("capabilities")
                .forEach(
                        each -> named.put(each.path("name").asText(), each.path("value").asText()));
        String all = named.getOrDefault("vCPUs", "");
        draft.put(CatalogueColumn.VCPUS, named.getOrDefault("vCPUsAvailable", all))
                .put(CatalogueColumn.MEMORY_GIB, named.getOrDefault("MemoryGB", ""))
                .put(CatalogueColumn.GPUS, named.getOrDefault("GPUs", ""))
                .put(CatalogueColumn.FAMILY, node.path("family").asText());
    }
}
