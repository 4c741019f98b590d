package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tasks demand of machines, from {@code task_constraints} of 2011.
 *
 * <p>Rows of one time about one task add up, also those about one attribute (a range is two rows).
 * A row of a later time replaces all earlier ones about its attribute, so that a task that is
 * submitted again, and repeats its demands, has them once.
 *
 * <p>Hot: some 40 bytes a task that has constraints.
 */
final class ConstraintTable extends TableBuilder {
    private static final SourceSchema TABLE =
            FamilyDescription.of("google-2011").table("task_constraints");
    private static final int TIME = TABLE.column("time");
    private static final int JOB = TABLE.column("job ID");
    private static final int INDEX = TABLE.column("task index");
    private static final int OPERATOR = TABLE.column("comparison operator");
    private static final int NAME = TABLE.column("attribute name");
    private static final int VALUE = TABLE.column("attribute value");
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final Operator[] OPERATORS = Operator.values();

    private final ConstraintBook book;
    private final ConstraintStates states;
    private final TextIndex nameNumbers = new TextIndex();
    private final List<String> names = new ArrayList<>();
    private final KeyIndex tasks = new KeyIndex();
    private long[] last = new long[FIRST_CAPACITY];
    private int[] state = new int[FIRST_CAPACITY];
    private long used;

    ConstraintTable(TraceClock clock, Quarantine quarantine, ConstraintBook book) {
        super(clock, quarantine);
        this.book = book;
        states = new ConstraintStates(book);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(TIME, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        long time = clock.canonical(chunk.value(TIME, row));
        Operator operator = OPERATORS[(int) chunk.value(OPERATOR, row)];
        String value = chunk.value(VALUE, row) == ABSENT ? "" : chunk.text(VALUE, row);
        String name = name(chunk, row);
        if (name.isBlank() || (operator.isNumeric() && !AttributePredicate.isNumber(value))) {
            String found = "constraint \"" + name + operator.symbol() + value + "\"";
            reject(chunk, row, BadRow.MALFORMED_CONSTRAINT, found);
            return;
        }
        int before = tasks.size();
        int task = tasks.findOrAdd(chunk.value(JOB, row), (int) chunk.value(INDEX, row));
        if (task == before) {
            begin(task, time);
        } else if (time < last[task]) {
            String found = "time " + chunk.value(TIME, row) + " after a later one of the task";
            reject(chunk, row, BadRow.TIME_GOES_BACK, found);
            return;
        }
        AttributePredicate predicate = new AttributePredicate(name, operator, value);
        state[task] = states.after(state[task], predicate, time > last[task]);
        last[task] = time;
        ledger.used(time);
    }

    private String name(RowChunk chunk, int row) {
        int number = chunk.number(NAME, row, nameNumbers);
        if (number == names.size()) {
            names.add(chunk.text(NAME, row));
        }
        return names.get(number);
    }

    private void begin(int task, long time) {
        if (task == last.length) {
            int capacity = Math.addExact(task, task >> 1);
            last = Arrays.copyOf(last, capacity);
            state = Arrays.copyOf(state, capacity);
        }
        last[task] = time;
        state[task] = ConstraintStates.NONE;
    }

    /** The constraints of a task as a canonical table has them; null if it has none. */
    @Nullable String of(long jobId, int index) {
        int task = tasks.find(jobId, index);
        if (task < 0) {
            return null;
        }
        used++;
        return book.text(states.numberInBook(state[task]));
    }

    /** Adds to the facts; all tasks have asked for theirs. */
    void addFacts(Map<String, Long> facts) {
        facts.put("tasks.withConstraints", used);
        facts.put("tasks.constraintChanges", states.changes());
        facts.put("constraints.ofUnknownTasks", tasks.size() - used);
    }
}
