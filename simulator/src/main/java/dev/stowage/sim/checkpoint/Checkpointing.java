package dev.stowage.sim.checkpoint;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * When and where a run writes checkpoints, and whether it begins from one.
 *
 * @param file the checkpoint; replaced atomically by each new one
 * @param isResumed true if the run goes on from the checkpoint that is there
 * @param identity what the caller knows of the inputs beyond the spec (size and digest of files,
 *     version of the program): a run is only resumed under the same
 * @param isDue asked between two instants whether to write one; must be cheap
 * @param afterWrite called when one is complete; may end the run by throwing
 */
public record Checkpointing(
        Path file,
        boolean isResumed,
        Map<String, String> identity,
        BooleanSupplier isDue,
        Runnable afterWrite) {
    public Checkpointing {
        identity = Collections.unmodifiableMap(new LinkedHashMap<>(identity));
    }
}
