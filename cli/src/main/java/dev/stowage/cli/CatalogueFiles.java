package dev.stowage.cli;

import dev.stowage.catalog.CatalogueStore;
import dev.stowage.catalog.Catalogues;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.model.cloud.VmCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Catalogues of prices as a sweep names them, and the files behind their names. */
record CatalogueFiles(CatalogueStore store) {
    static CatalogueFiles usual(Map<String, String> environment) {
        return new CatalogueFiles(new CatalogueStore(CatalogueStore.defaultDirectory(environment)));
    }

    /** The catalogue that {@code --catalog} would give. */
    VmCatalogue open(List<String> names) {
        List<String> asked = names.isEmpty() ? List.of(Catalogues.REFERENCE) : names;
        return Catalogues.joined(asked.stream().map(this::open).toList());
    }

    private VmCatalogue open(String name) {
        if (name.equals(Catalogues.REFERENCE)) {
            return Catalogues.reference();
        }
        return CatalogFlags.isImported(name) ? store.open(name) : Catalogues.load(Path.of(name));
    }

    /** The files of imported catalogues, by their names. */
    Map<String, Path> of(List<String> names) {
        Map<String, Path> files = new TreeMap<>();
        for (String name : names) {
            if (CatalogFlags.isImported(name) && Files.isDirectory(store.path(name))) {
                files.put(name, store.prices(name));
            }
        }
        return files;
    }
}
