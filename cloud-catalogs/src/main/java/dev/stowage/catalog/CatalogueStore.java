package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.VmCatalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The catalogues that a user imported: each a folder {@code NAME@YYYY-MM} with {@link #PRICES}, the
 * families of custom sizes beside it and {@link #MANIFEST}.
 */
public final class CatalogueStore {
    /** Offers, in our CSV form. */
    public static final String PRICES = "prices.csv";

    /** What was imported, when and from where; marks a folder as ours. */
    public static final String MANIFEST = "import.json";

    /** What a name looks like, for messages. */
    public static final String NAME_FORM = "NAME@YYYY-MM as in aws@2026-07";

    private static final Pattern NAME =
            Pattern.compile("[a-z0-9][a-z0-9._+-]{0,63}@\\d{4}-(?:0[1-9]|1[0-2])");

    private final Path folder;

    /** The catalogues under a data directory, which need not exist. */
    public CatalogueStore(Path dataDirectory) {
        this.folder = dataDirectory.resolve("catalogues");
    }

    /**
     * Where data is kept by default: {@code $STOWAGE_DATA}, else {@code $XDG_DATA_HOME/stowage},
     * else {@code ~/.local/share/stowage}.
     */
    public static Path defaultDirectory(Map<String, String> environment) {
        String own = environment.getOrDefault("STOWAGE_DATA", "");
        if (!own.isEmpty()) {
            return Path.of(own);
        }
        String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
        if (!xdg.isEmpty()) {
            return Path.of(xdg, "stowage");
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return Path.of(home, ".local", "share", "stowage");
    }

    /** True if a text has the form of a name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Names of the catalogues that are there, sorted. */
    public List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(each -> Files.isRegularFile(each.resolve(PRICES)))
                    .map(each -> String.valueOf(each.getFileName()))
                    .filter(CatalogueStore::isName)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a catalogue is, or would be. */
    public Path path(String name) {
        if (!isName(name)) {
            throw InputException.at("catalogue", "the name \"" + name + "\"", NAME_FORM, null);
        }
        return folder.resolve(name);
    }

    /**
     * The offers of a catalogue.
     *
     * @throws InputException if there is none of this name; lists those that there are
     */
    public Path prices(String name) {
        Path prices = path(name).resolve(PRICES);
        if (!Files.isRegularFile(prices)) {
            List<String> known = names();
            throw InputException.at(
                    "catalogue",
                    "no imported catalogue \"" + name + "\" in " + folder,
                    known.isEmpty() ? "an imported one" : "one of " + String.join(", ", known),
                    "Import it: stowage catalog import auto FILE --name " + name);
        }
        return prices;
    }

    /**
     * A catalogue, called by its name.
     *
     * @throws InputException if there is none of this name, or it can't be read
     */
    public VmCatalogue open(String name) {
        return Catalogues.load(name, prices(name));
    }
}
