package dev.stowage.packing.model;

import java.util.Arrays;

/** Numbers that become one when they are joined (union-find). */
public final class Merging {
    private final int[] parent;

    /** Numbers from 0, each on its own. */
    public Merging(int size) {
        this.parent = new int[size];
        Arrays.setAll(parent, i -> i);
    }

    /** Makes one of all of them; the least is their root. */
    public void join(int[] numbers) {
        for (int number : numbers) {
            int a = root(numbers[0]);
            int b = root(number);
            parent[Math.max(a, b)] = Math.min(a, b);
        }
    }

    private int root(int number) {
        int at = number;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    /** A number from 0 for each set, in the order of their least members. */
    public int[] numbers() {
        int[] numbers = new int[parent.length];
        int next = 0;
        for (int i = 0; i < parent.length; i++) {
            int root = root(i);
            numbers[i] = root == i ? next++ : numbers[root];
        }
        return numbers;
    }

    /** How many sets there are. */
    int count() {
        return Arrays.stream(numbers()).max().orElse(-1) + 1;
    }

    /** As {@link #numbers}, but -1 for those that were joined with no other. */
    int[] numbersOfJoined() {
        int[] sizes = new int[parent.length];
        for (int i = 0; i < parent.length; i++) {
            sizes[root(i)]++;
        }
        int[] numbers = new int[parent.length];
        int next = 0;
        for (int i = 0; i < parent.length; i++) {
            int root = root(i);
            boolean isFirst = root == i && sizes[i] > 1;
            numbers[i] = sizes[root] == 1 ? -1 : isFirst ? next++ : numbers[root];
        }
        return numbers;
    }
}
