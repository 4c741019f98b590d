package dev.stowage.covering;

import java.util.ArrayList;
import java.util.List;

/**
 * A place of an {@link IntervalProgramme}: what may be rented there, as columns.
 *
 * @param pool all that may pay there
 * @param columns all types, or those that fractions are taken of
 */
record IntervalPlace(CoverPool pool, List<Column> columns) {

    /** Relative distance from the hull of a relaxation within which a type is a corner of it. */
    private static final double CORNER = 1e-9;

    /** A VM, or a core of a custom size with so much memory. */
    record Column(double cores, double gib, double nanoUsd) {}

    /** A place with all types, in the order of its pool. */
    static IntervalPlace whole(CoverPool pool) {
        return new IntervalPlace(pool, pool.items().stream().map(IntervalPlace::column).toList());
    }

    /** A place with the types that fractions are taken of: the corners of the relaxation. */
    static IntervalPlace fractional(CoverPool pool) {
        DualBound bound = pool.bound(pool.items().size() - 1);
        List<Column> columns = new ArrayList<>();
        for (CoverItem item : pool.items()) {
            Column column = column(item);
            if (bound.nanoUsd(column.cores(), column.gib()) >= column.nanoUsd() * (1 - CORNER)) {
                columns.add(column);
            }
        }
        for (CustomSizes custom : pool.custom()) {
            columns.add(column(custom, custom.leastGibPerCore()));
            columns.add(column(custom, custom.mostGibPerCore()));
        }
        return new IntervalPlace(pool, columns);
    }

    private static Column column(CoverItem item) {
        return new Column(item.provides().cores(), item.provides().gib(), item.nanoUsdPerHour());
    }

    private static Column column(CustomSizes sizes, double gibPerCore) {
        return new Column(
                1, gibPerCore, sizes.nanoUsdPerCore() + gibPerCore * sizes.nanoUsdPerGib());
    }

    /**
     * Those of several places that others don't replace: a place is left out if for each of its
     * types another place has one that gives at least as much for no more.
     */
    static List<CoverPool> worthwhile(List<CoverPool> places) {
        List<CoverPool> kept = new ArrayList<>(places);
        for (CoverPool place : places) {
            if (kept.stream().anyMatch(by -> by != place && replaces(by, place))) {
                kept.remove(place);
            }
        }
        return kept;
    }

    private static boolean replaces(CoverPool by, CoverPool place) {
        return place.items().stream().allMatch(item -> hasFor(by, item))
                && place.custom().stream().allMatch(sizes -> hasFor(by, sizes));
    }

    private static boolean hasFor(CoverPool by, CoverItem item) {
        return by.items().stream()
                .anyMatch(
                        other ->
                                other.countFor(item.provides())
                                        <= item.nanoUsdPerHour() / other.nanoUsdPerHour());
    }

    private static boolean hasFor(CoverPool by, CustomSizes sizes) {
        return by.custom().stream()
                .anyMatch(
                        other ->
                                other.nanoUsdPerCore() <= sizes.nanoUsdPerCore()
                                        && other.nanoUsdPerGib() <= sizes.nanoUsdPerGib()
                                        && other.leastGibPerCore() <= sizes.leastGibPerCore()
                                        && other.mostGibPerCore() >= sizes.mostGibPerCore());
    }
}
