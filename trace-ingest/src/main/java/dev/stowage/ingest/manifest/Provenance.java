package dev.stowage.ingest.manifest;

import dev.stowage.basis.Check;
import dev.stowage.ingest.TraceFormats;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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

    /** The parameter that says which share of the source a sample takes. */
    public static final String SAMPLE = "sample";

    /** The parameter that says how a sample was taken of what was read. */
    public static final String SAMPLE_BY = "sampleBy";

    public Provenance {
        Check.notBlank("format", format);
        Check.notBlank("source", source);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Of a workload that {@code model} generated. */
    public static Provenance synthetic(String model, long seed, Map<String, String> parameters) {
        return new Provenance(SYNTHETIC, model, OptionalLong.of(seed), parameters);
    }

    /** True if only some of the tasks of the source were taken. */
    public boolean holdsSample() {
        return parameters.containsKey(SAMPLE);
    }

    /** How the sample was taken of what was read; empty if by jobs, while reading. */
    public Optional<String> sampleBy() {
        return Optional.ofNullable(parameters.get(SAMPLE_BY));
    }

    /** The same with other parameters. */
    public Provenance with(Map<String, String> otherParameters) {
        return new Provenance(format, source, seed, otherParameters);
    }
}
