package dev.stowage.ingest.csv;

import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.ingest.text.WholeNumber;
import dev.stowage.ingest.trace.StageCheck;
import dev.stowage.ingest.trace.StageList;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a CSV say about users, other resources, constraints, stages and measured use.
 *
 * <p>Hot: no object a row, except for texts that were not met before.
 */
final class CsvExtras {
    private final TextIndex userNumbers = new TextIndex();
    private final List<String> users = new ArrayList<>();
    private final TextIndex constraintNumbers = new TextIndex();
    private final List<@Nullable PlacementConstraints> constraints = new ArrayList<>();
    private final Map<PlacementConstraints, PlacementConstraints> sameConstraints = new HashMap<>();
    private final TextIndex afterNumbers = new TextIndex();
    private final List<int @Nullable []> afters = new ArrayList<>();
    private final Map<List<Integer>, int[]> sameAfters = new HashMap<>();
    private final StageCheck stages = new StageCheck();

    /** Names of the users met so far. */
    List<String> users() {
        return users;
    }

    /** Reads a field that is not empty into the row; why it is bad, or null. */
    @Nullable BadRow read(CsvFields fields, int i, CsvColumn column, TaskBatch batch) {
        int row = batch.size;
        return switch (column) {
            case USER -> readUser(fields, i, batch);
            case GPU -> {
                batch.gpuMicros[row] = fields.truncated(i, ServerExtras.MICROS_PER_GPU);
                yield CsvTaskSource.judge(fields, i, batch.gpuMicros[row]);
            }
            case DISK_GIB -> {
                batch.diskBytes[row] = fields.truncated(i, Resources.BYTES_PER_GIB);
                yield CsvTaskSource.judge(fields, i, batch.diskBytes[row]);
            }
            case NETWORK_GBPS -> {
                long network = fields.truncated(i, ServerExtras.BITS_PER_GIGABIT);
                batch.networkBitsPerSecond[row] = network;
                yield CsvTaskSource.judge(fields, i, network);
            }
            case CPU_USED -> {
                long used = fields.truncated(i, Resources.MICRO_CORES_PER_CORE);
                batch.cpuUsedMicroCores[row] = used;
                yield CsvTaskSource.judge(fields, i, used);
            }
            case MEMORY_USED_GIB -> {
                batch.memoryUsedBytes[row] = fields.truncated(i, Resources.BYTES_PER_GIB);
                yield CsvTaskSource.judge(fields, i, batch.memoryUsedBytes[row]);
            }
            case CONSTRAINTS -> readConstraints(fields, i, batch);
            case STAGE -> readStage(fields, i, batch);
            case AFTER -> readAfter(fields, i, batch);
            default -> throw new IllegalStateException(column + " is read elsewhere");
        };
    }

    private @Nullable BadRow readUser(CsvFields fields, int i, TaskBatch batch) {
        BadRow reason = CsvTaskSource.judgeName(fields, i);
        if (reason != null) {
            return reason;
        }
        int user = userNumbers.findOrAdd(fields.bytes(), fields.start(i), fields.end(i));
        if (user == users.size()) {
            users.add(fields.text(i));
        }
        batch.userId[batch.size] = user;
        return null;
    }

    private @Nullable BadRow readConstraints(CsvFields fields, int i, TaskBatch batch) {
        int number = constraintNumbers.findOrAdd(fields.bytes(), fields.start(i), fields.end(i));
        if (number == constraints.size()) {
            constraints.add(parse(fields.text(i)));
        }
        PlacementConstraints found = constraints.get(number);
        batch.constraints[batch.size] = found == null || found.isEmpty() ? null : found;
        return found == null ? BadRow.MALFORMED_CONSTRAINT : null;
    }

    private @Nullable PlacementConstraints parse(String text) {
        try {
            PlacementConstraints parsed = PlacementConstraints.parse(text);
            return sameConstraints.computeIfAbsent(parsed, same -> same);
        } catch (IllegalArgumentException e) {
            return null; // the row is bad; what is expected is said with it
        }
    }

    private static @Nullable BadRow readStage(CsvFields fields, int i, TaskBatch batch) {
        long value = WholeNumber.parse(fields.bytes(), fields.start(i), fields.end(i));
        batch.stage[batch.size] = (int) value;
        return CsvTaskSource.judgeNumber(value);
    }

    private @Nullable BadRow readAfter(CsvFields fields, int i, TaskBatch batch) {
        int number = afterNumbers.findOrAdd(fields.bytes(), fields.start(i), fields.end(i));
        if (number == afters.size()) {
            int[] parsed = StageList.parse(fields.text(i));
            afters.add(parsed == null ? null : same(parsed));
        }
        int[] found = afters.get(number);
        if (found == null) {
            return BadRow.NOT_A_NUMBER;
        }
        batch.afterStages[batch.size] = found;
        return null;
    }

    private int[] same(int[] stages) {
        return sameAfters.computeIfAbsent(StageList.boxed(stages), key -> stages);
    }

    /** Takes a good row into account that has stages. */
    void seeStage(TaskRecords csv, TaskBatch batch, int row) {
        stages.add(batch, row, csv.path(), csv.fields().line());
    }

    /** No more rows come. */
    void end() {
        stages.end();
    }
}
