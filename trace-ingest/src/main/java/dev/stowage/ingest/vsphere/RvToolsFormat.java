package dev.stowage.ingest.vsphere;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.NamedTable;
import dev.stowage.ingest.listed.TableColumns;
import dev.stowage.ingest.listed.Workbook;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.TextSource;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An inventory of RVTools: the sheets vInfo and vHost, of a workbook or saved as CSV. */
public final class RvToolsFormat extends ListedFormat {
    static final FormatOption OFF =
            new FormatOption(
                    "off",
                    "virtual machines that are switched off: left out, or as if they ran",
                    List.of("leave", "count"));
    static final FormatOption CORE =
            new FormatOption(
                    "core",
                    "what of a host runs a virtual processor: a core, or a thread of one",
                    List.of("physical", "thread"));

    private static final List<TableColumns> TABLES =
            TableColumns.of(RvToolsFormat.class, "rvtools.txt");
    private static final List<String> SHEETS = List.of("vInfo", "vHost");

    /** The format. */
    public RvToolsFormat() {
        super(
                "rvtools",
                "virtual machines and hosts of a vSphere estate: a workbook of RVTools, or its"
                        + " sheets vInfo and vHost as CSV",
                List.of(ALL_USER_FACING, ALL_BATCH),
                List.of(OFF, CORE));
    }

    @Override
    protected List<TableColumns> tables() {
        return TABLES;
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        if (!Workbook.isOne(file)) {
            return NamedTable.find(file, TABLES) >= 0;
        }
        try (Workbook book = Workbook.open(file, InflationLimit.USUAL)) {
            return book.sheetNamed(SHEETS.get(0)) != null;
        }
    }

    @Override
    protected Reader begin(Listing listing) {
        listing.hasTimesFromZero();
        return new Estate(listing, classRule(listing.request()).equals(ALL_USER_FACING));
    }

    private static final class Estate implements Reader {
        private final Listing listing;
        private final boolean isUserFacing;
        private final boolean isOffCounted;
        private final boolean isByThread;
        private final Map<String, Integer> names = new HashMap<>();
        private final Set<String> ids = new HashSet<>();
        private final Set<String> clusters = new HashSet<>();

        Estate(Listing listing, boolean isUserFacing) {
            this.listing = listing;
            this.isUserFacing = isUserFacing;
            isOffCounted = OFF.in(listing.request()).equals("count");
            isByThread = CORE.in(listing.request()).equals("thread");
        }

        @Override
        public void read(Path file) {
            if (Workbook.isOne(file)) {
                readBook(file);
                return;
            }
            int table = NamedTable.find(file, TABLES);
            if (table < 0) {
                throw NamedTable.unknown(file, TABLES, "Export vInfo and vHost with RVTools.");
            }
            NamedTable.read(file, TABLES.get(table), listing, reader(table));
        }

        private NamedTable.Reader reader(int table) {
            return table == 0 ? this::vm : this::host;
        }

        private void readBook(Path file) {
            List<String> others = new ArrayList<>();
            long rows = 0;
            try (Workbook book = Workbook.open(file, listing.request().selection().inflation())) {
                if (book.sheetNamed(SHEETS.get(0)) == null) {
                    throw InputException.of(
                            file,
                            "a workbook with the sheets " + String.join(", ", book.sheets()),
                            "the sheet vInfo",
                            "Export all with RVTools.");
                }
                for (String sheet : book.sheets()) {
                    int table =
                            SHEETS.stream()
                                    .map(each -> each.toLowerCase(Locale.ROOT))
                                    .toList()
                                    .indexOf(sheet.strip().toLowerCase(Locale.ROOT));
                    if (table < 0) {
                        others.add(sheet);
                        continue;
                    }
                    List<List<String>> cells = book.rows(sheet);
                    rows += cells.size();
                    NamedTable.read(file, cells, TABLES.get(table), listing, reader(table));
                }
            }
            if (!others.isEmpty()) {
                listing.warn("Sheets that nothing uses: " + String.join(", ", others) + ".");
            }
            try (TextSource bytes = TextSource.openPlain(file, count -> {})) {
                String sum = bytes.sha256();
                listing.addFile(file, "workbook", bytes.diskBytes(), rows, sum);
            }
        }

        private @Nullable IgnoreRule vm(ListedRow row) throws BadRecordException {
            String name = row.name("vm");
            boolean isOn = isOn(row.required("power"));
            if (row.text("template").equalsIgnoreCase("true") || (!isOn && !isOffCounted)) {
                return IgnoreRule.POWERED_OFF;
            }
            if (row.has("id") && !ids.add(row.text("id"))) {
                throw new BadRecordException(BadRow.DUPLICATE, "a second row of " + name);
            }
            int number = names.merge(name, 1, Integer::sum);
            ListedTask task =
                    new ListedTask(
                            listing.table("tasks"), number > 1 ? name + " #" + number : name, 0);
            listing.count(task, "tasks.ofTheSameName", number > 1 ? 1 : 0);
            task.scheduleMicros = 0;
            task.isSubmitCensored = true;
            task.isScheduleCensored = true;
            task.outcome = TaskOutcome.RUNNING;
            task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
            task.cpuMicroCores = row.requiredAmount("cpus", Amount.MILLION);
            task.memoryBytes = row.requiredAmount("memory", Amount.MIB);
            task.diskBytes = row.amount("disk", Amount.MIB);
            task.machine = row.has("host") ? row.name("host") : null;
            task.logicalName = row.has("os") ? row.name("os") : null;
            task.user = row.has("cluster") ? row.name("cluster") : null;
            listing.add(task);
            return null;
        }

        private static boolean isOn(String power) throws BadRecordException {
            return switch (power.replace(" ", "").toLowerCase(Locale.ROOT)) {
                case "poweredon", "on" -> true;
                case "poweredoff", "off", "suspended" -> false;
                default ->
                        throw new BadRecordException(
                                BadRow.UNKNOWN_WORD, "power state " + Amount.shown(power));
            };
        }

        private @Nullable IgnoreRule host(ListedRow row) throws BadRecordException {
            long cores = row.requiredAmount("cores", Amount.MILLION);
            boolean hasThreads = row.text("threads").equalsIgnoreCase("true");
            String cluster = row.has("cluster") ? row.name("cluster") : "";
            listing.add(
                    new ListedMachine(
                            row.name("host"),
                            isByThread && hasThreads ? 2 * cores : cores,
                            row.requiredAmount("memory", Amount.MIB),
                            ABSENT,
                            row.has("model") ? row.name("model") : null,
                            cluster.isEmpty() ? Map.of() : Map.of("cluster", cluster)));
            clusters.add(cluster);
            row.requiredAmount("sockets", BigDecimal.ONE);
            listing.table("machines").used(1);
            return null;
        }

        /** Hosts are called by their whole name in one sheet and by its beginning in the other. */
        @Override
        public void finish() {
            Map<String, String> byLabel = new HashMap<>();
            for (String name : listing.machineNames()) {
                byLabel.merge(label(name), name, (a, b) -> "");
            }
            long lost = 0;
            for (ListedTask task : listing.tasks()) {
                String host = task.machine;
                if (host != null && !listing.hasMachine(host)) {
                    String other = byLabel.getOrDefault(label(host), "");
                    task.machine = other.isEmpty() ? host : other;
                    lost += other.isEmpty() ? 1 : 0;
                }
                if (task.user != null && clusters.contains(task.user)) {
                    task.constraints =
                            new PlacementConstraints(
                                    List.of(
                                            new AttributePredicate(
                                                    "cluster",
                                                    AttributePredicate.Operator.EQUAL,
                                                    task.user)),
                                    false,
                                    false);
                }
            }
            if (lost > 0 && !listing.machineNames().isEmpty()) {
                listing.warn(
                        lost
                                + " of "
                                + listing.tasks().size()
                                + " virtual machines are on hosts that vHost calls otherwise, or"
                                + " lacks: where they run is not known.");
            }
            if (listing.machineNames().isEmpty()) {
                listing.warn("There are no hosts: simulate with --servers of your own.");
            }
        }

        private static String label(String host) {
            int dot = host.indexOf('.');
            return (dot < 0 ? host : host.substring(0, dot)).toLowerCase(Locale.ROOT);
        }
    }
}
