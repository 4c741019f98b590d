package dev.stowage.ingest.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.stowage.ingest.parquet.ParquetLines;
import dev.stowage.ingest.parquet.TimestampType;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet file; {@code a.b} is the column b in the group a. */
final class ParquetRows implements SourceRows {
    private static final ObjectMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

    private final TextSource disk;
    private final ParquetLines lines;
    private final Map<String, TimestampType> timestamps; // by the path of the column
    private LineBlocks.@Nullable Block block;
    private int at;
    private long line;
    private JsonNode row = JsonNodeFactory.instance.objectNode();

    private ParquetRows(
            TextSource disk, ParquetLines lines, Map<String, TimestampType> timestamps) {
        this.disk = disk;
        this.timestamps = timestamps;
        this.lines = lines;
    }

    static ParquetRows open(Path path, ColumnMapping mapping) {
        mapping.check(path, new LinkedHashSet<>(ParquetLines.columnNames(path)));
        TextSource disk = TextSource.openPlain(path, bytes -> {});
        try {
            return new ParquetRows(
                    disk, ParquetLines.open(path, mapping.sourceColumns()), TimestampType.of(path));
        } catch (RuntimeException e) {
            disk.close();
            throw e;
        }
    }

    @Override
    public boolean next() {
        if (block == null || at >= block.length()) {
            block = lines.next();
            at = 0;
        }
        if (block == null) {
            return false;
        }
        int end = at;
        while (block.bytes()[end] != '\n') {
            end++;
        }
        String text = new String(block.bytes(), at, end - at, StandardCharsets.UTF_8);
        try {
            row = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not JSON: " + text, e);
        }
        at = end + 1;
        line++;
        return true;
    }

    @Override
    public long line() {
        return line;
    }

    @Override
    public @Nullable String value(String column) {
        JsonNode node = row.path(column); // a name may hold a dot
        if (node.isMissingNode()) {
            node = row;
            for (String part : column.split("\\.", -1)) {
                node = node.path(part);
            }
        }
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        return node.isValueNode() ? node.asText() : node.toString();
    }

    @Override
    public @Nullable String moment(String column) {
        String value = value(column);
        TimestampType type = timestamps.get(column);
        return value == null || type == null || !WHOLE.matcher(value).matches()
                ? value
                : type.text(Long.parseLong(value));
    }

    @Override
    public long diskBytes() {
        return disk.diskBytes();
    }

    @Override
    public String sha256() {
        return disk.sha256();
    }

    @Override
    public void close() {
        lines.close();
        disk.close();
    }
}
