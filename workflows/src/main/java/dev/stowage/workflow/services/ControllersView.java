package dev.stowage.workflow.services;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.basis.Progress;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.skynet.ObjectiveResult;
import dev.stowage.sim.skynet.ObjectiveResult.Window;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code controllers.json} says: services with objectives under several controllers. The same
 * bytes for the same input and seed.
 *
 * @param formatVersion of the file
 * @param name of the services
 * @param servers as typed
 * @param seed root of all random numbers
 * @param replications of each controller
 * @param durationSeconds of a run
 * @param applications copies of all services
 * @param level confidence level of each interval by itself, and of all verdicts on differences from
 *     the best together
 * @param best controller with the least mean share of violated application-seconds, ties to the
 *     first; not the oracle, unless it is alone
 * @param controllers in the order asked for
 * @param notes what a person should know, one sentence each
 */
public record ControllersView(
        int formatVersion,
        String name,
        String servers,
        long seed,
        int replications,
        int durationSeconds,
        int applications,
        double level,
        String best,
        List<Outcome> controllers,
        List<String> notes) {
    /** Name of the file in a directory of such a study. */
    public static final String FILE = "controllers.json";

    private static final int FORMAT_VERSION = 1;
    private static final double LEVEL = 0.95;
    private static final String ORACLE = "oracle"; // nobody could deploy it

    /** A mean, with the interval of the median; null where replications are too few for one. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Mean(double mean, @Nullable Double medianLower, @Nullable Double medianUpper) {}

    /**
     * A difference from the best, paired by replication.
     *
     * @param more replications in which it has more violations than the best
     * @param less replications in which it has less
     * @param isSignificant true if that is none by chance alone at the level (sign test)
     */
    public record FromBest(double mean, int more, int less, boolean isSignificant) {}

    /** A service: the share of its application-seconds below an objective. */
    public record ServiceOutcome(String service, double violatedShare) {}

    /**
     * What one controller came to: means over replications; windows are of the first one.
     *
     * @param controller as it was asked for, every parameter said
     * @param violatedShare application-seconds below an objective
     * @param againstBest difference from the best; null for the best, or with one replication
     * @param secondsBelowShare seconds in which the mean performance, none above 1, is below 0.95
     * @param cpuUsedShare CPU in use, of all servers
     * @param meanError of relative performance from 1; null without a controller
     * @param overprovision of CPU, memory, I/O and network: amount by need, less 1; null where
     *     nobody needs it, empty without a controller
     * @param backSeconds from a jump of load to the objective; null without jumps or controller
     * @param migrations applications moved in a run
     * @param refused wishes in a run that no server had room for
     * @param servers with applications
     * @param containers of an application
     * @param waitedShare application-seconds of those that ran nowhere
     * @param cycling most applications in a run whose amounts went up and down under a load that
     *     stood still
     * @param services one by one
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Outcome(
            String controller,
            Mean violatedShare,
            @Nullable FromBest againstBest,
            double secondsBelowShare,
            double cpuUsedShare,
            @Nullable Double meanError,
            List<@Nullable Double> overprovision,
            @Nullable Double backSeconds,
            double migrations,
            double refused,
            double servers,
            double containers,
            double waitedShare,
            int cycling,
            List<ServiceOutcome> services,
            List<Window> windows) {
        /** Its name, without parameters. */
        @JsonIgnore
        String plain() {
            return controller.replaceFirst("\\[.*", "");
        }
    }

    public ControllersView {
        controllers = List.copyOf(controllers);
        notes = List.copyOf(notes);
    }

    /**
     * Runs a study.
     *
     * @param servers as typed
     */
    public static ControllersView of(ControllerStudy study, String servers, Progress progress) {
        List<List<ObjectiveResult>> results = study.run(progress);
        List<double[]> violated =
                results.stream()
                        .map(
                                runs ->
                                        runs.stream()
                                                .mapToDouble(ObjectiveResult::violatedShare)
                                                .toArray())
                        .toList();
        double[] means = violated.stream().mapToDouble(each -> Arrays.stream(each).sum()).toArray();
        int best = best(study.controllers(), means);
        int pairs = Math.max(1, results.size() - 1);
        double levelOfEach = 1 - (1 - LEVEL) / pairs; // Bonferroni
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Difference difference =
                    i == best || study.replications() == 1
                            ? null
                            : Difference.paired(violated.get(i), violated.get(best), levelOfEach);
            outcomes.add(
                    outcome(
                            study.controllers().get(i).toString(),
                            study.file().services().services(),
                            results.get(i),
                            difference));
        }
        return new ControllersView(
                FORMAT_VERSION,
                study.file().name(),
                servers,
                study.seed(),
                study.replications(),
                study.file().durationSeconds(),
                study.file().services().count(),
                LEVEL,
                study.controllers().get(best).toString(),
                outcomes,
                notes(study));
    }

    private static List<String> notes(ControllerStudy study) {
        List<String> notes = new ArrayList<>(study.file().notes());
        boolean isCompared = study.controllers().size() > 1;
        if (isCompared && study.replications() == 1 && study.file().disturbance().isDrawn()) {
            notes.add(
                    "One replication of what is drawn: another one may put controllers in another"
                            + " order. --replications 10 says which differences are none by chance"
                            + " alone.");
        }
        return notes;
    }

    /** The one with the least mean, ties to the first; the oracle only if it is alone. */
    private static int best(List<PolicySpec> controllers, double[] means) {
        return IntStream.range(0, means.length)
                .filter(i -> means.length == 1 || !controllers.get(i).name().equals(ORACLE))
                .reduce((a, b) -> means[b] < means[a] ? b : a)
                .orElseThrow();
    }

    private static Outcome outcome(
            String controller,
            List<Service> services,
            List<ObjectiveResult> runs,
            @Nullable Difference difference) {
        MedianInterval violated =
                MedianInterval.of(
                        runs.stream().mapToDouble(ObjectiveResult::violatedShare).toArray(), LEVEL);
        List<ServiceOutcome> each = new ArrayList<>();
        for (int s = 0; s < services.size(); s++) {
            int service = s;
            each.add(
                    new ServiceOutcome(
                            services.get(s).name(),
                            mean(runs, run -> run.services().get(service))));
        }
        List<@Nullable Double> over = new ArrayList<>();
        for (int r = 0; r < runs.get(0).overprovision().size(); r++) {
            int resource = r;
            over.add(finite(mean(runs, run -> run.overprovision().get(resource))));
        }
        return new Outcome(
                controller,
                new Mean(violated.mean(), violated.lower(), violated.upper()),
                difference == null
                        ? null
                        : new FromBest(
                                difference.mean(),
                                difference.more(),
                                difference.less(),
                                difference.isSignificant()),
                mean(runs, ObjectiveResult::secondsBelowShare),
                mean(runs, ObjectiveResult::cpuUsedShare),
                finite(mean(runs, ObjectiveResult::meanError)),
                over,
                finite(mean(runs, ObjectiveResult::meanBackSeconds)),
                mean(runs, ObjectiveResult::migrations),
                mean(runs, ObjectiveResult::refused),
                mean(runs, ObjectiveResult::meanServers),
                mean(runs, ObjectiveResult::meanContainers),
                mean(runs, ObjectiveResult::waitedShare),
                runs.stream().mapToInt(ObjectiveResult::cycling).max().orElse(0),
                each,
                runs.get(0).windows());
    }

    private static double mean(
            List<ObjectiveResult> runs, ToDoubleFunction<ObjectiveResult> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** The outcome of the best. */
    @JsonIgnore
    public Outcome bestOutcome() {
        return controllers.stream()
                .filter(each -> each.controller().equals(best))
                .findFirst()
                .orElseThrow();
    }

    /** A controller without its parameters, unless another one here has the same name. */
    public String label(Outcome outcome) {
        long alike =
                controllers.stream().filter(each -> each.plain().equals(outcome.plain())).count();
        return alike == 1 ? outcome.plain() : outcome.controller();
    }

    /** The headline: who violates least. */
    @JsonIgnore
    public String verdict() {
        Outcome least = bestOutcome();
        Mean violated = least.violatedShare();
        String interval =
                violated.medianLower() == null || violated.medianUpper() == null
                        ? ""
                        : " (median run "
                                + Figures.share(violated.medianLower())
                                + " to "
                                + Figures.share(violated.medianUpper())
                                + ")";
        return (controllers.size() == 1 ? "Under " : "Least violated under ")
                + label(least)
                + (controllers.size() == 1 ? " " : ": ")
                + Figures.share(violated.mean())
                + " of application-seconds"
                + (controllers.size() == 1 ? " are below an objective" : "")
                + interval
                + ", on "
                + servers(least)
                + ".";
    }

    /** What the others violate more or less, and whether that may be chance. */
    public List<String> comparisons() {
        List<String> sentences = new ArrayList<>();
        for (Outcome each : controllers) {
            FromBest from = each.againstBest();
            if (from != null) {
                boolean isMore = from.mean() >= 0;
                String word = isMore ? "more" : "less";
                sentences.add(
                        label(each)
                                + " has "
                                + Figures.number(Math.abs(100 * from.mean()))
                                + " points "
                                + word
                                + " on average, and "
                                + word
                                + " in "
                                + (isMore ? from.more() : from.less())
                                + " of "
                                + replications
                                + " replications"
                                + ", on "
                                + servers(each)
                                + (from.isSignificant() ? "." : ": that may be chance."));
            }
        }
        return sentences;
    }

    private static String servers(Outcome outcome) {
        return String.format(Locale.ROOT, "%.1f servers", outcome.servers());
    }
}
