package dev.stowage.ingest.google;

import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/**
 * The Google cluster trace of 2011 (version 2, and version 1 of its usage table): gzip or plain CSV
 * parts.
 *
 * <p>Source: Reiss, Wilkes, Hellerstein, Google cluster-usage traces: format + schema, version 2.1,
 * 2014.
 */
public final class Google2011Format implements TraceFamily {
    static final ClassRule DEFAULT_RULE = new ClassRule(ClassRule.Field.SCHEDULING_CLASS, 2);
    private static final List<ClassRule.Field> RULE_FIELDS =
            List.of(ClassRule.Field.SCHEDULING_CLASS, ClassRule.Field.PRIORITY);

    @Override
    public String name() {
        return "google-2011";
    }

    @Override
    public String description() {
        return "Google cluster trace of 2011: job_events, task_events, machine_events, task_usage";
    }

    @Override
    public String defaultClassRule() {
        return DEFAULT_RULE.toString();
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(Google2011Table.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        ClassRule rule =
                request.classRule()
                        .map(text -> ClassRule.parse("--class-rule", text, RULE_FIELDS))
                        .orElse(DEFAULT_RULE);
        return new Google2011Assembly(request, rule, quarantine, space);
    }
}
