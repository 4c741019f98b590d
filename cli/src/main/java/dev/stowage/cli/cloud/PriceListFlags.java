package dev.stowage.cli.cloud;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.catalog.imports.ImportRequest;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How price lists are read: what they don't say themselves. */
final class PriceListFlags {
    private static final List<String> PROVIDERS = List.of("aws", "gcp", "azure");

    @Option(
            names = "--provider",
            order = 10,
            paramLabel = "NAME",
            description =
                    "Whose types a list holds that doesn't say (default: by the names of the"
                            + " types).")
    private @Nullable String provider;

    @Option(
            names = "--region",
            order = 11,
            paramLabel = "NAME",
            description = "Where the types of a list are rented that doesn't say.")
    private @Nullable String region;

    @Option(
            names = "--date",
            order = 12,
            paramLabel = "DAY",
            description =
                    "When the prices held, as in 2026-07-20 (default: what the list says;"
                            + " skypilot, coroot and rates of opencost say none).")
    private @Nullable String date;

    @Option(
            names = "--sizes",
            order = 13,
            paramLabel = "FILE",
            description =
                    "vCPUs and memory of types, for lists that don't say, as those of Azure: a"
                            + " catalogue, or what `az vm list-skus` prints. The shipped catalogue"
                            + " is asked too. May be given several times.")
    private List<Path> sizes = List.of();

    /** What to read. */
    ImportRequest request(
            String source,
            List<Path> files,
            @Nullable Path overrides,
            Consumer<Problem> leftOut,
            CommonOptions common) {
        return new ImportRequest(
                common.argument(
                        () -> OptionNames.require("SOURCE", source, CatalogueImport.sources())),
                files,
                sizes,
                Optional.ofNullable(overrides),
                Optional.ofNullable(provider)
                        .map(
                                name ->
                                        common.argument(
                                                () ->
                                                        OptionNames.require(
                                                                "--provider", name, PROVIDERS))),
                Optional.ofNullable(region),
                Optional.ofNullable(date).map(text -> day(text, common)),
                leftOut);
    }

    private static LocalDate day(String text, CommonOptions common) {
        try {
            LocalDate day = LocalDate.parse(text);
            if (day.isAfter(CatalogFlags.today())) {
                throw common.usage(
                        "--date: found "
                                + day
                                + ", which has not come yet, expected at most "
                                + CatalogFlags.today());
            }
            return day;
        } catch (DateTimeParseException e) {
            throw common.usage("--date: found \"" + text + "\", expected a day as 2026-07-20");
        }
    }

    /** For help and completion. */
    static final class Sources extends Names.Candidates {
        Sources() {
            super(CatalogueImport.sources());
        }
    }
}
