package dev.stowage.report.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.report.ReportPage;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.figure.FigureReader;
import dev.stowage.workflow.sweep.result.LeadingFigures;
import dev.stowage.workflow.sweep.result.SweepResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the reader of a page may choose: which figure over which settings, and which two figures
 * against each other.
 *
 * @param data the cells, for {@code sweep.js}
 * @param script the text of {@code sweep.js}
 * @param note which figures are there, if not all; empty if all
 */
public record SweepExplorer(String data, String script, String note) {
    /** Numbers that a page can carry. */
    private static final int MOST_NUMBERS = 1_000_000;

    private static final List<String> COSTS = List.of("cost.monthlyUsd", "totalUsd", "Usd");
    private static final List<String> LATE =
            List.of("planned.pendingSeconds.p99", "p99", "pendingSeconds", "Watts", "Seconds");

    static SweepExplorer of(SweepResult result) {
        List<String> varied = varied(result);
        int most = Math.max(8, MOST_NUMBERS / Math.max(1, result.cells().size()));
        List<String> figures = varied.subList(0, Math.min(most, varied.size()));
        ObjectNode data = Json.mapper().createObjectNode();
        ArrayNode axes = data.putArray("axes");
        result.sweep().axes().forEach(axes::add);
        ArrayNode names = data.putArray("figures");
        figures.forEach(
                each -> names.addObject().put("name", each).put("unit", FigureReader.unit(each)));
        ArrayNode rows = data.putArray("rows");
        result.cells().stream()
                .filter(CellResult::isDone)
                .forEach(cell -> add(rows.addObject(), cell, result.sweep(), figures));
        int x = indexLike(figures, COSTS, 0);
        data.put("x", x);
        data.put("y", indexLike(figures, LATE, x == 0 ? 1 : 0));
        String note =
                figures.size() == varied.size()
                        ? ""
                        : "The first "
                                + figures.size()
                                + " of "
                                + varied.size()
                                + " figures that vary are here; all are in sweep.csv.";
        return new SweepExplorer(ReportPage.jsonText(Json.text(data)), scriptText(), note);
    }

    /** Figures that are not the same in all cells, those first that a reader looks for first. */
    private static List<String> varied(SweepResult result) {
        Set<String> figures = new LinkedHashSet<>(LeadingFigures.deciding(result));
        for (String figure : result.figures()) {
            long values =
                    result.cells().stream()
                            .filter(CellResult::isDone)
                            .map(cell -> cell.value(figure))
                            .distinct()
                            .limit(2)
                            .count();
            if (values > 1) {
                figures.add(figure);
            }
        }
        return new ArrayList<>(figures);
    }

    private static int indexLike(List<String> figures, List<String> words, int otherwise) {
        for (String word : words) {
            for (int i = 0; i < figures.size(); i++) {
                if (figures.get(i).contains(word)) {
                    return i;
                }
            }
        }
        return Math.min(otherwise, Math.max(0, figures.size() - 1));
    }

    private static void add(ObjectNode row, CellResult cell, Sweep sweep, List<String> figures) {
        ArrayNode settings = row.putArray("s");
        for (String axis : sweep.axes()) {
            JsonNode chosen = cell.cell().choices().get(axis);
            settings.add(chosen == null ? "–" : Cell.text(chosen));
        }
        ArrayNode values = row.putArray("v");
        for (String figure : figures) {
            double value = sweep.value(cell, figure);
            if (Double.isFinite(value)) {
                values.add(value);
            } else {
                values.addNull();
            }
        }
    }

    private static String scriptText() {
        try (InputStream in =
                SweepExplorer.class.getResourceAsStream("/dev/stowage/report/sweep.js")) {
            if (in == null) {
                throw new IllegalStateException("sweep.js is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
