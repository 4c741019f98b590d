package dev.stowage.policy.autoscale;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where a function gets more resources: from the servers that host it, so that each is left with
 * the same head-room; where they have not enough, all that they have, and the rest is a deficit for
 * new instances. If one resource is short, hosts hand out all of both.
 *
 * <p>Source: Sfakianakis, PhD thesis, 2023, Algorithm 3. Not defined there, and ours: which servers
 * count (those that host the function), deficits of different sign (the positive part of each), and
 * a share below zero: taken by the letter, a server with less left than that head-room would take
 * back from the function what others give it. It gives nothing here, and the others share the
 * increase.
 *
 * @param cpuMicroCores what each host gives
 * @param bytes what each host gives
 * @param deficitMicroCores what is missing
 * @param deficitBytes what is missing
 */
record VerticalFirst(
        List<Long> cpuMicroCores, List<Long> bytes, long deficitMicroCores, long deficitBytes) {

    /** Shares out an increase over hosts by what they have left. */
    static VerticalFirst of(long cpuMore, long bytesMore, long[] cpuLeft, long[] bytesLeft) {
        Check.positive("hosts", cpuLeft.length);
        long cpuDeficit = cpuMore - sum(cpuLeft);
        long bytesDeficit = bytesMore - sum(bytesLeft);
        if (cpuDeficit > 0 || bytesDeficit > 0) {
            return new VerticalFirst(
                    all(cpuLeft),
                    all(bytesLeft),
                    Math.max(0, cpuDeficit),
                    Math.max(0, bytesDeficit));
        }
        return new VerticalFirst(shares(cpuMore, cpuLeft), shares(bytesMore, bytesLeft), 0, 0);
    }

    /** What each gives so that those that give are left with the same. */
    private static List<Long> shares(long more, long[] left) {
        long[] ascending = left.clone();
        Arrays.sort(ascending);
        double sum = 0;
        double headRoom = 0;
        int givers = 0;
        for (int i = ascending.length - 1; i >= 0; i--) {
            if (givers > 0 && headRoom >= ascending[i]) {
                break;
            }
            sum += ascending[i];
            headRoom = (sum - more) / ++givers;
        }
        List<Long> shares = new ArrayList<>(left.length);
        for (long amount : left) {
            shares.add((long) Math.ceil(Math.max(0, amount - headRoom)));
        }
        return shares;
    }

    private static List<Long> all(long[] left) {
        List<Long> all = new ArrayList<>(left.length);
        for (long amount : left) {
            all.add(amount);
        }
        return all;
    }

    private static long sum(long[] left) {
        long sum = 0;
        for (long amount : left) {
            sum += amount;
        }
        return sum;
    }
}
