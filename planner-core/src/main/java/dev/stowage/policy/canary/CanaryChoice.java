package dev.stowage.policy.canary;

import dev.stowage.basis.Seeds;
import dev.stowage.stats.HolmBonferroni;
import dev.stowage.stats.VarianceRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Which canary of the known inputs a new input is like: none whose variance differs by an F-test,
 * with all canaries tested together by Holm and Bonferroni. Source: Pliant, section IV-E.
 *
 * <p>Ours: up to {@code most} different records of each side are drawn, as the test takes them for
 * independent, and records that are drawn again are not; of several columns the smallest p-value
 * times their number counts. The test assumes normal values.
 *
 * @param tested every canary of every known input, in their order
 * @param best place in {@code tested} of the largest p-value among the similar ones, or among all
 *     if none is
 */
public record CanaryChoice(List<Tested> tested, int best) {
    public CanaryChoice {
        tested = List.copyOf(tested);
    }

    /**
     * A canary beside the new input.
     *
     * @param column whose variances differ most
     * @param statistic variance of the new input over that of the canary, of this column
     * @param pValue of the F-test, over all columns
     * @param isSimilar true if the test tells no difference
     */
    public record Tested(
            Canary canary,
            int records,
            String column,
            double statistic,
            double pValue,
            boolean isSimilar) {}

    /**
     * Tests all canaries of at least two records.
     *
     * @param known inputs whose canaries have profiles, with the columns of the new one
     * @param most records drawn of each side, at least 2
     * @param alpha probability of rejecting any canary that has the variance of the input
     * @throws IllegalArgumentException if there is no canary of two records
     */
    public static CanaryChoice of(
            CanaryInput input, List<CanaryInput> known, int most, double alpha, long seed) {
        List<Canary> canaries = new ArrayList<>();
        for (CanaryInput each : known) {
            for (int part : Canary.PARTS) {
                Canary canary = new Canary(each, part);
                if (canary.places().length > 1) {
                    canaries.add(canary);
                }
            }
        }
        if (canaries.isEmpty()) {
            throw new IllegalArgumentException(
                    "too few records: the largest canary, a 16th, has to hold two");
        }
        List<Tested> raw = new ArrayList<>();
        int[] own = drawn(IntStream.range(0, input.records()).toArray(), most, seed, "input");
        for (int i = 0; i < canaries.size(); i++) {
            raw.add(tested(input, own, canaries.get(i), most, seed, i));
        }
        boolean[] rejected =
                HolmBonferroni.rejected(raw.stream().mapToDouble(Tested::pValue).toArray(), alpha);
        List<Tested> tested =
                IntStream.range(0, raw.size())
                        .mapToObj(i -> with(raw.get(i), !rejected[i]))
                        .toList();
        int best =
                IntStream.range(0, tested.size())
                        .boxed()
                        .max(
                                Comparator.comparing((Integer i) -> tested.get(i).isSimilar())
                                        .thenComparing(i -> tested.get(i).pValue())
                                        .thenComparing(i -> tested.get(i).canary().part())
                                        .thenComparing(Comparator.reverseOrder()))
                        .orElseThrow();
        return new CanaryChoice(tested, best);
    }

    private static Tested with(Tested raw, boolean isSimilar) {
        return new Tested(
                raw.canary(),
                raw.records(),
                raw.column(),
                raw.statistic(),
                raw.pValue(),
                isSimilar);
    }

    private static Tested tested(
            CanaryInput input, int[] own, Canary canary, int most, long seed, int number) {
        int[] places = canary.places();
        int[] theirs = drawn(places, most, seed, "canary " + number);
        Tested worst = null;
        int columns = input.columns().size();
        for (int k = 0; k < columns; k++) {
            VarianceRatio ratio = VarianceRatio.of(input.at(k, own), canary.input().at(k, theirs));
            double p = Math.min(1, ratio.pValue() * columns);
            if (worst == null || p < worst.pValue()) {
                worst =
                        new Tested(
                                canary,
                                places.length,
                                input.columns().get(k),
                                ratio.statistic(),
                                p,
                                false);
            }
        }
        if (worst == null) {
            throw new IllegalStateException("an input without columns");
        }
        return worst;
    }

    /** Different places, at random. */
    private static int[] drawn(int[] places, int most, long seed, String stream) {
        int count = Math.min(most, places.length);
        RandomGenerator random = Seeds.stream(seed, "canaries " + stream, 0);
        for (int i = 0; i < count; i++) {
            int other = i + random.nextInt(places.length - i);
            int place = places[other];
            places[other] = places[i];
            places[i] = place;
        }
        return Arrays.copyOf(places, count);
    }

    /** The canary that the input is most like. */
    public Tested chosen() {
        return tested.get(best);
    }
}
