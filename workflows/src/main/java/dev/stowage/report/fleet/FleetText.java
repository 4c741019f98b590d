package dev.stowage.report.fleet;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.fleet.FleetManagerView;
import dev.stowage.workflow.fleet.FleetResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A fleet under several managers, for the terminal. */
public final class FleetText {
    private final FleetResult result;
    private final Style style;

    public FleetText(FleetResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        FleetAnswer answer = FleetAnswer.of(result);
        Wrapped.print(out, style.bold(answer.headline()));
        out.println();
        table("", FleetRows.headings(result), each -> FleetRows.cells(result, each))
                .print(out, style, 0);
        out.println();
        answer.sentences().forEach(each -> Wrapped.print(out, each));
        out.println();
        table("servers by the frontiers", FleetRows.cases(result), FleetRows::ifOff)
                .print(out, style, 0);
        if (!result.notes().isEmpty()) {
            out.println();
            result.notes().forEach(each -> Wrapped.print(out, "Warning: " + each));
        }
    }

    private TextTable table(
            String title, List<String> headings, Function<FleetManagerView, List<String>> cells) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(title));
        headings.forEach(each -> columns.add(Column.figure(each)));
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (FleetManagerView each : result.managers()) {
            List<String> row = new ArrayList<>();
            row.add(result.label(each));
            row.addAll(cells.apply(each));
            while (row.size() < columns.size()) {
                row.add("-");
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }
}
