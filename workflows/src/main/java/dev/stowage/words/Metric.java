package dev.stowage.words;

/**
 * A metric of an objective in words.
 *
 * @param name as in a scenario: {@code pendingSeconds.p99}
 * @param label for a table: {@code Pending time, 99th percentile}
 * @param unit {@code s}, {@code share} or {@code tasks}
 */
public record Metric(String name, String label, String unit) {
    public static Metric of(String name) {
        int dot = name.indexOf('.');
        String group = dot < 0 ? name : name.substring(0, dot);
        String statistic = dot < 0 ? "" : ", " + statistic(name.substring(dot + 1));
        return switch (group) {
            case "pendingSeconds" -> new Metric(name, "Pending time" + statistic, "s");
            case "cpuAllocated" -> new Metric(name, "CPU given to tasks" + statistic, "share");
            case "memoryAllocated" ->
                    new Metric(name, "Memory given to tasks" + statistic, "share");
            case "cpuUsed" -> new Metric(name, "CPU used by tasks" + statistic, "share");
            case "slowdown" -> new Metric(name, "Slowdown" + statistic, "");
            case "rejected" -> new Metric(name, "Rejected tasks", "tasks");
            case "pending" -> new Metric(name, "Tasks still waiting at the end", "tasks");
            default -> new Metric(name, name, "");
        };
    }

    /** Inside a sentence, after "the": {@code 99th percentile of the pending time}. */
    public String inSentence() {
        int comma = label.indexOf(", ");
        String subject = comma < 0 ? label : label.substring(0, comma);
        boolean isAcronym = Character.isUpperCase(subject.charAt(1));
        String lower =
                isAcronym
                        ? subject
                        : Character.toLowerCase(subject.charAt(0)) + subject.substring(1);
        if (comma < 0) {
            return lower.startsWith("rejected") || lower.startsWith("tasks")
                    ? "number of " + lower
                    : lower;
        }
        String statistic = label.substring(comma + 2);
        return statistic.contains("percentile")
                ? statistic + " of the " + lower
                : statistic + " " + lower;
    }

    private static String statistic(String key) {
        return switch (key) {
            case "p50" -> "median";
            case "p90", "p95", "p99" -> key.substring(1) + "th percentile";
            case "max" -> "longest";
            default -> key;
        };
    }
}
