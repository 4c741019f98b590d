package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stowage catalog}: the machines that cloud providers rent. */
@Command(
        name = "catalog",
        customSynopsis = "stowage catalog (list | show | import | verify | diff) [OPTIONS]",
        description =
                "Show, import, verify and compare what cloud providers rent, with sources and dates.",
        subcommands = {
            CatalogListCommand.class,
            CatalogShowCommand.class,
            CatalogImportCommand.class,
            CatalogVerifyCommand.class,
            CatalogDiffCommand.class
        },
        footer = {
            "  stowage catalog list",
            "  stowage catalog show aws --region us-east-1",
            "  stowage catalog import auto aws.csv.gz",
            "  stowage catalog verify aws@2026-07",
            "  stowage catalog diff aws@2026-06 aws@2026-07 --for bill.csv"
        })
public final class CatalogCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create();

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public void run() {
        throw common.usage(
                "found no subcommand, expected one of "
                        + String.join(", ", command.subcommands().keySet()));
    }
}
