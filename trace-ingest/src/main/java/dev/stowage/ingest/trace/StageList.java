package dev.stowage.ingest.trace;

import dev.stowage.ingest.text.WholeNumber;
import dev.stowage.model.TaskBatch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Numbers of stages as text, {@code 1;2}, and back. */
public final class StageList {
    private StageList() {}

    /** The numbers in ascending order, each once; null if the text is not of that form. */
    public static int @Nullable [] parse(String text) {
        if (text.isEmpty()) {
            return TaskBatch.NO_STAGES;
        }
        String[] parts = text.split(";", -1);
        int[] stages = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            byte[] digits = parts[i].trim().getBytes(StandardCharsets.UTF_8);
            long stage = WholeNumber.parse(digits, 0, digits.length);
            if (stage < 0 || stage > Integer.MAX_VALUE) {
                return null;
            }
            stages[i] = (int) stage;
        }
        return Arrays.stream(stages).sorted().distinct().toArray();
    }

    /** The text form; empty for no stage. */
    public static String text(int[] stages) {
        return Arrays.stream(stages).mapToObj(Integer::toString).collect(Collectors.joining(";"));
    }

    /** As a key of a map. */
    public static List<Integer> boxed(int[] stages) {
        return Arrays.stream(stages).boxed().toList();
    }
}
