package dev.stowage.policy.node;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where a service stands on the wheels of PARTIES: which way it was last changed, by which step,
 * and how far the wheel has been turned since it was entered. Source: Chen et al., ASPLOS 2019,
 * section 4.2.3 and Figure 4.
 */
final class Wheels {
    /** Which way. */
    enum Direction {
        UP,
        DOWN
    }

    private final RandomGenerator random;
    private @Nullable Direction direction;
    private Step step = Step.CORE;
    private int moves;

    Wheels(RandomGenerator random) {
        this.random = random;
    }

    /** True if the last action went that way. */
    boolean isTurned(Direction wanted) {
        return direction == wanted;
    }

    /** True if both stand at the same action. */
    boolean isSameAs(Wheels other) {
        return direction != null && direction == other.direction && step == other.step;
    }

    /** The step to take now. */
    Step step() {
        return step;
    }

    /**
     * Turns to the next action.
     *
     * @param isMemoryScarce true if less than 1 GB of memory is unused
     */
    void turn(Direction wanted, boolean isMemoryScarce) {
        if (direction != wanted) {
            direction = wanted;
            enter(List.of(Step.values()));
        } else if (++moves < step.wheel().size()) {
            step = step.next();
        } else if (step.isStorage() || isMemoryScarce) {
            enter(step.otherWheel());
        } else {
            moves = 0;
            step = step.next();
        }
    }

    private void enter(List<Step> choices) {
        moves = 0;
        step = choices.get(random.nextInt(choices.size()));
    }
}
