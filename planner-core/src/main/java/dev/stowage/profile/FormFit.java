package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One form fitted to the samples of an application, or the reason why it was not.
 *
 * @param form which one
 * @param performance the fitted function; empty if the form was refused
 * @param meanError mean absolute error at the samples that it was fitted to
 * @param leaveOneOutError mean absolute error at each sample of a fit to all the others; empty if
 *     one of these fits was refused
 * @param refusal why there is no function; empty if there is one
 */
public record FormFit(
        PerformanceForm form,
        Optional<Performance> performance,
        OptionalDouble meanError,
        OptionalDouble leaveOneOutError,
        Optional<String> refusal) {
    public FormFit {
        if (performance.isPresent() == refusal.isPresent()) {
            throw new IllegalArgumentException("a fit of " + form + " is either there or refused");
        }
    }

    static FormFit refused(PerformanceForm form, String reason) {
        return new FormFit(
                form,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(Check.notBlank("reason", reason)));
    }
}
