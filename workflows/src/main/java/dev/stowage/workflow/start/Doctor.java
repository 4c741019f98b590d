package dev.stowage.workflow.start;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.catalog.CatalogueStore;
import dev.stowage.ingest.manifest.TraceAnswer;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.Forecast;
import dev.stowage.workflow.start.Diagnosis.Finding;
import dev.stowage.workflow.start.Diagnosis.State;
import dev.stowage.workflow.start.StartingPoint.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the machine and at data, and says what can be done with them. Opens no connection and
 * changes nothing.
 */
public final class Doctor {
    private static final double BYTES_PER_GIB = 1 << 30;
    private static final double LITTLE_HEAP_GIB = 1;
    private static final double LITTLE_DISK_GIB = 1;
    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome", "firefox", "xdg-open", "open");

    private final Map<String, String> environment;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Looks.
     *
     * @param environment variables of the environment
     * @param data a file or folder to judge, too; empty for the machine alone
     * @throws InputException if the data are not there, or nothing that is known
     */
    public static Diagnosis run(
            Map<String, String> environment, Optional<Path> data, Progress progress) {
        Doctor doctor = new Doctor(environment);
        doctor.java();
        doctor.disk();
        doctor.catalogues();
        doctor.terminal();
        doctor.program("browser", BROWSERS, "reports are files: open report.html yourself");
        doctor.cluster();
        doctor.program(
                "terraform",
                List.of("terraform", "tofu"),
                "push --target terraform writes files; to apply them install one");
        data.ifPresent(path -> doctor.data(path, progress));
        return new Diagnosis(doctor.findings);
    }

    private void java() {
        Runtime runtime = Runtime.getRuntime();
        double heap = runtime.maxMemory() / BYTES_PER_GIB;
        say("processors", State.YES, runtime.availableProcessors() + " (--threads)", null);
        say(
                "memory",
                heap < LITTLE_HEAP_GIB ? State.PARTLY : State.YES,
                "the process may take " + Amounts.gib(heap) + ", Java " + Runtime.version(),
                heap < LITTLE_HEAP_GIB ? "large traces want more: STOWAGE_OPTS=-Xmx4g" : null);
    }

    private void disk() {
        Path here = Path.of("").toAbsolutePath();
        try {
            double free = Files.getFileStore(here).getUsableSpace() / BYTES_PER_GIB;
            boolean isWritable = Files.isWritable(here);
            say(
                    "disk",
                    !isWritable ? State.NO : free < LITTLE_DISK_GIB ? State.PARTLY : State.YES,
                    isWritable
                            ? Amounts.gib(free) + " free in " + here
                            : here + " can't be written to",
                    isWritable ? null : "work in another folder, or give -o");
        } catch (IOException e) {
            say("disk", State.NO, here + ": " + e.getMessage(), "work in another folder");
        }
    }

    private void catalogues() {
        Path folder = CatalogueStore.defaultDirectory(environment);
        List<String> names = new CatalogueStore(folder).names();
        say(
                "prices",
                State.YES,
                "the catalogue reference comes with stowage"
                        + (names.isEmpty() ? "" : "; imported: " + String.join(", ", names)),
                names.isEmpty() ? "today's prices: stowage help catalog import" : null);
    }

    private void terminal() {
        String columns = environment.getOrDefault("COLUMNS", "");
        boolean isPlain =
                environment.containsKey("NO_COLOR") || "dumb".equals(environment.get("TERM"));
        say(
                "terminal",
                State.YES,
                (columns.isEmpty() ? "80 columns assumed" : columns + " columns")
                        + (isPlain ? ", no colour" : ", colour where it is one"),
                columns.isEmpty() ? "export COLUMNS for wider charts" : null);
    }

    private void cluster() {
        String given = environment.getOrDefault("KUBECONFIG", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        Path file = given.isEmpty() ? Path.of(home, ".kube", "config") : Path.of(given);
        boolean isPod = environment.containsKey("KUBERNETES_SERVICE_HOST");
        boolean isThere = Files.isReadable(file) || isPod;
        say(
                "cluster",
                isThere ? State.YES : State.PARTLY,
                isThere
                        ? (isPod ? "this is a pod" : file + " is there")
                                + "; whether the cluster answers was not tried"
                        : file + " is not there",
                isThere ? null : "push --target kubernetes needs one; every other target does not");
    }

    private void program(String what, List<String> names, String remedy) {
        Optional<Path> found =
                Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                        .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                        .filter(Files::isExecutable)
                        .findFirst();
        say(
                what,
                found.isPresent() ? State.YES : State.PARTLY,
                found.map(Path::toString).orElse("none of " + String.join(", ", names)),
                found.isPresent() ? null : remedy);
    }

    private void data(Path path, Progress progress) {
        StartingPoint point = StartingPoint.of(Optional.of(path));
        boolean isRead = point.kind() != Kind.FILES && point.kind() != Kind.SNAPSHOT;
        say(
                "data",
                isRead ? State.YES : State.PARTLY,
                path
                        + (isRead ? ": " : ": by its first rows, ")
                        + point.words()
                        + (isRead ? "" : "; its rows were not read"),
                null);
        switch (point.kind()) {
            case TRACE -> answers(CanonicalTrace.open(path).manifest()).forEach(this::answer);
            case HISTORY -> history(path, progress);
            case FILES, SNAPSHOT ->
                    say(
                            "questions",
                            State.PARTLY,
                            "what the data can answer is known once they are ingested",
                            "stowage init " + path);
            case MODEL -> say("plan, simulate, cloud", State.YES, "tasks are drawn from it", null);
            case SAMPLE -> throw new IllegalStateException("data = " + path);
        }
    }

    /** What a trace can answer; empty if whoever wrote it did not judge that. */
    static List<TraceAnswer> answers(TraceManifest manifest) {
        List<TraceAnswer> answers = manifest.answers();
        return answers == null ? List.of() : answers;
    }

    private void answer(TraceAnswer answer) {
        say(answer.question(), State.valueOf(answer.can().name()), answer.because(), null);
    }

    private void history(Path path, Progress progress) {
        try {
            Forecast forecast = Forecast.of(path, progress);
            var series = forecast.history().raw();
            String span =
                    Figures.count(series.size())
                            + " buckets over "
                            + Figures.micros(series.endMicros() - series.startMicros());
            List<String> doubts = forecast.history().doubts();
            say(
                    "forecast",
                    doubts.isEmpty() ? State.YES : State.PARTLY,
                    span + (doubts.isEmpty() ? "" : "; " + String.join(" ", doubts)),
                    null);
        } catch (InputException e) {
            InputException.Issue issue = e.issues().get(0);
            say(
                    "forecast",
                    State.NO,
                    "found " + issue.found() + ", expected " + issue.expected(),
                    issue.remedy());
        }
    }

    private void say(String what, State state, String found, @Nullable String remedy) {
        findings.add(new Finding(what, state, found, remedy));
    }
}
