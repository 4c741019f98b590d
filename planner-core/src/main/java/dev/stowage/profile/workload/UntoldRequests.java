package dev.stowage.profile.workload;

import dev.stowage.profile.Performance;

/**
 * Requests whose performance runs do not tell to a hundredth: with less of a resource than any run
 * had, say, or in other proportions.
 *
 * @param tasks with such a request
 * @param least performance index that one of them has by the fit; 1 if there is none
 * @param most that one of them may have by runs on no less of anything; 0 if there is none
 */
public record UntoldRequests(long tasks, double least, double most) {
    /** None. */
    public static final UntoldRequests NONE = new UntoldRequests(0, 1, 0);

    /**
     * With one more task; the same if its performance is told.
     *
     * @param least performance index that its request may have
     * @param most as above
     */
    public UntoldRequests with(double least, double most) {
        return most - least <= Performance.TOLD
                ? this
                : new UntoldRequests(
                        tasks + 1, Math.min(this.least, least), Math.max(this.most, most));
    }
}
