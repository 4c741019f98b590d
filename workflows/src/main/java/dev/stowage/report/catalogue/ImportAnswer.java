package dev.stowage.report.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.imports.ImportResult;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was read into a catalogue, as its manifest has it.
 *
 * @param newestPrice day of it
 * @param vcpusByName types whose vCPUs are taken from their names
 * @param joined rows that went into others, by reason
 * @param leftOut rows that are not used, by reason
 * @param read all of it
 */
public record ImportAnswer(
        String catalogue,
        String newestPrice,
        List<Source> files,
        long rows,
        int offers,
        int customFamilies,
        long vcpusByName,
        Map<String, Long> joined,
        Map<String, Long> leftOut,
        @JsonIgnore ImportResult read) {
    /** A file, and the form of price list that it was read as. */
    public record Source(String file, String form) {}

    public static ImportAnswer of(String catalogue, List<Path> files, ImportResult read) {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            sources.add(
                    new Source(String.valueOf(files.get(i).getFileName()), read.forms().get(i)));
        }
        return new ImportAnswer(
                catalogue,
                read.date().toString(),
                sources,
                read.rows(),
                read.offers().size(),
                read.families().size(),
                read.corrected(),
                counts(read, true),
                counts(read, false),
                read);
    }

    private static Map<String, Long> counts(ImportResult read, boolean isJoined) {
        Map<String, Long> counts = new LinkedHashMap<>();
        read.counts()
                .forEach(
                        (reason, count) -> {
                            if (reason.isJoined() == isJoined) {
                                counts.put(reason.label(), count);
                            }
                        });
        return counts;
    }

    /** Prints the counts, and how to use it. */
    public void print(PrintWriter out, Style style) {
        TextTable facts = TextTable.ofFacts();
        facts.row("rows", Figures.count(rows));
        facts.row("prices", Figures.count(offers));
        facts.row("of", String.join(", ", read.providers()) + ", newest " + newestPrice);
        if (customFamilies > 0) {
            facts.row("custom families", Figures.count(customFamilies));
        }
        read.counts().forEach((reason, count) -> facts.row(words(reason), Figures.count(count)));
        facts.print(out, style, 0);
        out.println();
        out.println("Use it with --catalog " + catalogue + ".");
    }

    private static String words(Reason reason) {
        return (reason.isJoined() ? "joined: " : "left out: ") + reason.text();
    }
}
