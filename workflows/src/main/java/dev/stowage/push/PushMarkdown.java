package dev.stowage.push;

import dev.stowage.push.object.PushReview;
import java.util.ArrayList;
import java.util.List;

/** What a push would do, as a page of Markdown for a change request, with lines to be signed. */
public final class PushMarkdown {
    private final StringBuilder text = new StringBuilder();

    private PushMarkdown() {}

    /**
     * The page.
     *
     * @param plan name of the plan
     * @param digest what identifies the plan
     * @param target name of the target
     */
    public static String of(String plan, String digest, String target, PushReport report) {
        PushMarkdown page = new PushMarkdown();
        page.line("# Push of " + escaped(plan) + " to " + target);
        page.line("");
        page.line("- Review: `" + report.id() + "`");
        page.line("- Plan: SHA-256 `" + digest + "`");
        page.line("- Objects that change: " + report.objects());
        if (report.moves() > 0) {
            page.line("- Pods that move: " + report.moves());
        }
        page.line("- Nothing was written. What is approved is done, or nothing is, by");
        page.line("  `stowage push ... --yes --reviewed " + report.id() + "`");
        if (report.review() != null) {
            report.review().sections().forEach(page::add);
        }
        page.add(changes(report));
        page.heading("Notes");
        report.notices().forEach(each -> page.line("- " + escaped(each)));
        page.heading("Approval");
        page.table(List.of("approved by", "date", "signature"), List.of(List.of(" ", " ", " ")));
        return page.text.toString();
    }

    private static PushReview.Section changes(PushReport report) {
        List<List<Object>> rows = new ArrayList<>();
        for (Difference each : report.differences()) {
            if (report.review() == null || !each.isMoves()) {
                for (Difference.Field field : each.fields().values()) {
                    rows.add(
                            List.of(
                                    each.object().name(),
                                    field.name(),
                                    field.now().isEmpty() ? "-" : field.now(),
                                    field.planned().isEmpty() ? "-" : field.planned()));
                }
            }
        }
        return new PushReview.Section(
                "changes",
                "Objects that change, field by field",
                List.of("object", "field", "found", "planned"),
                rows,
                "None.");
    }

    private void add(PushReview.Section section) {
        heading(section.title());
        if (section.rows().isEmpty()) {
            line(section.none());
        } else {
            table(section.columns(), section.rows());
        }
    }

    private void table(List<String> columns, List<? extends List<?>> rows) {
        line("| " + String.join(" | ", columns) + " |");
        line("|" + " --- |".repeat(columns.size()));
        for (List<?> row : rows) {
            List<String> cells = row.stream().map(cell -> escaped(String.valueOf(cell))).toList();
            line("| " + String.join(" | ", cells) + " |");
        }
    }

    private void heading(String title) {
        line("");
        line("## " + title);
        line("");
    }

    private void line(String words) {
        text.append(words).append('\n');
    }

    /** Text of others, which must not become a table, a link or a tag. */
    private static String escaped(String given) {
        return given.replaceAll("[\\r\\n]+", " ").replaceAll("([\\\\`*_\\[\\]<>|#])", "\\\\$1");
    }
}
