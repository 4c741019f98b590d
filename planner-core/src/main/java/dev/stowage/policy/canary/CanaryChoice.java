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
 * times their number counts; where no canary is alike, the input's own are held to the rest of it,
 * so that it is profiled on a part that has its variance. The test assumes normal values.
 *
 * @param tested every canary of every known input, in their order
 * @param best place in {@code tested} of the largest p-value among the similar ones, or among all
 *     if none is
 * @param own where none is similar, those of the input itself beside the rest of it; else none
 * @param bestOwn place in {@code own} of the largest p-value among the similar ones; -1 if none is
 */
public record CanaryChoice(List<Tested> tested, int best, List<Tested> own, int bestOwn) {
    /**
     * Records with which a canary says something: of so many, beside 1,000, a variance that is four
     * times as large or a quarter is found in nine of ten cases, as one of five canaries at 5 %
     * together. With two it is found as often as one that is the same. Ours.
     */
    public static final int LEAST_RECORDS = 20;

    public CanaryChoice {
        tested = List.copyOf(tested);
        own = List.copyOf(own);
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
     * Tests all canaries that are large enough.
     *
     * @param known inputs whose canaries have profiles, with the columns of the new one
     * @param most records drawn of each side, at least {@link #LEAST_RECORDS}
     * @param alpha probability of rejecting any canary that has the variance of the input
     * @throws IllegalArgumentException if the input or all canaries are too small
     */
    public static CanaryChoice of(
            CanaryInput input, List<CanaryInput> known, int most, double alpha, long seed) {
        List<Canary> canaries = known.stream().flatMap(each -> canaries(each).stream()).toList();
        if (canaries.isEmpty() || Math.min(most, input.records()) < LEAST_RECORDS) {
            throw new IllegalArgumentException(
                    "too few records: input and canary have at least " + LEAST_RECORDS);
        }
        Draws draws = new Draws(input, most, seed);
        List<Tested> tested = judged(draws.ofKnown(canaries), alpha);
        int best = best(tested);
        if (tested.get(best).isSimilar()) {
            return new CanaryChoice(tested, best, List.of(), -1);
        }
        List<Tested> own = judged(draws.ofOwn(canaries(input)), alpha);
        boolean hasLike = own.stream().anyMatch(Tested::isSimilar);
        return new CanaryChoice(tested, best, own, hasLike ? best(own) : -1);
    }

    /** The canaries of an input that are large enough to say something. */
    public static List<Canary> canaries(CanaryInput input) {
        return Canary.PARTS.stream()
                .map(part -> new Canary(input, part))
                .filter(each -> each.places().length >= LEAST_RECORDS)
                .toList();
    }

    private static List<Tested> judged(List<Tested> raw, double alpha) {
        boolean[] rejected =
                HolmBonferroni.rejected(raw.stream().mapToDouble(Tested::pValue).toArray(), alpha);
        return IntStream.range(0, raw.size())
                .mapToObj(i -> with(raw.get(i), !rejected[i]))
                .toList();
    }

    private static int best(List<Tested> tested) {
        return IntStream.range(0, tested.size())
                .boxed()
                .max(
                        Comparator.comparing((Integer i) -> tested.get(i).isSimilar())
                                .thenComparing(i -> tested.get(i).pValue())
                                .thenComparing(i -> tested.get(i).canary().part())
                                .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
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

    /** Records of an input and of canaries, at random. */
    private record Draws(CanaryInput input, int most, long seed) {
        List<Tested> ofKnown(List<Canary> canaries) {
            int[] drawn = drawn(IntStream.range(0, input.records()).toArray(), "input");
            return IntStream.range(0, canaries.size())
                    .mapToObj(i -> tested(drawn, canaries.get(i), "canary " + i))
                    .toList();
        }

        /** Canaries of the input itself, each beside records that are not in it. */
        List<Tested> ofOwn(List<Canary> canaries) {
            List<Tested> tested = new ArrayList<>();
            for (Canary canary : canaries) {
                boolean[] isIn = new boolean[input.records()];
                Arrays.stream(canary.places()).forEach(place -> isIn[place] = true);
                int[] rest = IntStream.range(0, isIn.length).filter(i -> !isIn[i]).toArray();
                String name = "own " + canary.part();
                tested.add(tested(drawn(rest, "beside " + name), canary, name));
            }
            return tested;
        }

        private Tested tested(int[] ofInput, Canary canary, String name) {
            int[] places = canary.places();
            int records = places.length;
            int[] theirs = drawn(places, name);
            Tested worst = null;
            int columns = input.columns().size();
            for (int k = 0; k < columns; k++) {
                VarianceRatio ratio =
                        VarianceRatio.of(input.at(k, ofInput), canary.input().at(k, theirs));
                double p = Math.min(1, ratio.pValue() * columns);
                if (worst == null || p < worst.pValue()) {
                    String column = input.columns().get(k);
                    worst = new Tested(canary, records, column, ratio.statistic(), p, false);
                }
            }
            if (worst == null) {
                throw new IllegalStateException("an input without columns");
            }
            return worst;
        }

        /** Different places. */
        private int[] drawn(int[] places, String stream) {
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
    }

    /** The canary that the input is most like. */
    public Tested chosen() {
        return tested.get(best);
    }
}
