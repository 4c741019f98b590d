package dev.stowage.model;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Several workloads as one, in order of submit time, ties in the order of the list. Jobs are
 * numbered anew so that those of different workloads stay apart: job j of the i-th of n becomes
 * {@code j * n + i}. Users of one name are one user. Each workload begins at a time of its own on
 * the common clock. Safe for use by several threads; a pass is not.
 */
public final class MergedWorkload implements Workload {
    private final List<Member> members;

    /**
     * One of the workloads.
     *
     * @param startMicros when its clock begins on the common one, at least 0
     */
    public record Member(String name, Workload tasks, long startMicros) {
        public Member {
            Check.notBlank("name", name);
            Check.notNegative("startMicros", startMicros);
        }
    }

    private MergedWorkload(List<Member> members) {
        this.members = List.copyOf(members);
    }

    /** Of at least one; one alone that begins at 0 is itself. */
    public static Workload of(List<Member> members) {
        Check.positive("members", members.size());
        return members.size() == 1 && members.get(0).startMicros() == 0
                ? members.get(0).tasks()
                : new MergedWorkload(members);
    }

    /**
     * Which of the workloads a job is of.
     *
     * @param jobId as in a merged workload
     * @param members how many there are
     */
    public static int memberOf(long jobId, int members) {
        return Math.floorMod(jobId, members);
    }

    @Override
    public String name() {
        return members.size() == 1
                ? members.get(0).tasks().name()
                : String.join(" + ", members.stream().map(Member::name).toList());
    }

    @Override
    public Set<TaskColumn> columns() {
        Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
        members.forEach(each -> columns.addAll(each.tasks().columns()));
        return columns;
    }

    @Override
    public Workload asRecorded() {
        return of(
                members.stream()
                        .map(
                                each ->
                                        new Member(
                                                each.name(),
                                                each.tasks().asRecorded(),
                                                each.startMicros()))
                        .toList());
    }

    @Override
    public boolean isZeroUnknown() {
        return members.stream().anyMatch(each -> each.tasks().isZeroUnknown());
    }

    @Override
    public List<String> notes() {
        return members.stream()
                .flatMap(
                        each ->
                                each.tasks().notes().stream()
                                        .map(
                                                note ->
                                                        members.size() == 1
                                                                ? note
                                                                : each.name() + ": " + note))
                .toList();
    }

    @Override
    public TaskSource open() {
        return new Tasks(members);
    }

    @Override
    public Optional<UsageSource> usage() {
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            int member = i;
            members.get(i)
                    .tasks()
                    .usage()
                    .ifPresent(
                            source ->
                                    measured.add(
                                            new Measured(source, members.get(member), member)));
        }
        return measured.isEmpty()
                ? Optional.empty()
                : Optional.of(new Usage(measured, members.size()));
    }

    private static long numbered(long jobId, int member, int members) {
        if (members > 1
                && (jobId > Long.MAX_VALUE / members - 1 || jobId < Long.MIN_VALUE / members)) {
            throw InputException.at(
                    "workloads",
                    "a job with the number " + jobId,
                    "numbers of jobs below " + Long.MAX_VALUE / members,
                    "Number the jobs of that workload anew.");
        }
        return jobId * members + member;
    }

    /** The rows of a pass over one workload that are still to come. */
    private static final class Cursor {
        private final Member of;
        private final TaskSource source;
        private final TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        private final Map<Integer, Integer> users = new HashMap<>(); // to those of all
        private int row;
        private boolean isOver;

        Cursor(Member of) {
            this.of = of;
            this.source = of.tasks().open();
        }

        /** True if there is a row; reads on where the batch is used up. */
        boolean hasRow() {
            if (!isOver && row == batch.size) {
                row = 0;
                isOver = !source.read(batch);
            }
            return !isOver;
        }

        long submitMicros() {
            return Math.addExact(batch.submitMicros[row], of.startMicros());
        }
    }

    /** A pass over all tasks. */
    private static final class Tasks implements TaskSource {
        private final List<Cursor> cursors = new ArrayList<>();
        private final List<String> users = new ArrayList<>();
        private final Map<String, Integer> numbers = new HashMap<>();

        Tasks(List<Member> members) {
            members.forEach(each -> cursors.add(new Cursor(each)));
        }

        @Override
        public boolean read(TaskBatch into) {
            into.size = 0;
            into.isPlain = true;
            while (into.size < into.capacity()) {
                int next = -1;
                long soonest = 0;
                for (int i = 0; i < cursors.size(); i++) {
                    Cursor cursor = cursors.get(i);
                    if (cursor.hasRow() && (next < 0 || cursor.submitMicros() < soonest)) {
                        next = i;
                        soonest = cursor.submitMicros();
                    }
                }
                if (next < 0) {
                    break;
                }
                append(into, cursors.get(next), next, soonest);
            }
            return into.size > 0;
        }

        private void append(TaskBatch into, Cursor from, int member, long submitMicros) {
            int at = into.size;
            into.append(from.batch, from.row++);
            into.submitMicros[at] = submitMicros;
            into.jobId[at] = numbered(into.jobId[at], member, cursors.size());
            if (!into.isPlain && into.userId[at] >= 0) {
                into.userId[at] = user(from, into.userId[at]);
            }
        }

        /** The number of a user; one without a name is known by the workload and its number. */
        private int user(Cursor from, int number) {
            return from.users.computeIfAbsent(
                    number,
                    one -> {
                        List<String> names = from.source.users();
                        String name =
                                one < names.size() ? names.get(one) : from.of.name() + "/" + one;
                        return numbers.computeIfAbsent(
                                name,
                                added -> {
                                    users.add(added);
                                    return users.size() - 1;
                                });
                    });
        }

        @Override
        public Map<String, Long> leftOut() {
            Map<String, Long> all = new LinkedHashMap<>();
            cursors.forEach(
                    each ->
                            each.source
                                    .leftOut()
                                    .forEach(
                                            (reason, count) ->
                                                    all.merge(reason, count, Long::sum)));
            return all;
        }

        @Override
        public List<String> users() {
            return users;
        }

        @Override
        public void close() {
            cursors.forEach(each -> each.source.close());
        }
    }

    /** The measurements of one workload that are still to come. */
    private static final class Measured {
        private final UsageSource source;
        private final long startMicros;
        private final int member;
        private final UsageBatch batch = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
        private int row;
        private boolean isOver;

        Measured(UsageSource source, Member of, int member) {
            this.source = source;
            this.startMicros = of.startMicros();
            this.member = member;
        }

        boolean hasRow() {
            if (!isOver && row == batch.size) {
                row = 0;
                isOver = !source.read(batch);
            }
            return !isOver;
        }

        long micros() {
            return Math.addExact(batch.startMicros[row], startMicros);
        }
    }

    /** A pass over the measured use of all that have any. */
    private static final class Usage implements UsageSource {
        private final List<Measured> measured;
        private final int members;

        Usage(List<Measured> measured, int members) {
            this.measured = measured;
            this.members = members;
        }

        @Override
        public boolean read(UsageBatch into) {
            into.size = 0;
            while (into.size < into.capacity()) {
                Measured next = null;
                for (Measured each : measured) {
                    if (each.hasRow() && (next == null || each.micros() < next.micros())) {
                        next = each;
                    }
                }
                if (next == null) {
                    break;
                }
                append(into, next);
            }
            return into.size > 0;
        }

        private void append(UsageBatch into, Measured from) {
            int at = into.size++;
            int row = from.row;
            into.startMicros[at] = from.micros();
            into.endMicros[at] = Math.addExact(from.batch.endMicros[row], from.startMicros);
            into.jobId[at] = numbered(from.batch.jobId[row], from.member, members);
            into.taskIndex[at] = from.batch.taskIndex[row];
            into.cpuMicroCores[at] = from.batch.cpuMicroCores[row];
            into.memoryBytes[at] = from.batch.memoryBytes[row];
            from.row++;
        }

        @Override
        public void close() {
            measured.forEach(each -> each.source.close());
        }
    }
}
