package dev.stowage.ingest.quarantine;

/** Why a good row does not get into the trace: the rules by which ignored rows are counted. */
public enum IgnoreRule implements RowReason {
    EMPTY_LINE("the line is empty"),
    HEADER("the first line of a file, which names the columns"),
    COMMENT("a line that the format has for comments"),
    PART_OF_A_JOB("one of several executions of a job that has a row for the whole of them"),
    OTHER_KIND("an object that is neither a node nor a pod nor metrics of one"),
    NOT_PROVISIONED("a machine is measured while it has no cores: it is not there"),
    REPEATED_MEASUREMENT("a second measurement of the same task at the same time"),
    TABLE_NOT_NEEDED("nothing uses that table yet"),
    AFTER_END("the source only says that it happened after the trace ends"),
    OUTSIDE_WINDOW("its time lies outside --from and --to"),
    NOT_SAMPLED("its job, or the task, is not in the sample that --sample takes"),
    BEFORE_START("it ended before the trace starts"),
    UNCHANGED("it repeats what is known of a machine"),
    SOFT_ERROR("a machine reports an error and stays as it is"),
    PART_OF_BAD_RECORD("a further line of a record that is set aside"),
    POWERED_OFF("a virtual machine that is switched off, or a template of one"),
    EARLIER_ATTEMPT("an earlier run of a job that was put back into the queue"),
    UNNAMED("it does not say which task it is about"),
    ALLOC_SET("it is about a reservation of resources and not about a job or task"),
    ATTRIBUTE_NOT_NEEDED("no constraint of a task looks at that attribute of machines"),
    UNKNOWN_TASK("no other table has the task that it is about"),
    MACHINE_WITHOUT_CAPACITY(
            "a machine is added without CPU or memory: the row is well-formed, but nothing can be"
                    + " placed on it until a later row gives its capacity");

    private final String meaning;

    IgnoreRule(String meaning) {
        this.meaning = meaning;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
