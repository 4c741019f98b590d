package dev.stowage.report.placement;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlan.Result;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A placement in words: the same in the report and on the terminal.
 *
 * @param headline the answer in one sentence
 * @param sentences how far from the least possible, and what it takes to get there
 */
public record PlacementAnswer(String headline, List<String> sentences) {
    private static final int CENTS = 2;
    private static final int SMALL_DECIMALS = 6;
    private static final double BYTES_PER_GIB = 1L << 30;

    public PlacementAnswer {
        sentences = List.copyOf(sentences);
    }

    /** The words for a placement. */
    public static PlacementAnswer of(PlacementPlan plan) {
        List<String> sentences = new ArrayList<>();
        sentences.add(bound(plan));
        search(plan.result()).ifPresent(sentences::add);
        parts(plan.result()).ifPresent(sentences::add);
        if (plan.result().serversBefore() != null) {
            sentences.add(way(plan));
        }
        return new PlacementAnswer(headline(plan), sentences);
    }

    private static String headline(PlacementPlan plan) {
        Result result = plan.result();
        if (result.unplaced() > 0) {
            return incomplete(plan);
        }
        String text =
                Amounts.counted(result.servers(), "server")
                        + (result.servers() == 1 ? " holds " : " hold ")
                        + Amounts.counted(plan.items().size(), "item");
        Integer before = result.serversBefore();
        if (before == null) {
            return text + price(result) + ".";
        }
        int freed = before - result.servers();
        String change =
                freed == 0
                        ? ", as many as are in use today"
                        : ", "
                                + Amounts.count(Math.abs(freed))
                                + (freed > 0 ? " fewer" : " more")
                                + " than the "
                                + Amounts.count(before)
                                + " in use today ("
                                + Amounts.share(Math.abs(freed) / (double) before)
                                + ")";
        return text + change + price(result) + ".";
    }

    /** Without a figure of servers or cost: what holds only some items is no answer. */
    private static String incomplete(PlacementPlan plan) {
        Result result = plan.result();
        return "Incomplete: "
                + Amounts.count(result.unplaced())
                + " of "
                + Amounts.counted(plan.items().size(), "item")
                + (result.unplaced() == 1 ? " has" : " have")
                + " no place"
                + (result.displaced() > 0
                        ? ", "
                                + Amounts.count(result.displaced())
                                + " of them "
                                + (result.displaced() == 1 ? "runs" : "run")
                                + " today"
                        : "")
                + ".";
    }

    /** What ended the search, where it might have found something better. */
    private static Optional<String> search(Result result) {
        String after = "after " + Amounts.counted(result.steps(), "step");
        return switch (result.ended()) {
            case PlacementPlan.ENDED_BY_BOUND -> Optional.empty();
            case PlacementPlan.ENDED_BY_WORK ->
                    Optional.of(
                            "The search spent its budget of work, "
                                    + after
                                    + "; --work gives it more.");
            case PlacementPlan.ENDED_BY_STEPS -> Optional.of("The search ended " + after + ".");
            case PlacementPlan.ENDED_BY_TIME ->
                    Optional.of(
                            "The search was ended by time, "
                                    + after
                                    + ": with more time, or on another machine, it may find"
                                    + " something else.");
            default -> Optional.of("Only heuristics were tried; a search may find better.");
        };
    }

    /** What each part of the search gave: what it came to, or that it found nothing better. */
    private static Optional<String> parts(Result result) {
        StringBuilder text = new StringBuilder();
        PlacementPlan.Part before = null;
        for (PlacementPlan.Part part : result.parts()) {
            boolean isBetter =
                    before == null
                            || part.unplaced() < before.unplaced()
                            || part.cost().compareTo(before.cost()) < 0;
            text.append(text.length() == 0 ? "The parts of the search: " : ", ");
            text.append(part.name()).append(' ');
            text.append(isBetter ? cost(result, part) : "nothing better");
            before = part;
        }
        return result.parts().size() > 1
                ? Optional.of(text.append('.').toString())
                : Optional.empty();
    }

    private static String cost(Result result, PlacementPlan.Part part) {
        String cost =
                result.costUnit().equals(PackRequest.SERVERS)
                        ? Amounts.counted(part.cost().longValue(), "server")
                        : money(part.cost(), RoundingMode.HALF_UP);
        return part.unplaced() == 0
                ? cost
                : cost + " (" + Amounts.count(part.unplaced()) + " without a place)";
    }

    private static String price(Result result) {
        if (!result.costUnit().equals(PackRequest.USD_A_MONTH)) {
            return "";
        }
        String now = ", for " + money(result.cost(), RoundingMode.HALF_UP) + " a month";
        BigDecimal before = result.costBefore();
        return before == null
                ? now
                : before.compareTo(result.cost()) == 0
                        ? now + ", as today"
                        : now + " instead of " + money(before, RoundingMode.HALF_UP);
    }

    /** True if rows of the trace were left out, so that nothing is said of all there is. */
    static boolean isOfPart(PlacementPlan plan) {
        return plan.notes().stream().anyMatch(TraceManifest::isLeftOut);
    }

    private static String bound(PlacementPlan plan) {
        Result result = plan.result();
        String none =
                isOfPart(plan)
                        ? "No placement of what is in the trace can do with "
                        : "No placement can do with ";
        String least =
                result.costUnit().equals(PackRequest.SERVERS)
                        ? "fewer than "
                                + Amounts.counted(result.bound().value().longValue(), "server")
                        : "less than "
                                + money(result.bound().value(), RoundingMode.FLOOR)
                                + " a month";
        if (result.unplaced() > 0) {
            return "How far that is from the least possible is not known while items have no"
                    + " place.";
        }
        if (result.bound().isOptimal()) {
            return none + least + " (" + result.bound().method() + "): this one is optimal.";
        }
        return none
                + least
                + " ("
                + result.bound().method()
                + "): this one is at most "
                + (result.gap() == null ? "any amount" : Amounts.share(result.gap()))
                + " above the least possible.";
    }

    /** To the cent, small ones to what is there; rounded down a bound is never told as more. */
    static String money(BigDecimal usd, RoundingMode rounding) {
        boolean isWhole = usd.stripTrailingZeros().scale() <= 0;
        int decimals = usd.compareTo(BigDecimal.ONE) < 0 ? SMALL_DECIMALS : CENTS;
        return isWhole ? Amounts.money(usd) : Amounts.cents(usd.setScale(decimals, rounding));
    }

    /** True if what runs on some server today takes more than it has to give. */
    private static boolean isOverToday(PlacementPlan plan) {
        Map<String, ResourceVector> loads = new HashMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (item.from() != null) {
                loads.merge(item.from(), item.demand(), ResourceVector::plus);
            }
        }
        return plan.servers().stream()
                .anyMatch(
                        server ->
                                loads.containsKey(server.name())
                                        && !server.usable().covers(loads.get(server.name())));
    }

    private static String way(PlacementPlan plan) {
        Result result = plan.result();
        if (result.moves() == 0) {
            return result.displaced() == 0
                    ? "Nothing has to move."
                    : "Nothing moves to another server, but "
                            + Amounts.counted(result.displaced(), "item")
                            + (result.displaced() == 1 ? " that runs" : " that run")
                            + " today would have to go.";
        }
        int steps = plan.moves().stream().mapToInt(PlacementPlan.Move::step).max().orElse(0);
        long stopped = plan.moves().stream().filter(PlacementPlan.Move::isStopped).count();
        return Amounts.counted(result.moves(), "item")
                + (result.moves() == 1 ? " moves" : " move")
                + ", "
                + Amounts.unit(Amounts.decimal(result.bytesMoved() / BYTES_PER_GIB), "GiB")
                + " in "
                + Amounts.counted(steps, "step")
                + (isOverToday(plan)
                        ? ", in an order in which no server is given more than it has but those"
                                + " that are today, until what is too much has left; together they"
                        : ", in an order in which no server is ever given more than it has;"
                                + " together they")
                + " are away for "
                + Amounts.seconds(result.downtimeSeconds())
                + (stopped > 0
                        ? "; "
                                + Amounts.count(stopped)
                                + (stopped == 1 ? " is" : " are")
                                + " stopped before any of them starts on its new server."
                        : ".");
    }
}
