package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.source.HeaderNames;
import dev.stowage.ingest.text.ResourceLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the columns of a table may be called, as data: a resource with lines {@code table NAME} and
 * {@code column = name | other name}, with {@code ;} between names that have a bar in them, {@code
 * column?} where a file may lack it. Names are compared without regard to case and to what is
 * neither letter nor digit.
 *
 * @param table name of the table
 * @param names how each column may be called, by our name of it
 * @param optional ours of those that a file may lack
 */
public record TableColumns(String table, Map<String, List<String>> names, List<String> optional) {
    public TableColumns {
        names = new LinkedHashMap<>(names);
        optional = List.copyOf(optional);
    }

    /** The tables of a resource, in order. */
    public static List<TableColumns> of(Class<?> beside, String resource) {
        List<TableColumns> tables = new ArrayList<>();
        Map<String, List<String>> names = new LinkedHashMap<>();
        List<String> optional = new ArrayList<>();
        String table = "";
        for (String line : ResourceLines.of(beside, resource)) {
            if (line.startsWith("table ")) {
                if (!table.isEmpty()) {
                    tables.add(new TableColumns(table, names, optional));
                }
                table = line.substring("table ".length()).strip();
                names = new LinkedHashMap<>();
                optional = new ArrayList<>();
                continue;
            }
            int equals = line.indexOf('=');
            String name = line.substring(0, equals).strip();
            if (name.endsWith("?")) {
                name = name.substring(0, name.length() - 1);
                optional.add(name);
            }
            String separator = line.contains(";") ? ";" : "\\|";
            names.put(
                    name,
                    Stream.of(line.substring(equals + 1).split(separator, -1))
                            .map(String::strip)
                            .toList());
        }
        tables.add(new TableColumns(table, names, optional));
        return List.copyOf(tables);
    }

    /** Columns that a header lacks and that a table must have. */
    public List<String> missing(List<String> header) {
        Map<String, Integer> places = places(header);
        return names.keySet().stream()
                .filter(name -> !places.containsKey(name) && !optional.contains(name))
                .map(name -> names.getOrDefault(name, List.of(name)).get(0))
                .toList();
    }

    /** Where ours stand in a header; the first alias that is there counts. */
    public Map<String, Integer> places(List<String> header) {
        Map<String, Integer> found = new HashMap<>();
        List<String> normal = header.stream().map(HeaderNames::normal).toList();
        names.forEach(
                (name, aliases) -> {
                    for (String alias : aliases) {
                        int place = normal.indexOf(HeaderNames.normal(alias));
                        if (place >= 0) {
                            found.putIfAbsent(name, place);
                        }
                    }
                });
        return found;
    }

    /**
     * The same, where each of these columns is there once.
     *
     * @throws InputException if one is there twice: which of the two is meant, nobody knows
     */
    public Map<String, Integer> placesOnce(Path file, List<String> header) {
        Map<String, Integer> places = places(header);
        List<String> names = header.stream().map(HeaderNames::normal).toList();
        for (int place : places.values()) {
            String name = names.get(place);
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw InputException.atLine(
                        file,
                        1,
                        "the column " + header.get(place) + " twice",
                        "each column once",
                        "Leave one of them out.");
            }
        }
        return places;
    }
}
