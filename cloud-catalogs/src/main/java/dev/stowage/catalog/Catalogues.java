package dev.stowage.catalog;

import dev.stowage.billing.BillingRules;
import dev.stowage.model.InputException;
import dev.stowage.model.VmCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The catalogues that the product ships, and those of a user. */
public final class Catalogues {
    /** Name of the shipped catalogue. */
    public static final String REFERENCE = "reference";

    private static final String RESOURCE = "reference.csv";

    private Catalogues() {}

    /**
     * The shipped reference catalogue: a selection of types of three providers with the source and
     * date of each price. Read at each call, in a few milliseconds.
     */
    public static VmCatalogue reference() {
        try (InputStream in = Catalogues.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing");
            }
            Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
            return new CatalogueCsv(RESOURCE, BillingRules.reference()).read(REFERENCE, reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A catalogue of our CSV form ({@code docs/catalogues.md}), charged by the shipped billing
     * rules. Its name is that of the file without {@code .csv}.
     *
     * @throws InputException if the file can't be read, or for its rows, each with its line
     */
    public static VmCatalogue load(Path csv) {
        if (!Files.isRegularFile(csv)) {
            throw InputException.of(
                    csv,
                    Files.exists(csv) ? "something that is not a file" : "nothing",
                    "a catalogue as CSV",
                    null);
        }
        String name = String.valueOf(csv.getFileName()).replaceFirst("\\.csv$", "");
        try (Reader reader = Files.newBufferedReader(csv, StandardCharsets.UTF_8)) {
            return new CatalogueCsv(csv.toString(), BillingRules.reference()).read(name, reader);
        } catch (IOException | UncheckedIOException e) {
            throw InputException.of(
                            csv,
                            "a file that can't be read as text (" + e.getMessage() + ")",
                            "a catalogue as CSV in UTF-8",
                            null)
                    .causedBy(e);
        }
    }
}
