package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.figure.FigureReader;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.Map;

/** A sweep as JSON: see the schema {@code sweep-result.schema.json}. */
public final class SweepJson {
    /** Name of the file. */
    public static final String FILE = "sweep.json";

    static final int FORMAT_VERSION = 1;

    private SweepJson() {}

    /** The text of {@code sweep.json}. */
    public static String text(SweepResult result) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("formatVersion", FORMAT_VERSION);
        root.put("name", result.sweep().name());
        root.put("question", result.sweep().question().name());
        root.put("version", SweepResult.version());
        root.set("base", result.sweep().base());
        ObjectNode inputs = root.putObject("inputs");
        Reasons.inputs(result.cells()).forEach(inputs::put);
        ArrayNode axes = root.putArray("axes");
        result.sweep().axes().forEach(axes::add);
        root.put("duplicates", result.sweep().duplicates());
        ObjectNode units = root.putObject("units");
        result.figures().forEach(figure -> units.put(figure, FigureReader.unit(figure)));
        ArrayNode cells = root.putArray("cells");
        result.cells().forEach(each -> cells.add(cell(each, result.sweep().base())));
        ArrayNode checks = root.putArray("checks");
        result.outcomes().forEach(each -> checks.add(check(each)));
        root.set("effects", EffectsJson.effects(result.effects()));
        root.set("capacity", EffectsJson.needs(result.needs()));
        result.changes().ifPresent(changes -> root.set("changes", changes(changes)));
        return Json.text(root);
    }

    /**
     * A cell: of {@code sweep.json}, and a line of a stream.
     *
     * @param base settings that all cells share
     */
    public static ObjectNode cell(CellResult result, ObjectNode base) {
        ObjectNode cell = Json.mapper().createObjectNode();
        ObjectNode settings = cell.putObject("settings");
        settings.setAll(result.cell().choices());
        CellSettings.sets(base, result.cell()).ifPresent(sets -> cell.set("sets", sets));
        cell.put("key", result.key());
        cell.put("state", result.state().text());
        if (!result.isDone()) {
            cell.put("reason", result.reason());
        }
        ObjectNode figures = cell.putObject("figures");
        for (Map.Entry<String, String> each : result.figures().entrySet()) {
            figures.putRawValue(each.getKey(), new RawValue(each.getValue()));
        }
        return cell;
    }

    private static ObjectNode check(Outcome outcome) {
        ObjectNode check = Json.mapper().createObjectNode();
        check.put("check", outcome.check().text());
        check.put("holds", outcome.holds());
        check.put("cells", outcome.cells());
        if (!outcome.open().isEmpty()) {
            check.put("open", outcome.open());
        }
        ArrayNode broken = check.putArray("broken");
        outcome.broken().forEach(broken::add);
        return check;
    }

    private static ObjectNode changes(Changes changes) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("joined", changes.joined());
        ArrayNode reasons = node.putArray("reasons");
        changes.reasons().forEach(reasons::add);
        ArrayNode added = node.putArray("added");
        changes.added().forEach(added::add);
        ArrayNode vanished = node.putArray("vanished");
        changes.vanished().forEach(vanished::add);
        ArrayNode recovered = node.putArray("recovered");
        changes.recovered().forEach(recovered::add);
        ArrayNode figures = node.putArray("figures");
        for (Changes.Change each : changes.all()) {
            figures.addObject()
                    .put("cell", each.cell())
                    .put("figure", each.figure())
                    .put("before", each.before())
                    .put("after", each.after())
                    .put("noise", each.noise().text());
        }
        changes.explanation().ifPresent(found -> node.set("explanation", explanation(found)));
        return node;
    }

    private static ObjectNode explanation(Explanation found) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("cells", found.cells());
        node.put("asked", found.asked());
        ArrayNode left = node.putArray("notChangedBack");
        found.left().forEach(left::add);
        ArrayNode parts = node.putArray("figures");
        for (Explanation.Part each : found.parts()) {
            parts.addObject()
                    .put("cell", each.change().cell())
                    .put("figure", each.change().figure())
                    .put("before", each.change().before())
                    .put("after", each.change().after())
                    .put("input", each.input())
                    .put("withInputAsBefore", each.with());
        }
        return node;
    }
}
