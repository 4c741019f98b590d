package dev.stowage.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stowage catalog}: the machines that cloud providers rent. */
@Command(
        name = "catalog",
        customSynopsis = "stowage catalog (list | show) [OPTIONS]",
        description = "Show what cloud providers rent, with sources and dates.",
        subcommands = {CatalogListCommand.class, CatalogShowCommand.class},
        footer = {"  stowage catalog list", "  stowage catalog show aws --region us-east-1"})
final class CatalogCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create();

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public void run() {
        throw common.usage(
                "found no subcommand, expected one of "
                        + String.join(", ", command.subcommands().keySet()));
    }
}
