package dev.stowage.ingest.csv;

import dev.stowage.basis.DecimalText;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.text.SeparatedValues;
import dev.stowage.ingest.text.TextCheck;
import dev.stowage.ingest.text.WholeNumber;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the tasks of CSV files, one file after another. Memory does not depend on the
 * number of rows.
 *
 * <p>Without a column {@code job} every row is a job of its own, numbered by its row from 0; with
 * one, the task's index is its row unless a column {@code task} gives it. A job that is not a
 * number is numbered by a 62-bit hash of its name.
 *
 * <p>With a column {@code task}, users, constraints or stages it keeps what is needed to tell them
 * apart: some 30 bytes for each task of each job and each stage, and each different text once.
 *
 * <p>Hot: no object a row.
 */
final class CsvTaskSource implements TaskSource {
    /** Largest request and time: exact in a double too, and far from overflow when added up. */
    static final long MAX_AMOUNT = 1L << 53;

    static final long MAX_MICROS = 1L << 61;
    private static final byte BATCH = (byte) List.of(TaskClass.values()).indexOf(TaskClass.BATCH);
    private static final byte USER_FACING =
            (byte) List.of(TaskClass.values()).indexOf(TaskClass.USER_FACING);
    private static final byte FINISHED =
            (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);

    private final List<Path> paths;
    private final CsvRowPolicy policy;
    private final Optional<ClassRule> rule;
    private final Function<Path, TaskRecords> opener;
    private final CsvExtras extras = new CsvExtras();
    private final KeyIndex tasks = new KeyIndex(); // only with a column task
    private int nextFile;
    private @Nullable TaskRecords file;
    private long rowNumber = -1;
    private long lastSubmitMicros;

    CsvTaskSource(
            List<Path> paths,
            CsvRowPolicy policy,
            Optional<ClassRule> rule,
            Function<Path, TaskRecords> opener) {
        this.paths = paths;
        this.policy = policy;
        this.rule = rule;
        this.opener = opener;
    }

    @Override
    public boolean read(TaskBatch batch) {
        batch.size = 0;
        batch.isPlain = true;
        while (batch.size < batch.capacity()) {
            if (file == null) {
                if (nextFile == paths.size()) {
                    extras.end();
                    break;
                }
                file = openNext(batch);
            }
            if (file.next()) {
                rowNumber++;
                readRow(file, batch);
            } else {
                policy.fileRead(file);
                file.close();
                file = null;
            }
        }
        return batch.size > 0;
    }

    /**
     * Opens the next file; if it has extras, the rows before it in the batch must have them too.
     */
    private TaskRecords openNext(TaskBatch batch) {
        TaskRecords next = opener.apply(paths.get(nextFile++));
        if (next.header().hasExtras() && batch.isPlain) {
            for (int row = 0; row < batch.size; row++) {
                batch.clearExtras(row);
            }
        }
        return next;
    }

    /** Reads the current record into the next row of the batch, unless it is bad or unwanted. */
    private void readRow(TaskRecords csv, TaskBatch batch) {
        CsvFields fields = csv.fields();
        CsvHeader header = csv.header();
        int row = batch.size;
        if (fields.hasOpenQuote()) {
            String expected = "a quote at the end of the value, before a comma or the line's end";
            bad(csv, BadRow.NOT_CSV, SeparatedValues.OPEN_QUOTE, expected);
            return;
        }
        if (fields.count() != header.size()) {
            String found = fields.count() + " columns instead of " + header.size();
            String expected = "as many columns as the header has";
            bad(csv, BadRow.COLUMN_COUNT, found, expected);
            return;
        }
        if (rowNumber > Integer.MAX_VALUE) {
            throw new IllegalStateException("more than 2^31 rows");
        }
        batch.jobId[row] = rowNumber;
        batch.taskIndex[row] = header.has(CsvColumn.JOB) ? (int) rowNumber : 0;
        batch.priority[row] = 0;
        batch.taskClass[row] = BATCH;
        batch.outcome[row] = FINISHED;
        if (header.hasExtras() || !batch.isPlain) {
            batch.clearExtras(row);
        }
        for (int i = 0; i < header.size(); i++) {
            BadRow reason = readField(fields, i, header.column(i), batch);
            if (reason != null) {
                String value = fields.text(i);
                String cut = value.length() > 80 ? value.substring(0, 80) + "…" : value;
                String found = header.column(i).header() + " \"" + cut + "\"";
                bad(csv, reason, found, header.column(i).expectedFor(value));
                return;
            }
        }
        accept(csv, batch);
    }

    private void accept(TaskRecords csv, TaskBatch batch) {
        long submit = batch.submitMicros[batch.size];
        if (submit < lastSubmitMicros) {
            bad(
                    csv,
                    BadRow.UNSORTED,
                    "submit_s " + seconds(submit) + " after " + seconds(lastSubmitMicros),
                    "rows in order of submit_s");
            return;
        }
        lastSubmitMicros = submit;
        if (csv.header().has(CsvColumn.TASK) && isKnown(batch)) {
            bad(
                    csv,
                    BadRow.DUPLICATE,
                    "task " + batch.taskIndex[batch.size] + " of its job for the second time",
                    "one row for each task of a job");
            return;
        }
        if (csv.header().hasStages()) {
            extras.seeStage(csv, batch, batch.size);
        }
        if (policy.isWanted(submit, batch.jobId[batch.size])) {
            if (rule.isPresent()) {
                TaskClass taskClass = rule.get().classOf(batch.priority[batch.size]);
                batch.taskClass[batch.size] =
                        taskClass == TaskClass.USER_FACING ? USER_FACING : BATCH;
            }
            if (csv.header().hasExtras() && batch.usesExtras(batch.size)) {
                batch.isPlain = false;
            }
            batch.size++;
        }
    }

    private boolean isKnown(TaskBatch batch) {
        int before = tasks.size();
        return tasks.findOrAdd(batch.jobId[batch.size], batch.taskIndex[batch.size]) < before;
    }

    private static String seconds(long micros) {
        return java.math.BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString();
    }

    /** Why the field is bad, or null. */
    private @Nullable BadRow readField(CsvFields fields, int i, CsvColumn column, TaskBatch batch) {
        int row = batch.size;
        if (fields.isEmpty(i)) {
            return column.isRequired() || column == CsvColumn.JOB ? BadRow.MISSING_VALUE : null;
        }
        switch (column) {
            case SUBMIT_S -> {
                batch.submitMicros[row] = fields.micros(i);
                return judge(fields, i, batch.submitMicros[row], MAX_MICROS);
            }
            case DURATION_S -> {
                batch.durationMicros[row] = fields.micros(i);
                return judge(fields, i, batch.durationMicros[row], MAX_MICROS);
            }
            case CPU -> {
                batch.cpuMicroCores[row] = fields.truncated(i, Resources.MICRO_CORES_PER_CORE);
                return judge(fields, i, batch.cpuMicroCores[row]);
            }
            case MEMORY_GIB -> {
                batch.memoryBytes[row] = fields.truncated(i, Resources.BYTES_PER_GIB);
                return judge(fields, i, batch.memoryBytes[row]);
            }
            case JOB -> {
                batch.jobId[row] = jobId(fields, i);
                return judgeName(fields, i);
            }
            case TASK -> {
                return readIndex(fields, i, batch);
            }
            case CLASS -> {
                return readClass(fields, i, batch);
            }
            case PRIORITY -> {
                return readPriority(fields, i, batch);
            }
            default -> {
                return extras.read(fields, i, column, batch);
            }
        }
    }

    /** Why an amount is bad, or null. */
    static @Nullable BadRow judge(CsvFields fields, int i, long amount) {
        return judge(fields, i, amount, MAX_AMOUNT);
    }

    private static @Nullable BadRow judge(CsvFields fields, int i, long value, long high) {
        if (value == DecimalText.MALFORMED) {
            return BadRow.NOT_A_NUMBER;
        }
        if (value < 0 || fields.bytes()[fields.start(i)] == '-') {
            return fields.isNegative(i) ? BadRow.NEGATIVE : overflow(value);
        }
        return value > high ? BadRow.OUT_OF_RANGE : null;
    }

    private static @Nullable BadRow overflow(long value) {
        return value == DecimalText.OVERFLOW ? BadRow.OUT_OF_RANGE : null;
    }

    /** Why a name is bad, or null. */
    static @Nullable BadRow judgeName(CsvFields fields, int i) {
        if (!TextCheck.isClean(fields.bytes(), fields.start(i), fields.end(i))) {
            return BadRow.NOT_TEXT;
        }
        return TextCheck.isRounded(fields.bytes(), fields.start(i), fields.end(i), false)
                ? BadRow.PRECISION_LOST
                : null;
    }

    private static long jobId(CsvFields fields, int i) {
        long number = WholeNumber.parse(fields.bytes(), fields.start(i), fields.end(i));
        if (number >= 0) {
            return number;
        }
        long hash = 0xcbf29ce484222325L; // FNV-1a, then a finaliser; names are above all numbers
        for (int at = fields.start(i); at < fields.end(i); at++) {
            hash = (hash ^ fields.bytes()[at]) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return (hash ^ (hash >>> 31)) >>> 2 | 1L << 62;
    }

    private static @Nullable BadRow readIndex(CsvFields fields, int i, TaskBatch batch) {
        long value = WholeNumber.parse(fields.bytes(), fields.start(i), fields.end(i));
        batch.taskIndex[batch.size] = (int) value;
        return judgeNumber(value);
    }

    /** Why a whole number is not one from 0 to 2^31 - 1, or null. */
    static @Nullable BadRow judgeNumber(long value) {
        if (value == DecimalText.MALFORMED) {
            return BadRow.NOT_A_NUMBER;
        }
        if (value > Integer.MAX_VALUE || value == DecimalText.OVERFLOW) {
            return BadRow.OUT_OF_RANGE;
        }
        return value < 0 ? BadRow.NEGATIVE : null;
    }

    private static @Nullable BadRow readClass(CsvFields fields, int i, TaskBatch batch) {
        String text = fields.text(i);
        if (text.equalsIgnoreCase("user-facing") || text.equalsIgnoreCase("user_facing")) {
            batch.taskClass[batch.size] = USER_FACING;
            return null;
        }
        return text.equalsIgnoreCase("batch") ? null : BadRow.UNKNOWN_CLASS;
    }

    private static @Nullable BadRow readPriority(CsvFields fields, int i, TaskBatch batch) {
        long value = WholeNumber.parse(fields.bytes(), fields.start(i), fields.end(i));
        if (value == DecimalText.MALFORMED) {
            return BadRow.NOT_A_NUMBER;
        }
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            return BadRow.OUT_OF_RANGE;
        }
        batch.priority[batch.size] = (int) value;
        return null;
    }

    private void bad(TaskRecords csv, BadRow reason, String found, String expected) {
        Quarantine.Row row =
                new Quarantine.Row(csv.fields().line(), reason, found, csv.fields().text());
        policy.bad(csv.path(), row, expected);
    }

    @Override
    public List<String> users() {
        return Collections.unmodifiableList(extras.users());
    }

    @Override
    public Map<String, Long> leftOut() {
        return Map.of();
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
