package dev.stowage.catalog.imports;

import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Gathering;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Rows of the files that say more about types: CPU scores and commitments. */
final class SideRows {
    private final String file;
    private final CsvFields fields;
    private final Gathering gathering;

    private SideRows(String file, List<String> header, Gathering gathering) {
        this.file = file;
        this.fields = new CsvFields(header);
        this.gathering = gathering;
    }

    static SourceText.Rows scores(String file, List<String> header, Gathering gathering) {
        SideRows side = new SideRows(file, header, gathering);
        return (line, row) -> {
            if (!side.fields.take(row, file + ":" + line, gathering)) {
                return;
            }
            gathering.score(
                    side.get("provider"),
                    side.get("vm_type"),
                    side.side(line, side.get("coremark_iter_per_s")));
        };
    }

    static SourceText.Rows gcp(String file, List<String> header, Gathering gathering) {
        SideRows side = new SideRows(file, header, gathering);
        return side.commitments(
                "gcp",
                () ->
                        side.terms(
                                "committed-use-1y", "cud_1y_usd_per_hour",
                                "committed-use-3y", "cud_3y_usd_per_hour"));
    }

    static SourceText.Rows aws(String file, List<String> header, Gathering gathering) {
        SideRows side = new SideRows(file, header, gathering);
        return side.commitments(
                "aws",
                () ->
                        side.terms(
                                "reserved-1y", "std_1y_no_upfront",
                                "reserved-3y", "std_3y_no_upfront",
                                "convertible-1y", "conv_1y_no_upfront",
                                "convertible-3y", "conv_3y_no_upfront"));
    }

    private SourceText.Rows commitments(String provider, Supplier<String> terms) {
        return (line, row) -> {
            if (!fields.take(row, file + ":" + line, gathering)) {
                return;
            }
            gathering.commitment(provider, get("region"), get("vm_type"), side(line, terms.get()));
        };
    }

    private Gathering.Side side(long line, String text) {
        String name = get("source").isEmpty() ? file.replaceFirst(".*/", "") : get("source");
        String date = get("snapshot_date").isEmpty() ? get("date") : get("snapshot_date");
        return new Gathering.Side(file + ":" + line, text, (name + " " + date).strip());
    }

    /**
     * A field of commitments from pairs of a term and its column; those without a price are not in
     * it.
     */
    private String terms(String... pairs) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            String price = get(pairs[i + 1]);
            if (!price.isEmpty()) {
                terms.add(pairs[i] + "=" + price);
            }
        }
        return String.join(";", terms);
    }

    private String get(String column) {
        return fields.get(column);
    }
}
