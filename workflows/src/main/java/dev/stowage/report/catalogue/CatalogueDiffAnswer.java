package dev.stowage.report.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.catalog.CatalogueDiff;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which prices moved from one catalogue to another.
 *
 * @param run null if nobody said what runs
 */
public record CatalogueDiffAnswer(
        String before,
        String after,
        int compared,
        List<Move> moves,
        List<String> added,
        List<String> gone,
        int spotMoves,
        int commitmentMoves,
        List<String> resized,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Run run) {
    /** Of what two catalogues, so named, differ in. */
    public static CatalogueDiffAnswer of(
            String before, String after, CatalogueDiff diff, @Nullable List<String> rowsLeftOut) {
        return new CatalogueDiffAnswer(
                before,
                after,
                diff.compared(),
                diff.moves().stream().map(Move::of).toList(),
                diff.added(),
                diff.gone(),
                diff.spotMoves(),
                diff.commitmentMoves(),
                diff.resized(),
                rowsLeftOut == null ? null : Run.of(diff, rowsLeftOut));
    }

    /** A price on demand that moved, by a share of what it was; for hours of a bill that is USD. */
    public record Move(
            String provider,
            String region,
            String type,
            BigDecimal usdPerHourBefore,
            BigDecimal usdPerHourAfter,
            double share,
            double hours,
            double usd) {
        private static Move of(CatalogueDiff.Move move) {
            return new Move(
                    move.after().type().provider(),
                    move.after().region(),
                    move.after().type().name(),
                    move.before().usdPerHour(),
                    move.after().usdPerHour(),
                    move.share(),
                    move.hours(),
                    move.usd());
        }
    }

    /** What somebody runs, at the prices of both. */
    public record Run(
            double vmHours,
            double usdBefore,
            double usdAfter,
            Set<String> unpriced,
            List<String> rowsLeftOut) {
        private static Run of(CatalogueDiff diff, List<String> rowsLeftOut) {
            return new Run(
                    diff.run().hours(),
                    diff.run().usdBefore(),
                    diff.run().usdAfter(),
                    diff.unpriced(),
                    rowsLeftOut);
        }
    }
}
