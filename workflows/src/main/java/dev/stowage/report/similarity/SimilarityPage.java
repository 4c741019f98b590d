package dev.stowage.report.similarity;

import dev.stowage.model.TaskClass;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.HeatMap;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.Ticks;
import dev.stowage.report.TimeAxis;
import dev.stowage.similarity.Comparison;
import dev.stowage.similarity.JointParameter;
import dev.stowage.similarity.Marginal;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.similarity.SimilarityResult;
import dev.stowage.similarity.Verdict;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a comparison of two workloads: one HTML file with the distributions of each
 * parameter laid over each other, arrivals at four scales, rank correlations and utilisation over
 * time. The same comparison gives the same bytes.
 */
public final class SimilarityPage {
    private final Comparison comparison;
    private final @Nullable ReplayPair replay;
    private final @Nullable Verdict verdict;

    private final SimilarityResult result;

    private SimilarityPage(SimilarityResult result) {
        this.result = result;
        this.comparison = result.comparison();
        this.replay = result.replay();
        this.verdict = result.verdict();
    }

    /**
     * The text of the page.
     *
     * @param provenance what a reader should know of how it was made, by name
     */
    public static String html(SimilarityResult result, Map<String, String> provenance) {
        SimilarityView view = new SimilarityPage(result).view(provenance);
        return ReportPage.render("similarity.jte", view.allCharts(), Map.of("view", view));
    }

    private SimilarityView view(Map<String, String> provenance) {
        List<Fact> facts = new ArrayList<>();
        provenance.forEach((label, value) -> facts.add(new Fact(label, value)));
        return new SimilarityView(
                comparison.second().name() + " beside " + comparison.first().name(),
                headline(),
                verdict == null ? "" : SimilarityTables.verdict(verdict),
                verdict != null && verdict.isMet(),
                SimilarityTables.of(result),
                sections(),
                ranksLede(),
                ranks(),
                replayLede(),
                replay == null ? List.of() : List.of(SimilarityTables.replay(replay)),
                replay == null ? List.of() : List.of(utilisation(replay)),
                facts);
    }

    private String headline() {
        List<Double> similarities = new ArrayList<>();
        double most = -1;
        String what = "";
        for (Marginal each : comparison.marginals()) {
            if (each.distance() != null) {
                similarities.add(each.distance().similarity());
                if (each.distance().ks() > most) {
                    most = each.distance().ks();
                    what = each.taskClass().label() + " " + each.parameter().key();
                }
            }
        }
        double mean =
                similarities.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        return similarities.isEmpty()
                ? "Nothing that both sides have."
                : "Furthest apart are "
                        + what
                        + ", by KS "
                        + Figures.number(most)
                        + " (0 is alike, 1 apart). The mean similarity of "
                        + Amounts.counted(similarities.size(), "histogram")
                        + " is "
                        + Amounts.share(mean)
                        + ".";
    }

    private List<SimilarityView.Section> sections() {
        List<SimilarityView.Section> sections = new ArrayList<>();
        for (TaskClass taskClass : TaskClass.values()) {
            List<Chart> charts =
                    comparison.marginals().stream()
                            .filter(each -> each.taskClass() == taskClass)
                            .map(MarginalChart::of)
                            .toList();
            if (!charts.isEmpty()) {
                boolean isBatch = taskClass == TaskClass.BATCH;
                sections.add(
                        new SimilarityView.Section(
                                isBatch ? "batch" : "user-facing",
                                isBatch ? "Batch jobs" : "User-facing jobs",
                                "Histograms are on the bins of the trace. Buttons change to"
                                        + " distribution functions, and to quantiles against"
                                        + " quantiles.",
                                charts));
            }
        }
        sections.add(
                new SimilarityView.Section(
                        "arrivals",
                        "Job arrivals",
                        "As many spans at each scale: a Poisson process gets smoother from chart to"
                                + " chart, bursts do not.",
                        ArrivalCharts.of(comparison)));
        return sections;
    }

    private String ranksLede() {
        var largest = comparison.ranks().largest();
        String jobs =
                "Spearman's, over "
                        + Amounts.count(comparison.first().jobs().rows())
                        + " and "
                        + Amounts.counted(comparison.second().jobs().rows(), "job")
                        + "; two samples of so many of which nothing is correlated differ by more"
                        + " than "
                        + Amounts.decimal(comparison.ranks().noise())
                        + " in one case of twenty.";
        return largest == null
                ? jobs + " No pair is known on both sides."
                : jobs
                        + " The largest difference is "
                        + Amounts.decimal(largest.value())
                        + ", between "
                        + name(largest.one())
                        + " and "
                        + name(largest.other())
                        + ".";
    }

    private static String name(JointParameter parameter) {
        return switch (parameter) {
            case CLASS -> "class";
            case PRIORITY -> "priority";
            case TASKS -> "tasks of a job";
            case DURATION -> "task duration";
            case CPU -> "CPU";
            case MEMORY -> "memory";
            case GPU -> "GPUs";
        };
    }

    private List<HeatMap> ranks() {
        List<String> names =
                comparison.ranks().parameters().stream().map(SimilarityPage::name).toList();
        double[][] one = comparison.ranks().first();
        double[][] other = comparison.ranks().second();
        double[][] difference = new double[one.length][one.length];
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < one.length; j++) {
                difference[i][j] = other[i][j] - one[i][j];
            }
        }
        String first = comparison.first().name();
        String second = comparison.second().name();
        return List.of(
                HeatMap.of("ranks-trace", "Trace", "In " + first + ".", names, one, 1),
                HeatMap.of("ranks-workload", "Workload", "In " + second + ".", names, other, 1),
                HeatMap.of(
                        "ranks-difference",
                        "Workload minus trace",
                        "Blue where things go together more in the workload, orange where less.",
                        names,
                        difference,
                        1));
    }

    private String replayLede() {
        if (replay == null) {
            return "Not replayed: the tasks of the two cover no common time.";
        }
        String because = replay.chosenBecause().isEmpty() ? "" : ": " + replay.chosenBecause();
        return "Replayed on " + replay.servers() + because + ".";
    }

    private static Chart utilisation(ReplayPair pair) {
        return new Chart(
                "chart-utilisation",
                "Utilisation over time",
                "Allocated share of the servers, in "
                        + Amounts.count(pair.first().cpu().length)
                        + " equal steps of the time that the tasks of both cover.",
                true,
                List.of(
                        level("CPU", pair, pair.first().cpu(), pair.second().cpu()),
                        level("Memory", pair, pair.first().memory(), pair.second().memory())),
                List.of());
    }

    private static View level(String name, ReplayPair pair, double[] first, double[] second) {
        double seconds = pair.window().lengthMicros() / 1e6;
        double step = Ticks.step("s", seconds);
        double high = Math.max(most(first), most(second));
        return new View(
                name,
                name + " utilisation of both sides over time.",
                Axis.value("Time since the start of the replay", "s")
                        .from(0)
                        .to(seconds)
                        .inSteps(step),
                Axis.value("Allocated share of " + name, "share").upTo(Math.max(0.01, high)),
                false,
                null,
                List.of(
                        steps(MarginalChart.FIRST, "area", "a", first, seconds),
                        steps(MarginalChart.SECOND, "line", "b", second, seconds)),
                List.of(),
                null);
    }

    private static double most(double[] levels) {
        return Arrays.stream(levels).max().orElse(0);
    }

    private static Series steps(
            String name, String kind, String tone, double[] levels, double seconds) {
        int n = levels.length;
        double[] x = IntStream.rangeClosed(0, n).mapToDouble(i -> i * seconds / n).toArray();
        return Series.of(name, kind, tone, Chart.pairs(x, TimeAxis.held(levels)))
                .stepped()
                .thinner();
    }
}
