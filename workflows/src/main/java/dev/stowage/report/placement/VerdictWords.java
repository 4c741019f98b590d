package dev.stowage.report.placement;

import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.HeldOutReplay;
import dev.stowage.rightsizing.replay.Remedy;
import dev.stowage.rightsizing.replay.ReplayResult;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.SizingVerdict;
import dev.stowage.rightsizing.replay.SizingVerdict.Cause;
import dev.stowage.rightsizing.replay.SizingVerdict.Kind;
import dev.stowage.rightsizing.replay.SizingVerdict.State;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The verdict on new requests in words: whether they are safe, why not, and what would be. */
record VerdictWords(SizingReport report) {
    private static final int SHOWN = 5;

    String headline(String placement) {
        SizingVerdict verdict = report.verdict();
        return verdict.holds()
                ? placement
                : (verdict.state() == State.NOT_SAFE ? "Not safe: " : "Not known to be safe: ")
                        + why(verdict.causes().get(0))
                        + ". As packed: "
                        + placement;
    }

    /** All causes but the first, and what would make it safe. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        List<Cause> causes = report.verdict().causes();
        for (int i = 1; i < causes.size(); i++) {
            boolean isNotSafe = causes.get(i).kind().state() == State.NOT_SAFE;
            notes.add(
                    (isNotSafe ? "Not safe: " : "Not known to be safe: ")
                            + why(causes.get(i))
                            + ".");
        }
        notes.addAll(new RolloutWords(report).remedies());
        for (Cause cause : causes) {
            remedy(cause.kind()).filter(text -> !notes.contains(text)).ifPresent(notes::add);
        }
        return notes;
    }

    private String why(Cause cause) {
        long count = cause.names().size();
        return switch (cause.kind()) {
            case CPU_ABOVE -> above(cause, "CPU");
            case MEMORY_ABOVE -> above(cause, "memory");
            case WITHOUT_PLACE -> withoutPlace(cause);
            case RUNS_OUT -> "the memory of " + runsOut(cause);
            case HELD_OUT_ABOVE -> heldOut(cause);
            case IMPLAUSIBLE ->
                    "what was measured of "
                            + first(cause.names())
                            + " can't be right: "
                            + units(cause.names());
            case MATCHING ->
                    "which replica ran on which server is not known, and "
                            + Amounts.count(report.replay().matchings().above())
                            + " of "
                            + Amounts.count(report.replay().matchings().tried())
                            + " other ways to match them ask for more than there is of "
                            + first(cause.names());
            case KILLED ->
                    "replicas of "
                            + Amounts.counted(count, "service")
                            + " were killed for want of memory, so that what was measured is less"
                            + " than they need: "
                            + killed(cause.names());
            case CHANGED ->
                    "the use of "
                            + Amounts.counted(count, "service")
                            + " rises, or took a step in the last week: "
                            + first(cause.names());
            case SHORT ->
                    "requests of "
                            + Amounts.counted(count, "service")
                            + " rest on less than a week: "
                            + first(cause.names());
            case GAPS ->
                    "requests of "
                            + Amounts.counted(count, "service")
                            + " rest on less than 80 % of the time: "
                            + first(cause.names());
            case NOTHING -> "nothing was measured of what is packed";
        };
    }

    private static String above(Cause cause, String resource) {
        return Amounts.counted(cause.names().size(), "server")
                + " would be asked for more "
                + resource
                + " than "
                + (cause.names().size() == 1 ? "it has" : "they have")
                + ": "
                + first(cause.names());
    }

    private String heldOut(Cause cause) {
        HeldOutReplay check = Objects.requireNonNull(report.heldOut().placement());
        return "requests made in the same way from the first "
                + Amounts.share(1 - report.heldOut().part())
                + " of the time would have asked "
                + (check.overloaded() == check.servers()
                        ? ""
                        : Amounts.count(check.overloaded()) + " of ")
                + Amounts.counted(check.servers(), "server")
                + " for more than "
                + (check.servers() == 1 ? "it has" : "they have")
                + " in the rest, by "
                + first(cause.names());
    }

    private String withoutPlace(Cause cause) {
        return report.replay().overflows().stream()
                .filter(each -> cause.names().contains(each.service()))
                .limit(SHOWN)
                .map(VerdictWords::overflow)
                .collect(Collectors.joining("; "));
    }

    private static String overflow(ReplayResult.Overflow overflow) {
        return Amounts.share(overflow.share())
                + " of the use of "
                + overflow.service()
                + " has no place: "
                + Amounts.counted(overflow.mostAtOnce(), "replica")
                + " ran at once, "
                + Amounts.count(overflow.replicas())
                + (overflow.replicas() == 1 ? " is packed" : " are packed");
    }

    private String runsOut(Cause cause) {
        return services(cause.names()).stream()
                .limit(SHOWN)
                .map(
                        service ->
                                service.name()
                                        + " leaks and, unless it restarts, runs out at the latest "
                                        + service.evidence()
                                                .replaceFirst(
                                                        "(?s).*its memory runs out at the latest"
                                                                + " ([^;]*).*",
                                                        "$1"))
                .collect(Collectors.joining("; "));
    }

    private String units(List<String> names) {
        return services(names).stream()
                .flatMap(SizedService::resources)
                .filter(resource -> resource.likelyUnit() != null)
                .map(resource -> resource.resource() + " seems to be " + resource.likelyUnit())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private String killed(List<String> names) {
        return services(names).stream()
                .limit(SHOWN)
                .map(service -> service.name() + " " + lastKill(service))
                .collect(Collectors.joining(", "));
    }

    private static String lastKill(SizedService service) {
        return "("
                + service.evidence().replaceFirst("(?s).*; killed (.*?),? for want of memory", "$1")
                + ")";
    }

    private List<SizedService> services(List<String> names) {
        return report.services().stream().filter(s -> names.contains(s.name())).toList();
    }

    private Optional<String> remedy(Kind kind) {
        return switch (kind) {
            case CPU_ABOVE, MEMORY_ABOVE, HELD_OUT_ABOVE -> fewerRisks();
            case WITHOUT_PLACE -> Optional.of(morePlaces());
            case RUNS_OUT ->
                    Optional.of("A leak needs a restart before that day, or its cause mended.");
            case SHORT, GAPS ->
                    Optional.of(
                            "Measure for longer, or leave such services alone with --min-history 7d"
                                    + " and --min-coverage 80%.");
            case KILLED ->
                    Optional.of(
                            "Their new requests and limits are a fifth, or 100 MiB, above what they"
                                    + " were killed at; measure again with these.");
            case MATCHING ->
                    Optional.of(
                            "Give replicas that use very different amounts names of services of"
                                    + " their own.");
            case IMPLAUSIBLE, CHANGED, NOTHING -> Optional.empty();
        };
    }

    private String morePlaces() {
        Map<String, Long> rows = new TreeMap<>(report.rows().alike());
        rows.keySet()
                .retainAll(
                        report.replay().overflows().stream()
                                .filter(ReplayResult.Overflow::isTooMuch)
                                .map(ReplayResult.Overflow::service)
                                .toList());
        return "Pack as many replicas as run at once."
                + (rows.isEmpty()
                        ? ""
                        : " Or "
                                + Amounts.counted(
                                        rows.values().stream().mapToLong(n -> n).sum(), "row")
                                + " of "
                                + first(List.copyOf(rows.keySet()))
                                + " may be there again: without a replica, copies can't be told"
                                + " from replicas that use the same. Name replicas in the column"
                                + " replica, or take copies out.");
    }

    private Optional<String> fewerRisks() {
        List<String> alone = report.verdict().leaveAlone();
        if (report.remedies().stream().anyMatch(Remedy::isWithin)) {
            return Optional.empty(); // said already
        }
        if (report.replay().overflows().stream().anyMatch(ReplayResult.Overflow::isTooMuch)) {
            return Optional.empty(); // larger requests are no more replicas
        }
        if (!alone.isEmpty()) {
            return Optional.of(
                    "With --right-size cpu=max,memory=max no request is below what a replica was"
                            + " measured to use.");
        }
        return report.replay().overflows().isEmpty()
                ? Optional.of(
                        "Services that keep their requests use more than these: ask for more, or"
                                + " measure them for longer.")
                : Optional.empty();
    }

    static String first(List<String> names) {
        String some = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? some + ", …" : some;
    }

    static String minutes(double minutes) {
        return minutes == 0 ? "0 min" : Amounts.decimal(minutes) + " min";
    }
}
