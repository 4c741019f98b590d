package dev.stowage.ingest.google;

import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks from their events. */
abstract class GoogleTasks extends TableBuilder implements TaskNumbers {
    /** Machines that tasks name. */
    final KeyIndex machinesNamed;

    /** What tasks are written with, as far as it is there. */
    record Others(
            ClassRule rule,
            @Nullable GoogleJobs jobs,
            @Nullable UsageTable usage,
            @Nullable ConstraintTable constraints) {}

    GoogleTasks(TraceClock clock, Quarantine quarantine, KeyIndex machinesNamed) {
        super(clock, quarantine);
        this.machinesNamed = machinesNamed;
    }

    /** Writes {@code tasks.parquet}, counts the tasks of the jobs and adds to the facts. */
    abstract long write(Path directory, Others others, Map<String, Long> facts);

    /** Machines that tasks name and that are not in the machine table. */
    final long machinesUnknown(MachineTable machines) {
        long unknown = 0;
        for (int i = 0; i < machinesNamed.size(); i++) {
            unknown += machines.isKnown(machinesNamed.job(i)) ? 0 : 1;
        }
        return unknown;
    }
}
