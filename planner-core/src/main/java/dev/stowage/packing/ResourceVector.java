package dev.stowage.packing;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * Amounts of the resources of a problem, in their order; exact integers, each at least 0.
 * Immutable. In JSON a list of numbers.
 */
public final class ResourceVector {
    private final long[] amounts;

    private ResourceVector(long[] amounts) {
        this.amounts = amounts;
    }

    /** These amounts. */
    @JsonCreator
    public static ResourceVector of(long... amounts) {
        for (long amount : amounts) {
            Check.notNegative("amount", amount);
        }
        return new ResourceVector(amounts.clone());
    }

    /** Number of resources. */
    public int size() {
        return amounts.length;
    }

    /** Amount of a resource. */
    public long get(int resource) {
        return amounts[resource];
    }

    /** All amounts, a copy. */
    @JsonValue
    public long[] toArray() {
        return amounts.clone();
    }

    /** True if {@code other} is at most this in every resource. */
    public boolean covers(ResourceVector other) {
        for (int r = 0; r < amounts.length; r++) {
            if (other.amounts[r] > amounts[r]) {
                return false;
            }
        }
        return true;
    }

    /** Both together. */
    public ResourceVector plus(ResourceVector other) {
        long[] sum = amounts.clone();
        for (int r = 0; r < sum.length; r++) {
            sum[r] = Math.addExact(sum[r], other.amounts[r]);
        }
        return new ResourceVector(sum);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceVector that && Arrays.equals(amounts, that.amounts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return Arrays.toString(amounts);
    }
}
