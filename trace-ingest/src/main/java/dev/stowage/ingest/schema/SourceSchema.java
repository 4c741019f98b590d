package dev.stowage.ingest.schema;

import dev.stowage.ingest.text.RowSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table of a trace family, as a {@linkplain FamilyDescription description} has it.
 *
 * @param tableName its name in the trace: {@code task_events}
 * @param ordinal position in the order in which tables are read
 * @param fields its columns, at most {@link dev.stowage.ingest.text.RowScanner#MAX_FIELDS}
 * @param minFields columns that every row must have; the others may be missing at the end ({@code
 *     least})
 * @param isIgnored true if nothing uses its rows yet: they are counted and not parsed
 * @param isUnordered true if its rows come in any order
 * @param syntax how the fields of its rows are told apart ({@code between})
 * @param timeField the column by which its parts are put into order; negative to go by their names
 * @param jobFields the columns that name the job of a row, for a sample of jobs: the first one that
 *     a row has counts; one that has none of them is a job of its own
 * @param load what its rows ask for, and for how long; empty if no row says that by itself
 * @param isJobPerFile true if each of its files is a job, named after the file
 * @param withoutIt what a trace without this table cannot answer, as the end of a sentence; empty
 *     if nothing is missed
 * @param named what a file or folder that holds the table is called; null if its name begins with
 *     that of the table
 */
public record SourceSchema(
        String tableName,
        int ordinal,
        List<Field> fields,
        int minFields,
        boolean isIgnored,
        boolean isUnordered,
        RowSyntax syntax,
        int timeField,
        List<Integer> jobFields,
        Optional<Load> load,
        boolean isJobPerFile,
        String withoutIt,
        @Nullable Pattern named) {

    /**
     * The columns that say what a row asks for, and for how long.
     *
     * @param cpu what each asks for, in any one unit
     * @param count how many a row stands for; negative if one
     * @param from when it begins; negative if at 0
     * @param to when it ends
     */
    public record Load(int cpu, int count, int from, int to) {}

    public SourceSchema {
        fields = List.copyOf(fields);
        jobFields = List.copyOf(jobFields);
    }

    static SourceSchema of(FamilyDescription.Section table, int ordinal) {
        List<Field> fields = table.fields();
        String time = table.take("time", fields.get(0).name());
        String named = table.take("named", "");
        int[] load = columns(fields, table.take("load", ""));
        SourceSchema schema =
                new SourceSchema(
                        table.name(),
                        ordinal,
                        fields,
                        Integer.parseInt(table.take("least", "" + fields.size())),
                        table.takeIf("ignored"),
                        table.takeIf("unordered"),
                        RowSyntax.valueOf(
                                FamilyDescription.constant(table.take("between", "commas"))),
                        time.equals("none") ? -1 : columns(fields, time)[0],
                        Stream.of(columns(fields, table.take("job", "")))
                                .flatMapToInt(java.util.Arrays::stream)
                                .boxed()
                                .toList(),
                        load.length == 0
                                ? Optional.empty()
                                : Optional.of(new Load(load[0], load[1], load[2], load[3])),
                        table.takeIf("job-per-file"),
                        table.take("without", ""),
                        named.isEmpty() ? null : Pattern.compile(named));
        table.requireAllTaken();
        return schema;
    }

    /** The places of some columns; {@code -} stands for none. */
    private static int[] columns(List<Field> fields, String names) {
        List<String> known = new ArrayList<>(fields.stream().map(Field::name).toList());
        return Stream.of(names.split(", "))
                .filter(name -> !name.isEmpty())
                .mapToInt(
                        name -> {
                            if (!name.equals("-") && !known.contains(name)) {
                                throw new IllegalStateException("no column " + name);
                            }
                            return known.indexOf(name);
                        })
                .toArray();
    }

    /** Where the column of that role is, or -1. */
    public int find(String role) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).role().equals(role)) {
                return i;
            }
        }
        return -1;
    }

    /** Where the column of that role is. */
    public int column(String role) {
        int column = find(role);
        if (column < 0) {
            throw new IllegalArgumentException(tableName + " has no " + role);
        }
        return column;
    }

    /** The column of that role. */
    public Field field(String role) {
        return fields.get(column(role));
    }

    /**
     * True if a file or folder of that name, in lower case, holds the table. Its schema may lie
     * beside it: {@code machine_events.schema.json}.
     */
    public boolean isNamed(String name) {
        if (named != null) {
            return named.matcher(name).matches();
        }
        return name.startsWith(tableName)
                && !name.contains(".schema.")
                && (name.length() == tableName.length()
                        || !Character.isLetterOrDigit(name.charAt(tableName.length())));
    }

    /** Number of columns as errors say it. */
    public String fieldCount() {
        return (minFields == fields.size() ? "" : minFields + " or ") + fields.size();
    }

    /** True if a row may have so many columns. */
    public boolean hasFieldCount(int count) {
        return count >= minFields && count <= fields.size();
    }

    @Override
    public String toString() {
        return tableName;
    }
}
