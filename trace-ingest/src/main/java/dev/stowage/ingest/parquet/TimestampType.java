package dev.stowage.ingest.parquet;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * How a column of a Parquet file counts time.
 *
 * @param perSecond its units in a second
 * @param isUtc true if it is a moment, false if it is what some clock on the wall showed
 */
public record TimestampType(long perSecond, boolean isUtc) {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Those of a file, by the path of the column with dots. */
    public static Map<String, TimestampType> of(Path file) {
        Map<String, TimestampType> found = new LinkedHashMap<>();
        collect(ParquetLines.schema(file), "", found);
        return found;
    }

    private static void collect(GroupType group, String prefix, Map<String, TimestampType> found) {
        for (Type field : group.getFields()) {
            String path = prefix + field.getName();
            if (!field.isPrimitive()) {
                collect(field.asGroupType(), path + ".", found);
            } else if (field.getLogicalTypeAnnotation()
                    instanceof TimestampLogicalTypeAnnotation timestamp) {
                long perSecond =
                        switch (timestamp.getUnit()) {
                            case MILLIS -> 1_000;
                            case MICROS -> 1_000_000;
                            case NANOS -> NANOS_PER_SECOND;
                        };
                found.put(path, new TimestampType(perSecond, timestamp.isAdjustedToUTC()));
            }
        }
    }

    /** A value in ISO 8601, with the offset Z if it is a moment. */
    public String text(long value) {
        long nanos = Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond);
        Instant moment = Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos);
        return isUtc
                ? moment.toString()
                : LocalDateTime.ofInstant(moment, ZoneOffset.UTC).toString();
    }
}
