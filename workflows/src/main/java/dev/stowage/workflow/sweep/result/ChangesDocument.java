package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What changed since an earlier sweep, as {@code sweep.json} has it; see {@link Changes}. */
record ChangesDocument(
        int joined,
        List<Need> capacity,
        List<String> reasons,
        List<String> added,
        List<String> vanished,
        List<String> recovered,
        List<String> lost,
        List<Figure> figures,
        @JsonInclude(Include.NON_NULL) @Nullable Explained explanation) {
    static ChangesDocument of(Changes changes) {
        return new ChangesDocument(
                changes.joined(),
                changes.needs().stream().map(Need::of).toList(),
                changes.reasons(),
                changes.added(),
                changes.vanished(),
                changes.recovered(),
                changes.lost(),
                changes.all().stream().map(Figure::of).toList(),
                changes.explanation().map(Explained::of).orElse(null));
    }

    /** How much is enough in a share of the cells. */
    record Need(String slice, String figure, double share, double before, double after) {
        static Need of(Changes.Need need) {
            return new Need(
                    need.slice(), need.figure(), CapacityNeed.OFTEN, need.before(), need.after());
        }
    }

    /** A changed figure of a cell; empty where there was, or is, none. */
    record Figure(String cell, String figure, String before, String after, String noise) {
        static Figure of(Changes.Change change) {
            return new Figure(
                    change.cell(),
                    change.figure(),
                    change.before(),
                    change.after(),
                    change.noise().text());
        }
    }

    /** Changed cells asked again with one input as it was. */
    record Explained(int cells, int asked, List<String> notChangedBack, List<Part> figures) {
        static Explained of(Explanation found) {
            return new Explained(
                    found.cells(),
                    found.asked(),
                    found.left(),
                    found.parts().stream().map(Part::of).toList());
        }
    }

    /** A figure of a cell, and what it is with that input as it was. */
    record Part(
            String cell,
            String figure,
            String before,
            String after,
            String input,
            String withInputAsBefore) {
        static Part of(Explanation.Part part) {
            return new Part(
                    part.change().cell(),
                    part.change().figure(),
                    part.change().before(),
                    part.change().after(),
                    part.input(),
                    part.with());
        }
    }
}
