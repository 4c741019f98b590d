package dev.stowage.workflow.sweep.figure;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of an answer: every number and every yes or no in it, under its dotted path, spelled
 * exactly as the answer spells it. An entry of a list is named by its name, metric, method,
 * provider, region, policy and type, those that it has, else by its place. Lists of numbers, and
 * lists of more than 32 entries, are series and no figures.
 */
public final class FigureReader {
    private static final int LONG = 32;
    private static final List<String> NAMES =
            List.of("name", "metric", "method", "provider", "region", "policy", "type");
    private static final List<String> NO_FIGURES = List.of("formatVersion", "seed");

    private final Map<String, String> figures = new LinkedHashMap<>();

    private FigureReader() {}

    /** The figures by name, in the order of the answer. */
    public static Map<String, String> figures(String answer) {
        FigureReader reader = new FigureReader();
        try (JsonParser parser = Json.mapper().createParser(answer)) {
            parser.nextToken();
            reader.add("", read(parser));
        } catch (IOException e) {
            throw new UncheckedIOException("an answer that is not JSON", e);
        }
        return reader.figures;
    }

    /** A number or a truth, as it is spelled. */
    private record Literal(String text) {}

    /** A map, a list, a text, a literal, or an empty text for null. */
    private static Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
                    new Literal(parser.getText());
            case VALUE_NULL -> "";
            default -> parser.getText();
        };
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            fields.put(key, read(parser));
        }
        return fields;
    }

    private static List<Object> array(JsonParser parser) throws IOException {
        List<Object> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            entries.add(read(parser));
        }
        return entries;
    }

    private void add(String path, Object value) {
        if (value instanceof Literal literal) {
            if (!NO_FIGURES.contains(path)) {
                figures.put(path, literal.text());
            }
        } else if (value instanceof Map<?, ?> fields) {
            fields.forEach((key, each) -> add(path.isEmpty() ? "" + key : path + "." + key, each));
        } else if (value instanceof List<?> entries && entries.size() <= LONG) {
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i) instanceof Map<?, ?> entry) {
                    add(unique(path, name(entry, i), i), entry);
                }
            }
        }
    }

    private String unique(String path, String name, int at) {
        String found = path + "[" + name + "]";
        boolean isTaken = figures.keySet().stream().anyMatch(key -> key.startsWith(found + "."));
        return isTaken ? path + "[" + name + " " + at + "]" : found;
    }

    private static String name(Map<?, ?> entry, int at) {
        List<String> names = new ArrayList<>();
        for (String key : NAMES) {
            if (entry.get(key) instanceof String text && !text.isEmpty()) {
                names.add(text);
            }
        }
        return names.isEmpty() ? String.valueOf(at) : String.join(" ", names);
    }

    /** The unit of a figure by its name, empty for a plain number. */
    public static String unit(String figure) {
        String name = figure.replaceAll("\\[[^]]*]", "");
        Map<String, String> units = new LinkedHashMap<>();
        units.put("Seconds", "s");
        units.put("Micros", "us");
        units.put("Usd", "USD");
        units.put("Watts", "W");
        units.put("KWh", "kWh");
        units.put("GiB", "GiB");
        units.put("Bytes", "B");
        units.put("Cores", "cores");
        units.put("Hours", "h");
        units.put("Share", "share");
        units.put("Percent", "%");
        for (String part : name.split("\\.", -1)) {
            for (var unit : units.entrySet()) {
                if (part.endsWith(unit.getKey()) || part.equalsIgnoreCase(unit.getKey())) {
                    return unit.getValue();
                }
            }
        }
        if (name.equals("servers") || name.endsWith(".servers")) {
            return "servers";
        }
        return name.matches("(cpu|memory)(Allocated|Used).*|utili[sz]ation.*") ? "share" : "";
    }
}
