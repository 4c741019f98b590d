package dev.stowage.ingest.kubernetes;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.quarantine.Quarantine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A snapshot of a cluster: {@code kubectl get nodes,pods -A -o json}. */
public final class KubernetesFormat implements TraceFormat {
    static final String NOT_JOB = "owner!=Job";
    static final String ALL_BATCH = "all-batch";
    static final FormatOption NODE =
            new FormatOption(
                    "node",
                    "how large a node is: what it leaves to pods, or all of it",
                    List.of("allocatable", "capacity"));
    static final FormatOption SUBMIT =
            new FormatOption(
                    "submit",
                    "when pods are submitted: when they were created, or all at once",
                    List.of("creation", "at-once"));

    static final FormatOption LABELS =
            new FormatOption(
                    "labels",
                    "which labels of nodes are kept: those that matter for a placement, or all",
                    List.of("used", "all"));

    static final FormatOption MOMENTS =
            new FormatOption(
                    "moments",
                    "when the files were taken: all at one moment, or each at the time in its name",
                    List.of("one", "file-name"));

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public String description() {
        return "a live cluster: kubectl get nodes,pods -A -o json, a file or - for standard input";
    }

    @Override
    public String defaultClassRule() {
        return NOT_JOB;
    }

    @Override
    public List<FormatOption> options() {
        return List.of(NODE, SUBMIT, LABELS, MOMENTS);
    }

    /** 1 if it is a list of objects, or one object, of the Kubernetes API; else 0. */
    @Override
    public double resemblance(Path file) {
        return Snapshot.looksLikeOne(file) ? 1 : 0;
    }

    @Override
    public Optional<InputException> unreadable(Path file) {
        return Snapshot.isYaml(file) ? Optional.of(Snapshot.refusal(file)) : Optional.empty();
    }

    @Override
    public IngestReport ingest(IngestRequest request) {
        if (request.fromMicros().isPresent() || request.toMicros().isPresent()) {
            throw InputException.at(
                    "--from, --to",
                    "a window of time",
                    "none: a snapshot shows one moment",
                    "Leave the option out.");
        }
        String rule = request.classRule().orElse(NOT_JOB);
        if (!rule.equals(NOT_JOB) && !rule.equals(ALL_BATCH)) {
            throw InputException.at(
                    "--class-rule",
                    "class rule \"" + rule + "\"",
                    NOT_JOB + " or " + ALL_BATCH,
                    "With "
                            + NOT_JOB
                            + ", pods that a Job controls are batch, all others"
                            + " user-facing.");
        }
        try (Quarantine quarantine = new Quarantine(request.outputDirectory(), request.onError())) {
            Snapshot snapshot =
                    new Snapshot(
                            quarantine, NODE.in(request).equals("capacity"), request.selection());
            List<Path> files = new ArrayList<>();
            for (Path input : request.inputs()) {
                files.addAll(InputFiles.of(input));
            }
            SnapshotHistory history =
                    MOMENTS.in(request).equals("one")
                            ? SnapshotHistory.ofOne(files, snapshot)
                            : SnapshotHistory.of(files, snapshot);
            snapshot.check(request);
            SnapshotTrace trace = new SnapshotTrace(snapshot, history, request, rule);
            return trace.write(quarantine.byReason());
        }
    }
}
