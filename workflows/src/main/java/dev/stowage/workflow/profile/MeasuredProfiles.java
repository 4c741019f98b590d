package dev.stowage.workflow.profile;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.csv.ProfileRunsCsv;
import dev.stowage.ingest.csv.ProfileRunsCsv.Run;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.ProfileFitter;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Sample;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Profiles from a table of runs. The server is what the largest run was given; each application has
 * to have run on all of it, and its performance index is relative to the mean of those runs.
 *
 * @param library the profiles
 * @param notes what a person should know, one sentence each
 */
public record MeasuredProfiles(ProfileLibrary library, List<String> notes) {
    /** A performance index further above 1 than this is said. */
    private static final double ABOVE_ONE = 1.05;

    /** Runs on the whole server that differ by more are said: what a profile errs by (2.8.3). */
    private static final double SPREAD = 1.1;

    public MeasuredProfiles {
        notes = List.copyOf(notes);
    }

    /**
     * Fits all applications of a table.
     *
     * @param steps of the grid of slices: cores, GiB of memory, GiB of SSD cache
     * @throws InputException if the steps do not divide the server, an application has no run on
     *     the whole server, or two metrics
     */
    public static MeasuredProfiles of(Path csv, List<Double> steps) {
        List<Run> runs = ProfileRunsCsv.read(csv);
        SlicedServer server = server(csv, runs, steps);
        Map<List<String>, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            groups.computeIfAbsent(
                            List.of(run.application(), run.input()), key -> new ArrayList<>())
                    .add(run);
        }
        List<String> notes = new ArrayList<>();
        List<ApplicationProfile> profiles = new ArrayList<>();
        groups.values().forEach(group -> profiles.add(profile(csv, server, group, notes)));
        return new MeasuredProfiles(new ProfileLibrary(csv.toString(), server, profiles), notes);
    }

    private static SlicedServer server(Path csv, List<Run> runs, List<Double> steps) {
        try {
            return new SlicedServer(
                    "server of " + csv.getFileName(),
                    most(runs, Run::cores),
                    most(runs, Run::memoryGib),
                    most(runs, Run::ssdGib),
                    steps.get(0),
                    steps.get(1),
                    steps.get(2));
        } catch (IllegalArgumentException e) {
            throw InputException.of(
                            csv,
                            String.valueOf(e.getMessage()),
                            "steps that divide the server",
                            "Give others with --step.")
                    .causedBy(e);
        }
    }

    private static double most(List<Run> runs, ToDoubleFunction<Run> amount) {
        return runs.stream().mapToDouble(amount).max().orElseThrow();
    }

    private static ApplicationProfile profile(
            Path csv, SlicedServer server, List<Run> runs, List<String> notes) {
        Run first = runs.get(0);
        for (Run run : runs) {
            if (run.isRate() != first.isRate()) {
                throw InputException.atLine(
                        csv,
                        run.line(),
                        "another metric of "
                                + first.application()
                                + " than in line "
                                + first.line(),
                        "one metric for an application and input",
                        "Two applications need two names.");
            }
        }
        double whole =
                runs.stream()
                        .filter(run -> slice(server, run).equals(Slice.WHOLE))
                        .mapToDouble(Run::value)
                        .average()
                        .orElseThrow(
                                () ->
                                        InputException.atLine(
                                                csv,
                                                first.line(),
                                                "no run of "
                                                        + first.application()
                                                        + " on "
                                                        + server.describe(Slice.WHOLE),
                                                "one run at least on the whole server",
                                                "Performance is relative to it."));
        sayIfWholeRunsDiffer(server, runs, notes);
        List<Sample> samples = samples(server, runs, whole, notes);
        ProfileFitter.Fitted fitted = ProfileFitter.fit(samples, server.cores());
        return new ApplicationProfile(
                first.application(),
                first.input().isEmpty() ? ApplicationProfile.ANY_INPUT : first.input(),
                fitted.performance(),
                fitted.coresAtFull(),
                first.isRate() ? OptionalDouble.empty() : OptionalDouble.of(whole),
                ApplicationProfile.Status.MEASURED,
                "runs in " + csv.getFileName(),
                samples,
                fitted.forms());
    }

    private static void sayIfWholeRunsDiffer(
            SlicedServer server, List<Run> runs, List<String> notes) {
        DoubleSummaryStatistics values =
                runs.stream()
                        .filter(run -> slice(server, run).equals(Slice.WHOLE))
                        .mapToDouble(Run::value)
                        .summaryStatistics();
        if (values.getMax() > SPREAD * values.getMin()) {
            notes.add(
                    values.getCount()
                            + " runs of "
                            + runs.get(0).application()
                            + " on the whole server differ: "
                            + Figures.number(values.getMin())
                            + " to "
                            + Figures.number(values.getMax())
                            + ". Performance is relative to their mean, "
                            + Figures.number(values.getAverage())
                            + ", and no surer than they are.");
        }
    }

    private static Slice slice(SlicedServer server, Run run) {
        return server.sliceOf(run.cores(), run.memoryGib(), run.ssdGib());
    }

    private static List<Sample> samples(
            SlicedServer server, List<Run> runs, double whole, List<String> notes) {
        List<Sample> samples = new ArrayList<>();
        int above = 0;
        double most = 1;
        for (Run run : runs) {
            Slice slice = slice(server, run);
            double pi = run.isRate() ? run.value() / whole : whole / run.value();
            if (pi > 1 && !slice.equals(Slice.WHOLE)) {
                above++;
                most = Math.max(most, pi);
            }
            samples.add(
                    new Sample(
                            slice,
                            slice.equals(Slice.WHOLE) ? 1 : Math.min(1, pi),
                            run.cpuUtilisation()));
        }
        if (above > 0) {
            notes.add(
                    above
                            + (above == 1 ? " run" : " runs")
                            + " of "
                            + runs.get(0).application()
                            + " on a slice "
                            + (above == 1 ? "was" : "were")
                            + " faster than on the whole server and count as equal"
                            + (most > ABOVE_ONE
                                    ? ": by up to "
                                            + Math.round((most - 1) * 100)
                                            + " %. Applications that get slower with more are not"
                                            + " what profiles describe."
                                    : "."));
        }
        return samples;
    }
}
