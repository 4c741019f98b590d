package dev.stowage.basis;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The fields of an object that {@link PlainState} writes, in the order of their names. Cold. */
final class PlainFields {
    private PlainFields() {}

    static void write(Object object, DataOutput out) throws IOException {
        for (Field field : fields(object.getClass())) {
            if (isPlain(field)) {
                out.writeUTF(field.getName());
                writeValue(get(field, object), field.getType(), out);
            }
        }
    }

    static void read(Object object, DataInput in) throws IOException {
        for (Field field : fields(object.getClass())) {
            if (isPlain(field)) {
                String name = in.readUTF();
                if (!name.equals(field.getName())) {
                    throw new IOException("field " + name + ", expected " + field.getName());
                }
                readField(object, field, in);
            }
        }
    }

    static boolean isStateless(Object object) {
        for (Field field : fields(object.getClass())) {
            Class<?> type = field.getType();
            boolean isValue =
                    type.isPrimitive()
                            || type.isRecord()
                            || type.isEnum()
                            || type == String.class
                            || RandomGenerator.class.isAssignableFrom(type);
            if (!Modifier.isFinal(field.getModifiers()) || !isValue) {
                return false;
            }
        }
        return true;
    }

    /** True if the part leaves its writing to {@link PlainState}. */
    static boolean isWrittenHere(Object part) {
        try {
            return part.getClass().getMethod("writeState", DataOutput.class).getDeclaringClass()
                    == PlainState.class;
        } catch (NoSuchMethodException e) {
            return false; // not public
        }
    }

    /** The fields of a part that hold what may have state and is not in {@code known}. */
    static List<String> loose(Object part, Set<Object> known) {
        List<String> loose = new ArrayList<>();
        for (Field field : fields(part.getClass())) {
            Object value = field.getType().isPrimitive() ? null : get(field, part);
            if (value != null && !isPlain(field) && mayHaveState(value, known)) {
                loose.add(part.getClass().getSimpleName() + "." + field.getName());
            }
        }
        return loose;
    }

    /** False for parts, values, and what only holds those in final fields. */
    private static boolean mayHaveState(Object object, Set<Object> known) {
        Class<?> type = object.getClass();
        if (known.contains(object) || isValue(type)) {
            return false;
        }
        if (type.isArray() || type.getModule().isNamed()) { // the latter: of the JDK
            return true;
        }
        for (Field field : fields(type)) {
            Object value = field.getType().isPrimitive() ? null : get(field, object);
            if (!Modifier.isFinal(field.getModifiers())
                    || (value != null && mayHaveState(value, known))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isValue(Class<?> type) {
        return type.isRecord()
                || Enum.class.isAssignableFrom(type)
                || type.isHidden() // a lambda
                || type == String.class;
    }

    /** Those of the instance that are not transient, its superclasses included. */
    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; ) {
            for (Field field : each.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
            each = each.getSuperclass();
        }
        fields.sort(Comparator.comparing(Field::getName));
        return fields;
    }

    private static boolean isPlain(Field field) {
        Class<?> type = field.getType();
        if (type.isPrimitive()) {
            return !Modifier.isFinal(field.getModifiers());
        }
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return type.isArray() && element.isPrimitive();
    }

    private static void readField(Object object, Field field, DataInput in) throws IOException {
        if (!Modifier.isFinal(field.getModifiers())) {
            set(field, object, readValue(field.getType(), in));
            return;
        }
        Object present = get(field, object);
        Object read = readValue(field.getType(), in);
        if (present == null || read == null || Array.getLength(present) != Array.getLength(read)) {
            throw new IOException("another length of " + field.getName());
        }
        System.arraycopy(read, 0, present, 0, Array.getLength(read));
    }

    private static void writeValue(@Nullable Object value, Class<?> type, DataOutput out)
            throws IOException {
        if (value instanceof long[] numbers) { // large ones are of these
            out.writeInt(numbers.length);
            for (long number : numbers) {
                out.writeLong(number);
            }
        } else if (type.isArray()) {
            int length = value == null ? -1 : Array.getLength(value);
            out.writeInt(length);
            for (int i = 0; i < length; i++) {
                writeValue(Array.get(value, i), type.getComponentType(), out);
            }
        } else if (value instanceof Double number) {
            out.writeLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean truth) {
            out.writeLong(truth ? 1 : 0);
        } else if (value instanceof Number number) {
            out.writeLong(number.longValue());
        } else {
            throw new IllegalStateException("no state of type " + type);
        }
    }

    private static @Nullable Object readValue(Class<?> type, DataInput in) throws IOException {
        if (!type.isArray()) {
            return scalar(type, in.readLong());
        }
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        if (type == long[].class) {
            long[] numbers = new long[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = in.readLong();
            }
            return numbers;
        }
        Class<?> component = type.getComponentType();
        Object array = Array.newInstance(component, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, readValue(component, in));
        }
        return array;
    }

    private static Object scalar(Class<?> type, long bits) {
        if (type == double.class) {
            return Double.longBitsToDouble(bits);
        }
        if (type == boolean.class) {
            return bits == 1;
        }
        if (type == int.class) {
            return (int) bits;
        }
        if (type == byte.class) {
            return (byte) bits;
        }
        if (type == long.class) {
            return bits;
        }
        throw new IllegalStateException("no state of type " + type);
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " can't be read", e);
        }
    }

    private static void set(Field field, Object object, @Nullable Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " can't be set", e);
        }
    }
}
