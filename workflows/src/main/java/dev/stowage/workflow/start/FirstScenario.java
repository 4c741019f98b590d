package dev.stowage.workflow.start;

import dev.stowage.basis.VisibleText;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Writes a scenario that a person reads and changes: what the data say, and what is assumed. */
final class FirstScenario {
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.CEILING);
    private static final int COMMENT_COLUMN = 34;

    private final List<String> lines = new ArrayList<>();

    private FirstScenario() {}

    /**
     * The text of a scenario.
     *
     * @param name of it, and title of the report
     * @param source what the data are, a sentence
     * @param workload the map of {@code workload}, with a comment for each entry
     * @param servers what to count
     */
    static String text(
            String name, List<String> source, List<Line> workload, FirstServers servers) {
        FirstScenario scenario = new FirstScenario();
        source.forEach(
                line ->
                        scenario.lines.add(
                                "# " + VisibleText.of(line).replaceAll("\\p{Cntrl}", " ")));
        scenario.lines.add(
                "# What is marked \"assumed\" is nobody's number yet: change that first.");
        scenario.lines.add("# Every key: docs/scenario.md.");
        scenario.lines.add("name: " + quoted(name));
        scenario.lines.add("workload:");
        workload.forEach(scenario::nested);
        scenario.servers(servers);
        scenario.rest();
        return String.join("\n", scenario.lines) + "\n";
    }

    /** A key with its value, and what to know about it. */
    record Line(String text, String comment) {}

    private void servers(FirstServers servers) {
        ServerType type = servers.type();
        lines.add("servers:");
        nested("type:", servers.because());
        nested("  cpu: " + cores(type), "cores that tasks may be given on one server");
        nested("  memoryGiB: " + gib(type), "");
        long gpus = type.extras().gpuMicros() / ServerExtras.MICROS_PER_GPU;
        if (gpus > 0) {
            nested("  gpu: " + gpus, "as many as the largest task asks for");
        }
        if (type.extras().diskBytes() > 0) {
            nested(
                    "  diskGiB: " + rounded(type.extras().diskBytes(), Resources.BYTES_PER_GIB),
                    "assumed: four times what a task asks for at most");
        }
        if (type.extras().networkBitsPerSecond() > 0) {
            nested(
                    "  networkGbps: "
                            + rounded(type.extras().networkBitsPerSecond(), 1_000_000_000),
                    "assumed: four times what a task asks for at most");
        }
        nested("  # monthlyUsd: 300", "what one costs a month; without it no cost of your own");
        nested("  # peakWatts: 300", "assumed where it is not given");
    }

    private void rest() {
        lines.add("policies: {placement: best-fit, admission: capacity, queue: fifo}");
        lines.add("objective:");
        nested("pendingSeconds: {p99: 60}", "assumed: 99 of 100 tasks start within a minute");
        nested("# cpuAllocated: {p95: 0.9}", "a bound on how full they may be");
        lines.add(
                "# uncertainty: {growth: {triangular: [1.0, 1.2, 1.5]}}   # plan for growth, too");
        lines.add("# clouds: {providers: [aws, gcp, azure]}   # what the same costs there");
        lines.add("seed: 42");
    }

    private void nested(Line line) {
        nested(line.text(), line.comment());
    }

    private void nested(String text, String comment) {
        String indented = "  " + text;
        int gap = Math.max(1, COMMENT_COLUMN - 1 - indented.length());
        lines.add(comment.isEmpty() ? indented : indented + " ".repeat(gap) + "# " + comment);
    }

    /** Cores of a type, in three digits, never fewer. */
    static String cores(ServerType type) {
        return rounded(type.capacity().cpuMicroCores(), Resources.MICRO_CORES_PER_CORE);
    }

    /** Memory of a type in GiB, in three digits, never less. */
    static String gib(ServerType type) {
        return rounded(type.capacity().memoryBytes(), Resources.BYTES_PER_GIB);
    }

    private static String rounded(long value, long unit) {
        return new BigDecimal(value)
                .divide(new BigDecimal(unit), MathContext.DECIMAL64)
                .round(THREE_DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A text as YAML takes it, whatever is in it. */
    static String quoted(String text) {
        if (!VisibleText.isVisible(text)) {
            return '"'
                    + VisibleText.of(text.replace("\\", "\\\\").replace("\"", "\\\""))
                            .replace("\n", "\\n")
                            .replace("\t", "\\t")
                    + '"';
        }
        return "'" + text.replaceAll("[\\p{Cntrl}]", " ").replace("'", "''") + "'";
    }
}
