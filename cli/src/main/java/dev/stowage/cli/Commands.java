package dev.stowage.cli;

import dev.stowage.cli.cloud.CatalogCommand;
import dev.stowage.cli.cloud.CloudCommand;
import dev.stowage.cli.plan.DoctorCommand;
import dev.stowage.cli.plan.FleetCommand;
import dev.stowage.cli.plan.ForecastCommand;
import dev.stowage.cli.plan.GcCommand;
import dev.stowage.cli.plan.InitCommand;
import dev.stowage.cli.plan.OpenCommand;
import dev.stowage.cli.plan.PackCommand;
import dev.stowage.cli.plan.PlanCommand;
import dev.stowage.cli.plan.PushCommand;
import dev.stowage.cli.plan.ReportCommand;
import dev.stowage.cli.simulate.NodeCommand;
import dev.stowage.cli.simulate.ProfileCommand;
import dev.stowage.cli.simulate.ReproduceCommand;
import dev.stowage.cli.simulate.ServerlessCommand;
import dev.stowage.cli.simulate.SimulateCommand;
import dev.stowage.cli.simulate.TuneCommand;
import dev.stowage.cli.trace.ApplicationsCommand;
import dev.stowage.cli.trace.CompareCommand;
import dev.stowage.cli.trace.ExportCommand;
import dev.stowage.cli.trace.FitCommand;
import dev.stowage.cli.trace.IngestCommand;
import dev.stowage.cli.trace.InspectCommand;
import dev.stowage.cli.trace.SynthCommand;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands, in the order of the work. Reading the options of all of them takes longer than most
 * short commands do, so only those that the arguments name are read; of the others the name and the
 * description suffice, for the list and for hints.
 */
final class Commands {
    private static final List<Class<?>> ALL =
            List.of(
                    InitCommand.class,
                    IngestCommand.class,
                    InspectCommand.class,
                    FitCommand.class,
                    SynthCommand.class,
                    CompareCommand.class,
                    ApplicationsCommand.class,
                    ProfileCommand.class,
                    ExportCommand.class,
                    SimulateCommand.class,
                    PlanCommand.class,
                    SweepCommand.class,
                    PackCommand.class,
                    CloudCommand.class,
                    ForecastCommand.class,
                    NodeCommand.class,
                    FleetCommand.class,
                    TuneCommand.class,
                    ReproduceCommand.class,
                    ServerlessCommand.class,
                    PushCommand.class,
                    CatalogCommand.class,
                    ReportCommand.class,
                    OpenCommand.class,
                    GcCommand.class,
                    DoctorCommand.class,
                    CompletionCommand.class,
                    CommandLine.HelpCommand.class);

    private Commands() {}

    /** Adds all commands to {@code root}, whole where {@code args} name them. */
    static void addTo(CommandLine root, String... args) {
        List<String> words = Arrays.asList(args);
        boolean areAllNeeded = words.contains("completion");
        for (Class<?> type : ALL) {
            Command command = type.getAnnotation(Command.class);
            if (areAllNeeded || words.contains(command.name())) {
                root.addSubcommand(new CommandLine(type));
            } else {
                root.addSubcommand(command.name(), listed(command));
            }
        }
    }

    private static CommandSpec listed(Command command) {
        CommandSpec spec = CommandSpec.create().name(command.name());
        spec.usageMessage().header(command.header()).description(command.description());
        return spec;
    }
}
