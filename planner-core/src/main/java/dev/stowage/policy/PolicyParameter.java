package dev.stowage.policy;

import dev.stowage.basis.Check;

/**
 * An integer parameter of a policy; what help texts, schemas and error messages say of it derives
 * from here.
 *
 * @param name as spelled on the command line
 * @param defaultValue used when it is not given
 * @param low smallest value allowed
 * @param high largest value allowed
 * @param help what it does, one sentence
 */
public record PolicyParameter(String name, int defaultValue, int low, int high, String help) {
    public PolicyParameter {
        Check.notBlank("name", name);
        Check.inRange("defaultValue", defaultValue, low, high);
    }
}
