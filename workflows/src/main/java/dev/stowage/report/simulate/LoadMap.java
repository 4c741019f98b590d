package dev.stowage.report.simulate;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.HeatMap;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLoads.Load;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How full each server of a run was, as a map and as a table. */
final class LoadMap {
    private static final int COLUMNS = 20;
    private static final int MOST_CELLS = 20 * COLUMNS;

    /** From this number of servers on the page has the map alone. */
    private static final int MOST_ROWS = 5_000;

    private final ServerLoads loads;
    private final int perCell;

    LoadMap(ServerLoads loads) {
        this.loads = loads;
        perCell = Math.max(1, (loads.size() + MOST_CELLS - 1) / MOST_CELLS);
    }

    Section section() {
        List<DataTable> tables = loads.size() <= MOST_ROWS ? List.of(table()) : List.of();
        return new Section(
                "servers",
                "Servers",
                "How full each server was: the mean over the time that it was up, of what tasks"
                        + " were given. "
                        + (loads.neverUsed() == 0
                                ? "Each of them ran a task."
                                : "Of "
                                        + Amounts.counted(loads.size(), "server")
                                        + ", "
                                        + Amounts.count(loads.neverUsed())
                                        + " never ran a task."),
                List.of(),
                List.of(
                        map("map-cpu", "CPU given on each server, %", Load::cpuShare),
                        map("map-memory", "Memory given on each server, %", Load::memoryShare)),
                tables);
    }

    private HeatMap map(String id, String title, ToDoubleFunction<Load> share) {
        int cells = (loads.size() + perCell - 1) / perCell;
        int columns = Math.min(COLUMNS, cells);
        List<HeatMap.Row> rows = new ArrayList<>();
        for (int from = 0; from < cells; from += columns) {
            int first = from;
            rows.add(
                    new HeatMap.Row(
                            Amounts.count((long) from * perCell),
                            IntStream.range(0, columns)
                                    .mapToObj(column -> cell(share, first + column))
                                    .toList()));
        }
        String caption =
                "Servers by their number, from 0 on, row by row; the number before a row is that"
                        + " of its first server. ";
        return new HeatMap(
                id,
                title,
                caption
                        + (perCell == 1
                                ? "The darker, the fuller; – never was up."
                                : "Each cell is the mean of "
                                        + perCell
                                        + " servers. The darker, the fuller."),
                IntStream.range(0, columns).mapToObj(column -> "+" + column * perCell).toList(),
                rows);
    }

    private HeatMap.Cell cell(ToDoubleFunction<Load> share, int cell) {
        int from = cell * perCell;
        if (from >= loads.size()) {
            return new HeatMap.Cell("", "none", 0);
        }
        double mean =
                loads.servers().subList(from, Math.min(loads.size(), from + perCell)).stream()
                        .mapToDouble(share)
                        .filter(each -> !Double.isNaN(each))
                        .average()
                        .orElse(Double.NaN);
        HeatMap.Cell coloured = HeatMap.Cell.of(mean, 1);
        return Double.isNaN(mean)
                ? coloured
                : new HeatMap.Cell(
                        String.valueOf(Math.round(100 * mean)), coloured.sign(), coloured.depth());
    }

    private DataTable table() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "each server",
                        Column.number("Server"),
                        Column.number("CPU given"),
                        Column.number("Memory given"),
                        Column.number("Time up"),
                        Column.number("Tasks started"));
        for (int server = 0; server < loads.size(); server++) {
            Load load = loads.servers().get(server);
            table.row(
                    String.valueOf(server),
                    share(load.cpuShare()),
                    share(load.memoryShare()),
                    share(load.upShare()),
                    Amounts.count(load.tasks()));
        }
        return table.build();
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "none" : Amounts.share(share);
    }
}
