package dev.stowage.ingest.slurm;

import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.quarantine.BadRow;

/**
 * IDs of jobs in arrays: {@code 47_3} is a task of the job 47, {@code 47_[1-9,12%4]} are ten that
 * wait, in one row. {@code 48+1} is the second part of a heterogeneous job.
 */
final class ArrayId {
    private static final int MOST = 100_000;

    private ArrayId() {}

    /** The job that it is of. */
    static String job(String id) {
        int end = 0;
        while (end < id.length() && Character.isDigit(id.charAt(end))) {
            end++;
        }
        return id.substring(0, end);
    }

    /** How many tasks the row stands for. */
    static long waiting(String id) throws BadRecordException {
        int open = id.indexOf('[');
        int close = id.indexOf(']');
        if (open < 0 || close < open) {
            return 1;
        }
        long count = 0;
        for (String range : id.substring(open + 1, close).replaceAll("%.*", "").split(",", -1)) {
            String[] ends = range.replaceAll(":.*", "").split("-", -1);
            int step = range.contains(":") ? number(range.replaceAll(".*:", "")) : 1;
            int first = number(ends[0]);
            int last = number(ends[ends.length - 1]);
            count += Math.max(0, last - first) / Math.max(1, step) + 1;
        }
        if (count > MOST) {
            throw new BadRecordException(BadRow.OUT_OF_RANGE, "an array of " + count + " tasks");
        }
        return count;
    }

    private static int number(String digits) throws BadRecordException {
        if (!digits.matches("[0-9]{1,9}")) {
            throw new BadRecordException(BadRow.NOT_A_NUMBER, "array " + digits);
        }
        return Integer.parseInt(digits);
    }
}
