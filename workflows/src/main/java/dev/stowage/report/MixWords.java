package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.KindRole;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.MixAnswer.Part;
import dev.stowage.plan.mix.Aim;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which servers of several kinds a plan has, in words and as a section of its report. */
public final class MixWords {
    private static final double WATTS_PER_KW = 1000;

    private final MixAnswer mix;
    private final boolean isExact;

    private MixWords(MixAnswer mix, boolean isExact) {
        this.mix = mix;
        this.isExact = isExact;
    }

    /** The words for a plan of several kinds; empty of one kind. */
    public static Optional<MixWords> of(CapacityPlan plan) {
        return Optional.ofNullable(plan.mix())
                .map(mix -> new MixWords(mix, plan.confidence().exact()));
    }

    /** What to do: {@code Buy 2 × r760, keep 6 × r640 and retire 4 × r640}. */
    String actions() {
        List<String> actions = new ArrayList<>();
        list("buy", part -> !part.owned() && part.count() > 0, false).ifPresent(actions::add);
        list("keep", part -> part.owned() && part.count() > 0, false).ifPresent(actions::add);
        list("retire", part -> part.owned() && part.count() < part.most(), true)
                .ifPresent(actions::add);
        if (!mix.retired().isEmpty()) {
            actions.add("retire " + String.join(" and ", mix.retired()));
        }
        String text = String.join(", ", actions);
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private String order(Part part) {
        return mix.orders().stream()
                .filter(order -> order.type().equals(part.type()))
                .map(order -> " (order by " + order.by() + ")")
                .findFirst()
                .orElse("");
    }

    private Optional<String> list(String verb, Predicate<Part> which, boolean isRest) {
        String parts =
                mix.kinds().stream()
                        .filter(which)
                        .map(
                                part ->
                                        Amounts.count(
                                                        isRest
                                                                ? part.most() - part.count()
                                                                : part.count())
                                                + " × "
                                                + part.type()
                                                + (isRest || part.owned() ? "" : order(part)))
                        .collect(Collectors.joining(" and "));
        return parts.isEmpty() ? Optional.empty() : Optional.of(verb + " " + parts);
    }

    /** What it costs and how far that is from the least possible. */
    String cost() {
        Double gap = mix.gap();
        String tried =
                Amounts.unit(
                                Amounts.count(mix.tried()),
                                mix.tried() == 1 ? "mix was" : "mixes were")
                        + " tried";
        if (mix.budget() != null) {
            return total() + withBudget(mix.budget(), tried);
        }
        return total()
                + (mix.cheapest()
                        ? none("No cheaper mix")
                                + ": each was excluded by a bound, or tried ("
                                + tried
                                + ", servers numbered in the order of the kinds)."
                        : none("No mix below " + least())
                                + (gap == null
                                        ? ""
                                        : "; the answer is at most "
                                                + Amounts.share(gap)
                                                + " above the cheapest")
                                + " ("
                                + tried
                                + ").");
    }

    /** What the budget buys, and what it takes to hold the objective. */
    private String withBudget(MixAnswer.Budget budget, String tried) {
        BigDecimal cheapest = budget.cheapestMonthlyUsd();
        return "Of the mixes within "
                + Amounts.cents(budget.monthlyUsd())
                + " a month that were tried it stays furthest below its bounds, or comes closest to"
                + " them ("
                + tried
                + " in all). "
                + held(cheapest, budget.leastMonthlyUsd())
                + ".";
    }

    /** What it takes to hold the objective. */
    private String held(@Nullable BigDecimal cheapest, @Nullable BigDecimal least) {
        if (least == null) {
            return none("No mix of these servers");
        }
        String below = none("no mix below " + Amounts.cents(least));
        return cheapest == null
                ? "No mix that was tried holds, whatever it costs; " + below
                : "The cheapest mix that was found to hold costs "
                        + Amounts.cents(cheapest)
                        + "; "
                        + below;
    }

    boolean hasBudget() {
        return mix.budget() != null;
    }

    /** The headline where a mix does not hold. */
    String unmet() {
        return mix.budget() == null
                ? "No mix of these servers was found that meets the objective."
                : "No mix within "
                        + Amounts.cents(mix.budget().monthlyUsd())
                        + " a month was found that meets the objective.";
    }

    /** What the mix takes, a sentence or two. */
    private String total() {
        BigDecimal watts = mix.watts();
        BigDecimal kilograms = mix.monthlyKgCO2();
        String money = "The mix costs " + Amounts.cents(mix.monthlyUsd()) + " a month";
        return watts == null || kilograms == null
                ? money + ". "
                : money
                        + ", takes "
                        + Amounts.unit(Amounts.decimal(watts.doubleValue() / WATTS_PER_KW), "kW")
                        + " with what the building takes"
                        + (kilograms.signum() == 0
                                ? ". "
                                : ", and counts "
                                        + Amounts.unit(
                                                Amounts.decimal(kilograms.doubleValue()), "kg")
                                        + " of CO2 a month. ")
                        + (aim() == Aim.COST
                                ? ""
                                : "It is to have the least "
                                        + (aim() == Aim.POWER ? "power" : "CO2")
                                        + ": a cheaper mix is one with less of it. ");
    }

    private Aim aim() {
        return Aim.of(mix.minimised());
    }

    /** An amount of what is to be as little as may be. */
    private String amount(BigDecimal value) {
        return amount(aim(), value);
    }

    private static String amount(Aim aim, BigDecimal value) {
        return switch (aim) {
            case COST -> Amounts.cents(value);
            case POWER -> Amounts.unit(Amounts.decimal(kilowatts(value).doubleValue()), "kW");
            case CARBON -> Amounts.unit(Amounts.decimal(value.doubleValue()), "kg");
        };
    }

    /**
     * The least there can be of what is to be as little as may be, rounded down to what is shown:
     * USD or kg of a month, or kW.
     */
    public static String least(Aim aim, BigDecimal bound) {
        return switch (aim) {
            case COST -> Amounts.cents(bound);
            case POWER -> amount(aim, down(kilowatts(bound)).movePointRight(3));
            case CARBON -> amount(aim, down(bound));
        };
    }

    private static BigDecimal kilowatts(BigDecimal watts) {
        return watts.movePointLeft(3);
    }

    /** To as many decimals as {@link Amounts#decimal} shows. */
    private static BigDecimal down(BigDecimal value) {
        double size = value.doubleValue();
        return value.setScale(
                size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4, RoundingMode.DOWN);
    }

    /** The least there can be of what this mix has the least of. */
    public String least() {
        return least(aim(), mix.bound());
    }

    /** What that is the amount of, as a heading. */
    private String measure() {
        return switch (aim()) {
            case COST -> "A month";
            case POWER -> "Power";
            case CARBON -> "CO2 a month";
        };
    }

    /** Of random runs only that was seen which was drawn. */
    String none(String mixes) {
        return isExact
                ? mixes + " holds"
                : mixes
                        + " held in the runs that were made, which does not say that none is enough";
    }

    /** What there is, what is bought, and what each costs, for a table. */
    public List<List<String>> rows() {
        return mix.kinds().stream().map(this::row).toList();
    }

    private List<String> row(Part part) {
        List<String> cells =
                new ArrayList<>(
                        List.of(
                                part.type(),
                                part.owned() ? "there already" : "to buy",
                                Amounts.count(part.count()),
                                Amounts.count(part.most()),
                                Amounts.cents(part.monthlyUsd()),
                                Amounts.cents(part.allMonthlyUsd())));
        BigDecimal watts = part.watts();
        BigDecimal kilograms = part.monthlyKgCO2();
        if (mix.watts() != null) {
            cells.add(watts == null ? "" : Amounts.unit(Amounts.decimal(watts.doubleValue()), "W"));
            cells.add(
                    kilograms == null
                            ? ""
                            : Amounts.unit(Amounts.decimal(kilograms.doubleValue()), "kg"));
        }
        return cells;
    }

    /** Headings of {@link #rows}. */
    public List<String> headings() {
        List<String> headings =
                new ArrayList<>(
                        List.of("Kind", "Which", "Planned", "At most", "A month each", "A month"));
        if (mix.watts() != null) {
            headings.addAll(List.of("Power each", "CO2 a month each"));
        }
        return headings;
    }

    private String counts(List<Integer> counts) {
        String text =
                IntStream.range(0, counts.size())
                        .filter(i -> counts.get(i) > 0)
                        .mapToObj(
                                i ->
                                        counts.get(i)
                                                + " × "
                                                + mix.kinds().get(i).type()
                                                + (mix.kinds().get(i).owned() ? " (there)" : ""))
                        .collect(Collectors.joining(" + "));
        return text.isEmpty() ? "none" : text;
    }

    /** The changes of prices that would make another mix the cheaper one, a sentence each. */
    public List<String> changes() {
        return mix.changes().stream().map(this::sentence).toList();
    }

    private String sentence(MixAnswer.Change change) {
        String kind = change.type() + (change.owned() ? " that is there" : "");
        String share = Amounts.share(Math.abs(change.share()));
        String other = counts(change.counts());
        return switch (aim()) {
            case COST ->
                    "Were "
                            + kind
                            + " more than "
                            + share
                            + (change.share() > 0 ? " dearer, " : " cheaper, ")
                            + other
                            + " would cost less than this mix";
            case POWER, CARBON ->
                    "Did "
                            + kind
                            + " count for more than "
                            + share
                            + (change.share() > 0 ? " more " : " less ")
                            + (aim() == Aim.POWER ? "power, " : "CO2, ")
                            + other
                            + " would count for less than this mix";
        };
    }

    private String changed(MixAnswer.Change change) {
        return switch (aim()) {
            case COST -> change.share() > 0 ? " dearer" : " cheaper";
            case POWER, CARBON -> change.share() > 0 ? " more" : " less";
        };
    }

    /** What each planned kind is for, a sentence each; nothing where no run shows it. */
    public List<String> roles() {
        return mix.roles().stream().map(this::role).toList();
    }

    private String role(KindRole role) {
        return role.type()
                + (role.owned() ? " that " + (role.count() == 1 ? "is" : "are") + " there" : "")
                + ": "
                + (role.onlyHere() > 0
                        ? Amounts.counted(role.onlyHere(), "task")
                                + (role.onlyHere() == 1 ? " fits" : " fit")
                                + " no planned server of another size; "
                        : mix.roles().size() == 1 ? "" : "no task needs this size; ")
                + Amounts.share(role.cpuCarried())
                + " of the CPU and "
                + Amounts.share(role.memoryCarried())
                + " of the memory that tasks are given is given here ("
                + Amounts.share(role.cpuGiven())
                + " and "
                + Amounts.share(role.memoryGiven())
                + " of what these have, on average"
                + (isExact ? "" : ", in the first replication")
                + ")";
    }

    private DataTable roleTable() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "What each planned kind is for"
                                + (isExact ? "" : ", in the first replication"),
                        DataTable.Column.text("Kind"),
                        DataTable.Column.number("Planned"),
                        DataTable.Column.number("Tasks that fit"),
                        DataTable.Column.number("That fit no other size"),
                        DataTable.Column.number("Share of the CPU load"),
                        DataTable.Column.number("Share of the memory load"),
                        DataTable.Column.number("Its CPU given, mean"),
                        DataTable.Column.number("Its memory given, mean"),
                        DataTable.Column.number("Tasks started"));
        for (KindRole role : mix.roles()) {
            table.row(
                    role.type() + (role.owned() ? " (there)" : ""),
                    Amounts.count(role.count()),
                    Amounts.count(role.fitting()),
                    Amounts.count(role.onlyHere()),
                    Amounts.share(role.cpuCarried()),
                    Amounts.share(role.memoryCarried()),
                    Amounts.share(role.cpuGiven()),
                    Amounts.share(role.memoryGiven()),
                    Amounts.count(role.starts()));
        }
        return table.build();
    }

    /** The section of a report. */
    public SectionedView.Section section() {
        List<String> headings = headings();
        DataTable.Builder kinds =
                new DataTable.Builder(
                        "Kinds of servers",
                        IntStream.range(0, headings.size())
                                .mapToObj(i -> new DataTable.Column(headings.get(i), i > 1))
                                .toList());
        rows().forEach(row -> kinds.row(false, row));
        DataTable.Builder front =
                new DataTable.Builder(
                        "Cost against the objective: of the mixes that were tried, those that no"
                                + " other is both cheaper and further from its bounds than",
                        DataTable.Column.text("Mix"),
                        DataTable.Column.number(measure()),
                        DataTable.Column.number("Largest share of a bound"),
                        DataTable.Column.text("Objective"));
        List<Integer> planned = mix.kinds().stream().map(Part::count).toList();
        for (MixAnswer.Point point : mix.front()) {
            front.row(
                    point.counts().equals(planned),
                    List.of(
                            counts(point.counts()),
                            amount(point.value()),
                            Double.isInfinite(point.strain())
                                    ? "beyond measure"
                                    : Amounts.share(point.strain()),
                            point.met() ? "met" : "missed"));
        }
        DataTable.Builder changes =
                new DataTable.Builder(
                        "What would change the choice, among the mixes that were tried",
                        DataTable.Column.text(aim() == Aim.COST ? "Price of" : measure() + " of"),
                        DataTable.Column.text("More than"),
                        DataTable.Column.text("Then cheaper"));
        for (MixAnswer.Change change : mix.changes()) {
            changes.row(
                    change.type() + (change.owned() ? " (there)" : ""),
                    Amounts.share(Math.abs(change.share())) + changed(change),
                    counts(change.counts()));
        }
        List<DataTable> tables = new ArrayList<>(List.of(kinds.build()));
        if (!mix.roles().isEmpty()) {
            tables.add(roleTable());
        }
        tables.add(front.build());
        if (!mix.changes().isEmpty()) {
            tables.add(changes.build());
        }
        return new SectionedView.Section(
                "kinds", "Which servers", actions() + ". " + cost(), List.of(), tables);
    }
}
