package dev.stowage.ingest.source;

import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.LineBlocks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names in the first line of a file, and what stands between them.
 *
 * @param separator between the names, as between the values of the rows
 * @param names as they are compared: small letters, digits, and one {@code _} for anything else
 */
public record HeaderNames(char separator, List<String> names) {
    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');

    /** Of the first line of a file, whatever it is. */
    public static HeaderNames of(LineBlocks.Block block) {
        int end = 0;
        while (end < block.length() && block.bytes()[end] != '\n') {
            end++;
        }
        return of(new String(block.bytes(), 0, end, StandardCharsets.UTF_8));
    }

    /** Of a line, separated by what occurs most often in it. */
    public static HeaderNames of(String line) {
        char best = ',';
        for (char each : SEPARATORS) {
            if (count(line, each) > count(line, best)) {
                best = each;
            }
        }
        return of(line, best);
    }

    /** Of a line. */
    static HeaderNames of(String line, char separator) {
        String plain = line.replace("\uFEFF", "").replaceAll("[\\r\\n]+$", "");
        return new HeaderNames(
                separator,
                Stream.of(plain.split(Pattern.quote("" + separator), -1))
                        .map(HeaderNames::normal)
                        .toList());
    }

    private static long count(String line, char separator) {
        String bare = line.replaceAll("\"[^\"]*\"", ""); // names may have it in them
        return bare.chars().filter(c -> c == separator).count();
    }

    /** A name as it is compared. */
    public static String normal(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replace("%", "percent")
                .replaceAll("[^\\p{L}\\p{N}]+", "_")
                .replaceAll("^_|_$", "");
    }

    /** True if they are the names of a table: all that every row must have, and half of all. */
    boolean areOf(SourceSchema table) {
        return table.fields().stream()
                        .filter(Field::isMandatory)
                        .allMatch(field -> names.contains(normal(field.name())))
                && 2 * known(table) >= table.fields().size();
    }

    /** How many of a table's names are among them. */
    long known(SourceSchema table) {
        Set<String> own =
                table.fields().stream().map(f -> normal(f.name())).collect(Collectors.toSet());
        return names.stream().filter(own::contains).distinct().count();
    }

    /** True if the columns stand in the order of the table, and none is missing or added. */
    boolean areInOrderOf(SourceSchema table) {
        return names.equals(table.fields().stream().map(f -> normal(f.name())).toList());
    }
}
