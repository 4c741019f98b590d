package dev.stowage.report.node;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.node.PimResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Services on a server with two kinds of cores, for the terminal. */
public record PimText(PimResult result, Style style) {
    /** Prints the answer, a row for each manager, and how the controller got there. */
    public void print(PrintWriter out) {
        Wrapped.print(out, style.bold(headline(result)));
        out.println();
        TextTable table =
                new TextTable(Column.text("manager"), Column.figure("holds these loads times"));
        result.managers().forEach(each -> table.row(each.name(), factor(each.factor())));
        table.print(out, style, 0);
        out.println();
        sentences(result).forEach(each -> Wrapped.print(out, each));
    }

    static String headline(PimResult result) {
        List<String> able =
                result.managers().stream()
                        .filter(PimResult.Manager::holds)
                        .map(PimResult.Manager::name)
                        .toList();
        String server = "a server of " + cores(result);
        String together = result.isConstant() ? "" : ", all there at once,";
        if (result.controller().holds()) {
            return able.isEmpty()
                    ? "PIMCloud's controller holds these loads on "
                            + server
                            + " as they come and leave; no manager holds them all at once."
                    : "These loads" + together + " fit " + server + " under " + names(able) + ".";
        }
        return able.isEmpty()
                ? "No manager holds these loads" + together + " on " + server + "."
                : "PIMCloud's controller does not come to hold these loads on "
                        + server
                        + ", though"
                        + together
                        + " they fit under "
                        + names(able)
                        + ".";
    }

    private static String names(List<String> managers) {
        return String.join(", ", managers);
    }

    private static String cores(PimResult result) {
        return result.server().cores().cpu()
                + " CPU cores and "
                + result.server().cores().pim()
                + " PIM cores";
    }

    static List<String> sentences(PimResult result) {
        List<String> sentences = new ArrayList<>();
        PimResult.Controller controller = result.controller();
        sentences.add(controlled(result) + above(controller) + ".");
        List<String> most = result.atTheirMost();
        if (!most.isEmpty()) {
            sentences.add(
                    String.join(" and ", most)
                            + (most.size() == 1 ? " reaches" : " reach")
                            + " the largest load that a service of 20 threads holds alone: that, and"
                            + " no want of cores, limits what these loads can be raised by.");
        }
        better(result).ifPresent(sentences::add);
        PimResult.Node first = result.nodes().get(0);
        for (PimResult.Node each : result.nodes().subList(1, result.nodes().size())) {
            sentences.add(replaced(first, each));
        }
        return sentences.stream().map(each -> each.replace('\u00a0', ' ')).toList();
    }

    /** Theorem 1 is of rates; a service of 20 threads may need CPU cores whatever others prefer. */
    private static Optional<String> better(PimResult result) {
        double pimcloud = result.managers().get(result.managers().size() - 1).factor();
        List<String> better =
                result.managers().stream()
                        .filter(each -> each.factor() > pimcloud + 0.005)
                        .map(PimResult.Manager::name)
                        .toList();
        return better.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        String.join(" and ", better)
                                + (better.size() == 1 ? " holds" : " hold")
                                + " more than PIMCloud's rule allows here: the rule is of rates, and"
                                + " a service of 20 threads can need CPU cores that others prefer"
                                + " more.");
    }

    private static String controlled(PimResult result) {
        PimResult.Controller controller = result.controller();
        if (controller.holds()) {
            return "PIMCloud's controller, from its start: the last change of the division after "
                    + Amounts.seconds(controller.changedSeconds())
                    + "; "
                    + Amounts.counted(controller.undone(), "removal")
                    + " undone; ";
        }
        String held = canHold(result) ? ", though a division holds these loads; " : "; ";
        return controller.gaveUp()
                ? "PIMCloud's controller found nothing that could help a service above its target"
                        + held
                : "PIMCloud's controller does not come to hold these loads in "
                        + Amounts.seconds(result.seconds())
                        + " (last change of the division after "
                        + Amounts.seconds(controller.changedSeconds())
                        + "), with a service above its target"
                        + (result.isConstant() ? "" : " then, or when it left")
                        + held;
    }

    private static boolean canHold(PimResult result) {
        return result.managers().get(result.managers().size() - 1).holds();
    }

    /** How many servers of a kind do the work of those of another. */
    private static String replaced(PimResult.Node first, PimResult.Node each) {
        return "For this mix, all services there at once and each server divided at its best, 100 "
                + first.name()
                + " servers do the work of "
                + hundreds(each.replaces())
                + " "
                + each.name()
                + " servers ("
                + hundreds(each.lower())
                + " to "
                + hundreds(each.upper())
                + " by a jackknife of the fit to Table III of the paper; that the model has this form"
                + " is not in it). "
                + each.name()
                + ": "
                + each.description()
                + ".";
    }

    private static long hundreds(double ratio) {
        return Math.round(100 * ratio);
    }

    private static String above(PimResult.Controller controller) {
        double most =
                controller.violations().stream()
                        .filter(Objects::nonNull)
                        .mapToDouble(each -> each)
                        .max()
                        .orElse(0);
        return most == 0
                ? "no reading above a target in the second half of a service's time"
                : "at most "
                        + percent(most)
                        + " of the readings in the second half of a service's time above its target";
    }

    static String factor(double value) {
        return String.format(Locale.ROOT, "%.2f", Math.floor(value * 100) / 100);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share) + " %";
    }
}
