package dev.stowage.ingest.google;

import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.Encoding;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;
import java.util.Set;

/**
 * The Google cluster trace of 2019 (version 3): newline-delimited JSON, Parquet or flattened CSV as
 * exported from BigQuery.
 *
 * <p>Source: {@code clusterdata_trace_format_v3.proto} (google/cluster-data); Tirmazi et al., Borg:
 * the Next Generation, EuroSys 2020.
 */
public final class Google2019Format implements TraceFamily {
    /** Production and monitoring, after the tiers of Tirmazi et al., table 1. */
    static final ClassRule DEFAULT_RULE = new ClassRule(ClassRule.Field.PRIORITY, 120);

    private static final List<ClassRule.Field> RULE_FIELDS =
            List.of(ClassRule.Field.PRIORITY, ClassRule.Field.SCHEDULING_CLASS);

    @Override
    public String name() {
        return "google-2019";
    }

    @Override
    public String description() {
        return "Google cluster trace of 2019: collection_events, instance_events, machine_events, …"
                + " in JSON, Parquet or CSV";
    }

    @Override
    public String defaultClassRule() {
        return DEFAULT_RULE.toString();
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(Google2019Table.values());
    }

    @Override
    public Set<Encoding> encodings() {
        return Set.of(Encoding.NAMED, Encoding.JSON_LINES, Encoding.PARQUET);
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        ClassRule rule =
                request.classRule()
                        .map(text -> ClassRule.parse("--class-rule", text, RULE_FIELDS))
                        .orElse(DEFAULT_RULE);
        return new Google2019Assembly(request, rule, quarantine, space);
    }
}
