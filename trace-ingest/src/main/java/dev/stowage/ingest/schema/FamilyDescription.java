package dev.stowage.ingest.schema;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.text.ResourceLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What is particular to the tables of one family of traces, one year of a publisher: read from a
 * resource of its name ({@code google-2011.txt}). A line there is {@code table NAME}, a rule of the
 * family or of the last table, or a column of it, {@code - NAME: KIND} ({@link Field#parse}).
 *
 * @param name on the command line
 * @param description one line for the help
 * @param classRules how batch and user-facing may be told apart, the default first
 * @param classRulesDiffer what the choice among them is about; empty if there is no choice
 * @param attribution whose data it is; empty if each file has its own
 * @param startMicros start of the trace on its own clock
 * @param timeOrigin what time 0 of the canonical trace is; empty if each trace has its own
 * @param isNormalised true if amounts are shares of the largest machine
 * @param encodings how its files may be written
 * @param tables in the order in which they are read
 */
public record FamilyDescription(
        String name,
        String description,
        List<String> classRules,
        String classRulesDiffer,
        String attribution,
        long startMicros,
        String timeOrigin,
        boolean isNormalised,
        Set<Encoding> encodings,
        List<SourceSchema> tables) {
    private static final Map<String, FamilyDescription> READ = new ConcurrentHashMap<>();

    /** A family or a table as it is written. */
    record Section(String name, Map<String, String> rules, List<Field> fields) {
        Section(String name) {
            this(name, new LinkedHashMap<>(), new ArrayList<>());
        }

        /** Takes a rule, which may be left out. */
        String take(String key, String otherwise) {
            String value = rules.remove(key);
            return value == null ? otherwise : value;
        }

        /** Takes a rule that stands there or not. */
        boolean takeIf(String key) {
            return rules.remove(key) != null;
        }

        void requireAllTaken() {
            if (!rules.isEmpty()) {
                throw new IllegalStateException("unknown rules of " + name + ": " + rules);
            }
        }
    }

    /** The description of that family, read once. */
    public static FamilyDescription of(String family) {
        return READ.computeIfAbsent(family, FamilyDescription::read);
    }

    private static FamilyDescription read(String family) {
        return parse(ResourceLines.of(FamilyDescription.class, family + ".txt"));
    }

    /** Reads a description. */
    public static FamilyDescription parse(List<String> lines) {
        List<Section> sections = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            String value = parts.length == 1 ? "" : parts[1];
            switch (parts[0]) {
                case "family", "table" -> sections.add(new Section(value));
                case "-" -> sections.get(sections.size() - 1).fields().add(Field.parse(value));
                default -> sections.get(sections.size() - 1).rules().put(parts[0], value);
            }
        }
        Section family = sections.remove(0);
        List<SourceSchema> tables = new ArrayList<>();
        sections.forEach(table -> tables.add(SourceSchema.of(table, tables.size())));
        FamilyDescription described = of(family, tables);
        family.requireAllTaken();
        return described;
    }

    private static FamilyDescription of(Section family, List<SourceSchema> tables) {
        return new FamilyDescription(
                family.name(),
                family.take("description", ""),
                List.of(family.take("class-rule", "").split(" or ")),
                family.take("class-rules-differ", ""),
                family.take("attribution", ""),
                Long.parseLong(family.take("start-seconds", "0")) * MICROS_PER_SECOND,
                family.take("time-origin", ""),
                family.takeIf("normalised"),
                List.of(family.take("written", "positional").split(", ")).stream()
                        .map(how -> Encoding.valueOf(constant(how)))
                        .collect(Collectors.toUnmodifiableSet()),
                List.copyOf(tables));
    }

    /** The spelling of an enum's constant. */
    static String constant(String text) {
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The table of that name. */
    public SourceSchema table(String tableName) {
        return tables.stream()
                .filter(table -> table.tableName().equals(tableName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no " + tableName));
    }
}
