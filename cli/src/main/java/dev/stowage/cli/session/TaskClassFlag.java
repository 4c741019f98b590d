package dev.stowage.cli.session;

import dev.stowage.model.TaskClass;
import dev.stowage.option.OptionNames;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which tasks of a trace count. */
public final class TaskClassFlag {
    private static final List<String> CLASSES =
            List.of(TaskClass.BATCH.label(), TaskClass.USER_FACING.label());

    @Option(
            names = "--class",
            order = 1,
            paramLabel = "CLASS",
            completionCandidates = Classes.class,
            description = "Of a trace only tasks of this class: ${COMPLETION-CANDIDATES}.")
    private @Nullable String taskClass;

    public boolean isGiven() {
        return taskClass != null;
    }

    /** The class; empty for all. */
    public Optional<TaskClass> only(CommonOptions common) {
        return Optional.ofNullable(taskClass)
                .map(text -> common.argument(() -> OptionNames.require("--class", text, CLASSES)))
                .map(
                        text ->
                                text.equals(TaskClass.BATCH.label())
                                        ? TaskClass.BATCH
                                        : TaskClass.USER_FACING);
    }

    static final class Classes extends Names.Candidates {
        Classes() {
            super(CLASSES);
        }
    }
}
