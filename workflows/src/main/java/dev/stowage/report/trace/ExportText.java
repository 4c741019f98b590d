package dev.stowage.report.trace;

import dev.stowage.ingest.export.ExportReport;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;

/** What an export wrote and what it could not keep, as text. */
public final class ExportText {
    private final ExportReport report;
    private final Style style;

    public ExportText(ExportReport report, Style style) {
        this.report = report;
        this.style = style;
    }

    public void print(PrintWriter out) {
        TextTable tables = new TextTable(Column.text("table"), Column.figure("rows"));
        report.rowsWritten().forEach((name, rows) -> tables.row(name, Figures.count(rows)));
        tables.print(out, style, 0);
        out.println();
        if (report.machine() != null) {
            out.println("1.0 stands for " + report.machine());
        }
        if (report.departures().isEmpty()) {
            out.println("Everything is kept: reading it again gives the same tables.");
            return;
        }
        out.println("What reading it again gives otherwise:");
        TextTable departures =
                new TextTable(
                        Column.text("column of the trace"),
                        Column.figure("rows"),
                        Column.text("rule"));
        report.departures()
                .forEach(d -> departures.row(d.column(), Figures.count(d.rows()), d.rule()));
        departures.print(out, style, 2);
    }
}
