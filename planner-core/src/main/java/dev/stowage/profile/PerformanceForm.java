package dev.stowage.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The forms of {@link Performance}, in the order in which a tie is decided. */
public enum PerformanceForm {
    /** A saturating exponential for each resource, multiplied. */
    PRODUCT("a saturating exponential for each resource, multiplied"),
    /** Equation 2.1 of the thesis. */
    LOGISTIC("tanh of a weighted sum of the shares (equation 2.1)"),
    /** Steps between measured slices. */
    MONOTONE("steps: the most that was measured on a slice that is no larger"),
    /** The scarcest share. */
    PROPORTIONAL("the scarcest share, for want of more than one run");

    private final String description;

    PerformanceForm(String description) {
        this.description = description;
    }

    /** As in files: {@code product}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it looks like, in words. */
    public String description() {
        return description;
    }

    /**
     * The function of this form with these numbers: {@code scale, three weights} of logistic, three
     * scales of product, {@code cpu, memory, ssd, pi} of each step of monotone, none of
     * proportional.
     *
     * @throws IllegalArgumentException if there are too many, too few, or one is out of range
     */
    public Performance of(List<Double> numbers) {
        return switch (this) {
            case LOGISTIC -> {
                require(numbers.size() == 4, numbers, "4 numbers");
                yield new Performance.Logistic(
                        numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
            }
            case PRODUCT -> {
                require(numbers.size() == 3, numbers, "3 numbers");
                yield new Performance.Product(numbers.get(0), numbers.get(1), numbers.get(2));
            }
            case MONOTONE -> {
                require(!numbers.isEmpty() && numbers.size() % 4 == 0, numbers, "4 for each step");
                yield new Performance.Monotone(steps(numbers));
            }
            case PROPORTIONAL -> {
                require(numbers.isEmpty(), numbers, "no number");
                yield new Performance.Proportional();
            }
        };
    }

    private static List<Sample> steps(List<Double> numbers) {
        List<Sample> steps = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i += 4) {
            Slice slice = new Slice(numbers.get(i), numbers.get(i + 1), numbers.get(i + 2));
            steps.add(new Sample(slice, numbers.get(i + 3)));
        }
        return steps;
    }

    private void require(boolean isMet, List<Double> numbers, String expected) {
        if (!isMet) {
            throw new IllegalArgumentException(
                    "form "
                            + label()
                            + " with "
                            + numbers.size()
                            + " numbers, expected "
                            + expected);
        }
    }
}
