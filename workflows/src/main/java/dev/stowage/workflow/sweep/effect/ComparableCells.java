package dev.stowage.workflow.sweep.effect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cells in which one setting takes all its values while all others stay: means over them differ
 * by that setting alone. Settings that always move together are one.
 *
 * @param settings names
 * @param cells in the order of the sweep; empty if no cells differ in these settings alone
 * @param isWhole true if these are all cells
 */
record ComparableCells(List<String> settings, List<CellResult> cells, boolean isWhole) {
    ComparableCells {
        settings = List.copyOf(settings);
        cells = List.copyOf(cells);
    }

    /** The settings that vary, each with its comparable cells. */
    static List<ComparableCells> of(List<String> settings, List<CellResult> cells) {
        Map<List<Integer>, List<String>> partners = new LinkedHashMap<>();
        for (String setting : settings) {
            List<Integer> pattern = pattern(setting, cells);
            if (new HashSet<>(pattern).size() > 1) {
                partners.computeIfAbsent(pattern, absent -> new ArrayList<>()).add(setting);
            }
        }
        return partners.values().stream().map(each -> of(each, settings, cells)).toList();
    }

    /** For each cell the first one with the same value. */
    private static List<Integer> pattern(String setting, List<CellResult> cells) {
        Map<String, Integer> first = new LinkedHashMap<>();
        List<Integer> pattern = new ArrayList<>();
        for (CellResult cell : cells) {
            String value = text(cell, setting);
            pattern.add(first.computeIfAbsent(value, absent -> first.size()));
        }
        return pattern;
    }

    private static ComparableCells of(
            List<String> together, List<String> settings, List<CellResult> cells) {
        List<String> others = settings.stream().filter(each -> !together.contains(each)).toList();
        Map<String, List<CellResult>> blocks = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            blocks.computeIfAbsent(name(cell, others), absent -> new ArrayList<>()).add(cell);
        }
        Set<String> levels = new LinkedHashSet<>();
        for (List<CellResult> block : blocks.values()) {
            Set<String> its = levels(block, together);
            levels.addAll(its.size() > 1 ? its : Set.of());
        }
        List<CellResult> kept = new ArrayList<>();
        for (List<CellResult> block : blocks.values()) {
            if (!levels.isEmpty() && levels(block, together).equals(levels)) {
                kept.addAll(block);
            }
        }
        return new ComparableCells(together, kept, kept.size() == cells.size());
    }

    private static Set<String> levels(List<CellResult> cells, List<String> settings) {
        Set<String> levels = new LinkedHashSet<>();
        cells.forEach(cell -> levels.add(name(cell, settings)));
        return levels;
    }

    /** The values of settings in a cell, as text. */
    static String name(CellResult cell, List<String> settings) {
        return String.join(" with ", settings.stream().map(each -> text(cell, each)).toList());
    }

    private static String text(CellResult cell, String setting) {
        JsonNode chosen = cell.cell().choices().get(setting);
        return chosen == null ? "–" : Cell.text(chosen);
    }

    /** {@code search.max with search.replications}. */
    String name() {
        return String.join(" with ", settings);
    }
}
