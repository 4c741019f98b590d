package dev.stowage.sim.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The last {@value #SIZE} entries of what happened in a run, for the message of an {@link
 * InvariantViolation}. Always on.
 *
 * <p>Hot: two longs an entry in one ring: the time; kind, slot and server. What names a task is
 * written once, when it is submitted (in a second entry), because an end does not have it at hand.
 * Guarded by {@code ReplayBenchmark}.
 */
public final class EventHistory {
    /** Entries kept. */
    static final int SIZE = 1 << 16;

    /** A task came in; the server field holds its index within its job. */
    public static final int SUBMIT = 0;

    /** Admission refused a task; the server field holds its index within its job. */
    public static final int REJECT = 1;

    static final int START = 2;
    static final int END = 3;
    static final int EVICT = 4;

    /** A server has another capacity; the slot field is 0 if it is down, else 1. */
    public static final int RESIZE = 5;

    /** The slot of a task that has none. */
    public static final int NO_SLOT = (1 << 28) - 1;

    private static final int JOB = 6; // the job of the SUBMIT or REJECT before it, as the time

    private static final int NONE = TaskSlots.NONE;
    private static final int KIND_SHIFT = 60;
    private static final long LOW = 0xffffffffL;
    private static final int LINES = 40; // of a server or a task in a message

    private final TaskSlots slots;
    private final long[] ring = new long[2 * SIZE];
    private long next;

    EventHistory(TaskSlots slots) {
        this.slots = slots;
    }

    /** Notes an event of a task on a server, or of a server. */
    public void add(int kind, int slot, int server, long nowMicros) {
        int at = ((int) next++ & (SIZE - 1)) << 1;
        ring[at] = nowMicros;
        ring[at + 1] = ((long) kind << KIND_SHIFT) | ((long) slot << 32) | (server & LOW);
    }

    /** Notes {@link #SUBMIT} or {@link #REJECT} of a task ({@link #NO_SLOT} if it has none). */
    public void addTask(int kind, int slot, int taskIndex, long jobId, long nowMicros) {
        add(kind, slot, taskIndex, nowMicros);
        add(JOB, slot, 0, jobId);
    }

    /**
     * What to throw when a rule is broken.
     *
     * @param rule the rule, as it should be
     * @param values what is instead
     * @param server the server involved, or {@link TaskSlots#NONE}
     * @param slot the task involved, or {@link TaskSlots#NONE}
     */
    public InvariantViolation violation(String rule, String values, int server, int slot) {
        StringBuilder details = new StringBuilder("  ").append(values);
        if (slot != NONE) {
            details.append("\n  The task is ").append(nameOf(slot)).append('.');
            append(details, "task", linesOfTask(slot));
        }
        if (server != NONE) {
            append(details, "server " + server, linesOfServer(server));
        }
        if (slot == NONE && server == NONE) {
            append(details, "run", lines(entry -> true));
        }
        return new InvariantViolation(rule, details.toString());
    }

    private static void append(StringBuilder details, String whose, List<String> lines) {
        int shown = Math.min(LINES, lines.size());
        details.append("\n  Last events of the ")
                .append(whose)
                .append(" (")
                .append(shown)
                .append(" of ")
                .append(lines.size())
                .append(" known, oldest first):");
        for (String line : lines.subList(lines.size() - shown, lines.size())) {
            details.append("\n    ").append(line);
        }
    }

    /** What happened on a server, oldest first, as far as it is known. */
    List<String> linesOfServer(int server) {
        return lines(
                entry ->
                        kind(entry) != SUBMIT
                                && kind(entry) != REJECT
                                && (int) word(entry) == server);
    }

    /** What happened to the task that is in a slot or was the last in it, oldest first. */
    List<String> linesOfTask(int slot) {
        long submit = oldest();
        for (long entry = oldest(); entry < next; entry++) {
            submit = kind(entry) == SUBMIT && slot(entry) == slot ? entry : submit;
        }
        long from = submit;
        return lines(
                entry ->
                        entry >= from
                                && kind(entry) != REJECT
                                && kind(entry) != RESIZE
                                && slot(entry) == slot);
    }

    private List<String> lines(LongPredicate isWanted) {
        Map<Integer, String> names = new HashMap<>(); // by slot, of the tasks whose submit is known
        for (long entry = oldest(); entry < next; entry++) {
            if (kind(entry) == SUBMIT) {
                names.put(slot(entry), "a task submitted earlier");
            }
        }
        List<String> lines = new ArrayList<>();
        for (long entry = oldest(); entry < next; entry++) {
            int kind = kind(entry);
            int slot = slot(entry);
            if ((kind == SUBMIT || kind == REJECT) && entry + 1 < next) {
                names.put(slot, name((int) word(entry), time(entry + 1)));
            }
            if (kind != JOB && isWanted.test(entry)) {
                String task = names.containsKey(slot) ? names.get(slot) : nameOf(slot);
                lines.add(line(time(entry), kind, slot, (int) word(entry), task));
            }
        }
        return lines;
    }

    private static String line(long time, int kind, int slot, int server, String task) {
        String what =
                switch (kind) {
                    case SUBMIT -> "submit  " + task;
                    case REJECT -> "reject  " + task;
                    case START -> "start   " + task + " on server " + server;
                    case END -> "end     " + task + " on server " + server;
                    case EVICT -> "evict   " + task + " from server " + server;
                    case RESIZE -> (slot == 0 ? "down    server " : "resize  server ") + server;
                    default -> throw new IllegalStateException("kind = " + kind);
                };
        return seconds(time) + " " + what;
    }

    /** Microseconds as seconds, to the microsecond. */
    public static String seconds(long micros) {
        return "%d.%06d s".formatted(micros / 1_000_000, Math.abs(micros % 1_000_000));
    }

    private String nameOf(int slot) {
        return name(slots.taskIndex(slot), slots.jobId(slot));
    }

    private static String name(int taskIndex, long jobId) {
        return "task " + taskIndex + " of job " + jobId;
    }

    private long time(long entry) {
        return ring[((int) entry & (SIZE - 1)) << 1];
    }

    private long word(long entry) {
        return ring[(((int) entry & (SIZE - 1)) << 1) + 1];
    }

    private int kind(long entry) {
        return (int) (word(entry) >>> KIND_SHIFT);
    }

    private int slot(long entry) {
        return (int) (word(entry) >>> 32) & NO_SLOT;
    }

    private long oldest() {
        return Math.max(0, next - SIZE);
    }
}
