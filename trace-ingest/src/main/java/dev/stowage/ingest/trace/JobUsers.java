package dev.stowage.ingest.trace;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The users of a job table by job; some 30 bytes a job. Immutable once read. */
public final class JobUsers {
    private final KeyIndex jobs = new KeyIndex();
    private final List<String> names = new ArrayList<>();
    private int[] nameOfJob = new int[0];

    private JobUsers() {}

    /** Reads {@code jobs.parquet}. */
    public static JobUsers read(Path jobTable) {
        JobUsers users = new JobUsers();
        try (ColumnFileReader file =
                ColumnFileReader.open(jobTable, CanonicalTable.JOBS.columns("job_id", "user"))) {
            while (file.nextGroup()) {
                users.readGroup(file);
            }
        }
        return users;
    }

    private void readGroup(ColumnFileReader file) {
        int rows = file.groupRows();
        long[] ids = new long[rows];
        int[] numbers = new int[rows];
        file.column(0).longs(ids, rows, 0);
        file.column(1)
                .numbers(
                        numbers,
                        rows,
                        name -> {
                            names.add(name);
                            return names.size() - 1;
                        });
        nameOfJob = Arrays.copyOf(nameOfJob, jobs.size() + rows);
        for (int i = 0; i < rows; i++) {
            nameOfJob[jobs.findOrAdd(ids[i], 0)] = numbers[i];
        }
    }

    /** The number of the name of the user of a job, or -1. */
    public int find(long jobId) {
        int job = jobs.find(jobId, 0);
        return job < 0 ? -1 : nameOfJob[job];
    }

    /** Number of names. */
    public int size() {
        return names.size();
    }

    /** The name of that number. */
    public String name(int number) {
        return names.get(number);
    }
}
