package dev.stowage.workflow.start;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.terminal.ShellWord;
import dev.stowage.workload.WorkloadModels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What somebody has to begin with, told by its content.
 *
 * @param kind what it is
 * @param data where it is; empty if there is nothing
 * @param recognised its format and files, if it is a trace of somebody else's
 */
record StartingPoint(Kind kind, Optional<Path> data, Optional<FormatRecognition> recognised) {
    /** What data may be. */
    enum Kind {
        /** Nothing: the sample begins. */
        SAMPLE("a sample, made up"),
        /** A folder that {@code ingest} or {@code synth} wrote. */
        TRACE("a trace that is ingested already"),
        /** Files that {@code ingest} reads. */
        FILES("data that ingest reads"),
        /** Objects of a cluster, as {@code kubectl} prints them. */
        SNAPSHOT("a snapshot of a Kubernetes cluster"),
        /** A file that {@code fit} wrote. */
        MODEL("a workload model"),
        /** Demand over time. */
        HISTORY("a history of demand");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private static final String KUBERNETES = "kubernetes";

    /**
     * Looks at the first rows of what there is.
     *
     * @throws InputException if it is not there, or nothing that is known
     */
    static StartingPoint of(Optional<Path> data) {
        if (data.isEmpty()) {
            return new StartingPoint(Kind.SAMPLE, data, Optional.empty());
        }
        Path path = data.get();
        if (!Files.exists(path)) {
            throw InputException.of(
                    path,
                    "no such file or folder",
                    "a trace, a folder of traces, a CSV, a workload model, or what kubectl get"
                            + " nodes,pods -A -o json prints",
                    "Check the path; `stowage init` without one writes a sample.");
        }
        if (CanonicalTrace.isTrace(path)) {
            return new StartingPoint(Kind.TRACE, data, Optional.empty());
        }
        if (isHistory(path)) {
            return new StartingPoint(Kind.HISTORY, data, Optional.empty());
        }
        if (isModel(path)) {
            return new StartingPoint(Kind.MODEL, data, Optional.empty());
        }
        requireNoYaml(path);
        FormatRecognition found = recognised(path);
        boolean isSnapshot = found.format().name().equals(KUBERNETES);
        return new StartingPoint(isSnapshot ? Kind.SNAPSHOT : Kind.FILES, data, Optional.of(found));
    }

    /** What others write by hand is no data: a scenario is where this would lead to. */
    private static void requireNoYaml(Path path) {
        if (!path.toString().matches("(?i).*\\.ya?ml") || !Files.isRegularFile(path)) {
            return;
        }
        boolean isScenario;
        try (Stream<String> lines = Files.lines(path)) {
            isScenario = lines.anyMatch(line -> line.startsWith("workload:"));
        } catch (IOException | UncheckedIOException e) {
            isScenario = false; // no text, so no scenario
        }
        throw InputException.of(
                path,
                isScenario ? "a scenario" : "a file of YAML",
                "data to write a scenario for: a trace, a folder of traces, a CSV, a workload"
                        + " model, or what kubectl get nodes,pods -A -o json prints",
                isScenario
                        ? "There is one already: stowage plan " + path + " plans with it."
                        : "Services to place are for stowage pack, services under controllers for"
                                + " stowage simulate, functions for stowage serverless.");
    }

    private static FormatRecognition recognised(Path path) {
        try {
            return TraceFormats.recognise(List.of(path));
        } catch (InputException e) {
            requireCommas(path);
            String word = ShellWord.ofPath(path.toString());
            throw otherwise(
                    e,
                    path.toString().endsWith(".csv")
                            ? "Tasks of your own are a CSV with the columns"
                                    + " submit_s,duration_s,cpu,memory_gib: stowage ingest csv "
                                    + word
                                    + " says what is missing;"
                            : "stowage ingest FORMAT " + word + " says what is wrong with it;");
        }
    }

    /** What spreadsheets write where the decimal sign is a comma. */
    private static void requireCommas(Path path) {
        if (!Files.isRegularFile(path)) {
            return;
        }
        String header;
        try (Stream<String> lines = Files.lines(path)) {
            header = lines.findFirst().orElse("");
        } catch (IOException | UncheckedIOException e) {
            return; // no text: what is wrong with it is said elsewhere
        }
        if (header.contains(";") && !header.contains(",")) {
            throw InputException.atLine(
                    path,
                    1,
                    "columns with semicolons between them",
                    "a CSV with commas between columns and points in numbers",
                    "Save it with commas; where no number has a comma, tr ';' ',' < "
                            + ShellWord.ofPath(path.toString())
                            + " > commas.csv does it.");
        }
    }

    /** The same problem with a remedy that whoever begins can follow. */
    static InputException otherwise(InputException wrong, String ingest) {
        InputException.Issue issue = wrong.issues().get(0);
        return InputException.of(
                Path.of(issue.place()),
                issue.found(),
                issue.expected(),
                ingest
                        + " stowage help ingest lists the formats. Begin with the trace that it"
                        + " makes.");
    }

    /** What it is, as a person says it. */
    String words() {
        return kind == Kind.FILES
                ? kind.words + " (" + recognised.orElseThrow().format().name() + ")"
                : kind.words;
    }

    private static boolean isHistory(Path path) {
        try {
            return Files.isRegularFile(path)
                    && List.of(DemandCsv.HEADER.split(",")).equals(DemandCsv.header(path));
        } catch (InputException e) {
            return false; // no CSV: JSON in one line, say
        }
    }

    private static boolean isModel(Path path) {
        if (!Files.isRegularFile(path) || !path.toString().endsWith(".json")) {
            return false;
        }
        try {
            WorkloadModels.read(path);
            return true;
        } catch (InputException e) {
            return false; // another kind of JSON, or one that says itself what is wrong
        }
    }
}
