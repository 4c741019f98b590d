package dev.stowage.cli;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.option.Quantities;
import dev.stowage.workflow.sweep.CellStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code stowage sweep gc}: removes kept answers that no sweep used for a time. */
@Command(
        name = "gc",
        customSynopsis = "stowage sweep gc --cache DIR [--keep TIME]",
        description = "Remove kept answers that no sweep used for a time.",
        footer = "  stowage sweep gc --cache nightly.cells --keep 30d")
final class SweepGcCommand implements Callable<Integer> {
    @Option(
            names = "--cache",
            order = 1,
            required = true,
            paramLabel = "DIR",
            description = "Where answers are kept.")
    private @Nullable Path cache;

    @Option(
            names = "--keep",
            order = 2,
            paramLabel = "TIME",
            defaultValue = "30d",
            description = "Keep what was used within this time (default: ${DEFAULT-VALUE}).")
    private String keep = "";

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        long micros = common.argument(() -> Quantities.micros("--keep", keep));
        Path folder = cache == null ? Path.of("") : cache;
        if (!Files.isRegularFile(folder.resolve(CellStore.LOCK))) {
            throw InputException.of(
                    folder, "no kept answers", "the folder of a sweep's cells", null);
        }
        try (CellStore store = CellStore.open(folder, false)) {
            int removed = store.removeUnusedFor(Duration.ofNanos(micros * 1000));
            common.out().println("Removed " + removed + " kept answers from " + folder);
        }
        return ExitCode.DONE.code();
    }
}
