package dev.stowage.ingest.csv.demand;

import dev.stowage.basis.InputException;
import dev.stowage.forecast.DemandEvent;
import dev.stowage.ingest.csv.CsvLines;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the user knows of a demand and no history tells: launches, migrations, holidays, one a row.
 * Columns {@code name,from,to,factor,cpu,memory_gib,certainty,service} in any order; {@code name},
 * {@code from} and one of {@code factor}, {@code cpu} and {@code memory_gib} are needed. Times are
 * dates, or seconds since time 0; without {@code to} an event stays. Where the demand is that of
 * many services, each event is one of a service, else there is no such column.
 */
public final class EventsCsv {
    private static final String NAME = "name";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String FACTOR = "factor";
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory_gib";
    private static final String CERTAINTY = "certainty";
    private static final String SERVICE = "service";

    /** The columns. */
    public static final List<String> COLUMNS =
            List.of(NAME, FROM, TO, FACTOR, CPU, MEMORY, CERTAINTY, SERVICE);

    private static final Pattern SECONDS = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MOST_FACTOR = 1_000;
    private static final double PER_CENT = 100;

    private final Path path;
    private final CsvLines lines;
    private final Optional<Instant> timeZero;
    private final ZoneId zone;
    private final long historyEnd;
    private final Set<String> services;
    private final List<String> names;

    private EventsCsv(
            Path path,
            CsvLines lines,
            Optional<Instant> timeZero,
            ZoneId zone,
            long historyEnd,
            Set<String> services) {
        this.path = path;
        this.lines = lines;
        this.timeZero = timeZero;
        this.zone = zone;
        this.historyEnd = historyEnd;
        this.services = services;
        names =
                lines.nextWhole()
                        ? lines.fields().texts().stream().map(String::strip).toList()
                        : List.of();
    }

    /**
     * Reads a file.
     *
     * @param timeZero what time 0 of the history is, if anybody knows
     * @param zone of dates without an offset
     * @param historyEndMicros an event that has begun by then is sure
     * @param services that demand is of; empty if it is not in services
     * @throws InputException at the line of what is missing, wrong or out of range, and if there is
     *     no event
     */
    public static List<DemandEvent> read(
            Path path,
            Optional<Instant> timeZero,
            ZoneId zone,
            long historyEndMicros,
            Set<String> services) {
        try (CsvLines lines = CsvLines.open(path)) {
            return new EventsCsv(path, lines, timeZero, zone, historyEndMicros, services).read();
        }
    }

    private List<DemandEvent> read() {
        checkHeader();
        List<DemandEvent> events = new ArrayList<>();
        while (lines.nextWhole()) {
            events.add(event());
        }
        if (events.isEmpty()) {
            throw InputException.of(path, "no event", "a header and a row for each event", null);
        }
        return events;
    }

    private void checkHeader() {
        boolean isKnown = COLUMNS.containsAll(names);
        boolean isWhole =
                names.contains(NAME)
                        && names.contains(FROM)
                        && (names.contains(FACTOR)
                                || names.contains(CPU)
                                || names.contains(MEMORY));
        if (!isKnown || !isWhole || new LinkedHashSet<>(names).size() != names.size()) {
            throw InputException.atLine(
                    path,
                    1,
                    names.isEmpty() ? "an empty file" : "the header " + String.join(",", names),
                    "name, from and one of factor, cpu and memory_gib, with to, certainty and"
                            + " service if you like, each once",
                    null);
        }
    }

    private DemandEvent event() {
        String name = text(NAME);
        if (name.isEmpty()) {
            throw wrong("no name", "a name for the event", null);
        }
        long from = time(FROM);
        long until = text(TO).isEmpty() ? DemandEvent.FOR_EVER : time(TO);
        if (until <= from) {
            throw wrong(
                    "to " + text(TO) + ", not after from " + text(FROM),
                    "an end after the begin, or nothing for an event that stays",
                    null);
        }
        double factor = number(FACTOR, 1);
        if (factor <= 0 || factor > MOST_FACTOR) {
            throw wrong("factor " + text(FACTOR), "above 0, at most 1000", null);
        }
        double cores = number(CPU, 0);
        double gib = number(MEMORY, 0);
        if (factor == 1 && cores == 0 && gib == 0) {
            throw wrong("an event that changes nothing", "a factor, cpu or memory_gib", null);
        }
        double certainty = certainty();
        if (certainty < 1 && from < historyEnd) {
            throw wrong(
                    "a certainty of " + text(CERTAINTY) + " of an event that has begun",
                    "100%, since the history has it",
                    "Let it begin after the end of the history ("
                            + timeZero.map(
                                            zero ->
                                                    zero.plus(historyEnd, ChronoUnit.MICROS)
                                                            .toString())
                                    .orElse(historyEnd / MICROS_PER_SECOND + " s")
                            + ").");
        }
        return new DemandEvent(name, service(), from, until, factor, cores, gib, certainty);
    }

    private Optional<String> service() {
        String text = text(SERVICE);
        if (services.isEmpty()) {
            if (!text.isEmpty()) {
                throw wrong(
                        "service " + text + " of a demand that is not in services",
                        "no service, or a column of services",
                        "Name that column with --by.");
            }
            return Optional.empty();
        }
        if (text.isEmpty()) {
            throw wrong(
                    "an event of no service",
                    "the service that it moves, in a column service",
                    "Write a row for each service.");
        }
        if (!services.contains(text)) {
            throw wrong(
                    "service " + text + ", of which the history has no rows",
                    services.size() == 1
                            ? services.iterator().next()
                            : "one of the " + services.size() + " services of the history",
                    null);
        }
        return Optional.of(text);
    }

    private double certainty() {
        String text = text(CERTAINTY);
        if (text.isEmpty()) {
            return 1;
        }
        boolean isPerCent = text.endsWith("%");
        double value = parsed(CERTAINTY, isPerCent ? text.substring(0, text.length() - 1) : text);
        double share = isPerCent ? value / PER_CENT : value;
        if (share <= 0 || share > 1) {
            throw wrong("certainty " + text, "above 0%, at most 100%", null);
        }
        return share;
    }

    /** Microseconds since time 0. */
    private long time(String column) {
        String text = text(column);
        CsvDate form = CsvDate.of(text);
        if (form == null) {
            if (!SECONDS.matcher(text).matches()) {
                throw wrong(
                        text.isEmpty() ? "no " + column : "\"" + text + "\" as " + column,
                        CsvDate.EXAMPLES + ", or seconds since time 0",
                        null);
            }
            return Math.round(parsed(column, text) * MICROS_PER_SECOND);
        }
        long zero =
                timeZero.map(instant -> ChronoUnit.MICROS.between(Instant.EPOCH, instant))
                        .orElseThrow(
                                () ->
                                        wrong(
                                                "the date " + text,
                                                "seconds since time 0, since nothing tells what"
                                                        + " time 0 of the history is",
                                                "Say it with --start 2026-01-01."));
        return form.micros(text, zone) - zero;
    }

    private double number(String column, double usual) {
        String text = text(column);
        return text.isEmpty() ? usual : parsed(column, text);
    }

    private double parsed(String column, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong("\"" + text + "\" as " + column, "a number", null);
    }

    private String text(String column) {
        int index = names.indexOf(column);
        return index >= 0 && index < lines.fields().count()
                ? lines.fields().text(index).strip()
                : "";
    }

    private InputException wrong(String found, String expected, @Nullable String remedy) {
        return InputException.atLine(path, lines.fields().line(), found, expected, remedy);
    }
}
