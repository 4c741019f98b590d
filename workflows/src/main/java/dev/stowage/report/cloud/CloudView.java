package dev.stowage.report.cloud;

import dev.stowage.report.Chart;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.AssumptionRow;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.PlanView.KeyFigure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the template of a comparison of deployments prints.
 *
 * @param headline the answer
 * @param advice to stay or to go
 * @param sentences what else somebody will ask first
 * @param figures numbers that somebody will quote
 * @param ranking all alternatives
 * @param steps the cheapest plan of so many types; none if no plan fits
 * @param time demand and what is there for it, and what that costs
 * @param mix VMs over time
 * @param unused shares that nobody needs
 * @param bill of the cheapest alternative
 * @param commitments none if nobody asked
 * @param sensitivity what would change the ranking
 * @param notes what a reader should know
 * @param assumptions what the answer rests on
 * @param facts what was asked
 */
public record CloudView(
        String name,
        String headline,
        String advice,
        List<String> sentences,
        List<KeyFigure> figures,
        String rankingLede,
        DataTable ranking,
        Optional<DataTable> steps,
        List<Chart> time,
        Chart mix,
        Chart unused,
        String billLede,
        DataTable bill,
        Optional<CommitmentView> commitments,
        String sensitivityLede,
        DataTable sensitivity,
        List<String> notes,
        List<AssumptionRow> assumptions,
        List<Fact> facts) {
    /** All charts, in the order of the page. */
    List<Chart> charts() {
        return Stream.concat(time.stream(), Stream.of(mix, unused)).toList();
    }
}
