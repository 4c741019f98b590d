package dev.stowage.policy.node;

import java.util.random.RandomGenerator;

/** A generator that gives the numbers that a test wants, then the last one for ever. */
final class Scripted implements RandomGenerator {
    private final int[] numbers;
    private int drawn;

    Scripted(int... numbers) {
        this.numbers = numbers;
    }

    @Override
    public int nextInt(int bound) {
        int number = numbers[Math.min(drawn++, numbers.length - 1)];
        if (number >= bound) {
            throw new IllegalStateException(number + " of " + bound);
        }
        return number;
    }

    @Override
    public long nextLong() {
        throw new IllegalStateException("not scripted");
    }
}
