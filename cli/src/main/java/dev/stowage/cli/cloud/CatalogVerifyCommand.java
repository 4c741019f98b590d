package dev.stowage.cli.cloud;

import dev.stowage.catalog.CatalogueWriter;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.catalog.verify.Verification;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.ProblemFile;
import dev.stowage.report.catalogue.VerificationAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage catalog verify}: what is wrong with a catalogue. */
@Command(
        name = "verify",
        customSynopsis = "stowage catalog verify [CATALOG | FILE...] [OPTIONS]",
        description = {
            "Say which rows of a catalogue or price list look wrong, and why: duplicates, zones"
                    + " counted as types or regions, missing and absurd prices (against the other"
                    + " regions of the type and against its family), other currencies, prices with"
                    + " a Windows licence or of dedicated tenancy, accelerators of an old date,"
                    + " types without a size.",
            "",
            "Exits with 1 if there are any."
        },
        footer = {
            "  stowage catalog verify",
            "  stowage catalog verify azure@2026-06 --json",
            "  stowage catalog verify prices.csv --write clean.csv --findings findings.csv"
        })
final class CatalogVerifyCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "CATALOG",
            description =
                    "An imported catalogue, reference (default), or files of any form that"
                            + " `stowage catalog import` reads.")
    private List<String> catalogs = List.of();

    @Option(
            names = "--write",
            order = 1,
            paramLabel = "FILE",
            description = "Write the catalogue without the rows that look wrong, in our CSV form.")
    private @Nullable Path write;

    @Option(
            names = "--findings",
            order = 2,
            paramLabel = "FILE",
            description = "List all of them, with reasons, in a CSV file.")
    private @Nullable Path list;

    @Option(
            names = "--force",
            order = 81,
            description = "Replace existing files once the new ones are complete.")
    private boolean isForced;

    @Mixin private ImportedFlags imported = new ImportedFlags();
    @Mixin private PriceListFlags lists = new PriceListFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    private List<CustomVmFamily> families = List.of();

    @Override
    public Integer call() {
        Verification verification = verification();
        if (write != null) {
            write(verification, write);
        }
        try (ProblemFile file = new ProblemFile(list, isForced)) {
            verification.findings().forEach(file);
            file.commit();
        }
        String left = write == null ? "; --write FILE writes these." : ", in " + write + ".";
        common.print(
                VerificationAnswer.of(name(), verification),
                out -> VerificationAnswer.print(verification, name(), left, out));
        return (verification.findings().isEmpty() ? ExitCode.DONE : ExitCode.NO).code();
    }

    private String name() {
        return catalogs.isEmpty() ? Catalogues.REFERENCE : String.join(", ", catalogs);
    }

    private Verification verification() {
        if (catalogs.isEmpty() || catalogs.equals(List.of(Catalogues.REFERENCE))) {
            return Verification.of(Catalogues.reference());
        }
        List<Path> files = new ArrayList<>();
        for (String each : catalogs) {
            files.add(
                    CatalogFlags.isImported(each)
                            ? imported.store(common).prices(each)
                            : Path.of(each));
        }
        var read =
                CatalogueImport.run(
                        lists.request(CatalogueImport.AUTO, files, null, each -> {}, common));
        families = read.families();
        return Verification.of(read, CatalogFlags.today());
    }

    private void write(Verification verification, Path path) {
        try (OutputTarget target = OutputTarget.file(path, isForced)) {
            CatalogueWriter.csv(target.temporary(), verification.kept());
            target.commit();
        }
        if (!families.isEmpty()) {
            try (OutputTarget target = OutputTarget.file(Catalogues.customFile(path), isForced)) {
                CatalogueWriter.custom(target.temporary(), families);
                target.commit();
            }
        }
    }
}
