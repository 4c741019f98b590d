import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The neutral workload as columns, and what a run made of it: both exact integers. */
final class Tasks {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

    final int count;
    final long[] submitMicros;
    final long[] durationMicros;
    final long[] cpuMicroCores;
    final long[] memoryBytes;

    /** By task: set by the run. */
    final long[] finishMicros;

    /** By task: number of its server from 0, set by the run. */
    final int[] server;

    private Tasks(int count) {
        this.count = count;
        submitMicros = new long[count];
        durationMicros = new long[count];
        cpuMicroCores = new long[count];
        memoryBytes = new long[count];
        finishMicros = new long[count];
        server = new int[count];
        forget();
    }

    /** Reads {@code submit_s,duration_s,cpu,memory_gib}. */
    static Tasks read(Path csv) throws IOException {
        int lines = 0;
        try (BufferedReader reader = Files.newBufferedReader(csv)) {
            while (reader.readLine() != null) {
                lines++;
            }
        }
        Tasks tasks = new Tasks(lines - 1);
        try (BufferedReader reader = Files.newBufferedReader(csv)) {
            reader.readLine();
            for (int i = 0; i < tasks.count; i++) {
                String[] fields = reader.readLine().split(",");
                tasks.submitMicros[i] = scaled(fields[0], MILLION, RoundingMode.HALF_UP);
                tasks.durationMicros[i] = scaled(fields[1], MILLION, RoundingMode.HALF_UP);
                tasks.cpuMicroCores[i] = scaled(fields[2], MILLION, RoundingMode.DOWN);
                tasks.memoryBytes[i] = scaled(fields[3], GIB, RoundingMode.DOWN);
            }
        }
        return tasks;
    }

    private static long scaled(String decimal, BigDecimal unit, RoundingMode rounding) {
        return new BigDecimal(decimal).multiply(unit).setScale(0, rounding).longValueExact();
    }

    /** Forgets the results of the last run. */
    void forget() {
        Arrays.fill(finishMicros, -1);
        Arrays.fill(server, -1);
    }

    /** Writes one line a task, finish time and server, and a first line with the seconds of the runs. */
    void write(Path results, double[] seconds) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(results))) {
            StringBuilder line = new StringBuilder("# seconds");
            for (double second : seconds) {
                line.append(' ').append(second);
            }
            out.println(line);
            for (int i = 0; i < count; i++) {
                out.println(finishMicros[i] + "\t" + server[i]);
            }
        }
    }
}
