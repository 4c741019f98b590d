package dev.stowage.policy.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** PARTIES again, from the specification alone: names and maps, one method per algorithm. */
final class NaiveParties {
    private static final List<String> ALL = List.of("core", "cache", "frequency", "memory", "disk");

    final Map<String, int[]> have = new HashMap<>(); // by resource: services, then the pool
    final int[] frequency;
    private final RandomGenerator random;
    private final double[] used;
    private final int n;
    private final String[] direction;
    private final String[] resource;
    private final int[] visits;
    private final double[] until;
    private final boolean[] memoryOnly;
    private String lastDirection = "";
    private int lastService;
    private double lastLatency;
    private String lastResource = "";
    private int lastGiver;

    NaiveParties(RandomGenerator random, double[] used, int[] strictestFirst) {
        this.random = random;
        this.used = used;
        n = used.length;
        direction = new String[n];
        resource = new String[n];
        visits = new int[n];
        until = new double[n];
        memoryOnly = new boolean[n];
        Arrays.fill(memoryOnly, true);
        frequency = new int[n];
        Arrays.fill(frequency, 10);
        Map<String, Integer> totals =
                Map.of("core", 14, "cache", 20, "memory", 120, "disk", 10, "network", 20);
        totals.forEach(
                (name, total) -> {
                    int[] row = new int[n + 1];
                    for (int i = 0; i < total; i++) {
                        row[strictestFirst[i % n]]++;
                    }
                    have.put(name, row);
                });
    }

    void pass(double time, double[] latency, double[] network, double[] disk) {
        double[] slack = Arrays.stream(latency).map(each -> 1 - each).toArray();
        for (int i = 0; i < n && time <= 1; i++) {
            memoryOnly[i] = memoryOnly[i] && disk[i] == 0;
        }
        int[] net = have.get("network");
        for (int i = 0; i < n; i++) {
            double free = net[i] * 0.5 - network[i];
            if (free < 0.5) {
                if (net[n] > 0) {
                    net[n]--;
                    net[i]++;
                }
            } else if (free > 1 && net[i] > 1) {
                net[i]--;
                net[n]++;
            }
        }
        boolean undone = false;
        if (lastDirection.equals("up") && latency[lastService] > lastLatency) {
            next(lastService, "up");
        } else if (lastDirection.equals("down") && slack[lastService] < 0.05) {
            if (lastResource.equals("frequency")) {
                frequency[lastService]++;
            } else {
                have.get(lastResource)[lastService]++;
                have.get(lastResource)[lastGiver]--;
            }
            next(lastService, "down");
            until[lastService] = time + 30;
            undone = true;
        }
        lastDirection = "";
        if (undone) {
            return;
        }
        int worst = 0;
        int best = 0;
        for (int i = 1; i < n; i++) {
            worst = slack[i] < slack[worst] ? i : worst;
            best = slack[i] > slack[best] ? i : best;
        }
        if (slack[worst] < 0.05) {
            action(worst, "up", latency, slack);
        } else if (slack[best] > 0.2 && time >= until[best]) {
            action(best, "down", latency, slack);
        }
    }

    private void action(int a, String way, double[] latency, double[] slack) {
        if (!way.equals(direction[a])) {
            next(a, way);
        }
        for (int attempt = 0; attempt < 5; attempt++) {
            int other = way.equals("up") ? giver(a, resource[a], slack) : taker(a, resource[a]);
            if (other >= 0) {
                move(a, way, other);
                lastDirection = way;
                lastService = a;
                lastLatency = latency[a];
                return;
            }
            next(a, way);
        }
    }

    private void move(int a, String way, int other) {
        String what = resource[a];
        lastResource = what;
        lastGiver = other;
        int sign = way.equals("up") ? 1 : -1;
        if (what.equals("frequency")) {
            frequency[a] += sign;
            return;
        }
        have.get(what)[a] += sign;
        have.get(what)[other] -= sign;
        if (sign > 0 && other < n && way.equals(direction[other]) && what.equals(resource[other])) {
            next(other, "up");
        }
    }

    private boolean canLose(int a, String what) {
        int least =
                what.equals("disk")
                        ? 0
                        : what.equals("memory") ? (int) Math.max(1, Math.ceil(used[a])) : 1;
        return have.get(what)[a] > least;
    }

    private int giver(int a, String what, double[] slack) {
        if (what.equals("frequency")) {
            return frequency[a] < 11 ? a : -1;
        }
        if (have.get(what)[n] > 0) {
            return n;
        }
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (i != a && canLose(i, what)) {
                others.add(i);
            }
        }
        int found = -1;
        if (what.equals("memory")) {
            for (int i : others) {
                if (found < 0 || unused(i) > unused(found)) {
                    found = i;
                }
            }
            if (found >= 0 && unused(found) > 1) {
                return found;
            }
            found = -1;
        }
        for (int i : others) {
            if (found < 0 || slack[i] > slack[found]) {
                found = i;
            }
        }
        return found;
    }

    private int taker(int a, String what) {
        if (what.equals("frequency")) {
            return frequency[a] > 0 ? a : -1;
        }
        boolean keeps = what.equals("memory") && memoryOnly[a] && unused(a) < 1;
        return canLose(a, what) && !keeps ? n : -1;
    }

    private double unused(int a) {
        return have.get("memory")[a] - used[a];
    }

    private void next(int a, String way) {
        if (!way.equals(direction[a])) {
            direction[a] = way;
            resource[a] = ALL.get(random.nextInt(5));
            visits[a] = 0;
            return;
        }
        visits[a]++;
        switch (resource[a]) {
            case "memory", "disk" -> {
                if (visits[a] == 2) {
                    visits[a] = 0;
                    resource[a] = ALL.get(random.nextInt(3));
                } else {
                    resource[a] = resource[a].equals("memory") ? "disk" : "memory";
                }
            }
            default -> {
                if (visits[a] == 3 && unused(a) < 1) {
                    visits[a] = 0;
                    resource[a] = ALL.get(3 + random.nextInt(2));
                } else {
                    visits[a] %= 3;
                    resource[a] = ALL.get((ALL.indexOf(resource[a]) + 1) % 3);
                }
            }
        }
    }
}
