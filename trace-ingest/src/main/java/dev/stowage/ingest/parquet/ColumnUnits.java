package dev.stowage.ingest.parquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the columns of a file hold and in which unit, kept in its footer under {@link #KEY}: {@code
 * {"submit_micros": {"unit": "us", "what": "first submit"}}}. The names of columns end with their
 * unit, so that it is said once.
 */
public final class ColumnUnits {
    /** Key of the footer's entry. */
    public static final String KEY = "stowage.columns";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Unit by the end of a name, the longer ends first. */
    private static final Map<String, String> BY_END = new LinkedHashMap<>();

    static {
        BY_END.put("bits_per_second", "bit/s");
        BY_END.put("micro_cores", "1e-6 core");
        BY_END.put("gpu_micros", "1e-6 GPU");
        BY_END.put("core_seconds", "core s");
        BY_END.put("micros", "us");
        BY_END.put("seconds", "s");
        BY_END.put("bytes", "byte");
        BY_END.put("share", "1");
        BY_END.put("cores", "core");
        BY_END.put("gib", "GiB");
        BY_END.put("_gb", "GB");
        BY_END.put("mbps", "MB/s");
        BY_END.put("gbps", "Gbit/s");
        BY_END.put("ghz", "GHz");
        BY_END.put("watts", "W");
    }

    private ColumnUnits() {}

    /** The unit that a name ends with; empty for counts, names and texts. */
    public static Optional<String> of(String column) {
        String name = column.toLowerCase(Locale.ROOT);
        return BY_END.entrySet().stream()
                .filter(each -> name.endsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The footer's entry. */
    static String json(List<Column> columns) {
        ObjectNode all = JSON.createObjectNode();
        for (Column column : columns) {
            ObjectNode one = all.putObject(column.name());
            of(column.name()).ifPresent(unit -> one.put("unit", unit));
            one.put("what", column.description());
        }
        try {
            return JSON.writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
