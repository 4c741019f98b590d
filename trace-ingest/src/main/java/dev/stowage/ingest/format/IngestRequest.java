package dev.stowage.ingest.format;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What to ingest and how.
 *
 * @param inputs files and directories, at least one
 * @param outputDirectory exists and is empty; whoever asks moves it into place afterwards
 * @param machine what 1.0 stands for in a trace with normalised resources: the capacity of its
 *     largest machine
 * @param onError what to do with a bad row
 * @param maxErrorShare largest share of bad rows, of all rows read, in [0, 1]
 * @param classRule how batch and user-facing are told apart; empty = the rule of the format
 * @param options what the {@link FormatOption}s of the format are to be, as far as the user says
 * @param fromMicros rows before this time of the canonical clock are left out
 * @param toMicros rows from this time of the canonical clock on are left out
 * @param threads most threads to use, at least 1; never changes a result
 * @param progress told about the bytes read
 * @param memoryBytes what rows may take together before they go to disk, above 0; never changes a
 *     result
 * @param partsFolder where files that are read to their end are kept, so that another ingest need
 *     not parse them again; empty = nowhere
 * @param selection what of the inputs is taken, and how it is understood
 */
public record IngestRequest(
        List<Path> inputs,
        Path outputDirectory,
        Resources machine,
        ErrorPolicy onError,
        double maxErrorShare,
        Optional<String> classRule,
        Map<String, String> options,
        OptionalLong fromMicros,
        OptionalLong toMicros,
        int threads,
        Progress progress,
        long memoryBytes,
        Optional<Path> partsFolder,
        Selection selection) {
    /** One core and 1 GiB, so that fractions stay readable. */
    public static final Resources DEFAULT_MACHINE = Resources.ofCoresAndGib(1, 1);

    /** 1 % of the rows. */
    public static final double DEFAULT_MAX_ERROR_SHARE = 0.01;

    public IngestRequest {
        inputs = List.copyOf(inputs);
        options = Map.copyOf(options);
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("inputs is empty, expected at least one");
        }
        Check.inRange("maxErrorShare", maxErrorShare, 0, 1);
        Check.positive("threads", threads);
        Check.positive("memoryBytes", memoryBytes);
        Check.positive("machine.cpuMicroCores", machine.cpuMicroCores());
        Check.positive("machine.memoryBytes", machine.memoryBytes());
    }

    /** Everything at its default, one thread, silent. */
    public static IngestRequest of(List<Path> inputs, Path outputDirectory) {
        return new IngestRequest(
                inputs,
                outputDirectory,
                DEFAULT_MACHINE,
                ErrorPolicy.QUARANTINE,
                DEFAULT_MAX_ERROR_SHARE,
                Optional.empty(),
                Map.of(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                1,
                Progress.NONE,
                defaultMemoryBytes(),
                Optional.empty(),
                Selection.EVERYTHING);
    }

    /** This request with some of it changed. */
    public IngestRequest with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.request();
    }

    /** A request in the making; the fields mean what the components of the same name do. */
    public static final class Draft {
        public List<Path> inputs;
        public Path outputDirectory;
        public Resources machine;
        public ErrorPolicy onError;
        public double maxErrorShare;
        public Optional<String> classRule;
        public Map<String, String> options;
        public OptionalLong fromMicros;
        public OptionalLong toMicros;
        public int threads;
        public Progress progress;
        public long memoryBytes;
        public Optional<Path> partsFolder;
        public Selection selection;

        private Draft(IngestRequest from) {
            inputs = from.inputs;
            outputDirectory = from.outputDirectory;
            machine = from.machine;
            onError = from.onError;
            maxErrorShare = from.maxErrorShare;
            classRule = from.classRule;
            options = from.options;
            fromMicros = from.fromMicros;
            toMicros = from.toMicros;
            threads = from.threads;
            progress = from.progress;
            memoryBytes = from.memoryBytes;
            partsFolder = from.partsFolder;
            selection = from.selection;
        }

        private IngestRequest request() {
            return new IngestRequest(
                    inputs,
                    outputDirectory,
                    machine,
                    onError,
                    maxErrorShare,
                    classRule,
                    options,
                    fromMicros,
                    toMicros,
                    threads,
                    progress,
                    memoryBytes,
                    partsFolder,
                    selection);
        }
    }

    /** Three fifths of what the process may use. */
    public static long defaultMemoryBytes() {
        return Runtime.getRuntime().maxMemory() / 5 * 3;
    }
}
