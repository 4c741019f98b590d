package dev.stowage.ingest.azure;

import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.RowLoad;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;
import java.util.Optional;

/** What tables of the traces of 2017 and 2019 have in common: all but the columns. */
interface AzureTable extends SourceSchema {
    /** What a table is about. */
    enum Role {
        VMS(-1, List.of(AzureColumns.DEPLOYMENT), "the trace can't be replayed or fitted"),
        READINGS(
                AzureColumns.READING_TIME,
                List.of(),
                "what machines used over time is not known (contended fidelity), only its mean"),
        COUNTED_ONLY(-1, List.of(), "");

        private final int timeField;

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<Integer> jobFields;

        private final String withoutIt;

        Role(int timeField, List<Integer> jobFields, String withoutIt) {
            this.timeField = timeField;
            this.jobFields = jobFields;
            this.withoutIt = withoutIt;
        }
    }

    /** What it is about. */
    Role role();

    @Override
    default int timeField() {
        return role().timeField;
    }

    @Override
    default boolean isIgnored() {
        return role() == Role.COUNTED_ONLY;
    }

    @Override
    default Optional<RowLoad> load() {
        return role() == Role.VMS && fields().get(AzureColumns.CORES).kind() == Kind.CORES
                ? Optional.of(
                        new RowLoad(
                                AzureColumns.CORES, -1, AzureColumns.CREATED, AzureColumns.DELETED))
                : Optional.empty();
    }

    @Override
    default List<Integer> jobFields() {
        return role().jobFields;
    }

    @Override
    default String withoutIt() {
        return role().withoutIt;
    }
}
