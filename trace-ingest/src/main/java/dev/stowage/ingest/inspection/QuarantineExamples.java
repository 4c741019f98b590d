package dev.stowage.ingest.inspection;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.inspection.TraceInspection.BadRowExample;
import dev.stowage.ingest.quarantine.Quarantine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The first bad rows of each reason, from the {@code quarantine.csv} of a trace. */
final class QuarantineExamples {
    private static final int EXAMPLES = 3;

    private QuarantineExamples() {}

    /** By reason; empty if the trace has no such file. */
    static Map<String, List<BadRowExample>> of(Path trace) {
        Map<String, List<BadRowExample>> examples = new TreeMap<>();
        Path file = trace.resolve(Quarantine.NAME);
        if (!Files.isRegularFile(file)) {
            return examples;
        }
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                List<BadRowExample> known =
                        examples.computeIfAbsent(row.getField("reason"), key -> new ArrayList<>());
                if (known.size() < EXAMPLES) {
                    known.add(
                            new BadRowExample(
                                    row.getField("file"),
                                    Long.parseLong(row.getField("line")),
                                    row.getField("text")));
                }
            }
            return examples;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CsvParseException | java.util.NoSuchElementException | NumberFormatException e) {
            throw InputException.of(
                            file,
                            "text that is no list of bad rows (" + e.getMessage() + ")",
                            "what stowage ingest wrote",
                            "Ingest the source again.")
                    .causedBy(e);
        }
    }
}
