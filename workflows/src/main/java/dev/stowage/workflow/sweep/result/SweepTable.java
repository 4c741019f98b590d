package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.figure.FigureReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A row a cell: settings, state, reason, figures; as CSV (RFC 4180) and as Parquet. */
public final class SweepTable {
    private static final List<String> OUTCOME = List.of("state", "reason");

    private final SweepResult result;
    private final List<String> axes;
    private final List<String> figures;

    public SweepTable(SweepResult result) {
        this.result = result;
        this.axes = result.sweep().axes();
        this.figures = result.figures();
    }

    /** Writes {@code sweep.csv} and {@code sweep.parquet} into a folder. */
    public void write(Path folder) {
        try {
            Files.write(folder.resolve("sweep.csv"), csv().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        parquet(folder.resolve("sweep.parquet"));
    }

    /** The text of {@code sweep.csv}; figures as the answers spell them. */
    String csv() {
        StringBuilder text = new StringBuilder();
        List<String> head = new ArrayList<>(axes.stream().map(this::column).toList());
        head.addAll(OUTCOME);
        head.addAll(figures);
        line(text, head);
        result.cells().forEach(cell -> line(text, row(cell)));
        return text.toString();
    }

    /** A setting may be called as a figure is, and no two columns are called the same. */
    private String column(String axis) {
        boolean isTaken = OUTCOME.contains(axis) || figures.contains(axis);
        return isTaken ? "setting " + axis : axis;
    }

    private List<String> row(CellResult cell) {
        List<String> row = new ArrayList<>();
        axes.forEach(axis -> row.add(setting(cell, axis).orElse("")));
        row.add(cell.state().text());
        row.add(result.sweep().reason(cell));
        figures.forEach(figure -> row.add(cell.figures().getOrDefault(figure, "")));
        return row;
    }

    private static Optional<String> setting(CellResult cell, String axis) {
        return Optional.ofNullable(cell.cell().choices().get(axis)).map(Cell::text);
    }

    private static void line(StringBuilder text, List<String> fields) {
        text.append(fields.stream().map(SweepTable::quoted).collect(Collectors.joining(",")))
                .append('\n');
    }

    private static String quoted(String field) {
        return field.matches("(?s).*[,\"\r\n].*") ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }

    private void parquet(Path file) {
        List<Column> columns = new ArrayList<>();
        for (String axis : axes) {
            columns.add(
                    Column.optional(
                            column(axis),
                            isNumeric(axis) ? Column.Type.DOUBLE : Column.Type.STRING,
                            "setting"));
        }
        columns.add(Column.required("state", Column.Type.STRING, "how the cell ended"));
        columns.add(
                Column.required(
                        "reason",
                        Column.Type.STRING,
                        "why it has no figures, or none to count on"));
        for (String figure : figures) {
            columns.add(Column.optional(figure, Column.Type.DOUBLE, FigureReader.unit(figure)));
        }
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "sweep", columns)) {
            result.cells().forEach(cell -> put(writer, cell));
        }
    }

    private boolean isNumeric(String axis) {
        return result.cells().stream()
                .map(cell -> cell.cell().choices().get(axis))
                .allMatch(value -> value == null || value.isNumber());
    }

    private void put(ColumnFileWriter writer, CellResult cell) {
        for (String axis : axes) {
            JsonNode value = cell.cell().choices().get(axis);
            if (value == null) {
                writer.putNull();
            } else if (isNumeric(axis)) {
                writer.putDouble(value.doubleValue());
            } else {
                writer.putString(Cell.text(value));
            }
        }
        writer.putString(cell.state().text());
        writer.putString(result.sweep().reason(cell));
        for (String figure : figures) {
            String literal = cell.figures().get(figure);
            if (literal == null) {
                writer.putNull();
            } else {
                writer.putDouble(Check.number(literal).orElse(Double.NaN));
            }
        }
        writer.endRow();
    }
}
