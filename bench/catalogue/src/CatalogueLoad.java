import de.siegmar.fastcsv.reader.CsvReader;
import dev.stowage.catalog.Catalogues;
import java.nio.file.Path;

/** Seconds to read a catalogue, first thing after the start of the JVM; or its CSV alone. */
final class CatalogueLoad {
    private CatalogueLoad() {}

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        long count = args[0].equals("load") ? load(Path.of(args[1])) : fields(Path.of(args[1]));
        System.out.println((System.nanoTime() - start) / 1e9 + " " + count);
    }

    private static long load(Path file) {
        var catalogue = Catalogues.load(file);
        return catalogue.providers().stream()
                .flatMap(p -> catalogue.regions(p).stream().map(r -> catalogue.offers(p, r)))
                .mapToLong(java.util.List::size)
                .sum();
    }

    private static long fields(Path file) throws Exception {
        long count = 0;
        try (var rows = CsvReader.builder().ofCsvRecord(file)) {
            for (var row : rows) {
                count += row.getFieldCount();
            }
        }
        return count;
    }
}
