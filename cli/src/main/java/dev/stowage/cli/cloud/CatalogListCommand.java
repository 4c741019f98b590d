package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.report.catalogue.CatalogueListAnswer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code stowage catalog list}: the providers at a glance. */
@Command(
        name = "list",
        customSynopsis = "stowage catalog list [OPTIONS]",
        description = "List the providers, their regions and how they charge for time.",
        footer = {"  stowage catalog list --json", "  stowage catalog list --catalog aws@2026-07"})
final class CatalogListCommand implements Callable<Integer> {
    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        CatalogueListAnswer answer =
                CatalogueListAnswer.of(catalogs.catalogue(common), catalogs.store(common).names());
        common.print(answer, out -> answer.print(out, common.style()));
        return ExitCode.DONE.code();
    }
}
