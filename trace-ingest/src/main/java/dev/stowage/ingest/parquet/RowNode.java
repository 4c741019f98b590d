package dev.stowage.ingest.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * A column of a row group, or a group of them, that is written as JSON row by row.
 *
 * <p>Source: repetition and definition levels as in Melnik et al., Dremel, PVLDB 3(1), 2010; the
 * forms of lists as in the Parquet format's LogicalTypes.md.
 */
final class RowNode {
    private final byte[] name; // with quotes and colon
    private final boolean isRepeated;
    private final int definitionLevel;
    private final int repetitionLevel;
    private final boolean isList; // a group around the one repeated column that matters
    private final boolean isElement; // a repeated group around the one column that matters
    private final List<RowNode> children = new ArrayList<>();
    private final @Nullable ColumnReader values;
    private final @Nullable PrimitiveType type;

    private RowNode(MessageType schema, ColumnReadStore store, Type type, String[] path) {
        JsonLine quoted = new JsonLine(1 << 6);
        quoted.putString(type.getName().getBytes(StandardCharsets.UTF_8));
        quoted.put(':');
        name = Arrays.copyOf(quoted.handOver(), quoted.length());
        isRepeated = type.isRepetition(Type.Repetition.REPEATED);
        definitionLevel = path.length == 0 ? 0 : schema.getMaxDefinitionLevel(path);
        repetitionLevel = path.length == 0 ? 0 : schema.getMaxRepetitionLevel(path);
        if (type.isPrimitive()) {
            this.type = type.asPrimitiveType();
            values = store.getColumnReader(schema.getColumnDescription(path));
            isList = false;
            isElement = false;
            return;
        }
        this.type = null;
        values = null;
        GroupType group = type.asGroupType();
        for (Type field : group.getFields()) {
            String[] below = Arrays.copyOf(path, path.length + 1);
            below[path.length] = field.getName();
            children.add(new RowNode(schema, store, field, below));
        }
        isList =
                LogicalTypeAnnotation.listType().equals(type.getLogicalTypeAnnotation())
                        && children.size() == 1
                        && children.get(0).isRepeated;
        isElement =
                isRepeated
                        && children.size() == 1
                        && !type.getName().equals("array")
                        && !type.getName().endsWith("_tuple");
    }

    /** The rows of a group, from the first one on. */
    static RowNode of(MessageType schema, ColumnReadStore store) {
        return new RowNode(schema, store, schema, new String[0]);
    }

    /** Writes the next row as a line. */
    void writeRow(JsonLine line) {
        writeGroup(line);
        line.put('\n');
    }

    private ColumnReader firstLeaf() {
        return values != null ? values : children.get(0).firstLeaf();
    }

    private boolean isPresent() {
        return firstLeaf().getCurrentDefinitionLevel() >= definitionLevel;
    }

    private void writeGroup(JsonLine line) {
        line.put('{');
        for (RowNode child : children) {
            if (child.isPresent()) {
                line.put(child.name);
                child.write(line);
                line.put(',');
            } else {
                child.passOver();
            }
        }
        line.dropComma();
        line.put('}');
    }

    /** The value is absent: all columns below have an entry that says so. */
    private void passOver() {
        if (values != null) {
            values.consume();
        }
        children.forEach(RowNode::passOver);
    }

    /** Writes what is present. */
    private void write(JsonLine line) {
        if (isRepeated) {
            writeArray(line, false);
        } else if (isList) {
            RowNode repeated = children.get(0);
            if (repeated.isPresent()) {
                repeated.writeArray(line, repeated.isElement);
            } else {
                repeated.passOver();
                line.put('[');
                line.put(']');
            }
        } else {
            writeOne(line);
        }
    }

    private void writeArray(JsonLine line, boolean isWrapped) {
        line.put('[');
        do {
            if (!isWrapped) {
                writeOne(line);
            } else if (children.get(0).isPresent()) {
                children.get(0).write(line);
            } else {
                children.get(0).passOver();
                line.put("null".getBytes(StandardCharsets.US_ASCII));
            }
            line.put(',');
        } while (firstLeaf().getCurrentRepetitionLevel() == repetitionLevel);
        line.dropComma();
        line.put(']');
    }

    private void writeOne(JsonLine line) {
        if (values == null || type == null) {
            writeGroup(line);
            return;
        }
        writeValue(line, values, type);
        values.consume();
    }

    private static void writeValue(JsonLine line, ColumnReader values, PrimitiveType type) {
        if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
            line.putNumber(decimal(values, type, decimal.getScale()), true);
            return;
        }
        switch (type.getPrimitiveTypeName()) {
            case INT32 -> line.put(values.getInteger());
            case INT64 -> line.put(values.getLong());
            case FLOAT -> {
                float value = values.getFloat();
                line.putNumber(Float.toString(value), Float.isFinite(value));
            }
            case DOUBLE -> {
                double value = values.getDouble();
                line.putNumber(Double.toString(value), Double.isFinite(value));
            }
            case BOOLEAN ->
                    line.put(
                            Boolean.toString(values.getBoolean())
                                    .getBytes(StandardCharsets.US_ASCII));
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                    line.putString(values.getBinary().getBytesUnsafe());
        }
    }

    private static String decimal(ColumnReader values, PrimitiveType type, int scale) {
        BigInteger unscaled =
                switch (type.getPrimitiveTypeName()) {
                    case INT32 -> BigInteger.valueOf(values.getInteger());
                    case INT64 -> BigInteger.valueOf(values.getLong());
                    default -> new BigInteger(values.getBinary().getBytes());
                };
        return new BigDecimal(unscaled, scale).toPlainString();
    }
}
