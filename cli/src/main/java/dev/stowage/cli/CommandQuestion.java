package dev.stowage.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.DrawingCommand;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.Session;
import dev.stowage.cli.session.StowageCommand;
import dev.stowage.option.OptionException;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.workflow.plan.SharedWork;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.RunView;
import dev.stowage.workflow.simulate.WorkloadInput;
import dev.stowage.workflow.sweep.CellFailure;
import dev.stowage.workflow.sweep.Contents;
import dev.stowage.workflow.sweep.Question;
import dev.stowage.workflow.sweep.figure.FigureNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A command as the question of a sweep: its settings are its options by their long names, and its
 * argument by its name in small letters; the answer is what the command prints with {@code --json}.
 * So it is, to the byte, what a person gets who runs the command.
 */
final class CommandQuestion implements Question {
    /** Options that say where and how something is written, and never what. */
    private static final Set<String> NO_SETTINGS =
            Set.of("OutputOptions", "CommonOptions", "RecordingFlags");

    /** Names that options take, checked before anything runs. */
    private static final Map<String, Consumer<String>> NAMES =
            Map.of("placement", Names.Placement::parse, "admission", Names.Admission::parse);

    /** What commands write with {@code --json}, of those that write a record. */
    private static final Map<String, List<Class<?>>> ANSWERS =
            Map.of(
                    "simulate",
                    List.of(RunView.class, ReplicationsView.class, ComparisonView.class));

    /** The figures that are the answer of a command. */
    private static final Map<String, List<String>> ANSWER_FIGURES =
            Map.of(
                    "pack", List.of("result.servers", "result.unplaced", "result.cost"),
                    "simulate", List.of("tasks.rejected", "tasks.pending", "pendingSeconds.p99"),
                    "cloud", List.of("recommendation.simplest.usd"));

    /** Items that a placement leaves without a place, and those of them that run today. */
    private static final String UNPLACED = "result.unplaced";

    private static final Set<String> VERDICTS = Set.of(UNPLACED, "result.displaced");

    private static final Pattern SAID =
            Pattern.compile("(--[^:]*): found (.*?), expected (.*)", Pattern.DOTALL);

    private final String name;
    private final Map<String, String> environment;
    private final CatalogueFiles catalogues;
    private final SharedWork shared;
    private final Map<String, ArgSpec> settings = new LinkedHashMap<>();
    private final boolean isWriting;

    CommandQuestion(
            String name,
            Map<String, String> environment,
            CatalogueFiles catalogues,
            SharedWork shared) {
        this.shared = shared;
        this.name = name;
        this.environment = environment;
        this.catalogues = catalogues;
        CommandSpec spec = spec(commandLine().getSubcommands().get(name));
        isWriting = spec.findOption("-o") != null;
        spec.positionalParameters()
                .forEach(each -> settings.put(argument(each.paramLabel()), each));
        spec.options().stream()
                .filter(CommandQuestion::isSetting)
                .forEach(each -> settings.put(each.longestName().substring(2), each));
    }

    /** {@code SCENARIO.yaml} is the setting {@code scenario}: a dot would begin another key. */
    private static String argument(String label) {
        return label.toLowerCase(Locale.ROOT).replaceFirst("\\..*", "");
    }

    private static CommandSpec spec(@Nullable CommandLine command) {
        if (command == null) {
            throw new IllegalStateException("a question that is no command");
        }
        return command.getCommandSpec();
    }

    private static boolean isSetting(OptionSpec option) {
        return !option.hidden()
                && !option.longestName().equals(HelpLayout.ALL)
                && option.userObject() instanceof java.lang.reflect.Member member
                && !NO_SETTINGS.contains(member.getDeclaringClass().getSimpleName());
    }

    private CommandLine commandLine() {
        Session nobody =
                new Session(
                        new ByteArrayOutputStream(),
                        new ByteArrayOutputStream(),
                        false,
                        false,
                        environment);
        CommandLine line = new CommandLine(new StowageCommand(nobody));
        Commands.addTo(line, name);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> answerFigures() {
        return ANSWER_FIGURES.getOrDefault(name, List.of());
    }

    @Override
    public List<String> settings() {
        return List.copyOf(settings.keySet());
    }

    @Override
    public ObjectNode whole(ObjectNode given) {
        ObjectNode whole = given.deepCopy();
        settings.forEach(
                (key, argument) -> {
                    String usual = argument.defaultValue();
                    if (usual != null && !whole.has(key)) {
                        whole.put(key, usual);
                    } else if (argument.initialValue() instanceof Boolean flag && !whole.has(key)) {
                        whole.put(key, flag);
                    }
                });
        return whole;
    }

    @Override
    public List<Issue> issues(ObjectNode given, Path file) {
        List<Issue> issues = new ArrayList<>();
        for (var entry : given.properties()) {
            if (!settings.containsKey(entry.getKey())) {
                issues.add(
                        new Issue(
                                entry.getKey(),
                                "an unknown setting",
                                "one of " + String.join(", ", settings.keySet()),
                                null));
            }
            Consumer<String> names = NAMES.get(entry.getKey());
            if (names != null) {
                check(entry.getKey(), () -> names.accept(entry.getValue().asText()), issues);
            }
        }
        if (issues.isEmpty()) {
            check(name, () -> checkArguments(arguments(given, file)), issues);
        }
        if (issues.isEmpty()) {
            given.properties().forEach(each -> checkThere(each, file, issues));
        }
        return issues;
    }

    private void checkThere(Map.Entry<String, JsonNode> given, Path file, List<Issue> issues) {
        ArgSpec argument = settings.get(given.getKey());
        if (argument == null || !argument.isPositional() || argument.type() != Path.class) {
            return;
        }
        Path path = Path.of(path(given.getValue().asText(), file));
        if (!Files.exists(path) && !WorkloadInput.isModel(path)) {
            issues.add(
                    new Issue(
                            given.getKey() + " " + path,
                            "no such file or folder",
                            "what the command reads, beside the base",
                            "Check the path."));
        }
    }

    /** What the command says in a line: the option, what was found, what was expected. */
    private static Issue issue(String place, String said) {
        Matcher parts = SAID.matcher(said);
        return parts.matches()
                ? new Issue(parts.group(1), parts.group(2), parts.group(3), null)
                : new Issue(place, said, "arguments that the command takes", null);
    }

    private void checkArguments(String... arguments) {
        CommandLine line = commandLine();
        line.parseArgs(arguments);
        CommandLine asked = line.getSubcommands().get(name);
        if (asked != null && asked.getCommand() instanceof CheckedCommand command) {
            command.checkArguments();
        }
    }

    private static void check(String place, Runnable reading, List<Issue> issues) {
        try {
            reading.run();
        } catch (InputException e) {
            issues.addAll(e.issues());
        } catch (OptionException | ParameterException e) {
            issues.add(issue(place, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Optional<FigureNames> figureNames() {
        return Optional.ofNullable(ANSWERS.get(name)).map(FigureNames::of);
    }

    /** A placement that leaves items out is none; other commands have no such answer. */
    @Override
    public Optional<String> shortfall(Map<String, String> figures) {
        if (!name.equals("pack")) {
            return Optional.empty();
        }
        String unplaced =
                Objects.requireNonNull(
                        figures.get(UNPLACED), "a placement says how many items have no place");
        return unplaced.equals("0")
                ? Optional.empty()
                : Optional.of(
                        unplaced
                                + (unplaced.equals("1") ? " item has" : " items have")
                                + " no place");
    }

    /** The least cost of a packing, and the least servers where they are what counts. */
    @Override
    public boolean isProven(String figure, Map<String, String> figures) {
        boolean isOptimal = "true".equals(figures.get("result.bound.isOptimal"));
        boolean isCounted = PackRequest.SERVERS.equals(figures.get("result.costUnit"));
        return name.equals("pack")
                && isOptimal
                && (figure.equals("result.cost")
                        || figure.equals("result.bound.value")
                        || (figure.equals("result.servers") && isCounted));
    }

    @Override
    public boolean isVerdict(String figure) {
        return name.equals("pack") && VERDICTS.contains(figure);
    }

    /** Without a seed, or where the command knows that it draws nothing. */
    @Override
    public boolean isExact(ObjectNode given, Path file, Map<String, String> figures) {
        if (!settings.containsKey("seed")) {
            return true;
        }
        CommandLine line = commandLine();
        CommandLine asked = line.getSubcommands().get(name);
        try {
            line.parseArgs(arguments(given, file));
            return asked != null
                    && asked.getCommand() instanceof DrawingCommand command
                    && command.drawsNothing();
        } catch (InputException | OptionException | ParameterException e) {
            return false; // an earlier night may have had files that are gone
        }
    }

    @Override
    public Map<String, Path> inputs(ObjectNode given, Path file) {
        return catalogues.of(texts(given.path("catalog")));
    }

    @Override
    public String answer(ObjectNode given, Path file, int threads) {
        Path folder = temporary();
        try {
            List<String> arguments = new ArrayList<>(Arrays.asList(arguments(given, file)));
            arguments.addAll(List.of("--json", "--quiet", "--threads=" + threads));
            if (isWriting) {
                arguments.addAll(List.of("-o", folder.resolve("cell") + ""));
            }
            return answer(arguments.toArray(String[]::new));
        } finally {
            delete(folder);
        }
    }

    private String answer(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Session session =
                Session.sharing(shared, out, OutputStream.nullOutputStream(), environment);
        int code = Main.run(session, arguments);
        if (code != ExitCode.DONE.code() && code != ExitCode.NO.code()) {
            throw new CellFailure(session.failureMessage(), session.failure());
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The command line of settings, in the order of the options. */
    private String[] arguments(ObjectNode given, Path file) {
        List<String> arguments = new ArrayList<>(List.of(name));
        settings.forEach(
                (key, argument) -> {
                    JsonNode value = given.get(key);
                    if (value != null) {
                        add(arguments, argument, value, file);
                    }
                });
        return arguments.toArray(String[]::new);
    }

    private static void add(List<String> arguments, ArgSpec argument, JsonNode value, Path file) {
        if (!(argument instanceof OptionSpec option)) {
            arguments.add(path(value.asText(), file));
        } else if (value.isBoolean()) {
            if (value.booleanValue()) {
                arguments.add(option.longestName());
            }
        } else {
            texts(value)
                    .forEach(text -> arguments.add(option.longestName() + "=" + path(text, file)));
        }
    }

    private static List<String> texts(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asText).toList()
                : value.isMissingNode() ? List.of() : List.of(value.asText());
    }

    /** A path beside the sweep as seen from here; any other text as it is. */
    private static String path(String text, Path file) {
        return Contents.existing(text, file).map(path -> shortest(path, text)).orElse(text);
    }

    private static String shortest(Path path, String text) {
        Path here = Path.of("").toAbsolutePath();
        return Path.of(text).isAbsolute() || !path.startsWith(here)
                ? path.toString()
                : here.relativize(path).toString();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("stowage-cell");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
