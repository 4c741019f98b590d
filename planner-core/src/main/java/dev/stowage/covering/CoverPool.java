package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.jspecify.annotations.Nullable;

/**
 * What can be rented to cover a demand, without what never pays: a type is left out if as many of
 * another as it takes to replace one cost no more. On real catalogues four of five types go, among
 * them most larger sizes of a family, whose price is a multiple of that of the smallest.
 *
 * <p>Immutable. Making one costs O(n k) for n items of which k stay.
 */
public final class CoverPool {
    /** Cheapest first; of equal prices the one with more CPU, then more memory. */
    public static final Comparator<CoverItem> CHEAPEST =
            Comparator.comparingLong(CoverItem::nanoUsdPerHour)
                    .thenComparing(i -> -i.provides().cpuMicroCores())
                    .thenComparing(i -> -i.provides().memoryBytes());

    private final List<CoverItem> items;
    private final List<Dominated> dominated;
    private final List<? extends CustomSizes> custom;
    private final List<DualBound> bounds = new ArrayList<>();
    private final Resources unit;

    /**
     * Why an item can be left out.
     *
     * @param item the one left out
     * @param by which replaces it
     * @param copies how many of {@code by} cover what one {@code item} covers, for no more money
     */
    public record Dominated(CoverItem item, CoverItem by, long copies) {}

    private CoverPool(
            List<CoverItem> items, List<Dominated> dominated, List<? extends CustomSizes> custom) {
        this.items = List.copyOf(items);
        this.dominated = List.copyOf(dominated);
        this.custom = List.copyOf(custom);
        this.unit = new Resources(unit(Resources::cpuMicroCores), unit(Resources::memoryBytes));
        for (int n = 0; n <= items.size(); n++) {
            bounds.add(DualBound.of(items.subList(0, n), custom));
        }
    }

    /** A pool of items of fixed size. */
    public static CoverPool of(List<CoverItem> items) {
        return of(items, List.of());
    }

    /**
     * A pool of items of fixed size and of VMs that are cut to size.
     *
     * @throws IllegalArgumentException if there are neither
     */
    public static CoverPool of(List<CoverItem> items, List<? extends CustomSizes> custom) {
        if (items.isEmpty() && custom.isEmpty()) {
            throw new IllegalArgumentException("items and custom are empty, expected one of them");
        }
        List<CoverItem> sorted = new ArrayList<>(items);
        sorted.sort(CHEAPEST);
        List<CoverItem> kept = new ArrayList<>();
        List<Dominated> dominated = new ArrayList<>();
        for (CoverItem item : sorted) {
            Dominated reason = dominator(item, kept);
            if (reason == null) {
                kept.add(item);
            } else {
                dominated.add(reason);
            }
        }
        return new CoverPool(kept, dominated, custom);
    }

    private long unit(ToLongFunction<Resources> amount) {
        Stream<Resources> sizes = items.stream().map(CoverItem::provides);
        return Stream.concat(sizes, custom.stream().map(CustomSizes::unit))
                .mapToLong(amount)
                .reduce(0, ArithmeticUtils::gcd);
    }

    /** What CPU and memory of all sizes, custom ones too, are whole multiples of. */
    public Resources unit() {
        return unit;
    }

    /** The items that may pay, cheapest first. */
    public List<CoverItem> items() {
        return items;
    }

    /** The items left out, cheapest first, each with the reason. */
    public List<Dominated> dominated() {
        return dominated;
    }

    /** Sizes that are cut to the demand. */
    public List<? extends CustomSizes> custom() {
        return custom;
    }

    /**
     * The least that a demand can cost if VMs came in fractions.
     *
     * @param last index of the dearest item that may be used; −1 for none of fixed size
     */
    DualBound bound(int last) {
        return bounds.get(last + 1);
    }

    private static @Nullable Dominated dominator(CoverItem item, List<CoverItem> cheaper) {
        for (CoverItem by : cheaper) {
            long copies = by.countFor(item.provides());
            if (copies <= item.nanoUsdPerHour() / by.nanoUsdPerHour()) {
                return new Dominated(item, by, copies);
            }
        }
        return null;
    }
}
