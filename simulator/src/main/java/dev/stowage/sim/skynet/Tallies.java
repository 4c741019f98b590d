package dev.stowage.sim.skynet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is counted over a run. */
final class Tallies {
    private static final int WARM_UP_SECONDS = 5;
    private static final double MET = 0.995;
    private static final double BACK = 1.25;
    private static final double LOW_MEAN = 0.95;

    private final int applications;
    private final int servers;
    private final boolean isControlled;
    private final int[] changed; // second of the last change that is not answered yet, or -1
    private long observed;
    private long violated;
    private long seconds;
    private long secondsBelow;
    private double cpuUsed;
    private double error;
    private final double[] over = new double[Needs.RESOURCES];
    private double back;
    private long backs;
    private double serversUsed;
    long migrations;

    Tallies(ObjectiveSpec spec) {
        applications = spec.applications();
        servers = spec.servers();
        isControlled = spec.controller() != ObjectiveSpec.Controller.NATIVE;
        changed = new int[applications];
        Arrays.fill(changed, -1);
    }

    void change(int second) {
        Arrays.fill(changed, second);
    }

    void second(int second, double[] performance, double[] amounts, double[] needs) {
        double capped = 0;
        for (int i = 0; i < applications; i++) {
            double y = performance[i];
            capped += Math.min(y, 1);
            if (second >= WARM_UP_SECONDS) {
                observed++;
                violated += y < MET ? 1 : 0;
            }
            error += Math.abs(y - 1);
            if (changed[i] >= 0 && y >= MET && y <= BACK) {
                back += second - changed[i];
                backs++;
                changed[i] = -1;
            }
            for (int r = 0; r < Needs.RESOURCES; r++) {
                int at = i * Needs.RESOURCES + r;
                over[r] += amounts[at] / needs[at] - 1;
            }
        }
        seconds++;
        secondsBelow += capped / applications < LOW_MEAN ? 1 : 0;
    }

    void use(double cpu, int used) {
        cpuUsed += cpu / servers;
        serversUsed += used;
    }

    ObjectiveResult result() {
        List<Double> overprovision = new ArrayList<>();
        if (isControlled) {
            for (double sum : over) {
                overprovision.add(sum / seconds / applications);
            }
        }
        return new ObjectiveResult(
                (double) violated / observed,
                (double) secondsBelow / seconds,
                cpuUsed / seconds,
                isControlled ? error / seconds / applications : Double.NaN,
                overprovision,
                isControlled && backs > 0 ? back / backs : Double.NaN,
                migrations,
                serversUsed / seconds);
    }
}
