package dev.stowage.cli.trace;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.cli.session.StandardInput;
import dev.stowage.ingest.FormatEvidence;
import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.inspection.TraceAnswers;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.sample.SampleBy;
import dev.stowage.ingest.sample.SampledTrace;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.option.OptionNames;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ManifestText;
import dev.stowage.workflow.Ingest;
import dev.stowage.workflow.ingest.KeptParts;
import dev.stowage.workflow.ingest.MergedIngest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage ingest}: trace files to a canonical trace. */
@Command(
        name = "ingest",
        customSynopsis = "stowage ingest FORMAT INPUT... [-o NAME.trace] [OPTIONS]",
        description = "Read trace files into a trace that every other command takes.",
        footer = {
            "  stowage ingest auto clusterdata-2011/ -o google.trace",
            "  stowage ingest auto downloads/ --explain",
            "  stowage ingest google-2011 clusterdata-2011/ --machine 48c256g --to 1d",
            "  kubectl get nodes,pods -A -o json | stowage ingest kubernetes - -o live.trace",
            "  stowage ingest auto google/ alibaba/ live.trace --merge --machine 48c256g",
            "  stowage ingest csv june.csv --on-error quarantine --max-errors 0.1%%"
        })
public final class IngestCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            completionCandidates = Names.Formats.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String format = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "INPUT",
            description =
                    "Files, plain, gzip or zstd, folders of them, patterns as in 'part-*.csv.gz', or"
                            + " - for standard input.")
    private List<Path> inputs = List.of();

    @Option(
            names = "--resume",
            order = 9,
            description =
                    "Go on from the files that an interrupted ingest into the same output had read"
                            + " to their end, and keep those of this one. Without it they are"
                            + " kept where the input is larger than 256 MiB.")
    private boolean isResumed;

    @Option(
            names = "--merge",
            order = 7,
            description =
                    "Make one trace of several: each INPUT, a file, a folder or a trace that is"
                            + " ingested already, is one, and all begin at time 0. With auto they"
                            + " may be of different formats.")
    private boolean isMerged;

    @Option(
            names = "--explain",
            order = 8,
            description =
                    "Read nothing: say of each file which formats it may be of, how many of its"
                            + " first rows fit, and the first value that does not.")
    private boolean isExplained;

    @Mixin private ReadingFlags reading = new ReadingFlags();
    @Mixin private InputFlags chooser = new InputFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        String name = common.argument(() -> OptionNames.require("FORMAT", format, Names.formats()));
        inputs = chooser.expand(inputs);
        if (inputs.isEmpty()) {
            throw common.usage("ingest: found no INPUT, expected files, folders or --files-from");
        }
        inputs.stream().filter(input -> !StandardInput.isMeant(input)).forEach(this::requireSource);
        try (StandardInput standardInput = new StandardInput()) {
            if (isExplained) {
                explain(name, standardInput.replacedIn(inputs));
            } else if (isMerged) {
                MergedIngest.check(inputs, common::isGiven);
                merge(name, standardInput);
            } else {
                String first = InputNames.base(StandardInput.nameOf(inputs.get(0)));
                ingest(source(name, inputs, standardInput), first + ".trace");
            }
        }
        return ExitCode.DONE.code();
    }

    private void explain(String name, List<Path> files) {
        List<FormatEvidence> evidence =
                TraceFormats.explain(
                        files, name.equals(Names.AUTO) ? Optional.empty() : Optional.of(name));
        common.print(evidence, out -> evidence.forEach(out::println));
    }

    /** Files and the format that they are of. */
    private record Source(TraceFormat format, List<Path> files) {}

    private Source source(String name, List<Path> given, StandardInput standardInput) {
        List<Path> files = standardInput.replacedIn(given);
        if (name.equals(Names.AUTO)) {
            return recognised(files);
        }
        TraceFormat format = Objects.requireNonNull(TraceFormats.registry().get(name));
        return new Source(format, files);
    }

    private void ingest(Source source, String defaultName) {
        IngestRequest request = reading.request(source.format(), source.files(), chooser, common);
        Path path = output.path(defaultName);
        KeptParts parts = KeptParts.of(path, inputs, isResumed, source.format(), common::note);
        try (OutputTarget target = output.directory(defaultName, "manifest.json")) {
            parts.begin();
            IngestReport report =
                    new Ingest(source.format(), request)
                            .with(draft -> draft.partsFolder = parts.folder())
                            .run(target);
            TraceManifest manifest = sampled(report.manifest(), target.temporary());
            target.commit();
            parts.remove();
            parts.tell(report);
            print(report, manifest, target.path());
        } finally {
            parts.tellWhatIsLeft();
        }
    }

    /** The trace, or the sample that takes its place. */
    private TraceManifest sampled(TraceManifest whole, Path directory) {
        Optional<SampleBy> by = chooser.sampleBy();
        if (by.isEmpty()) {
            return whole;
        }
        SampledTrace sample = SampledTrace.of(directory, by.get(), chooser.share());
        sample.sentences().forEach(common::warn);
        return sample.manifest();
    }

    private void warnOfSample(TraceManifest manifest) {
        Map<String, String> parameters = manifest.provenance().parameters();
        String load = parameters.get(Selection.SAMPLED_LOAD);
        if (manifest.provenance().holdsSample() && manifest.provenance().sampleBy().isEmpty()) {
            common.warn(
                    "--sample takes a share of the jobs and not of the load, which a few jobs may"
                            + " hold. "
                            + (load == null
                                    ? "How much of it is kept is not known for this format."
                                    : "Kept are, of " + load + "."));
        }
    }

    private void merge(String name, StandardInput standardInput) {
        MergedIngest merging = new MergedIngest();
        for (Path input : inputs) {
            if (CanonicalTrace.isTrace(input)) {
                merging.add(input);
            } else {
                Source source = source(name, List.of(input), standardInput);
                merging.add(
                        StandardInput.nameOf(input),
                        source.format(),
                        reading.request(source.format(), source.files(), chooser, common));
            }
        }
        try (OutputTarget target = output.directory("merged.trace", "manifest.json")) {
            IngestReport report = merging.into(target.temporary(), common.progress());
            TraceManifest judged = TraceAnswers.judge(target.temporary());
            target.commit();
            print(report, judged, target.path());
        }
    }

    /** The format that files are of, and those of them that are. */
    private Source recognised(List<Path> given) {
        FormatRecognition found = TraceFormats.recognise(given);
        int count = found.files().size();
        String files = count == 1 ? " file" : " files";
        common.note("Recognised " + found.format().name() + " in " + count + files);
        if (!found.others().isEmpty()) {
            boolean isOther = found.others().values().stream().anyMatch(f -> !f.isEmpty());
            common.warn(
                    "Not read, because it does not look like "
                            + found.format().name()
                            + ": "
                            + found.others().entrySet().stream()
                                    .map(e -> e.getKey() + like(e.getValue()))
                                    .collect(Collectors.joining(", "))
                            + "."
                            + (isOther ? " --merge makes one trace of several formats." : ""));
        }
        return new Source(found.format(), found.files());
    }

    private static String like(List<TraceFormat> formats) {
        return formats.isEmpty() ? "" : " (" + FormatRecognition.like(formats) + ")";
    }

    private void requireSource(Path input) {
        if (!Files.exists(input)) {
            throw InputException.of(
                    input,
                    "no such file or folder",
                    "a trace file or a folder of them",
                    "Check the path.");
        }
        if (!isMerged && CanonicalTrace.isTrace(input)) {
            throw InputException.of(
                    input,
                    "a trace that is ingested already",
                    "files of " + format,
                    "Merge several traces with --merge.");
        }
    }

    private void print(IngestReport report, TraceManifest manifest, Path written) {
        common.print(manifest, new ManifestText(manifest, common.style())::print);
        report.warnings().forEach(common::warn);
        manifest.alarms("replay", "right-size").forEach(a -> common.warn(a.sentence()));
        warnOfSample(manifest);
        common.note("Wrote " + written);
    }
}
