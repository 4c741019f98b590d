package dev.stowage.report.placement;

import dev.stowage.model.TaskClass;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.rightsizing.RightSizing.Change;
import dev.stowage.rightsizing.RightSizing.HeldOutTotal;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.replay.HeldOutReplay;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.Risk;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * New requests in words: the same in the report and on the terminal.
 *
 * @param sentences what changed, and how safe it is
 * @param notes what a person should know besides
 */
public record SizingAnswer(List<String> sentences, List<String> notes) {
    private static final double MICROS_PER_SECOND = 1e6;

    public SizingAnswer {
        sentences = List.copyOf(sentences);
        notes = List.copyOf(notes);
    }

    /**
     * The words for a report.
     *
     * @param isOfPart true if rows of what was packed were left out, so that no bound is of all
     */
    static SizingAnswer of(SizingReport report, boolean isOfPart) {
        List<String> sentences =
                new ArrayList<>(
                        List.of(
                                services(report),
                                totals(report, isOfPart),
                                coverage(report),
                                heldOut(report),
                                replay(report),
                                risk(report)));
        RolloutWords rollout = new RolloutWords(report);
        rollout.weeks().ifPresent(sentences::add);
        rollout.recommender().ifPresent(sentences::add);
        return new SizingAnswer(sentences, notes(report));
    }

    /** What a person should know besides. */
    public static List<String> notes(SizingReport report) {
        return new SizingNotes(report).notes();
    }

    /** The headline of a placement, never better than what the checks of its requests say. */
    public static String headline(String placement, SizingReport report) {
        return new VerdictWords(report).headline(placement);
    }

    private static String coverage(SizingReport report) {
        SizedService least = null;
        for (SizedService service : report.services()) {
            if (service.history().measurements() > 0
                    && (least == null || coverage(service) < coverage(least))) {
                least = service;
            }
        }
        if (least == null) {
            return "Nothing was measured.";
        }
        long measured =
                report.services().stream().filter(s -> s.history().measurements() > 0).count();
        return "Measured: "
                + Amounts.count(measured)
                + " of "
                + Amounts.counted(report.services().size(), "service")
                + ", each for at least "
                + Amounts.share(Math.floor(1000 * coverage(least)) / 1000)
                + " of its time"
                + (coverage(least) < 0.9995 ? " (" + least.name() + ")" : "")
                + without(report, SizedService::cpu, "CPU")
                + without(report, SizedService::memory, "memory")
                + ". What was not measured counts with the request.";
    }

    /** Services with measurements, but none of a resource; nothing if there are none. */
    private static String without(
            SizingReport report, Function<SizedService, SizedResource> resource, String name) {
        List<String> names =
                report.services().stream()
                        .filter(s -> s.history().measurements() > 0)
                        .filter(s -> resource.apply(s).use() == null)
                        .map(SizedService::name)
                        .toList();
        return names.isEmpty() ? "" : ", but " + name + " never of " + VerdictWords.first(names);
    }

    private static double coverage(SizedService service) {
        return service.resources()
                .filter(resource -> resource.use() != null)
                .mapToDouble(SizedResource::coverage)
                .min()
                .orElse(0);
    }

    private static String risk(SizingReport report) {
        ReplayResult replay = report.replay();
        String cpu = risk(replay.cpuRisk());
        return cpu.isEmpty()
                ? "Not all services were measured for most of a whole week at a level that lasts:"
                        + " nothing can be said of minutes a month above capacity."
                : "Above capacity in a month, over all servers, with 95 % confidence if days stay"
                        + " as they were, the worst with the margin on top: CPU, which slows down, "
                        + cpu
                        + "; memory, which kills, "
                        + risk(replay.memoryRisk())
                        + ".";
    }

    /** Expected minutes a month with both limits; nothing if too little was measured. */
    static String risk(Risk risk) {
        Double expected = risk.minutesAMonth();
        Double least = risk.atLeastMinutesAMonth();
        Double most = risk.atMostMinutesAMonth();
        return expected == null || least == null || most == null
                ? ""
                : VerdictWords.minutes(expected)
                        + (least >= 1
                                ? ", at least " + VerdictWords.minutes(Math.floor(least))
                                : "")
                        + ", at most "
                        + VerdictWords.minutes(Math.ceil(most));
    }

    /** A rule as it is said: {@code cpu=p95,memory=max + 15 %}. */
    public static String rule(SizingOptions options) {
        return rule(options.rule().toString(), options.byClass(), options.margin())
                + (options.keep().isEmpty() ? "" : ", keep " + String.join(",", options.keep()));
    }

    private static String rule(String general, Map<TaskClass, ?> byClass, BigDecimal margin) {
        String more =
                byClass.entrySet().stream()
                        .map(e -> "," + e.getKey().label() + ":" + e.getValue())
                        .collect(Collectors.joining());
        return general
                + more
                + " + "
                + margin.movePointRight(2).stripTrailingZeros().toPlainString()
                + " %";
    }

    private static String services(SizingReport report) {
        long all = report.services().size();
        long sized = report.services().stream().filter(SizedService::isSized).count();
        long kept = report.services().stream().filter(SizedService::isKept).count();
        String text =
                "Requests of "
                        + Amounts.count(sized)
                        + " of "
                        + Amounts.counted(all, "service")
                        + " come from measured use ("
                        + rule(
                                report.rule().rule().toString(),
                                report.rule().byClass(),
                                report.rule().margin())
                        + "): "
                        + changes(report);
        return all == sized
                ? text + "."
                : text
                        + "; "
                        + Stream.of(keep(all - sized - kept, true), keep(kept, false))
                                .flatMap(Optional::stream)
                                .collect(Collectors.joining("; "))
                        + ".";
    }

    private static Optional<String> keep(long count, boolean isForEvidence) {
        if (count == 0) {
            return Optional.empty();
        }
        String has = count == 1 ? " has" : " have";
        String is = count == 1 ? " is" : " are";
        return Optional.of(
                Amounts.count(count)
                        + (isForEvidence ? has + " too little evidence" : is + " left alone")
                        + (count == 1 ? " and keeps its own" : " and keep theirs"));
    }

    private static String changes(SizingReport report) {
        Map<Change, Long> counts =
                report.services().stream()
                        .filter(SizedService::isSized)
                        .collect(Collectors.groupingBy(Change::of, Collectors.counting()));
        List<String> parts = new ArrayList<>();
        part(parts, counts.getOrDefault(Change.SHRINKS, 0L), "shrink");
        part(parts, counts.getOrDefault(Change.GROWS, 0L), "grow");
        part(parts, counts.getOrDefault(Change.BOTH, 0L), "shrink in one and grow in the other");
        part(parts, counts.getOrDefault(Change.STAYS, 0L), "stay as they are");
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }

    private static void part(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Amounts.count(count) + " " + what);
        }
    }

    private static String totals(SizingReport report, boolean isOfPart) {
        return "Together the items ask for "
                + Amounts.cores(report.after().cores())
                + " instead of "
                + Amounts.decimal(report.before().cores())
                + change(report.before().cores(), report.after().cores())
                + " and "
                + Amounts.gib(report.after().gib())
                + " instead of "
                + Amounts.decimal(report.before().gib())
                + change(report.before().gib(), report.after().gib())
                + ". "
                + bounds(report.bounds(), isOfPart);
    }

    private static String bounds(SizingReport.Bounds bounds, boolean isOfPart) {
        BigDecimal before = bounds.before();
        return before == null
                ? "With requests as they were there are items that no server is large enough for."
                : "With requests as they were no placement "
                        + (isOfPart ? "of what is in the trace " : "")
                        + "can do with "
                        + (bounds.unit().equals(PackRequest.USD_A_MONTH) ? "less" : "fewer")
                        + " than "
                        + cost(before, bounds.unit())
                        + ", with the new ones "
                        + cost(bounds.after(), bounds.unit())
                        + ".";
    }

    private static String cost(BigDecimal bound, String unit) {
        return unit.equals(PackRequest.USD_A_MONTH)
                ? PlacementAnswer.money(bound, RoundingMode.FLOOR) + " a month"
                : Amounts.counted(bound.longValue(), "server");
    }

    private static String change(double before, double after) {
        if (before == 0 || before == after) {
            return "";
        }
        double change = after / before - 1;
        return " (" + (change > 0 ? "+" : "") + Amounts.share(change) + ")";
    }

    private static String heldOut(SizingReport report) {
        HeldOutTotal cpu = report.heldOut().cpu();
        HeldOutTotal memory = report.heldOut().memory();
        if (cpu.services() == 0 && memory.services() == 0) {
            return "No history was long enough to hold a part of it out.";
        }
        String text =
                "Held out: requests made from the first "
                        + Amounts.share(1 - report.heldOut().part())
                        + " of each history are exceeded in the rest for "
                        + Stream.of(exceeded(cpu, "CPU"), exceeded(memory, "memory"))
                                .flatMap(Optional::stream)
                                .collect(Collectors.joining(" and "));
        SizedService worst = report.worst();
        return (worst == null
                        ? text + "."
                        : text
                                + ", the most by "
                                + worst.name()
                                + " ("
                                + Amounts.share(SizingReport.above(worst))
                                + ").")
                + placement(report.heldOut().placement());
    }

    private static Optional<String> exceeded(HeldOutTotal total, String resource) {
        return total.services() == 0
                ? Optional.empty()
                : Optional.of(Amounts.share(total.aboveShare()) + " of the time by " + resource);
    }

    /** What the end of the recording makes of a placement by its beginning. */
    private static String placement(@Nullable HeldOutReplay check) {
        if (check == null) {
            return "";
        }
        String text = " Packed with such requests, the rest of the use asks ";
        return check.overloaded() == 0
                ? text
                        + "none of "
                        + Amounts.counted(check.servers(), "server")
                        + " for more than it has."
                : text
                        + Amounts.count(check.overloaded())
                        + " of "
                        + Amounts.counted(check.servers(), "server")
                        + " for more than it has: "
                        + Amounts.share(check.cpuAboveShare())
                        + " of the time of CPU, "
                        + Amounts.share(check.memoryAboveShare())
                        + " of memory.";
    }

    private static String replay(SizingReport report) {
        ReplayResult replay = report.replay();
        if (replay.isEmpty()) {
            return "No measurement is of an item that has a place: nothing to replay.";
        }
        String text =
                "Replayed: "
                        + Amounts.seconds(
                                (replay.lastMicros() - replay.firstMicros()) / MICROS_PER_SECOND)
                        + " of measured use on the new placement ("
                        + Amounts.count(replay.measuredItems())
                        + " of "
                        + Amounts.counted(replay.items(), "item")
                        + " measured"
                        + (replay.measuredItems() < replay.items()
                                ? ", the others at their request)"
                                : ")");
        long over = replay.overloaded();
        if (over == 0) {
            return text
                    + (report.verdict().holds() && replay.cpuRisk().minutesAMonth() != null
                            ? " never ask a server for more than it has; "
                            : " ask no server for more than it has, as far as they go; ")
                    + fullest(replay)
                    + ".";
        }
        return text
                + " ask "
                + Amounts.count(over)
                + " of "
                + Amounts.counted(replay.servers().size(), "server")
                + " for more than they have at times: "
                + Amounts.share(replay.aboveShare(ReplayResult.Server::cpu))
                + " of the time of CPU, "
                + Amounts.share(replay.aboveShare(ReplayResult.Server::memory))
                + " of memory; "
                + fullest(replay)
                + ".";
    }

    private static String fullest(ReplayResult replay) {
        return replay.fullest(ReplayResult.Server::cpu)
                        .map(s -> most(s.name(), "CPU", s.cpu()))
                        .orElse("")
                + ", "
                + replay.fullest(ReplayResult.Server::memory)
                        .map(s -> most(s.name(), "memory", s.memory()))
                        .orElse("");
    }

    private static String most(String server, String resource, ReplayResult.Load load) {
        return "at most "
                + Amounts.share(load.peakShare())
                + " of the "
                + resource
                + " of "
                + server;
    }
}
