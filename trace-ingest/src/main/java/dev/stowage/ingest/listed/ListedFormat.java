package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.Resemblance;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.quarantine.Quarantine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A format whose files list tasks and machines. A subclass says what its files look like and reads
 * them into a {@link Listing}; the books, the sample, the window, the order and the writing are
 * done here. All is held in memory: some 300 bytes a task, 40 a measurement.
 */
public abstract class ListedFormat implements TraceFormat {
    /** All tasks are batch. */
    public static final String ALL_BATCH = "all-batch";

    /** All tasks are user-facing. */
    public static final String ALL_USER_FACING = "all-user-facing";

    private static final double BY_NAME = 2; // as a table whose first line has its names

    private final String name;
    private final String description;
    private final List<String> classRules;
    private final List<FormatOption> options;

    /**
     * A format.
     *
     * @param classRules the default first
     */
    protected ListedFormat(
            String name, String description, List<String> classRules, List<FormatOption> options) {
        this.name = name;
        this.description = description;
        this.classRules = List.copyOf(classRules);
        this.options = List.copyOf(options);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final String defaultClassRule() {
        return classRules.get(0);
    }

    @Override
    public final List<FormatOption> options() {
        return options;
    }

    /** True if the beginning of a file is one of its tables; may throw if it is no text at all. */
    protected abstract boolean looksLikeOne(Path file);

    @Override
    public final double resemblance(Path file) {
        try {
            return looksLikeOne(file) ? BY_NAME : 0;
        } catch (InputException e) {
            return 0; // damaged, binary or empty
        }
    }

    /** Its tables by the names of their columns; none if its files are recognised otherwise. */
    protected List<TableColumns> tables() {
        return List.of();
    }

    @Override
    public final List<Resemblance> evidence(Path file) {
        double share = resemblance(file);
        if (share > 0 || tables().isEmpty()) {
            return List.of(Resemblance.ofWhole(share, "another beginning"));
        }
        try {
            List<String> header = NamedTable.header(file, tables());
            return tables().stream()
                    .map(
                            table ->
                                    new Resemblance(
                                            table.table(),
                                            0,
                                            0,
                                            "no column "
                                                    + String.join(", ", table.missing(header))))
                    .toList();
        } catch (InputException e) {
            return List.of(Resemblance.ofWhole(0, e.issues().get(0).found()));
        }
    }

    /** Reads the files of one ingest. */
    protected interface Reader {
        /**
         * Reads a file.
         *
         * @throws InputException if it is none of this format, or damaged
         */
        void read(Path file);

        /** All files are read. */
        default void finish() {
            // nothing is left to do
        }
    }

    /** Begins an ingest. */
    protected abstract Reader begin(Listing listing);

    /** The class rule of a request. */
    protected final String classRule(IngestRequest request) {
        return request.classRule().orElse(defaultClassRule());
    }

    /** In a folder, files of other kinds are passed over and named. */
    private void readAll(Path input, Reader reader, Listing listing) {
        List<String> others = new ArrayList<>();
        boolean isFolder = Files.isDirectory(input);
        for (Path file : InputFiles.of(input)) {
            if (!isFolder || resemblance(file) > 0) {
                reader.read(file);
            } else {
                others.add(input.relativize(file).toString());
            }
        }
        if (!others.isEmpty()) {
            listing.warn(
                    "Not read, because it does not look like "
                            + name
                            + ": "
                            + String.join(", ", others)
                            + ".");
        }
    }

    @Override
    public final IngestReport ingest(IngestRequest request) {
        if (!classRules.contains(classRule(request))) {
            throw InputException.at(
                    "--class-rule",
                    "class rule \"" + classRule(request) + "\"",
                    String.join(" or ", classRules),
                    null);
        }
        try (Quarantine quarantine = new Quarantine(request.outputDirectory(), request.onError())) {
            Listing listing = new Listing(request, quarantine);
            Reader reader = begin(listing);
            for (Path input : request.inputs()) {
                readAll(input, reader, listing);
            }
            reader.finish();
            listing.check();
            if (listing.tasks.isEmpty() && listing.machines.isEmpty()) {
                throw InputException.of(
                        request.inputs().get(0),
                        "neither a task nor a machine",
                        description,
                        "If it is of another format, name that format.");
            }
            return new ListedTrace(this, listing).write();
        }
    }
}
