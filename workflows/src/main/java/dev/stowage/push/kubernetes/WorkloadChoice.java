package dev.stowage.push.kubernetes;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Workloads by name: those of {@code only}, without those of {@code except}. A pattern is a
 * namespace ({@code shop}), a workload ({@code shop/Deployment/web}) or has {@code *} for any text.
 */
public record WorkloadChoice(List<String> only, List<String> except) implements Predicate<String> {
    /** All of them. */
    public static final WorkloadChoice ALL = new WorkloadChoice(List.of(), List.of());

    public WorkloadChoice {
        only = List.copyOf(only);
        except = List.copyOf(except);
    }

    /** Of patterns joined by commas; empty texts are none. */
    public static WorkloadChoice of(String only, String except) {
        return new WorkloadChoice(patterns(only), patterns(except));
    }

    private static List<String> patterns(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    @Override
    public boolean test(String workload) {
        return (only.isEmpty() || matches(only, workload)) && !matches(except, workload);
    }

    private static boolean matches(List<String> patterns, String workload) {
        return patterns.stream().anyMatch(each -> pattern(each).matcher(workload).matches());
    }

    private static Pattern pattern(String text) {
        String any =
                Arrays.stream(text.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(text.contains("/") ? any : any + "/.*");
    }
}
