package dev.stowage.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The arguments and options of a help text. Lines are broken at blanks only, so that names and
 * examples can be copied. Where a command has many options, the few that matter come first and the
 * others on request, in groups.
 */
final class OptionList {
    private static final int WIDTH = 80;
    private static final int LEFT = 29; // names, and where explanations begin

    /** Blanks; in what is longer than a line, commas too. */
    private static final Pattern BREAKS = Pattern.compile(" |(?<=\\S{30},)(?=\\S{10})");

    /** The options that matter, of commands with so many that they would not be found. */
    private static final Map<String, List<String>> FIRST =
            Map.of(
                    "simulate",
                    List.of(
                            "--servers",
                            "--placement",
                            "--admission",
                            "--queue",
                            "--fidelity",
                            "--replications",
                            "--compare"),
                    "cloud",
                    List.of(
                            "--from-bill",
                            "--policies",
                            "--providers",
                            "--regions",
                            "--home",
                            "--zones",
                            "--boot",
                            "--spot",
                            "--portfolio",
                            "--forecast"),
                    "pack",
                    List.of(
                            "--servers",
                            "--at",
                            "--add",
                            "--headroom",
                            "--only",
                            "--steps",
                            "--max-moves",
                            "--right-size",
                            "--usage"),
                    "push",
                    List.of(
                            "--target",
                            "--drain",
                            "--only",
                            "--window",
                            "--reviewed",
                            "--yes",
                            "--pause",
                            "--resume",
                            "--continue",
                            "--rollback"),
                    "forecast",
                    List.of(
                            "--start",
                            "--bucket",
                            "--by",
                            "--events",
                            "--horizon",
                            "--growth",
                            "--servers",
                            "--buy",
                            "--lead-time"));

    /** What matters of every command. */
    private static final List<String> ALWAYS =
            List.of("--output", "--force", "--json", "--help", HelpLayout.ALL);

    private final Help help;

    OptionList(Help help) {
        this.help = help;
    }

    /** True if the help of the command has a short form. */
    static boolean isLong(String command) {
        return FIRST.containsKey(command);
    }

    /** The arguments, without a heading. */
    String arguments() {
        StringBuilder text = new StringBuilder();
        var renderer = help.createDefaultParameterRenderer();
        for (PositionalParamSpec argument : help.commandSpec().positionalParameters()) {
            if (!argument.hidden()) {
                Text[][] rows =
                        renderer.render(
                                argument, help.parameterLabelRenderer(), help.colorScheme());
                add(text, rows);
            }
        }
        return text.toString();
    }

    /** The options: all, in groups if there are many, or the few that matter. */
    String options(boolean areAllWanted) {
        List<String> first = FIRST.get(help.commandSpec().name());
        if (first == null) {
            return list(options());
        }
        if (areAllWanted) {
            StringBuilder text = new StringBuilder();
            groups().forEach((name, options) -> text.append(heading(name)).append(list(options)));
            return text.substring(1);
        }
        return list(options().stream().filter(each -> matters(each, first)).toList())
                + "\nAll "
                + options().size()
                + " options in groups"
                + HelpLayout.offered(help.commandSpec().name())
                + ":\n  stowage "
                + help.commandSpec().name()
                + " --help-all\n";
    }

    private static boolean matters(OptionSpec option, List<String> first) {
        return first.contains(option.longestName()) || ALWAYS.contains(option.longestName());
    }

    private String heading(String name) {
        return "\n" + (name.isEmpty() ? "Options" : name) + ":\n";
    }

    private List<OptionSpec> options() {
        return help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .sorted((a, b) -> Integer.compare(a.order(), b.order()))
                .toList();
    }

    private Map<String, List<OptionSpec>> groups() {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        for (OptionSpec option : options()) {
            groups.computeIfAbsent(group(option), any -> new ArrayList<>()).add(option);
        }
        return groups;
    }

    /** By the class that declares it: options that belong together are declared together. */
    private static String group(OptionSpec option) {
        String owner =
                option.userObject() instanceof java.lang.reflect.Member member
                        ? member.getDeclaringClass().getSimpleName()
                        : "";
        return switch (option.longestName().equals(HelpLayout.ALL) ? "CommonOptions" : owner) {
            case "QueueFlags" -> "How tasks wait";
            case "FidelityFlags" -> "What tasks do on their servers";
            case "ServerFlags" -> "How servers go down and come back";
            case "RecordingFlags" -> "What is recorded, and going on after an interruption";
            case "StudyChoice" -> "Replications and comparisons";
            case "SynthesisOptions" -> "Drawing the workload from a model";
            case "DemandFlags" -> "A shape of demand";
            case "CloudFlags" -> "Policies, and what changes cost";
            case "PlanLimitFlags" -> "What a plan must keep";
            case "MarketFlags" -> "What may be rented";
            case "PortfolioFlags" -> "Portfolios of commitments, on demand and spot";
            case "FutureFlags" -> "Futures of the demand";
            case "CatalogFlags" -> "Prices";
            case "BillFlags", "CloudCommand", "TaskClassFlag" -> "Where the demand is from";
            case "PackInputFlags" -> "What is placed, and where";
            case "PackFlags" -> "The search";
            case "RightSizeFlags" -> "Requests from measured use";
            case "PushCommand" -> "Carrying out, and taking back";
            case "PushFlags" -> "What the targets take";
            case "HistoryFlags" -> "The history";
            case "ForecastFlags" -> "The forecast";
            case "SupplyFlags" -> "Servers, and what to order";
            case "OutputOptions", "CommonOptions" -> "Output, and what every command has";
            default -> "Workload, servers and policies";
        };
    }

    private String list(List<OptionSpec> options) {
        var renderer = help.createDefaultOptionRenderer();
        StringBuilder text = new StringBuilder();
        for (OptionSpec option : options) {
            Text[][] rows =
                    renderer.render(option, help.parameterLabelRenderer(), help.colorScheme());
            add(text, rows);
        }
        return text.toString();
    }

    /** Rows of picocli: a mark, short name, comma, long name, a line of explanation. */
    private static void add(StringBuilder to, Text[][] rows) {
        Text[] row = rows[0];
        String brief = row[1].plainString();
        String names =
                "  "
                        + (brief.isEmpty() ? "    " : row[1] + row[2].toString().strip() + " ")
                        + row[3];
        int length = 6 + row[3].plainString().length();
        StringBuilder line = new StringBuilder(names);
        int at = length;
        if (length >= LEFT) {
            to.append(line).append('\n');
            line.setLength(0);
            at = 0;
        }
        line.append(" ".repeat(LEFT - at));
        at = LEFT;
        for (String word : BREAKS.splitAsStream(explanation(rows)).toList()) {
            if (at > LEFT && at + 1 + word.length() > WIDTH) {
                to.append(line).append('\n');
                line.setLength(0);
                line.append(" ".repeat(LEFT + 1));
                at = LEFT + 1;
            }
            line.append(at == LEFT ? "" : " ").append(word);
            at += word.length() + (at == LEFT ? 0 : 1);
        }
        to.append(line).append('\n');
    }

    private static String explanation(Text[][] rows) {
        List<String> lines = new ArrayList<>();
        for (Text[] row : rows) {
            lines.add(row[4].plainString());
        }
        return String.join(" ", lines);
    }
}
