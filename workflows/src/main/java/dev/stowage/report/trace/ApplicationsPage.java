package dev.stowage.report.trace;

import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationMatch;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.FeatureDensity;
import dev.stowage.applications.FeatureImportance;
import dev.stowage.model.TaskClass;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The report of a choice of applications: one HTML file with the importance of the features, the
 * ranking of the applications, and which of their figures nobody measured. The same choice gives
 * the same bytes.
 */
public final class ApplicationsPage {
    /** Applications in the chart. */
    private static final int DRAWN = 12;

    private static final String ABSENT = "–";

    /** In front of a figure that rests on an estimate. */
    private static final String ESTIMATED = "~";

    private final ApplicationSelection selection;
    private final List<ApplicationMatch> selected;

    private ApplicationsPage(ApplicationSelection selection) {
        this.selection = selection;
        this.selected = selection.matches().stream().filter(ApplicationMatch::isSelected).toList();
    }

    /**
     * The text of the page.
     *
     * @param name of the trace
     * @param notes what the reader should know of the measurements
     * @param provenance what a reader should know of how it was made, by name
     */
    public static String html(
            ApplicationSelection selection,
            String name,
            List<String> notes,
            Map<String, String> provenance) {
        List<Fact> facts = new ArrayList<>();
        provenance.forEach((label, value) -> facts.add(new Fact(label, value)));
        ApplicationsPage page = new ApplicationsPage(selection);
        List<Section> sections = List.of(page.features(), page.applications(), page.sources());
        SectionedView view =
                new SectionedView(
                        "Applications",
                        name,
                        page.headline(),
                        notes,
                        sections,
                        facts,
                        "trace, pool, options and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    /** The best of each class. */
    private String headline() {
        Map<TaskClass, String> best = new LinkedHashMap<>();
        selected.forEach(each -> best.putIfAbsent(each.application().taskClass(), label(each)));
        return best.isEmpty()
                ? "Too little is known of every application to rank it."
                : "Most like the tasks: " + String.join(", ", best.values()) + ".";
    }

    private Section features() {
        List<FeatureImportance> all = selection.importances();
        long used = all.stream().filter(FeatureImportance::isSelected).count();
        Chart chart =
                bars(
                        "chart-importance",
                        "Importance of the features",
                        "Share of the loadings on the principal components, weighted by the"
                                + " variance that these explain; the shares sum to 100 %. The"
                                + " first "
                                + used
                                + " are selected.",
                        all.stream().map(each -> each.feature().key()).toList(),
                        all.stream().mapToDouble(FeatureImportance::share).toArray(),
                        "Importance");
        return new Section(
                "features",
                "What tasks do",
                "Over "
                        + Amounts.counted(selection.observations().measurements(), "measurement")
                        + ", the most important first.",
                List.of(chart),
                List.of(importances(all)));
    }

    private DataTable importances(List<FeatureImportance> all) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "all features that vary; those selected are marked",
                        DataTable.Column.text("Feature"),
                        DataTable.Column.text("In files"),
                        DataTable.Column.number("Importance"),
                        DataTable.Column.number("Together"),
                        DataTable.Column.number("Measurements"),
                        DataTable.Column.text("Density"));
        double together = 0;
        for (FeatureImportance each : all) {
            together += each.share();
            table.row(
                    each.isSelected(),
                    List.of(
                            each.feature().description(),
                            each.feature().key(),
                            Amounts.share(each.share()),
                            Amounts.share(together),
                            Amounts.count(each.observations()),
                            density(each)));
        }
        return table.build();
    }

    private String density(FeatureImportance feature) {
        return selection.densities().stream()
                .filter(each -> each.feature() == feature.feature())
                .map(each -> each.fit().density().describe())
                .findFirst()
                .orElse(ABSENT);
    }

    private Section applications() {
        List<ApplicationMatch> ranked =
                selection.matches().stream()
                        .filter(ApplicationMatch::isRanked)
                        .limit(DRAWN)
                        .toList();
        Chart chart =
                bars(
                        "chart-similarity",
                        "Similarity of the applications",
                        "The first "
                                + ranked.size()
                                + ". The chance that a measurement of the trace is within a factor of two of"
                                + " the application's, as a geometric mean of the selected"
                                + " features by importance.",
                        ranked.stream().map(ApplicationsPage::label).toList(),
                        ranked.stream().mapToDouble(ApplicationMatch::similarity).toArray(),
                        "Similarity");
        return new Section(
                "applications",
                "Applications",
                "The most similar first; those selected, the best of each class, are marked. "
                        + ESTIMATED
                        + " stands before a figure that rests on an estimate: nobody measured what"
                        + " the application does there.",
                List.of(chart),
                List.of(ranking()));
    }

    private static String label(ApplicationMatch match) {
        return match.application().name() + " (" + className(match.application()) + ")";
    }

    private static String className(Application application) {
        return application.taskClass().label();
    }

    /** Similarity in all and in each selected feature. */
    private DataTable ranking() {
        List<DataTable.Column> columns =
                new ArrayList<>(
                        List.of(
                                DataTable.Column.text("Application"),
                                DataTable.Column.text("Class"),
                                DataTable.Column.number("Similarity"),
                                DataTable.Column.number("Compared")));
        for (FeatureDensity density : selection.densities()) {
            columns.add(DataTable.Column.number(density.feature().description()));
        }
        DataTable.Builder table =
                new DataTable.Builder("similarity, in all and by selected feature", columns);
        for (ApplicationMatch match : selection.matches()) {
            List<String> cells =
                    new ArrayList<>(
                            List.of(
                                    match.application().name(),
                                    className(match.application()),
                                    match.isRanked() ? Amounts.share(match.similarity()) : ABSENT,
                                    Amounts.share(match.known())));
            selection.densities().forEach(density -> cells.add(similarity(match, density)));
            table.row(match.isSelected(), cells);
        }
        return table.build();
    }

    private static String similarity(ApplicationMatch match, FeatureDensity density) {
        Double similarity = match.features().get(density.feature());
        if (similarity == null) {
            return ABSENT;
        }
        boolean isEstimate = match.application().estimated().contains(density.feature());
        return (isEstimate ? ESTIMATED : "") + Amounts.share(similarity);
    }

    private Section sources() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "all applications of the pool; those selected are marked",
                        DataTable.Column.text("Application"),
                        DataTable.Column.text("Source"),
                        DataTable.Column.text("Estimated"));
        for (ApplicationMatch match : selection.matches()) {
            Application application = match.application();
            String estimated =
                    application.estimated().stream()
                            .sorted()
                            .map(each -> each.description())
                            .collect(Collectors.joining(", "));
            table.row(
                    match.isSelected(),
                    List.of(
                            application.name(),
                            application.source(),
                            estimated.isEmpty() ? "nothing" : estimated));
        }
        return new Section(
                "sources",
                "Where the figures are from",
                "Figures of applications are from where the pool says, or estimates.",
                List.of(),
                List.of(table.build()));
    }

    private static Chart bars(
            String id,
            String title,
            String caption,
            List<String> names,
            double[] shares,
            String axis) {
        double[] rows = IntStream.range(0, shares.length).asDoubleStream().toArray();
        String alt =
                IntStream.range(0, shares.length)
                        .mapToObj(i -> names.get(i) + " " + Amounts.share(shares[i]))
                        .collect(Collectors.joining(", ", "Bar chart: ", "."));
        List<View> views =
                names.isEmpty()
                        ? List.of()
                        : List.of(
                                new View(
                                        axis,
                                        alt,
                                        Axis.value(axis, "share").from(0),
                                        Axis.categories(names),
                                        false,
                                        null,
                                        List.of(
                                                Series.of(
                                                        axis,
                                                        "bar",
                                                        "a",
                                                        Chart.pairs(shares, rows))),
                                        List.of(),
                                        null));
        return new Chart(id, title, caption, names.size() > 6, views, List.of());
    }
}
