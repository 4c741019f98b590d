package dev.stowage.ingest.canonical;

import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words that stand for outcomes and classes in the tables, in the order of their ordinals. */
public final class Words {
    private static final List<String> OUTCOMES =
            Stream.of(TaskOutcome.values()).map(Enum::name).toList();
    private static final List<String> CLASSES =
            Stream.of(TaskClass.values()).map(Enum::name).toList();
    private static final Map<TaskOutcome, byte[]> OUTCOME_BYTES = bytes(TaskOutcome.class);
    private static final Map<TaskClass, byte[]> CLASS_BYTES = bytes(TaskClass.class);

    private Words() {}

    /** Names of the outcomes. */
    public static List<String> outcomes() {
        return OUTCOMES;
    }

    /** Names of the classes. */
    public static List<String> classes() {
        return CLASSES;
    }

    /** The bytes of its name; shared. */
    public static byte[] of(TaskOutcome outcome) {
        return bytesOf(OUTCOME_BYTES, outcome);
    }

    /** The bytes of its name; shared. */
    public static byte[] of(TaskClass taskClass) {
        return bytesOf(CLASS_BYTES, taskClass);
    }

    /** Writes a text or null. */
    public static void put(ColumnFileWriter file, @Nullable String text) {
        if (text == null) {
            file.putNull();
        } else {
            file.putString(text);
        }
    }

    private static <E extends Enum<E>> Map<E, byte[]> bytes(Class<E> type) {
        Map<E, byte[]> bytes = new EnumMap<>(type);
        for (E word : type.getEnumConstants()) {
            bytes.put(word, word.name().getBytes(StandardCharsets.US_ASCII));
        }
        return bytes;
    }

    private static <E extends Enum<E>> byte[] bytesOf(Map<E, byte[]> bytes, E word) {
        byte[] found = bytes.get(word);
        if (found == null) {
            throw new IllegalStateException("no bytes for " + word);
        }
        return found;
    }
}
