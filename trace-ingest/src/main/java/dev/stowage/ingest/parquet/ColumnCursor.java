package dev.stowage.ingest.parquet;

import dev.stowage.basis.InputException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column within a row group, in order, in bulk or one by one.
 *
 * <p>Hot: replay reads nine of these per task.
 */
public final class ColumnCursor {
    private final Path path;
    private final ColumnDescriptor descriptor;
    private final boolean isNullable;
    private final int presentLevel;
    private @Nullable ColumnReader reader;
    private int left;
    private final Map<Binary, Integer> numbers = new HashMap<>();
    private @Nullable Binary lastText;
    private int lastNumber;

    ColumnCursor(Path path, ColumnDescriptor descriptor, boolean isNullable) {
        this.path = path;
        this.descriptor = descriptor;
        this.isNullable = isNullable;
        presentLevel = descriptor.getMaxDefinitionLevel();
    }

    void start(ColumnReader fresh, int rows) {
        reader = fresh;
        left = rows;
    }

    private ColumnReader take(int count) {
        if (reader == null || count > left) {
            throw new IllegalStateException(
                    descriptor + ": asked for " + count + " values, " + left + " left");
        }
        left -= count;
        return reader;
    }

    private boolean isPresent(ColumnReader values) {
        if (values.getCurrentDefinitionLevel() == presentLevel) {
            return true;
        }
        if (!isNullable) {
            throw InputException.of(
                    path, "a row without " + descriptor.getPath()[0], "a value in every row", null);
        }
        return false;
    }

    /** Reads {@code count} values into {@code target[0 .. count)}; absent ones as given. */
    public void longs(long[] target, int count, long absent) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) ? values.getLong() : absent;
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /** Reads {@code count} values into {@code target[0 .. count)}; absent ones as given. */
    public void ints(int[] target, int count, int absent) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) ? values.getInteger() : absent;
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /** Reads {@code count} values into {@code target[0 .. count)}; absent ones as NaN. */
    public void doubles(double[] target, int count) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) ? values.getDouble() : Double.NaN;
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /** Reads {@code count} values into {@code target[0 .. count)}; absent ones as false. */
    public void booleans(boolean[] target, int count) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) && values.getBoolean();
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /** Reads {@code count} values as 0 and 1; absent ones as -1. */
    public void flags(byte[] target, int count) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = (byte) (isPresent(values) ? values.getBoolean() ? 1 : 0 : -1);
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /** Reads {@code count} values into {@code target[0 .. count)}; absent ones as null. */
    public void strings(@Nullable String[] target, int count) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) ? values.getBinary().toStringUsingUTF8() : null;
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /**
     * Reads {@code count} words of a small vocabulary as their index in it; absent ones as -1.
     *
     * @throws dev.stowage.basis.InputException if a word is not in the vocabulary
     */
    public void words(byte[] target, int count, List<String> vocabulary) {
        ColumnReader values = take(count);
        Binary last = Binary.EMPTY;
        byte lastIndex = -1;
        try {
            for (int i = 0; i < count; i++) {
                if (isPresent(values)) {
                    Binary word = values.getBinary();
                    if (lastIndex < 0 || !word.equals(last)) {
                        lastIndex = index(word, vocabulary);
                        last = word;
                    }
                    target[i] = lastIndex;
                } else {
                    target[i] = -1;
                }
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    /**
     * Reads {@code count} texts that come again and again as numbers; absent ones as -1. Each text
     * is asked for once in a file.
     *
     * @param numberOf the number of a text, at least 0
     */
    public void numbers(int[] target, int count, ToIntFunction<String> numberOf) {
        ColumnReader values = take(count);
        try {
            for (int i = 0; i < count; i++) {
                target[i] = isPresent(values) ? number(values.getBinary(), numberOf) : -1;
                values.consume();
            }
        } catch (InputException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ColumnFileReader.damaged(path, e);
        }
    }

    private int number(Binary text, ToIntFunction<String> numberOf) {
        if (text.equals(lastText)) {
            return lastNumber;
        }
        Integer known = numbers.get(text);
        if (known == null) {
            known = numberOf.applyAsInt(text.toStringUsingUTF8());
            numbers.put(text.copy(), known);
        }
        lastText = text.copy();
        lastNumber = known;
        return lastNumber;
    }

    private byte index(Binary word, List<String> vocabulary) {
        int index = vocabulary.indexOf(word.toStringUsingUTF8());
        if (index < 0) {
            throw InputException.of(
                    path,
                    descriptor.getPath()[0] + " = \"" + word.toStringUsingUTF8() + "\"",
                    "one of " + String.join(", ", vocabulary),
                    null);
        }
        return (byte) index;
    }
}
