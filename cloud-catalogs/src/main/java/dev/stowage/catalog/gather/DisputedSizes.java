package dev.stowage.catalog.gather;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.OfferReader;
import dev.stowage.catalog.Problem;
import dev.stowage.catalog.SourceRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Rows that give a type another size than the rows before them. The size counts that most rows
 * give, of equally many the first: a slip in the first row of a type does not make the others
 * wrong.
 */
final class DisputedSizes {
    private final Map<String, List<Row>> rows = new LinkedHashMap<>();

    private record Row(SourceRow row, Problem problem) {}

    /** Keeps a row of another size than was said before, with what is wrong if it stays so. */
    void add(SourceRow row, Problem problem) {
        String type = key(row.text(CatalogueColumn.PROVIDER), row.text(CatalogueColumn.VM_TYPE));
        rows.computeIfAbsent(type, self -> new ArrayList<>()).add(new Row(row, problem));
    }

    private static String key(String provider, String type) {
        return provider + " " + type;
    }

    /**
     * Decides for each type, and forgets the rows.
     *
     * @param offers what was taken so far
     * @param instead takes rows in the place of offers of the same type; is told only where more
     *     rows say something else
     */
    void settle(
            Collection<Located> offers,
            BiConsumer<List<SourceRow>, List<Located>> instead,
            ProblemLog log) {
        Map<String, List<Located>> taken = new HashMap<>();
        for (Located each : offers) {
            String type = key(each.offer().type().provider(), each.offer().type().name());
            if (rows.containsKey(type)) {
                taken.computeIfAbsent(type, self -> new ArrayList<>()).add(each);
            }
        }
        Map<String, List<Row>> disputed = new LinkedHashMap<>(rows);
        rows.clear();
        disputed.forEach(
                (type, list) -> {
                    List<Row> most = mostAgreed(list);
                    List<Located> first = taken.getOrDefault(type, List.of());
                    boolean isOutvoted = !first.isEmpty() && most.size() > first.size();
                    if (isOutvoted) {
                        instead.accept(most.stream().map(Row::row).toList(), first);
                        list.removeAll(most);
                    }
                    list.forEach(each -> log.accept(each.problem()));
                });
    }

    private static List<Row> mostAgreed(List<Row> list) {
        Map<List<String>, List<Row>> bySize = new LinkedHashMap<>();
        for (Row each : list) {
            bySize.computeIfAbsent(OfferReader.size(each.row()), self -> new ArrayList<>())
                    .add(each);
        }
        return Collections.max(bySize.values(), Comparator.comparingInt(List::size));
    }
}
