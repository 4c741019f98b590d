package dev.stowage.cli.cloud;

import dev.stowage.catalog.CatalogueStore;
import dev.stowage.catalog.CatalogueWriter;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.gather.Located;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.catalog.imports.ImportResult;
import dev.stowage.catalog.verify.Verification;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.ProblemFile;
import dev.stowage.report.catalogue.ImportAnswer;
import dev.stowage.words.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage catalog import}: price lists to a catalogue of one's own. */
@Command(
        name = "import",
        customSynopsis = "stowage catalog import SOURCE FILE... [--name NAME@YYYY-MM] [OPTIONS]",
        description = {
            "Read price lists into a catalogue that --catalog takes.",
            "",
            "Files that go with a list (CPU scores, commitments, custom types and their size rules)"
                    + " are given beside it and known by what is in them: docs/catalogues.md."
        },
        footer = {
            "  stowage catalog import auto aws.csv.gz aws_reserved.csv.gz coremark.csv.gz",
            "  stowage catalog import skypilot aws.csv --date 2026-07-20 --name sky-aws@2026-07",
            "  stowage catalog import aws index.json --rejected left-out.csv",
            "  stowage catalog import google skus-*.json --sizes types.csv",
            "  stowage catalog import infracost plan.json --region us-east-1 --sizes types.csv",
            "  stowage catalog import azure prices-*.json --sizes skus.json",
            "  stowage catalog import auto gcp.csv --overrides contract.csv --name ours@2026-07"
        })
final class CatalogImportCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            completionCandidates = PriceListFlags.Sources.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String source = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Price lists and what goes with them, plain or gzip.")
    private List<Path> files = List.of();

    @Option(
            names = "--name",
            order = 1,
            paramLabel = "NAME",
            description =
                    "What to call the catalogue (default: its providers and the month of its newest"
                            + " price, as in aws@2026-07).")
    private @Nullable String name;

    @Option(
            names = "--overrides",
            order = 2,
            paramLabel = "FILE",
            description =
                    "Prices of your own: CSV with provider,region,family,vm_type,change, where"
                            + " change is -12%%, +5%% or a price; or YAML with these keys.")
    private @Nullable Path overrides;

    @Option(
            names = "--rejected",
            order = 3,
            paramLabel = "FILE",
            description = "List the rows that were left out, with reasons, in a CSV file.")
    private @Nullable Path rejected;

    @Option(
            names = "--force",
            order = 81,
            description = "Replace what is there once the new one is complete.")
    private boolean isForced;

    @Option(
            names = "--data-dir",
            order = 71,
            paramLabel = "DIR",
            description =
                    "Where to keep it (default: $STOWAGE_DATA, $XDG_DATA_HOME/stowage,"
                            + " ~/.local/share/stowage).")
    private @Nullable Path dataDirectory;

    @Mixin private PriceListFlags lists = new PriceListFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        String asked = name;
        if (asked != null && !CatalogueStore.isName(asked)) {
            throw common.usage(
                    "--name: found \"" + asked + "\", expected " + CatalogueStore.NAME_FORM);
        }
        try (ProblemFile leftOut = new ProblemFile(rejected, isForced)) {
            ImportResult read =
                    CatalogueImport.run(lists.request(source, files, overrides, leftOut, common));
            String called = asked == null ? defaultName(read) : asked;
            ImportAnswer answer = ImportAnswer.of(called, files, read);
            Path path = write(answer);
            leftOut.commit();
            print(answer, path);
        }
        return ExitCode.DONE.code();
    }

    private static String defaultName(ImportResult read) {
        return String.join("-", read.providers())
                + "@"
                + read.date().toString().substring(0, "2026-07".length());
    }

    private Path write(ImportAnswer answer) {
        ImportResult read = answer.read();
        Path path = CatalogFlags.store(dataDirectory, common).path(answer.catalogue());
        try {
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (OutputTarget target =
                OutputTarget.directory(path, CatalogueStore.MANIFEST, isForced)) {
            Path prices = target.temporary().resolve(CatalogueStore.PRICES);
            CatalogueWriter.csv(prices, offers(read));
            CatalogueWriter.custom(Catalogues.customFile(prices), read.families());
            Json.write(answer, target.temporary().resolve(CatalogueStore.MANIFEST));
            target.commit();
        }
        return path;
    }

    private static List<VmOffer> offers(ImportResult read) {
        return read.offers().stream().map(Located::offer).toList();
    }

    private void print(ImportAnswer answer, Path path) {
        common.print(answer, out -> answer.print(out, common.style()));
        ImportResult read = answer.read();
        if (read.corrected() > 0) {
            common.note(
                    Figures.count(read.corrected())
                            + " types with constrained vCPUs: taken from their names.");
        }
        if (!read.faults().isEmpty() && rejected == null) {
            common.note("--rejected FILE lists what was left out.");
        }
        int findings =
                Verification.of(read, CatalogFlags.today()).findings().size()
                        - read.faults().size();
        if (findings > 0) {
            common.warn(
                    Figures.count(findings)
                            + " prices look wrong: stowage catalog verify "
                            + answer.catalogue()
                            + " says which and why.");
        }
        common.detail("Written to " + path);
    }
}
