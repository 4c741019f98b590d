package dev.stowage.cli;

import dev.stowage.cli.session.Names;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.push.PushTargets;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How the help of every command looks: arguments, options in the order of their use, what the
 * registries offer, examples.
 */
final class HelpLayout {
    /** Asks for all options where a help begins with those that matter. */
    static final String ALL = "--help-all";

    private static final String OFFERS = "offers";
    private static final String CONTINUED = " ".repeat(6);

    /** What a command offers by name, each with a line that explains it. */
    private static final Map<String, Supplier<List<Section>>> OFFERED =
            Map.of(
                    "simulate",
                    HelpLayout::policies,
                    "ingest",
                    HelpLayout::formats,
                    "cloud",
                    HelpLayout::deployments,
                    "push",
                    HelpLayout::targets);

    /** A heading, and rows of a name and its explanation. */
    private record Section(String heading, List<List<String>> rows) {}

    private HelpLayout() {}

    /** Lays out the help of {@code commandLine} and of all its subcommands. */
    static void apply(CommandLine commandLine, boolean areAllWanted) {
        UsageMessageSpec usage = commandLine.getCommandSpec().usageMessage();
        usage.sortOptions(false);
        if (commandLine.getCommandSpec().parent() != null) {
            usage.descriptionHeading("%n");
            usage.parameterListHeading("%nArguments:%n");
            usage.optionListHeading("%nOptions:%n");
            usage.commandListHeading("%nCommands:%n");
            usage.footerHeading(usage.footer().length == 0 ? "" : "%nExamples:%n");
            var sections = commandLine.getHelpSectionMap();
            sections.put(
                    UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
                    help -> new OptionList(help).arguments());
            sections.put(
                    UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                    help -> new OptionList(help).options(areAllWanted));
            sections.put(
                    UsageMessageSpec.SECTION_KEY_FOOTER,
                    help -> examples(help.commandSpec().usageMessage()));
            boolean isLong = OptionList.isLong(commandLine.getCommandName());
            if (isLong) {
                commandLine.getCommandSpec().addOption(all(commandLine.getCommandName()));
                usage.optionListHeading(areAllWanted ? "%n" : "%nOptions that matter most:%n");
            }
            if (areAllWanted || !isLong) {
                addOffers(commandLine);
            }
        }
        commandLine.getSubcommands().values().forEach(each -> apply(each, areAllWanted));
    }

    private static OptionSpec all(String command) {
        return OptionSpec.builder(ALL)
                .order(96)
                .description("Show all options, in groups" + offered(command) + ".")
                .build();
    }

    /** What else the whole help of a command has: nothing, or words that begin with a comma. */
    static String offered(String command) {
        return switch (command) {
            case "simulate", "cloud" -> ", and the policies with their parameters";
            case "push" -> ", and the targets";
            default -> "";
        };
    }

    /** Examples as a shell takes them: a line that is too long goes on after a backslash. */
    private static String examples(UsageMessageSpec usage) {
        StringBuilder text = new StringBuilder();
        for (String line : usage.footer()) {
            String rest = String.format(Locale.ROOT, line);
            while (rest.length() > usage.width()) {
                int space = rest.lastIndexOf(' ', usage.width() - 2);
                text.append(rest, 0, space).append(" \\\n");
                rest = CONTINUED + rest.substring(space + 1);
            }
            text.append(rest).append('\n');
        }
        return text.toString();
    }

    private static void addOffers(CommandLine commandLine) {
        Supplier<List<Section>> offers = OFFERED.get(commandLine.getCommandName());
        if (offers == null) {
            return;
        }
        List<String> keys = new ArrayList<>(commandLine.getHelpSectionKeys());
        keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), OFFERS);
        commandLine.setHelpSectionKeys(keys);
        commandLine
                .getHelpSectionMap()
                .put(
                        OFFERS,
                        help ->
                                offers.get().stream()
                                        .map(section -> text(help, section))
                                        .collect(Collectors.joining()));
    }

    private static String text(Help help, Section section) {
        int width = help.commandSpec().usageMessage().width();
        int left = 3 + section.rows().stream().mapToInt(row -> row.get(0).length()).max().orElse(0);
        TextTable table =
                TextTable.forColumns(
                        help.colorScheme(),
                        new Column(left, 2, Column.Overflow.SPAN),
                        new Column(width - left, 2, Column.Overflow.WRAP));
        for (List<String> row : section.rows()) {
            table.addRowValues(
                    row.stream().map(cell -> Ansi.OFF.new Text(cell)).toArray(Ansi.Text[]::new));
        }
        return table.toString(new StringBuilder("\n" + section.heading() + ":\n")).toString();
    }

    private static List<Section> policies() {
        return List.of(
                new Section("Placement policies", rows(PlacementPolicies.registry())),
                new Section("Admission policies", rows(AdmissionPolicies.registry())),
                new Section("Queue disciplines", rows(QueueDisciplines.registry())));
    }

    private static List<Section> targets() {
        return List.of(
                new Section(
                        "Targets",
                        PushTargets.all().stream()
                                .map(each -> List.of(each.name(), each.description()))
                                .toList()));
    }

    private static List<Section> deployments() {
        List<List<String>> rows = new ArrayList<>(rows(DeploymentPolicies.registry()));
        rows.add(
                List.of(
                        CloudResult.OPTIMAL,
                        "The least that any of the others spends at each decision; no plan, no"
                                + " bound."));
        rows.add(
                List.of(
                        CloudResult.OFFLINE_OPTIMUM,
                        "The least that any deployment costs which knows the whole demand, or a"
                                + " bound below it: what gaps are measured to."));
        return List.of(new Section("Policies", rows));
    }

    private static List<List<String>> rows(PolicyRegistry<?> registry) {
        List<List<String>> rows = new ArrayList<>();
        for (PolicyRegistry.Entry<?> entry : registry.entries()) {
            rows.add(List.of(entry.name(), sentence(entry.description())));
            for (PolicyParameter parameter : entry.parameters()) {
                rows.add(List.of("", explanation(parameter)));
            }
        }
        return rows;
    }

    private static String explanation(PolicyParameter parameter) {
        return "Parameter "
                + parameter.name()
                + ": "
                + sentence(parameter.help())
                + " From "
                + parameter.low()
                + " to "
                + Figures.count(parameter.high())
                + ", default "
                + parameter.defaultValue()
                + ".";
    }

    private static List<Section> formats() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                List.of(
                        Names.AUTO,
                        "The one of these that the inputs look like, by their content."));
        for (TraceFormat format : TraceFormats.registry().values()) {
            rows.add(List.of(format.name(), sentence(format.description())));
            if (!format.defaultClassRule().isBlank()) {
                rows.add(List.of("", "Classes: " + sentence(format.defaultClassRule())));
            }
        }
        return List.of(new Section("Formats", rows));
    }

    private static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }
}
