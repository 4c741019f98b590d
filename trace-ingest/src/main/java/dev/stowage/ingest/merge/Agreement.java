package dev.stowage.ingest.merge;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether the numbers of traces mean the same, so that they can be merged. */
final class Agreement {
    private record Origin(Part part, TraceManifest manifest) {
        String format() {
            return manifest.provenance().format();
        }

        /** True if its amounts are shares of a machine that nobody gave a size. */
        boolean isUnscaled() {
            return IngestRequest.DEFAULT_MACHINE.equals(manifest.machine());
        }

        String unit() {
            return isUnscaled()
                    ? "in shares of the largest machine of " + format()
                    : "in cores and bytes";
        }
    }

    private Agreement() {}

    /**
     * Throws if two traces contradict each other.
     *
     * @throws InputException names both, and what to do
     */
    static void check(List<Part> parts) {
        List<Origin> origins = new ArrayList<>();
        for (Part part : parts) {
            part.origins().forEach(manifest -> origins.add(new Origin(part, manifest)));
        }
        checkUnits(origins);
        checkClassRules(origins);
    }

    /** Shares of machines of unknown size may only meet those of the same machines. */
    private static void checkUnits(List<Origin> origins) {
        Origin first = origins.get(0);
        for (Origin other : origins) {
            boolean isSame =
                    first.isUnscaled() == other.isUnscaled()
                            && (!first.isUnscaled() || first.format().equals(other.format()));
            if (!isSame) {
                throw InputException.at(
                        "--merge",
                        first.part.name()
                                + ", whose requests are "
                                + first.unit()
                                + ", and "
                                + other.part.name()
                                + ", whose requests are "
                                + other.unit(),
                        "traces that count in the same unit",
                        "Give the size of the largest machine, as in --machine 48c256g; if it is"
                                + " not the same for all of them, ingest each by itself, then merge"
                                + " the traces.");
            }
        }
    }

    /** Within a format, the classes must mean the same. */
    private static void checkClassRules(List<Origin> origins) {
        Map<String, Origin> byFormat = new LinkedHashMap<>();
        for (Origin origin : origins) {
            Origin first = byFormat.putIfAbsent(origin.format(), origin);
            if (first != null && !first.manifest.classRule().equals(origin.manifest.classRule())) {
                throw InputException.at(
                        "--merge",
                        first.part.name()
                                + " with the class rule "
                                + first.manifest.classRule()
                                + ", and "
                                + origin.part.name()
                                + " with "
                                + origin.manifest.classRule(),
                        "traces of a format that tell batch and user-facing apart alike",
                        "Ingest one of them again with the other --class-rule.");
            }
        }
    }
}
