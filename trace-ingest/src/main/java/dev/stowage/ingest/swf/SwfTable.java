package dev.stowage.ingest.swf;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.optionalCode;
import static dev.stowage.ingest.source.Field.required;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.RowLoad;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.text.RowSyntax;
import java.util.List;
import java.util.Optional;

/**
 * The one table of a log in the Standard Workload Format; -1 stands for what is not known.
 *
 * <p>Source: Feitelson, The Standard Workload Format, version 2.2, Parallel Workloads Archive.
 */
enum SwfTable implements SourceSchema {
    SWF_JOBS;

    static final int JOB = 0;
    static final int SUBMIT = 1;
    static final int WAIT = 2;
    static final int RUN = 3;
    static final int ALLOCATED = 4;
    static final int CPU_TIME = 5;
    static final int MEMORY_USED = 6;
    static final int REQUESTED = 7;
    static final int MEMORY_REQUESTED = 9;
    static final int STATUS = 10;
    static final int USER = 11;
    static final int EXECUTABLE = 13;
    static final int QUEUE = 14;
    static final int PRECEDING = 16;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private static final List<Field> FIELDS =
            List.of(
                    required("job number", Kind.ID),
                    required("submit time", Kind.SECONDS),
                    optional("wait time", Kind.SECONDS).orMinusOne(),
                    optional("run time", Kind.SECONDS).orMinusOne(),
                    number("number of allocated processors"),
                    optional("average CPU time used", Kind.SECONDS).orMinusOne(),
                    optional("used memory", Kind.KIB).orMinusOne(),
                    number("requested number of processors"),
                    optional("requested time", Kind.SECONDS).orMinusOne(),
                    optional("requested memory", Kind.KIB).orMinusOne(),
                    optionalCode("status", 5).orMinusOne(),
                    number("user ID"),
                    number("group ID"),
                    number("executable number"),
                    number("queue number"),
                    number("partition number"),
                    optional("preceding job number", Kind.ID).orMinusOne(),
                    optional("think time", Kind.SECONDS).orMinusOne());

    private static Field number(String name) {
        return optionalCode(name, Integer.MAX_VALUE).orMinusOne();
    }

    @Override
    public List<Field> fields() {
        return FIELDS;
    }

    @Override
    public int timeField() {
        return SUBMIT;
    }

    @Override
    public RowSyntax syntax() {
        return RowSyntax.BLANKS;
    }

    @Override
    public boolean isNamed(String name) {
        return name.endsWith(".swf") || name.contains(".swf.");
    }

    @Override
    public Optional<RowLoad> load() {
        return Optional.of(new RowLoad(ALLOCATED, -1, -1, RUN));
    }

    @Override
    public List<Integer> jobFields() {
        return List.of(JOB);
    }
}
