package dev.stowage.push.object;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is there of an object, or is to be there, as far as a plan is concerned with it.
 *
 * @param exists false if there is no such object; then it has no fields
 * @param fields what people compare, by name; what decides whether two states are the same. A field
 *     that is not set is the same as one of empty text
 * @param content what the target needs to bring this state about: the bytes of a file as ISO 8859-1
 *     text, the value of a kernel parameter, a document
 */
public record ObjectState(boolean exists, SortedMap<String, String> fields, String content) {
    /** No object. */
    public static final ObjectState ABSENT = new ObjectState(false, new TreeMap<>(), "");

    public ObjectState {
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
        if (!exists && !fields.isEmpty()) {
            throw new IllegalArgumentException("an object that is absent has fields " + fields);
        }
    }

    /** An object with these fields. */
    public static ObjectState of(Map<String, String> fields, String content) {
        return new ObjectState(true, new TreeMap<>(fields), content);
    }

    /** True if nobody could tell the two apart. */
    public @JsonIgnore boolean isSameAs(ObjectState other) {
        return exists == other.exists && fields.equals(other.fields);
    }

    /** True if all that {@code planned} wants holds; other fields may be anything. */
    public @JsonIgnore boolean meets(ObjectState planned) {
        return exists == planned.exists
                && planned.fields.entrySet().stream()
                        .allMatch(each -> each.getValue().equals(field(each.getKey())));
    }

    /** True if each field is as in one of the two: a change that was interrupted half-way. */
    public @JsonIgnore boolean isBetween(ObjectState found, ObjectState planned) {
        if (isSameAs(found) || meets(planned)) {
            return true;
        }
        if (!exists) {
            return false;
        }
        TreeMap<String, String> all = new TreeMap<>(found.fields);
        all.putAll(planned.fields);
        all.putAll(fields);
        return all.keySet().stream()
                .allMatch(
                        name ->
                                field(name).equals(found.field(name))
                                        || field(name).equals(planned.field(name)));
    }

    /** Value of a field; empty text if it is not set, which is the same. */
    public String field(String name) {
        return fields.getOrDefault(name, "");
    }
}
