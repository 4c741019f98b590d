package dev.stowage.ingest.manifest;

import dev.stowage.basis.Check;
import dev.stowage.ingest.TraceFormats;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Where the tasks of a trace come from.
 *
 * @param format a name in {@link TraceFormats}, {@link #SYNTHETIC} or {@link #MERGED}
 * @param source the inputs as given, or the model that generated them
 * @param seed root seed of a synthetic workload
 * @param parameters how it was made, by name, in a fixed order: generator, jobs, scale factors, …
 */
public record Provenance(
        String format, String source, OptionalLong seed, Map<String, String> parameters) {
    /** Format of traces that were generated. */
    public static final String SYNTHETIC = "synthetic";

    /** Format of traces that were merged of others. */
    public static final String MERGED = "merged";

    public Provenance {
        Check.notBlank("format", format);
        Check.notBlank("source", source);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Of a workload that {@code model} generated. */
    public static Provenance synthetic(String model, long seed, Map<String, String> parameters) {
        return new Provenance(SYNTHETIC, model, OptionalLong.of(seed), parameters);
    }
}
