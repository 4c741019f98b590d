package dev.stowage.ingest.parquet;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** What Parquet wants for building records; we read columns, so it is never told of a value. */
final class NoConverter extends GroupConverter {
    private final Converter[] fields;

    NoConverter(GroupType schema) {
        fields = new Converter[schema.getFieldCount()];
        for (int i = 0; i < fields.length; i++) {
            Type field = schema.getType(i);
            fields[i] =
                    field.isPrimitive()
                            ? new PrimitiveConverter() {}
                            : new NoConverter(field.asGroupType());
        }
    }

    @Override
    public Converter getConverter(int fieldIndex) {
        return fields[fieldIndex];
    }

    @Override
    public void start() {
        throw new IllegalStateException("columns are read one by one, not as records");
    }

    @Override
    public void end() {
        throw new IllegalStateException("columns are read one by one, not as records");
    }
}
