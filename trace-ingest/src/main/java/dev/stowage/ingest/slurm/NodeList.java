package dev.stowage.ingest.slurm;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.TextLines;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What {@code scontrol show nodes} prints, a node a line or a node a block. */
final class NodeList {
    private static final Set<String> READ = Set.of("NodeName", "CfgTRES", "CPUTot", "RealMemory");

    private final Path file;
    private final Listing listing;
    private final ListedTable table;
    private final Set<String> others = new TreeSet<>();
    private final Map<String, String> node = new LinkedHashMap<>();
    private String text = "";
    private long line;
    private long rows;

    private NodeList(Path file, Listing listing) {
        this.file = file;
        this.listing = listing;
        table = listing.table("machines");
    }

    /** True if a file begins with a node. */
    static boolean isOne(String firstLine) {
        return firstLine.startsWith("NodeName=");
    }

    /** Adds the nodes of a file as machines. */
    static void read(Path file, Listing listing) {
        NodeList nodes = new NodeList(file, listing);
        TextLines.read(file, listing, nodes.table, nodes::read);
        nodes.end();
        listing.notRead("machines", nodes.others);
    }

    private boolean read(long number, String row) {
        if (row.isBlank()) {
            table.ignored(IgnoreRule.EMPTY_LINE, 1);
            return true;
        }
        if (isOne(row.strip())) {
            end();
            line = number;
            text = row;
        }
        rows++;
        for (String part : row.strip().split("\\s+", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                node.putIfAbsent(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        return true;
    }

    /** The node whose lines are read is whole. */
    private void end() {
        if (rows == 0) {
            return;
        }
        try {
            add();
            table.used(rows);
        } catch (BadRecordException e) {
            table.ignored(IgnoreRule.PART_OF_BAD_RECORD, rows - 1);
            table.bad(file, line, e, text);
        }
        node.keySet().stream().filter(key -> !READ.contains(key)).forEach(others::add);
        node.clear();
        rows = 0;
    }

    private void add() throws BadRecordException {
        String name = CleanName.of("NodeName", node.getOrDefault("NodeName", ""));
        if (name.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no NodeName");
        }
        Tres tres = Tres.parse(node.getOrDefault("CfgTRES", ""));
        long cpu = tres.cpuMicroCores();
        long memory = tres.memoryBytes();
        if (cpu == ABSENT && node.containsKey("CPUTot")) {
            cpu = Amount.of("CPUTot", node.getOrDefault("CPUTot", ""), Amount.MILLION);
        }
        if (memory == ABSENT && node.containsKey("RealMemory")) {
            memory = Amount.of("RealMemory", node.getOrDefault("RealMemory", ""), Amount.MIB);
        }
        listing.add(new ListedMachine(name, cpu, memory, tres.gpuMicros(), null, Map.of()));
    }
}
