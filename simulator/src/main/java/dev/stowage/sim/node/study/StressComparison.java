package dev.stowage.sim.node.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.sim.node.StressTable;
import dev.stowage.sim.node.StressTable.Stressor;
import dev.stowage.study.published.PublishedTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Table 4 of PARTIES beside ours. The parameters were fitted to these cells: this is a description
 * and no validation.
 *
 * @param cells row by row
 */
public record StressComparison(List<Cell> cells) {
    /** A service beside a stressor, largest loads in per cent. */
    public record Cell(Stressor stressor, String service, int published, int ours) {
        /** How far off it is. */
        public int error() {
            return Math.abs(published - ours);
        }
    }

    private static final String TABLE = "/published/parties-table4.json";
    private static final String FIT = "/published/parties-fit.json";

    public StressComparison {
        cells = List.copyOf(cells);
    }

    /** Of the shipped services. */
    public static StressComparison of(NodeLibrary library) {
        JsonNode published = resource(TABLE, JsonNode.class);
        JsonNode services = published.required("services");
        StressTable table = new StressTable(library.node("reproduce", "parties"));
        List<Cell> cells = new ArrayList<>();
        for (Stressor stressor : Stressor.values()) {
            JsonNode row = published.required(stressor.name().toLowerCase(Locale.ROOT));
            for (int i = 0; i < services.size(); i++) {
                String name = services.required(i).textValue();
                cells.add(
                        new Cell(
                                stressor,
                                name,
                                row.required(i).intValue(),
                                table.cell(library.service("reproduce", name), stressor)));
            }
        }
        return new StressComparison(cells);
    }

    /** Each cell by a fit without it, as the fit that ships found them, points. */
    public static List<Integer> leftOut() {
        return resource(FIT, Fit.class).leftOut();
    }

    private record Fit(String command, List<Integer> leftOut) {}

    /** Mean absolute error of figures in the order of some cells, points. */
    public static double meanAbsoluteError(List<Cell> cells, List<Integer> figures) {
        return IntStream.range(0, cells.size())
                .map(i -> Math.abs(cells.get(i).published() - figures.get(i)))
                .average()
                .orElseThrow();
    }

    /** The table, with what fits without each cell make of it. */
    PublishedTable besideLeftOut() {
        List<Integer> without = leftOut();
        List<String> services = cells.stream().map(Cell::service).distinct().toList();
        List<PublishedTable.Row> rows = new ArrayList<>();
        for (Stressor stressor : Stressor.values()) {
            int[] places =
                    IntStream.range(0, cells.size())
                            .filter(i -> cells.get(i).stressor() == stressor)
                            .toArray();
            rows.add(
                    new PublishedTable.Row(
                            stressor.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            figures(places, i -> cells.get(i).published()),
                            figures(places, i -> cells.get(i).ours()),
                            figures(places, without::get)));
        }
        return new PublishedTable(
                "Table 4: largest loads beside stressors, % of the largest load", services, rows);
    }

    private static List<Double> figures(int[] places, IntFunction<Integer> figure) {
        return Arrays.stream(places).mapToObj(figure).map(Integer::doubleValue).toList();
    }

    private static <T> T resource(String name, Class<T> type) {
        try (InputStream in = StressComparison.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return Json.mapper().readValue(in, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Mean absolute error, in points of the largest load. */
    public double meanAbsoluteError() {
        return cells.stream().mapToInt(Cell::error).average().orElseThrow();
    }

    /** Cells that agree. */
    public long exact() {
        return cells.stream().filter(each -> each.error() == 0).count();
    }

    int ours(Stressor stressor, String service) {
        return cells.stream()
                .filter(each -> each.stressor() == stressor && each.service().equals(service))
                .findFirst()
                .orElseThrow()
                .ours();
    }
}
