package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a bill begins, and in which forms it is wanted. */
final class BillFlags {
    @Option(
            names = "--start",
            order = 62,
            paramLabel = "DAY",
            description =
                    "First day of the demand, as 2027-01-01: bills are then cut into the months of"
                            + " the calendar (default: months of 730 h).")
    private @Nullable String start;

    @Option(
            names = "--focus",
            order = 62,
            description =
                    "Write the bill in the columns of FOCUS 1.2 too: focus.csv; needs --start.")
    private boolean isFocus;

    /** The first day; empty if it was not said. */
    Optional<LocalDate> start(CommonOptions common) {
        if (start == null) {
            if (isFocus) {
                throw common.usage("--focus: found without --start, expected the first day too");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(start));
        } catch (DateTimeParseException e) {
            throw common.usage("--start: found " + start + ", expected a day as 2027-01-01");
        }
    }

    boolean isFocus() {
        return isFocus;
    }
}
