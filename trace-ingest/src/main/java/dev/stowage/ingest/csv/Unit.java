package dev.stowage.ingest.csv;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A unit that a mapping may name, and how many of our own it is. */
enum Unit {
    S("s", "1", Kind.TIME),
    MS("ms", "0.001", Kind.TIME),
    US("us", "0.000001", Kind.TIME),
    NS("ns", "0.000000001", Kind.TIME),
    MIN("min", "60", Kind.TIME),
    H("h", "3600", Kind.TIME),
    /** A moment as in 2019-05-01T00:00:00Z, as seconds since 1970. */
    ISO("iso-8601", "1", Kind.TIME),
    CORES("cores", "1", Kind.CPU),
    MILLICORES("millicores", "0.001", Kind.CPU),
    PERCENT("percent", "0.01", Kind.CPU),
    GIB("GiB", "1", Kind.BYTES),
    MIB("MiB", "0.0009765625", Kind.BYTES),
    KIB("KiB", "0.00000095367431640625", Kind.BYTES),
    BYTE("B", "0.000000000931322574615478515625", Kind.BYTES),
    GPUS("gpus", "1", Kind.GPU),
    MILLIGPUS("milligpus", "0.001", Kind.GPU),
    GBPS("Gbps", "1", Kind.NETWORK),
    MBPS("Mbps", "0.001", Kind.NETWORK),
    KBPS("kbps", "0.000001", Kind.NETWORK),
    BPS("bps", "0.000000001", Kind.NETWORK);

    /** What it measures. */
    enum Kind {
        TIME,
        CPU,
        BYTES,
        GPU,
        NETWORK
    }

    private final String label;
    private final BigDecimal factor;
    private final Kind kind;

    Unit(String label, String factor, Kind kind) {
        this.label = label;
        this.factor = new BigDecimal(factor);
        this.kind = kind;
    }

    /** How many of the unit of the canonical column it is, exactly. */
    BigDecimal factor() {
        return factor;
    }

    /** The unit of that label for a column. */
    static Optional<Unit> find(CsvColumn column, String label) {
        return of(column).stream().filter(unit -> unit.label.equals(label)).findFirst();
    }

    /** Labels of the units that a column may have. */
    static List<String> labels(CsvColumn column) {
        return of(column).stream().map(unit -> unit.label).toList();
    }

    private static List<Unit> of(CsvColumn column) {
        Optional<Kind> kind =
                switch (column) {
                    case SUBMIT_S, DURATION_S -> Optional.of(Kind.TIME);
                    case CPU, CPU_USED -> Optional.of(Kind.CPU);
                    case MEMORY_GIB, DISK_GIB, MEMORY_USED_GIB -> Optional.of(Kind.BYTES);
                    case GPU -> Optional.of(Kind.GPU);
                    case NETWORK_GBPS -> Optional.of(Kind.NETWORK);
                    case JOB, TASK, CLASS, PRIORITY, USER, CONSTRAINTS, STAGE, AFTER ->
                            Optional.empty();
                };
        return Arrays.stream(values())
                .filter(unit -> kind.filter(unit.kind::equals).isPresent())
                .toList();
    }
}
