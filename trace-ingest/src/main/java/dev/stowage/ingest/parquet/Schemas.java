package dev.stowage.ingest.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Between our columns and Parquet's schema. */
final class Schemas {
    private Schemas() {}

    static MessageType toParquet(String recordName, List<Column> columns) {
        List<Type> fields = new ArrayList<>();
        for (Column column : columns) {
            fields.add(toParquet(column));
        }
        return new MessageType(recordName, fields);
    }

    private static Type toParquet(Column column) {
        Type.Repetition repetition =
                column.nullable() ? Type.Repetition.OPTIONAL : Type.Repetition.REQUIRED;
        var builder = Types.primitive(primitive(column.type()), repetition);
        if (column.type() == Column.Type.STRING) {
            builder = builder.as(LogicalTypeAnnotation.stringType());
        } else if (column.isMoment()) {
            builder = builder.as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS));
        }
        return builder.named(column.name());
    }

    static PrimitiveTypeName primitive(Column.Type type) {
        return switch (type) {
            case INT64 -> PrimitiveTypeName.INT64;
            case INT32 -> PrimitiveTypeName.INT32;
            case DOUBLE -> PrimitiveTypeName.DOUBLE;
            case BOOLEAN -> PrimitiveTypeName.BOOLEAN;
            case STRING -> PrimitiveTypeName.BINARY;
        };
    }

    /**
     * True if a file's field can be read as the column. A column that must have values may be
     * written as nullable, as most tools do; a null in it is found when it is read.
     */
    static boolean isReadableAs(Type field, Column column) {
        return field.isPrimitive()
                && !field.isRepetition(Type.Repetition.REPEATED)
                && ((PrimitiveType) field).getPrimitiveTypeName() == primitive(column.type());
    }
}
