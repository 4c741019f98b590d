package dev.stowage.push.kubernetes;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Workloads by name or label: those of {@code only}, without those of {@code except}. A pattern is
 * a namespace ({@code shop}), a workload ({@code shop/Deployment/web}) or a label ({@code
 * team=web}), and has {@code *} for any text.
 *
 * @param labels of each workload, as {@code key=value}; empty where they are not known
 */
public record WorkloadChoice(
        List<String> only, List<String> except, Map<String, Set<String>> labels)
        implements Predicate<String> {
    /** All of them. */
    public static final WorkloadChoice ALL = of("", "");

    public WorkloadChoice {
        only = List.copyOf(only);
        except = List.copyOf(except);
        labels = Map.copyOf(labels);
    }

    /** Of patterns joined by commas; empty texts are none. */
    public static WorkloadChoice of(String only, String except) {
        return new WorkloadChoice(patterns(only), patterns(except), Map.of());
    }

    private static List<String> patterns(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** True if a pattern is a label, so that labels have to be known. */
    public boolean hasLabels() {
        return Stream.concat(only.stream(), except.stream()).anyMatch(WorkloadChoice::isLabel);
    }

    private static boolean isLabel(String pattern) {
        return pattern.contains("=");
    }

    /** The same for workloads with these labels. */
    WorkloadChoice with(Map<String, Set<String>> known) {
        return new WorkloadChoice(only, except, known);
    }

    @Override
    public boolean test(String workload) {
        return (only.isEmpty() || matches(only, workload)) && !matches(except, workload);
    }

    private boolean matches(List<String> patterns, String workload) {
        Set<String> own = labels.get(workload);
        return patterns.stream()
                .anyMatch(
                        each ->
                                isLabel(each)
                                        ? own != null && own.stream().anyMatch(matching(each))
                                        : matching(each).test(workload));
    }

    private static Predicate<String> matching(String text) {
        return pattern(text).asMatchPredicate();
    }

    private static Pattern pattern(String text) {
        String any =
                Arrays.stream(text.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(text.contains("/") || isLabel(text) ? any : any + "/.*");
    }
}
