package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One ingest of a family: a builder for each source table, then the canonical tables. */
public abstract class TraceAssembly {
    /** What is ingested, and how. */
    protected final Ingestion ingestion;

    /** When the trace starts and what of it is wanted. */
    protected final TraceClock clock;

    /** Where bad rows go. */
    protected final Quarantine quarantine;

    /** Where rows go that are too many for memory. */
    protected final SpillSpace space;

    /** What an assembly is given. */
    public record Ingestion(
            FamilyDescription family,
            IngestRequest request,
            Quarantine quarantine,
            SpillSpace space) {
        /**
         * The class rule that is asked for, or the default.
         *
         * @throws InputException if it is none of those that the family has
         */
        public String classRule() {
            List<String> rules = family.classRules();
            String rule = request.classRule().orElse(rules.get(0));
            if (!rules.contains(rule)) {
                boolean isFixed = rules.size() == 1;
                throw InputException.at(
                        "--class-rule",
                        "class rule \"" + rule + "\"",
                        (isFixed ? "none: in " + family.name() + " " : "")
                                + String.join(" or ", rules),
                        isFixed ? "Leave it out." : family.classRulesDiffer());
            }
            return rule;
        }
    }

    /** Begins an ingest. */
    protected TraceAssembly(Ingestion ingestion) {
        this.ingestion = ingestion;
        quarantine = ingestion.quarantine();
        space = ingestion.space();
        IngestRequest request = ingestion.request();
        clock =
                TraceClock.of(
                        ingestion.family().startMicros(), request.fromMicros(), request.toMicros());
    }

    /** The builder of a table; asked once for each table of which there are files. */
    public abstract TableBuilder open(SourceSchema table);

    /** Writes the canonical tables, when all rows have been taken. */
    public abstract void write(Books books);

    /** How batch and user-facing were told apart. */
    public String classRule() {
        return ingestion.classRule();
    }

    /** What time 0 of the canonical trace is. */
    public String timeOrigin() {
        return ingestion.family().timeOrigin();
    }

    /** What else was assumed, by name, in a fixed order. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        String attribution = ingestion.family().attribution();
        if (!attribution.isEmpty()) {
            parameters.put("attribution", attribution);
        }
        return parameters;
    }

    /** The columns besides CPU and memory that a replay uses unless told otherwise. */
    public Set<TaskColumn> replayColumns() {
        return Set.of();
    }

    /** What an ingest writes besides rows. */
    public interface Books {
        /** Where the tables go. */
        Path directory();

        /**
         * Closes the books of a source table that went into a canonical one.
         *
         * @param rowsWritten rows of the canonical table
         */
        void close(CanonicalTable table, TableBuilder builder, long rowsWritten);

        /**
         * Names a canonical table that is made of the rows of another one, or of what a file says
         * besides rows.
         */
        void derived(CanonicalTable table, long rowsWritten);

        /** Closes the books of a source table whose rows went into a table with other books. */
        void close(String sourceTable, TableBuilder builder);

        /** Facts of the manifest, by name; added to in the order in which they are to stand. */
        Map<String, Long> facts();

        /** Tells the user something, in a sentence. */
        void warn(String sentence);
    }
}
