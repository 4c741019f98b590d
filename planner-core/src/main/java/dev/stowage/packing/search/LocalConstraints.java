package dev.stowage.packing.search;

import dev.stowage.packing.model.PackModel;
import org.optaplanner.core.api.score.buildin.hardmediumsoftlong.HardMediumSoftLongScore;
import org.optaplanner.core.api.score.stream.Constraint;
import org.optaplanner.core.api.score.stream.ConstraintCollectors;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.ConstraintProvider;
import org.optaplanner.core.api.score.stream.Joiners;
import org.optaplanner.core.api.score.stream.bi.BiConstraintStream;

/**
 * What a packing is judged by. Hard: capacity, attributes and pins, rules, moves. Medium: items
 * without a place, then the cost of servers in use. Soft: the sum of squared loads, without which
 * all packings of one cost would look alike; resources of a server used alike; fewer moves.
 */
public final class LocalConstraints implements ConstraintProvider {
    private static final long BROKEN = 1_000_000;
    private static final long MOVE = 1_000;

    @Override
    public Constraint[] defineConstraints(ConstraintFactory factory) {
        BiConstraintStream<LocalServer, LocalLoad> loads =
                factory.forEach(LocalUnit.class).groupBy(LocalUnit::place, LocalLoad.OF_UNITS);
        return new Constraint[] {
            loads.penalizeLong(
                            HardMediumSoftLongScore.ONE_HARD, (server, load) -> load.over(server))
                    .asConstraint("capacity"),
            factory.forEach(LocalUnit.class)
                    .filter(unit -> !unit.isAllowed())
                    .penalizeLong(HardMediumSoftLongScore.ONE_HARD, unit -> BROKEN)
                    .asConstraint("attributes and pins"),
            spread(factory),
            together(factory),
            moves(factory),
            factory.forEachIncludingNullVars(LocalUnit.class)
                    .filter(unit -> unit.server() == null)
                    .penalizeLong(HardMediumSoftLongScore.ONE_MEDIUM, LocalUnit::missing)
                    .asConstraint("items without a place"),
            loads.penalizeLong(HardMediumSoftLongScore.ONE_MEDIUM, (server, load) -> server.cost())
                    .asConstraint("cost"),
            loads.rewardLong(
                            HardMediumSoftLongScore.ONE_SOFT,
                            (server, load) -> load.squares(server))
                    .asConstraint("full servers"),
            loads.penalizeLong(
                            HardMediumSoftLongScore.ONE_SOFT,
                            (server, load) -> load.imbalance(server) / 100)
                    .asConstraint("balance"),
            factory.forEach(LocalUnit.class)
                    .penalizeLong(HardMediumSoftLongScore.ONE_SOFT, unit -> unit.moves() * MOVE)
                    .asConstraint("moves"),
        };
    }

    private static Constraint spread(ConstraintFactory factory) {
        return factory.forEach(LocalMember.class)
                .join(LocalUnit.class, Joiners.equal(LocalMember::unit, LocalUnit::number))
                .groupBy(
                        (member, unit) -> member.rule(),
                        (member, unit) -> member.place(unit.place()),
                        (member, unit) -> member.most(),
                        ConstraintCollectors.sum((member, unit) -> member.weight()))
                .filter((rule, place, most, count) -> count > most)
                .penalizeLong(
                        HardMediumSoftLongScore.ONE_HARD,
                        (rule, place, most, count) -> (count - most) * BROKEN)
                .asConstraint("spread");
    }

    private static Constraint together(ConstraintFactory factory) {
        return factory.forEach(LocalUnit.class)
                .filter(unit -> unit.group() != PackModel.NONE)
                .groupBy(
                        LocalUnit::group,
                        ConstraintCollectors.countDistinct(
                                (LocalUnit unit) -> unit.place().domain()))
                .filter((group, domains) -> domains > 1)
                .penalizeLong(
                        HardMediumSoftLongScore.ONE_HARD,
                        (group, domains) -> (domains - 1) * BROKEN)
                .asConstraint("together");
    }

    private static Constraint moves(ConstraintFactory factory) {
        return factory.forEach(LocalUnit.class)
                .filter(unit -> unit.maxMoves() != Long.MAX_VALUE)
                .groupBy(LocalUnit::maxMoves, ConstraintCollectors.sumLong(LocalUnit::moves))
                .filter((most, moves) -> moves > most)
                .penalizeLong(
                        HardMediumSoftLongScore.ONE_HARD, (most, moves) -> (moves - most) * BROKEN)
                .asConstraint("most moves");
    }
}
