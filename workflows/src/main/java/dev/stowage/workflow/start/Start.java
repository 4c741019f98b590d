package dev.stowage.workflow.start;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceAnswer;
import dev.stowage.ingest.manifest.TraceAnswer.Can;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskColumn;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.terminal.ShellWord;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.Ingest;
import dev.stowage.workflow.Synth;
import dev.stowage.workflow.start.FirstScenario.Line;
import dev.stowage.workflow.start.StartAnswer.Step;
import dev.stowage.workflow.start.StartingPoint.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * First contact: looks at what somebody has, makes a trace of it if need be, and writes a scenario
 * that runs, with the data's own numbers where they say any.
 */
public final class Start {
    private static final long SEED = 42;
    private static final Line GROWTH = new Line("# growth: 1.2", "so many times the jobs");

    private final StartingPoint point;
    private final Path scenario;
    private final boolean isForced;
    private final Progress progress;
    private final List<String> facts = new ArrayList<>();
    private final List<Step> next = new ArrayList<>();
    private Optional<Path> trace = Optional.empty();

    private Start(StartingPoint point, Path scenario, boolean isForced, Progress progress) {
        this.point = point;
        this.scenario = scenario;
        this.isForced = isForced;
        this.progress = progress;
    }

    /** The scenario that {@link #run} writes if nobody names another: named after the data. */
    public static Path scenarioOf(Optional<Path> data) {
        return Path.of(data.map(InputNames::base).orElse("sample") + ".yaml");
    }

    /**
     * Looks, and writes.
     *
     * @param data a file or folder; empty = a sample
     * @param scenario where the scenario goes; a trace that has to be made goes beside it
     * @param isForced true if existing files of these names may be replaced
     * @throws dev.stowage.basis.InputException if the data are of no kind that is known, are
     *     damaged, or if an output is there already
     */
    public static StartAnswer run(
            Optional<Path> data, Path scenario, boolean isForced, Progress progress) {
        return new Start(StartingPoint.of(data), scenario, isForced, progress).answer();
    }

    private StartAnswer answer() {
        boolean isWritten =
                switch (point.kind()) {
                    case HISTORY -> history();
                    case SAMPLE -> sample();
                    case MODEL -> model();
                    case TRACE -> trace(data(), "recorded; replayed as it is");
                    case FILES, SNAPSHOT -> files(point.recognised().orElseThrow());
                };
        return new StartAnswer(
                point.words(),
                point.data().map(Path::toString).orElse(null),
                isWritten ? scenario.toString() : null,
                isWritten ? null : withoutScenario(),
                trace.map(Path::toString).orElse(null),
                facts,
                next.subList(0, Math.min(3, next.size())));
    }

    private String withoutScenario() {
        return point.kind() == Kind.HISTORY
                ? "a history of demand needs none"
                : "there are no tasks to plan for";
    }

    private Path data() {
        return point.data().orElseThrow();
    }

    private boolean files(FormatRecognition found) {
        Path made = beside(InputNames.base(data()) + ".trace");
        try (OutputTarget target = OutputTarget.directory(made, "manifest.json", isForced)) {
            IngestReport report =
                    new Ingest(found.format(), IngestRequest.of(found.files(), Path.of("")))
                            .with(draft -> draft.progress = progress)
                            .run(target);
            target.commit();
            report.manifest()
                    .quarantinedByReason()
                    .forEach(
                            (why, rows) -> facts.add("Rows left out: " + rows + " (" + why + ")."));
            facts.addAll(report.warnings());
        } catch (InputException e) {
            throw Quarantine.isOfBadRows(e)
                    ? StartingPoint.otherwise(
                            e,
                            "stowage ingest "
                                    + found.format().name()
                                    + " "
                                    + word(data())
                                    + " --max-errors SHARE leaves them out;")
                    : e;
        }
        found.others().keySet().forEach(other -> facts.add("Not read: " + other + "."));
        trace = Optional.of(made);
        return trace(made, "made by: stowage ingest " + found.format().name());
    }

    private Path beside(String name) {
        Path folder = scenario.getParent();
        return folder == null ? Path.of(name) : folder.resolve(name);
    }

    /** True if there are tasks, for which a scenario is written. */
    private boolean trace(Path folder, String comment) {
        CanonicalTrace read = CanonicalTrace.open(folder);
        TraceManifest manifest = read.manifest();
        for (TraceAnswer answer : Doctor.answers(manifest)) {
            String can = answer.can().name().toLowerCase(Locale.ROOT);
            facts.add(answer.question() + ": " + can + ", " + answer.because() + ".");
        }
        boolean isPlanned =
                manifest.table(CanonicalTable.TASKS.tableName())
                        .filter(table -> table.rowsWritten() > 0)
                        .isPresent();
        if (isPlanned) {
            FirstServers servers = FirstServers.of(read);
            if (read.workload().columns().contains(TaskColumn.CONSTRAINTS)) {
                facts.add(
                        "Tasks say where they may run. Give servers those attributes"
                                + " (servers.type.attributes), or no number of them suffices.");
            }
            write(List.of(new Line("trace: " + relative(folder), comment), GROWTH), servers);
            if (point.kind() == Kind.SNAPSHOT) {
                step("pack " + word(folder), "on how few nodes what runs has room, and the moves");
            }
            run(folder, servers, doubt(manifest));
            if (point.kind() == Kind.SNAPSHOT) {
                step(
                        "simulate " + word(folder) + " --servers trace",
                        "what happens on the nodes that there are");
            }
        }
        step("inspect " + word(folder), "what is in it, and what it can answer");
        return isPlanned;
    }

    private boolean sample() {
        Path csv = beside(InputNames.base(scenario) + ".csv");
        try (OutputTarget target = OutputTarget.file(csv, isForced)) {
            target.commitText(SampleTasks.csv());
        }
        facts.add("Tasks are in " + csv + ", a form in which you can bring your own.");
        FirstServers servers = FirstServers.of(CsvWorkload.open(csv), Optional.empty());
        write(
                List.of(new Line("csv: " + relative(csv), "made up by this command"), GROWTH),
                servers);
        run(csv, servers, "");
        step("init " + word(csv), "the same for tasks of your own");
        return true;
    }

    private boolean model() {
        Synth synth = Synth.of(data().toString(), SEED);
        FirstServers servers = FirstServers.of(synth.workload(), Optional.empty());
        write(
                List.of(
                        new Line("model: " + relative(data()), "drawn anew in each replication"),
                        new Line("# jobs: 10000", "as many as its trace has where not given"),
                        GROWTH),
                servers);
        run(data(), servers, "");
        step("inspect " + word(data()), "what the model draws");
        return true;
    }

    /** Why the objective that the scenario assumes says nothing of the tasks; empty if it does. */
    private static String doubt(TraceManifest manifest) {
        return Doctor.answers(manifest).stream()
                .filter(each -> each.question().equals("objectives") && each.can() == Can.NO)
                .map(each -> "; of waits it says nothing: " + each.because())
                .findFirst()
                .orElse("");
    }

    private void run(Path workload, FirstServers servers, String doubt) {
        step("plan " + word(scenario), "how few servers hold it, and how sure that is" + doubt);
        if (point.kind() != Kind.SNAPSHOT && servers.type().extras().equals(ServerExtras.NONE)) {
            step(
                    "simulate " + word(workload) + " --servers " + servers.spec(),
                    "what happens on so many servers");
        }
    }

    private boolean history() {
        Resources peak = DemandCsv.read(data()).demand().peak();
        String capacity =
                (long) Math.ceil(peak.cpuMicroCores() / 1e6)
                        + "c"
                        + (long) Math.ceil(peak.memoryBytes() / (double) Resources.BYTES_PER_GIB)
                        + "g";
        facts.add(
                "The most in a row is "
                        + Amounts.cores(peak.cpuMicroCores() / 1e6)
                        + " and "
                        + Amounts.gib(peak.memoryBytes() / (double) Resources.BYTES_PER_GIB)
                        + ".");
        step("forecast " + word(data()), "how it grows, and how sure that is");
        step(
                "forecast " + word(data()) + " --capacity " + capacity,
                "when so much runs out: give your own");
        step("cloud " + word(data()), "what it costs at each provider");
        return false;
    }

    private void write(List<Line> workload, FirstServers servers) {
        List<String> source = new ArrayList<>();
        source.add(
                "Written by `stowage init`"
                        + point.data().map(d -> " from " + d).orElse("")
                        + ": "
                        + point.words()
                        + ".");
        source.addAll(facts);
        try (OutputTarget target = OutputTarget.file(scenario, isForced)) {
            target.commitText(
                    FirstScenario.text(InputNames.base(scenario), source, workload, servers));
        }
    }

    /** A path as the scenario writes it: from its own folder on. */
    private String relative(Path path) {
        Path from = scenario.toAbsolutePath().getParent();
        Path to = path.toAbsolutePath();
        Path shown = from != null && to.startsWith(from) ? from.relativize(to) : to;
        return FirstScenario.quoted(shown.toString());
    }

    private void step(String command, String why) {
        next.add(new Step("stowage " + command, why));
    }

    private static String word(Path path) {
        return ShellWord.ofPath(path.toString());
    }
}
