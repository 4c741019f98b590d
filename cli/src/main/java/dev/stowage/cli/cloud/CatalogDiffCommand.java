package dev.stowage.cli.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.bills.BillFile;
import dev.stowage.catalog.CatalogueDiff;
import dev.stowage.catalog.CatalogueDiff.Move;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage catalog diff}: which prices moved. */
@Command(
        name = "diff",
        customSynopsis = "stowage catalog diff BEFORE AFTER [--for BILL] [OPTIONS]",
        description = {
            "Say which prices moved from one catalogue to another and by how much, and with --for"
                    + " what that costs for what a bill says you run.",
            "",
            "Exits with 1 if any price differs."
        },
        footer = {
            "  stowage catalog diff aws@2026-06 aws@2026-07",
            "  stowage catalog diff aws@2026-06 aws@2026-07 --for bill.csv --json"
        })
final class CatalogDiffCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Parameters(
            index = "0",
            paramLabel = "BEFORE",
            description = "An imported catalogue, reference, or a file of our CSV form.")
    private String before = "";

    @Parameters(index = "1", paramLabel = "AFTER", description = "Another one.")
    private String after = "";

    @Option(
            names = "--for",
            order = 1,
            paramLabel = "BILL",
            description =
                    "Bills of what you run: FOCUS, an AWS cost and usage report, an Azure cost"
                            + " export or a Google billing export.")
    private List<Path> bills = List.of();

    @Option(
            names = "--data-dir",
            order = 71,
            paramLabel = "DIR",
            description = "Where imported catalogues are, as for `stowage catalog import`.")
    private @Nullable Path dataDirectory;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Map<String, Double> hours = new HashMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Path file : bills) {
            BillFile bill = BillFile.read(file);
            bill.hours().forEach((name, each) -> hours.merge(name, each, Double::sum));
            bill.leftOutInWords().forEach(words -> leftOut.add(file + ": " + words));
        }
        CatalogueDiff diff =
                CatalogueDiff.of(
                        CatalogFlags.open(before, dataDirectory, common),
                        CatalogFlags.open(after, dataDirectory, common),
                        hours);
        if (common.isJson()) {
            common.out().print(Json.text(json(diff, leftOut)));
        } else {
            print(diff, leftOut);
        }
        return (diff.isSame() ? ExitCode.DONE : ExitCode.NO).code();
    }

    private ObjectNode json(CatalogueDiff diff, List<String> leftOut) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("before", before).put("after", after).put("compared", diff.compared());
        ArrayNode moves = root.putArray("moves");
        for (Move move : diff.moves()) {
            moves.addObject()
                    .put("provider", move.after().type().provider())
                    .put("region", move.after().region())
                    .put("type", move.after().type().name())
                    .put("usdPerHourBefore", move.before().usdPerHour())
                    .put("usdPerHourAfter", move.after().usdPerHour())
                    .put("share", move.share())
                    .put("hours", move.hours())
                    .put("usd", move.usd());
        }
        diff.added().forEach(root.putArray("added")::add);
        diff.gone().forEach(root.putArray("gone")::add);
        root.put("spotMoves", diff.spotMoves()).put("commitmentMoves", diff.commitmentMoves());
        if (!bills.isEmpty()) {
            ObjectNode run = root.putObject("run");
            run.put("vmHours", diff.run().hours())
                    .put("usdBefore", diff.run().usdBefore())
                    .put("usdAfter", diff.run().usdAfter());
            diff.unpriced().forEach(run.putArray("unpriced")::add);
            leftOut.forEach(run.putArray("rowsLeftOut")::add);
        }
        return root;
    }

    private void print(CatalogueDiff diff, List<String> leftOut) {
        var out = common.out();
        out.println(sentence(diff));
        if (!bills.isEmpty()) {
            out.println(forWhatRuns(diff));
            if (!diff.unpriced().isEmpty()) {
                out.println(
                        "Not in both catalogues, so not counted: "
                                + String.join(", ", diff.unpriced())
                                + ".");
            }
            leftOut.forEach(words -> out.println("Left out of " + words + "."));
        }
        if (!diff.moves().isEmpty()) {
            out.println();
            moves(diff.moves()).print(out, common.style(), 0);
            int more = diff.moves().size() - SHOWN;
            if (more > 0) {
                out.println("… and " + Figures.count(more) + " more; --json has all of them.");
            }
        }
    }

    private String sentence(CatalogueDiff diff) {
        if (diff.isSame()) {
            return before + " and " + after + ": all " + diff.compared() + " prices are the same.";
        }
        long dearer = diff.moves().stream().filter(move -> move.share() > 0).count();
        return "From "
                + before
                + " to "
                + after
                + ", "
                + Figures.count(diff.moves().size())
                + " of "
                + Figures.count(diff.compared())
                + " prices on demand moved: "
                + Figures.count(dearer)
                + " up, "
                + Figures.count(diff.moves().size() - dearer)
                + " down. "
                + Figures.count(diff.added().size())
                + " offers are new, "
                + Figures.count(diff.gone().size())
                + " gone; spot prices differ in "
                + Figures.count(diff.spotMoves())
                + ", commitments in "
                + Figures.count(diff.commitmentMoves())
                + ".";
    }

    private static String forWhatRuns(CatalogueDiff diff) {
        double from = diff.run().usdBefore();
        double to = diff.run().usdAfter();
        return "What you run, "
                + Figures.count(Math.round(diff.run().hours()))
                + " VM-hours, costs "
                + usd(from)
                + " USD on demand before and "
                + usd(to)
                + " after"
                + (from > 0 ? ": " + signed(to / from - 1) + "." : ".");
    }

    private static String usd(double amount) {
        return String.format(Locale.ROOT, "%,.2f", amount);
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.1f%%", 100 * share);
    }

    private TextTable moves(List<Move> moves) {
        TextTable table =
                new TextTable(
                        Column.text("offer"),
                        Column.figure("before"),
                        Column.figure("after"),
                        Column.figure("change"),
                        Column.figure(bills.isEmpty() ? "" : "for you, USD"));
        for (Move move : moves.subList(0, Math.min(SHOWN, moves.size()))) {
            table.row(
                    move.name(),
                    move.before().usdPerHour().toPlainString(),
                    move.after().usdPerHour().toPlainString(),
                    signed(move.share()),
                    bills.isEmpty() || move.hours() == 0 ? "" : usd(move.usd()));
        }
        return table;
    }
}
