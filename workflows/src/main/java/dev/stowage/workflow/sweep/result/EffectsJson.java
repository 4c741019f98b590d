package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.MainEffect;
import dev.stowage.workflow.sweep.effect.SobolIndices.Estimate;
import java.util.List;
import java.util.Map;

/** What decides figures, and how much capacity is enough how often, as JSON. */
final class EffectsJson {
    private EffectsJson() {}

    static ArrayNode effects(List<FigureEffects> all) {
        ArrayNode effects = Json.mapper().createArrayNode();
        for (FigureEffects each : all) {
            ObjectNode effect = effects.addObject();
            effect.put("figure", each.figure());
            effect.put("slice", each.slice());
            ArrayNode settings = effect.putArray("settings");
            for (MainEffect main : each.main()) {
                ObjectNode setting = settings.addObject();
                setting.put("setting", main.setting());
                setting.put("swing", main.swing());
                put(setting, "share", main.share());
                ArrayNode levels = setting.putArray("levels");
                for (MainEffect.Level level : main.levels()) {
                    levels.addObject()
                            .put("name", level.name())
                            .put("mean", level.mean())
                            .put("cells", level.cells());
                }
            }
            ArrayNode untold = effect.putArray("untold");
            each.untold().forEach(untold::add);
            ArrayNode byChance = effect.putArray("byChance");
            each.byChance().forEach(byChance::add);
            each.indices().ifPresent(found -> effect.set("sobol", indices(found)));
        }
        return effects;
    }

    private static ObjectNode indices(FigureEffects.Indices found) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("rows", found.rows());
        node.put("lost", found.lost());
        ArrayNode inputs = node.putArray("inputs");
        found.byInput()
                .forEach(
                        (input, indices) -> {
                            ObjectNode each = inputs.addObject();
                            each.put("input", input);
                            each.set("first", estimate(indices.first()));
                            each.set("total", estimate(indices.total()));
                        });
        return node;
    }

    /** Null for what is not a number: a figure that does not vary. */
    private static ObjectNode estimate(Estimate estimate) {
        ObjectNode node = Json.mapper().createObjectNode();
        put(node, "value", estimate.value());
        put(node, "low", estimate.low());
        put(node, "high", estimate.high());
        return node;
    }

    private static void put(ObjectNode node, String key, double value) {
        if (Double.isFinite(value)) {
            node.put(key, value);
        } else {
            node.putNull(key);
        }
    }

    static ArrayNode needs(Map<String, CapacityNeed> bySlice) {
        ArrayNode needs = Json.mapper().createArrayNode();
        bySlice.forEach(
                (slice, need) -> {
                    ObjectNode node = needs.addObject();
                    node.put("slice", slice);
                    node.put("figure", need.figure());
                    node.put("drawn", need.isDrawn());
                    node.put("cells", need.cells());
                    node.put("unmet", need.unmet());
                    node.put("unanswered", need.unanswered());
                    ArrayNode steps = node.putArray("steps");
                    for (CapacityNeed.Step step : need.steps()) {
                        steps.addObject()
                                .put("amount", step.amount())
                                .put("cells", step.cells())
                                .put("share", step.share());
                    }
                });
        return needs;
    }
}
