package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.format.ClassRule;
import dev.stowage.model.TaskClass;

/**
 * The scheduling classes that give tasks and jobs their class when a rule is applied again.
 *
 * @param rule that ingest applies
 * @param isOwnFormat true if the trace was read from the format: a task without scheduling class
 *     has the class of its job then
 */
record ClassCodes(ClassRule rule, boolean isOwnFormat) {
    private static final int HIGHEST = 3;

    /** The scheduling class to write, its own if that will do; may be absent. */
    int schedulingClass(int known, TaskClass taskClass) {
        int kept = known >= 0 && known <= HIGHEST ? known : ABSENT_INT;
        boolean isDecidedElsewhere =
                rule.field() == ClassRule.Field.PRIORITY || (kept == ABSENT_INT && isOwnFormat);
        if (isDecidedElsewhere || (kept != ABSENT_INT && rule.classOf(kept) == taskClass)) {
            return kept;
        }
        return taskClass == TaskClass.USER_FACING ? Math.min(HIGHEST, rule.threshold()) : 0;
    }

    /** True if a task comes back with another class. */
    boolean changes(TaskClass taskClass, int schedulingClass, int priority) {
        int deciding = rule.field() == ClassRule.Field.PRIORITY ? priority : schedulingClass;
        return deciding != ABSENT_INT && rule.classOf(deciding) != taskClass;
    }
}
