package dev.stowage.ingest.manifest;

/**
 * What a trace can say about one question.
 *
 * @param question as a command asks it: {@code replay}, {@code fit}, …
 * @param can how far it can answer
 * @param because the reason, with figures; one sentence
 * @param isAlarm true if an answer all the same would mislead, so that commands warn
 */
public record TraceAnswer(String question, Can can, String because, boolean isAlarm) {
    /** As a warning says it. */
    public String sentence() {
        return question + ": " + because + ".";
    }

    /** How far a trace can answer. */
    public enum Can {
        YES,
        PARTLY,
        NO
    }
}
