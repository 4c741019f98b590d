package dev.stowage.policy.skynet;

import dev.stowage.basis.Check;

/**
 * Gains of a PID loop, and whether they follow the error.
 *
 * @param proportional Kp
 * @param integral Ki, 1/s
 * @param derivative Kd, s
 * @param isAugmented true for the augmented Ziegler-Nichols factors (3.5 to 3.7), false to leave
 *     the gains as they are
 */
public record Gains(double proportional, double integral, double derivative, boolean isAugmented) {
    /** Back in the band within a second or two in a cluster. Gains are not published: ours. */
    public static final Gains FAST = new Gains(0.1, 0.9, 0, true);

    /** As quick as published: two to five steps. Ours. */
    public static final Gains PUBLISHED_SPEED = new Gains(0.1, 0.5, 0, true);

    public Gains {
        Check.notNegative("proportional", proportional);
        Check.notNegative("integral", integral);
        Check.notNegative("derivative", derivative);
    }

    /** The same without augmentation. */
    public Gains plain() {
        return new Gains(proportional, integral, derivative, false);
    }
}
