package dev.stowage.catalog;

import dev.stowage.basis.InputException.Issue;

/**
 * What is wrong with one row, or why it is left out.
 *
 * @param reason which kind of problem
 * @param place file and line
 * @param row provider, region and type as far as they are known
 * @param found what the row says
 * @param expected what it should say
 */
public record Problem(Reason reason, String place, String row, String found, String expected) {
    /** As an error of the input. */
    public Issue issue() {
        return new Issue(place, found, expected, null);
    }
}
