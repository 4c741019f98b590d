package dev.stowage.ingest.source;

import dev.stowage.ingest.schema.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object that are fields of a table, or objects that hold such. Not
 * thread-safe: it remembers where the last search ended, because rows have their members in one
 * order.
 */
final class MemberNames {
    /** An object of which nothing is wanted. */
    static final MemberNames NONE = new MemberNames(0);

    private final byte[][] names;
    private final int[] fields; // of the table; negative for an object
    private final @Nullable MemberNames[] nested;
    private int expected;

    private MemberNames(int size) {
        names = new byte[size][];
        fields = new int[size];
        nested = new MemberNames[size];
    }

    /** The members of the rows of a table; fields that are skipped are not among them. */
    static MemberNames of(List<Field> fields) {
        Map<String, Integer> paths = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            paths.put(fields.get(i).name(), i);
        }
        return of(paths);
    }

    private static MemberNames of(Map<String, Integer> paths) {
        Map<String, Map<String, Integer>> byFirst = new LinkedHashMap<>();
        paths.forEach(
                (path, field) -> {
                    String[] parts = path.split("\\.", 2);
                    byFirst.computeIfAbsent(parts[0], first -> new LinkedHashMap<>())
                            .put(parts.length == 1 ? "" : parts[1], field);
                });
        MemberNames members = new MemberNames(byFirst.size());
        List<String> firsts = new ArrayList<>(byFirst.keySet());
        for (int i = 0; i < firsts.size(); i++) {
            Map<String, Integer> below = byFirst.getOrDefault(firsts.get(i), Map.of());
            members.names[i] = firsts.get(i).getBytes(StandardCharsets.UTF_8);
            Integer own = below.get("");
            members.fields[i] = own == null ? -1 : own;
            members.nested[i] = own == null ? of(below) : null;
        }
        return members;
    }

    /** The member of that name, or -1. */
    int find(byte[] bytes, int from, int to) {
        int size = names.length;
        for (int i = 0; i < size; i++) {
            int member = expected + i < size ? expected + i : expected + i - size;
            byte[] name = names[member];
            if (Arrays.equals(name, 0, name.length, bytes, from, to)) {
                expected = member + 1 == size ? 0 : member + 1;
                return member;
            }
        }
        return -1;
    }

    /** The field that a member is, or for an object one of the fields in it. */
    int field(int member) {
        MemberNames below = nested[member];
        return below == null ? fields[member] : below.field(0);
    }

    /** The members of a member that is an object; null if it is a field. */
    @Nullable MemberNames nested(int member) {
        return nested[member];
    }
}
