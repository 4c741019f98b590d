package dev.stowage.ingest.quarantine;

/** Why a good row does not get into the trace: the rules by which ignored rows are counted. */
public enum IgnoreRule {
    EMPTY_LINE("empty-line", "the line is empty"),
    HEADER("header", "the first line of a file, which names the columns"),
    COMMENT("comment", "a line that the format has for comments"),
    PART_OF_A_JOB(
            "part-of-a-job",
            "one of several executions of a job that has a row for the whole of them"),
    OTHER_KIND("other-kind", "an object that is neither a node nor a pod nor metrics of one"),
    NOT_PROVISIONED(
            "not-provisioned", "a machine is measured while it has no cores: it is not there"),
    REPEATED_MEASUREMENT(
            "repeated-measurement", "a second measurement of the same task at the same time"),
    TABLE_NOT_NEEDED("table-not-needed", "nothing uses that table yet"),
    AFTER_END("after-end", "the source only says that it happened after the trace ends"),
    OUTSIDE_WINDOW("outside-window", "its time lies outside --from and --to"),
    NOT_SAMPLED("not-sampled", "its job is not in the sample that --sample takes"),
    BEFORE_START("before-start", "it ended before the trace starts"),
    UNCHANGED("unchanged", "it repeats what is known of a machine"),
    SOFT_ERROR("soft-error", "a machine reports an error and stays as it is"),
    UNNAMED("unnamed", "it does not say which task it is about"),
    ALLOC_SET("alloc-set", "it is about a reservation of resources and not about a job or task"),
    ATTRIBUTE_NOT_NEEDED(
            "attribute-not-needed", "no constraint of a task looks at that attribute of machines"),
    UNKNOWN_TASK("unknown-task", "no other table has the task that it is about"),
    MACHINE_WITHOUT_CAPACITY(
            "machine-without-capacity",
            "a machine is added without CPU or memory: the row is well-formed, but nothing can be"
                    + " placed on it until a later row gives its capacity");

    private final String label;
    private final String meaning;

    IgnoreRule(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Its name in {@code manifest.json}. */
    public String label() {
        return label;
    }

    /** What it means, for the documentation. */
    public String meaning() {
        return meaning;
    }
}
