package dev.stowage.study.published;

import java.util.List;

/**
 * A publication's experiments, made anew.
 *
 * @param study name on the command line
 * @param source what was published, and where
 * @param assertions in the order of the publication
 * @param tables that were published cell by cell
 */
public record Reproduction(
        String study, String source, List<Assertion> assertions, List<PublishedTable> tables) {
    public Reproduction {
        assertions = List.copyOf(assertions);
        tables = List.copyOf(tables);
    }

    /** Assertions that held before and do no longer. */
    public List<Assertion> lost() {
        return assertions.stream().filter(Assertion::isLost).toList();
    }

    /** How many hold. */
    public long held() {
        return assertions.stream().filter(Assertion::isHeld).count();
    }
}
