package dev.stowage.ingest.slurm;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;

/**
 * Trackable resources as Slurm writes them: {@code cpu=8,gres/gpu=2,mem=62.50G,node=1}. {@code
 * gres/gpu:a100=4} beside {@code gres/gpu=4} are the same four.
 *
 * @param cpuMicroCores of all nodes; absent if it does not say
 * @param memoryBytes of all nodes; absent if it does not say
 * @param gpuMicros millionths of GPUs of all nodes; absent if it does not say
 */
record Tres(long cpuMicroCores, long memoryBytes, long gpuMicros) {
    private static final String UNITS = "KMGTP";
    private static final int STEP = 10;

    static Tres parse(String text) throws BadRecordException {
        long cpu = ABSENT;
        long memory = ABSENT;
        long gpus = ABSENT;
        long typed = ABSENT;
        for (String part : text.split(",", -1)) {
            int equals = part.lastIndexOf('=');
            if (equals < 0) {
                continue;
            }
            String name = part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            if (name.equals("cpu")) {
                cpu = Amount.of("cpu", value, Amount.MILLION);
            } else if (name.equals("mem")) {
                memory = bytes("mem", value);
            } else if (name.equals("gres/gpu")) {
                gpus = Amount.of("gres/gpu", value, Amount.MILLION);
            } else if (name.startsWith("gres/gpu:")) {
                long more = Amount.of(name, value, Amount.MILLION);
                typed = typed == ABSENT ? more : typed + more;
            }
        }
        return new Tres(cpu, memory, gpus == ABSENT ? typed : gpus);
    }

    /** An amount with a unit, of MiB without one. */
    static long bytes(String name, String text) throws BadRecordException {
        if (text.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no " + name);
        }
        int unit = UNITS.indexOf(text.charAt(text.length() - 1));
        String number = unit < 0 ? text : text.substring(0, text.length() - 1);
        return Amount.of(
                name, number, BigDecimal.valueOf(1L << (STEP * (unit < 0 ? 2 : unit + 1))));
    }
}
