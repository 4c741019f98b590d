package dev.stowage.applications;

/** Whether the measurements of a trace say something about a feature. */
public enum FeatureStatus {
    USED("used"),
    ABSENT("not in this trace"),
    FEW("fewer than " + FeatureObservations.MIN_OBSERVATIONS + " measurements have it"),
    RARE("fewer than half of the measurements have it"),
    CONSTANT("always the same");

    private final String reason;

    FeatureStatus(String reason) {
        this.reason = reason;
    }

    /** In words. */
    public String reason() {
        return reason;
    }
}
