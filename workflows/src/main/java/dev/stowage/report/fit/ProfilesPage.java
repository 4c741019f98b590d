package dev.stowage.report.fit;

import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Sample;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.HeatMap;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.profile.ProfileRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The report of profiles: curves by resource and maps of slices, one HTML file. */
public final class ProfilesPage {
    private static final int POINTS = 60;
    private static final int MAP_STEPS = 8;
    private static final int DEEPEST_PERCENT = 62;
    private static final List<String> RESOURCES = List.of("CPU", "memory", "SSD cache");
    private static final List<String> TONES = List.of("a", "b", "c");

    private final ProfileLibrary library;
    private final double target;

    private ProfilesPage(ProfileLibrary library, double target) {
        this.library = library;
        this.target = target;
    }

    /**
     * The text of a report.
     *
     * @param target performance for which the least slices are shown
     * @param notes what a person should know, one sentence each
     */
    public static String html(ProfileLibrary library, double target, List<String> notes) {
        SectionedView view = new ProfilesPage(library, target).view(notes);
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view(List<String> notes) {
        SlicedServer server = library.server();
        return new SectionedView(
                "Profiles",
                server.name(),
                headline(),
                Stream.of(
                                farFromRuns().stream(),
                                notes.stream(),
                                ProfileRows.remarks(library).stream())
                        .flatMap(each -> each)
                        .toList(),
                List.of(slices(), curves(), maps(), errors()),
                List.of(
                        new Fact("server", server.describe(Slice.WHOLE)),
                        new Fact("target", Figures.number(target))),
                "runs, steps, target and version");
    }

    /** The least slices of the first applications, and how many have none. */
    private String headline() {
        List<List<String>> rows = ProfileRows.slices(library, target);
        long met =
                library.applications().stream()
                        .filter(
                                each ->
                                        !LeastSlices.of(
                                                        each.performance(),
                                                        library.server(),
                                                        target)
                                                .isEmpty())
                        .count();
        String what =
                met == rows.size()
                        ? "Each application reaches "
                        : Amounts.count(met)
                                + " of "
                                + Amounts.counted(rows.size(), "application")
                                + (met == 1 ? " reaches " : " reach ");
        return what
                + Figures.number(target)
                + " of its performance on the whole server ("
                + library.server().describe(Slice.WHOLE)
                + (met == 0 ? ")." : ") on a slice of it.");
    }

    /** How sure the least slices are. */
    private List<String> farFromRuns() {
        List<String> far =
                library.applications().stream()
                        .filter(this::isFar)
                        .map(ProfilesPage::name)
                        .toList();
        return far.isEmpty()
                ? List.of()
                : List.of(
                        "How sure: no run was made near the least slice of "
                                + String.join("; ", far)
                                + "; what the form says there is a guess until one is.");
    }

    private boolean isFar(ApplicationProfile each) {
        List<Slice> least = LeastSlices.of(each.performance(), library.server(), target);
        return !least.isEmpty() && each.isFarFromRuns(least.get(0));
    }

    private Section slices() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "least slices", Column.text("Application"), Column.text("Slice"));
        ProfileRows.slices(library, target).forEach(row -> table.row(row.toArray(String[]::new)));
        return new Section(
                "slices",
                "Least slices",
                "The slice with the least sum of shares that gives a performance index of "
                        + Figures.number(target)
                        + ": the rate over that on the whole server.",
                List.of(),
                List.of(table.build()));
    }

    private Section curves() {
        List<View> views = library.applications().stream().map(this::curve).toList();
        Chart chart =
                new Chart(
                        "curve",
                        "Performance by share of one resource",
                        "All of the other two. Points: runs that were measured so.",
                        true,
                        views,
                        List.of());
        return new Section("curves", "Curves", "Choose an application.", List.of(chart), List.of());
    }

    private View curve(ApplicationProfile application) {
        List<Series> series = new ArrayList<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            double[] x = new double[POINTS + 1];
            double[] y = new double[POINTS + 1];
            for (int i = 0; i <= POINTS; i++) {
                x[i] = (double) i / POINTS;
                y[i] = alone(application.performance(), r, x[i]);
            }
            boolean isUnvaried = application.performance().evidence().unvaried().contains(r);
            series.add(
                    Series.of(
                            RESOURCES.get(r) + (isUnvaried ? ", no run: assumed" : ""),
                            "line",
                            TONES.get(r),
                            Chart.pairs(x, y)));
            addRuns(application, r, series);
        }
        return new View(
                name(application),
                "performance of " + name(application) + " by share of each resource",
                Axis.value("Share of the resource", "share").upTo(1),
                Axis.value("Performance index", "").upTo(1),
                false,
                null,
                series,
                List.of(new Line(target, "target", false, true, false, "")),
                null);
    }

    private static void addRuns(ApplicationProfile application, int r, List<Series> series) {
        List<Sample> runs =
                application.samples().stream()
                        .filter(
                                each ->
                                        IntStream.range(0, Slice.DIMENSIONS)
                                                .allMatch(
                                                        other ->
                                                                other == r
                                                                        || each.slice().share(other)
                                                                                == 1))
                        .sorted((a, b) -> Double.compare(a.slice().share(r), b.slice().share(r)))
                        .toList();
        if (runs.size() > 1) {
            series.add(
                    Series.of(
                                    RESOURCES.get(r) + ", measured",
                                    "line",
                                    TONES.get(r),
                                    Chart.pairs(
                                            runs.stream()
                                                    .mapToDouble(each -> each.slice().share(r))
                                                    .toArray(),
                                            runs.stream().mapToDouble(Sample::pi).toArray()))
                            .withPoints()
                            .inDashes()
                            .thinner());
        }
    }

    private static double alone(Performance performance, int resource, double share) {
        return performance.at(
                resource == 0 ? share : 1, resource == 1 ? share : 1, resource == 2 ? share : 1);
    }

    private Section maps() {
        List<HeatMap> maps = new ArrayList<>();
        for (ApplicationProfile each : library.applications()) {
            maps.add(map(each, maps.size()));
        }
        return new Section(
                "maps",
                "Slices",
                "Performance index, %, by cores and memory, with the SSD cache of the least slice."
                        + " The darker, the more; a check mark: the target is reached.",
                List.of(),
                maps,
                List.of());
    }

    private HeatMap map(ApplicationProfile application, int number) {
        SlicedServer server = library.server();
        List<Slice> least = LeastSlices.of(application.performance(), server, target);
        double ssd = least.isEmpty() ? 1 : least.get(0).ssd();
        List<HeatMap.Row> rows = new ArrayList<>();
        for (int memory = MAP_STEPS; memory >= 1; memory--) {
            List<HeatMap.Cell> cells = new ArrayList<>();
            for (int cpu = 1; cpu <= MAP_STEPS; cpu++) {
                cells.add(cell(application.performance(), new Slice(part(cpu), part(memory), ssd)));
            }
            rows.add(new HeatMap.Row(amount(part(memory) * server.memoryGib()) + " GiB", cells));
        }
        return new HeatMap(
                "map-" + number,
                name(application),
                "Columns: cores; rows: memory; SSD cache: "
                        + amount(ssd * server.ssdGib())
                        + " GiB",
                IntStream.rangeClosed(1, MAP_STEPS)
                        .mapToObj(cpu -> amount(part(cpu) * server.cores()))
                        .toList(),
                rows);
    }

    /** Enough is only what least slices could be: no less of a resource than runs had. */
    private HeatMap.Cell cell(Performance performance, Slice slice) {
        double pi = performance.at(slice);
        boolean isEnough = pi >= target - 1e-9 && performance.evidence().covers(slice);
        return new HeatMap.Cell(
                (int) Math.floor(100 * pi + 1e-6) + (isEnough ? " ✓" : ""),
                isEnough ? "up" : "none",
                (int) Math.round(DEEPEST_PERCENT * pi));
    }

    private static double part(int steps) {
        return (double) steps / MAP_STEPS;
    }

    private static String amount(double amount) {
        return amount == Math.rint(amount)
                ? Long.toString((long) amount)
                : String.format(Locale.ROOT, "%.1f", amount);
    }

    private Section errors() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "mean error of the index at samples left out of the fit",
                        Column.text("Application"),
                        Column.number("Runs"),
                        Column.number("product"),
                        Column.number("logistic"),
                        Column.number("monotone"),
                        Column.number("Cores at PI 1"));
        ProfileRows.errors(library).forEach(row -> table.row(row.toArray(String[]::new)));
        return new Section(
                "errors",
                "Errors of the fits",
                "Each form is fitted again without each of its samples in turn. * = the form used,"
                        + " that with the least error.",
                List.of(),
                List.of(table.build()));
    }

    private static String name(ApplicationProfile application) {
        return application.input().equals(ApplicationProfile.ANY_INPUT)
                ? application.name()
                : application.name() + ", " + application.input();
    }
}
