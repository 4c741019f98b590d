package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.billing.BillingRules;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The catalogues that the product ships, and those of a user. */
public final class Catalogues {
    /** Name of the shipped catalogue. */
    public static final String REFERENCE = "reference";

    private static final String RESOURCE = "reference.csv";
    private static final String CUSTOM_RESOURCE = "reference.custom.yaml";
    private static final String CUSTOM_SUFFIX = ".custom.yaml";

    private Catalogues() {}

    /**
     * The shipped reference catalogue: a selection of types of three providers with the source and
     * date of each price. Read at each call, in a few milliseconds.
     */
    public static VmCatalogue reference() {
        try (InputStream in = resource(RESOURCE);
                InputStream custom = resource(CUSTOM_RESOURCE)) {
            Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
            return new CatalogueCsv(RESOURCE, BillingRules.reference())
                    .read(REFERENCE, reader, CustomFamilies.read(CUSTOM_RESOURCE, custom));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells {@code rows} of each row of the shipped catalogue. */
    public static void referenceRows(Consumer<SourceRow> rows) {
        VmCatalogue reference = reference();
        for (String provider : reference.providers()) {
            for (String region : reference.regions(provider)) {
                reference.offers(provider, region).forEach(each -> rows.accept(SourceRow.of(each)));
            }
        }
    }

    /**
     * A catalogue of our CSV form ({@code docs/catalogues.md}), plain or gzip, with the families of
     * custom sizes in {@code NAME.custom.yaml} beside it if there is one, charged by the shipped
     * billing rules. Its name is that of the file without {@code .csv}.
     *
     * @throws InputException if the file can't be read, or for its rows, each with its line
     */
    public static VmCatalogue load(Path csv) {
        return load(name(csv), csv);
    }

    /**
     * Several catalogues as one; the shipped one gives only the providers that no other has.
     *
     * @throws InputException if two others have the same provider
     */
    public static VmCatalogue joined(List<VmCatalogue> catalogues) {
        return JoinedCatalogue.of(catalogues);
    }

    static VmCatalogue load(String name, Path csv) {
        try (Reader reader =
                new InputStreamReader(SourceText.open(csv), StandardCharsets.UTF_8.newDecoder())) {
            return new CatalogueCsv(csv.toString(), BillingRules.reference())
                    .read(name, reader, custom(csv));
        } catch (IOException | UncheckedIOException e) {
            throw SourceText.unreadable(csv, e);
        }
    }

    /** Where the families with custom sizes of a catalogue in our CSV form are. */
    public static Path customFile(Path csv) {
        return csv.resolveSibling(name(csv) + CUSTOM_SUFFIX);
    }

    /**
     * The families with custom sizes beside a catalogue in our CSV form; none without such a file.
     *
     * @throws InputException for its problems
     */
    public static List<CustomVmFamily> custom(Path csv) throws IOException {
        Path file = customFile(csv);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try (InputStream in = SourceText.open(file)) {
            return CustomFamilies.read(file.toString(), in);
        }
    }

    private static String name(Path csv) {
        return String.valueOf(csv.getFileName()).replaceFirst("\\.csv(\\.gz)?$", "");
    }

    static InputStream resource(String name) {
        InputStream in = Catalogues.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("resource " + name + " is missing");
        }
        return in;
    }
}
