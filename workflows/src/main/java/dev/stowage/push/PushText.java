package dev.stowage.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.push.object.PushReview;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** What a push did, or would do: for people, and for programs. */
public final class PushText {
    private static final int WIDEST = 60;

    private final String target;
    private final SortedMap<String, String> settings;
    private final PushReport report;

    public PushText(String target, SortedMap<String, String> settings, PushReport report) {
        this.target = target;
        this.settings = settings;
        this.report = report;
    }

    public void print(PrintWriter out, Style style) {
        boolean isBack = report.outcome() == PushReport.Outcome.ROLLED_BACK;
        TextTable table =
                new TextTable(
                        Column.text("OBJECT"),
                        Column.text("CHANGE"),
                        Column.text("FIELD"),
                        Column.text(isBack ? "BROUGHT BACK" : "FOUND"),
                        Column.text(isBack ? "HAD BEEN PLANNED" : "PLANNED"));
        for (Difference each : report.differences()) {
            String object = each.object().name();
            String action = each.action();
            if (each.fields().isEmpty()) {
                table.row(object, action);
            }
            if (report.review() != null && each.isMoves()) {
                continue; // the review says it in a better way
            }
            for (Difference.Field field : each.fields().values()) {
                if (each.fields().size() > 1 && field.name().equals("kind")) {
                    continue; // the other fields say it
                }
                table.row(object, action, field.name(), shown(field.now()), shown(field.planned()));
                object = "";
                action = "";
            }
        }
        if (!table.isEmpty()) {
            table.print(out, style, 0);
            out.println();
        }
        if (report.review() != null) {
            report.review().sections().forEach(each -> print(each, out, style));
            out.println("Review " + report.id() + ": --yes --reviewed " + report.id());
            out.println("  does this and nothing else, or nothing.");
            out.println();
        }
        out.println(style.bold(answer()));
    }

    private static void print(PushReview.Section section, PrintWriter out, Style style) {
        out.println(style.bold(section.title()));
        if (section.rows().isEmpty()) {
            out.println("  " + section.none());
            out.println();
            return;
        }
        TextTable table =
                new TextTable(
                        section.columns().stream()
                                .map(each -> Column.text(each.toUpperCase(Locale.ROOT)))
                                .toArray(Column[]::new));
        for (List<Object> row : section.rows()) {
            table.row(row.stream().map(String::valueOf).toArray(String[]::new));
        }
        table.print(out, style, 2);
        out.println();
    }

    private static String shown(String value) {
        if (value.isEmpty()) {
            return "-";
        }
        return value.length() <= WIDEST ? value : value.substring(0, WIDEST - 3) + "...";
    }

    private String answer() {
        String changed = changed("Changed ", "made ");
        String objects = count(report.objects(), "object");
        String rest =
                report.unchanged() == 0 ? "" : ", " + report.unchanged() + " as planned already";
        return switch (report.outcome()) {
            case DRY_RUN ->
                    changed("Would change ", "make ")
                            + rest
                            + ". Nothing was written; --yes does it.";
            case UNCHANGED ->
                    "Nothing to change: "
                            + count(report.unchanged(), "object")
                            + " as planned already.";
            case DONE -> changed + rest + ", and read back as planned.";
            case DONE_OTHERWISE -> changed + rest + ", but not all of it is as planned; see above.";
            case ROLLED_BACK -> "Brought back " + objects + " as found.";
        };
    }

    /** Objects and moves are counted apart, as the tables show them. */
    private String changed(String change, String make) {
        String objects = change + count(report.objects(), "object");
        return report.moves() == 0
                ? objects
                : objects + " and " + make + count(report.moves(), "move");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    public ObjectNode json() {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("formatVersion", 1);
        root.put("target", target);
        ObjectNode where = root.putObject("settings");
        settings.forEach(where::put);
        root.put("outcome", report.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        root.put("unchanged", report.unchanged());
        ArrayNode changes = root.putArray("changes");
        for (Difference each : report.differences()) {
            ObjectNode change = changes.addObject();
            change.put("object", each.object().name()).put("change", each.action());
            ArrayNode fields = change.putArray("fields");
            for (Difference.Field field : each.fields().values()) {
                fields.addObject()
                        .put("field", field.name())
                        .put("found", field.now())
                        .put("planned", field.planned());
            }
        }
        if (report.review() != null) {
            ObjectNode review = root.putObject("review");
            review.put("id", report.id());
            for (PushReview.Section section : report.review().sections()) {
                ArrayNode rows = review.putArray(section.key());
                section.rows().forEach(row -> rows.addPOJO(section.named(row)));
            }
        }
        ArrayNode notices = root.putArray("notices");
        report.notices().forEach(notices::add);
        root.put("journal", report.journal() == null ? null : report.journal().toString());
        return root;
    }
}
