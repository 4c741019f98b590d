package dev.stowage.report.fit;

import dev.stowage.words.Amounts;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;

/** What was read of a table of a trace, in words. */
final class TableWords {
    private TableWords() {}

    /** Rows are events or records of the source; jobs are what the model counts. */
    static String of(WorkloadModel model, String name, TraceProvenance.Table read) {
        String rows =
                read.rows() == 0
                        ? "no rows of its own"
                        : Amounts.counted(read.rows(), "row")
                                + " over "
                                + Amounts.seconds(read.lengthSeconds());
        String text =
                name.equals(TraceProvenance.JOBS)
                        ? Amounts.counted(model.jobs(), "job") + ", from " + rows
                        : rows;
        return text.replace('\u00a0', ' ');
    }
}
