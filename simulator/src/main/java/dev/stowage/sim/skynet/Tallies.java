package dev.stowage.sim.skynet;

import dev.stowage.sim.skynet.ObjectiveResult.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is counted over a run. Violations are counted in both ways of which the source may have
 * meant one: application-seconds, and seconds in which the mean is low.
 */
final class Tallies {
    private static final int R = Needs.RESOURCES;
    private static final int WARM_UP_SECONDS = 5;
    private static final int MOST_WINDOWS = 500;
    private static final double MET = 0.995;
    private static final double BACK = 1.25;
    private static final double LOW_MEAN = 0.95;

    private final int applications;
    private final int servers;
    private final boolean isControlled;
    private final int[] service; // by application
    private final long[] violatedOf; // by service
    private final long[] observedOf;
    private final int[] jumped; // second of the last jump that is not answered yet, or -1
    private final double[] over = new double[R];
    private final long[] overCount = new long[R];
    private final List<Window> windows = new ArrayList<>();
    private final int windowSeconds;
    private final RunningWindow window = new RunningWindow();
    private int seconds;
    private long secondsBelow;
    private double cpuUsed;
    private double error;
    private double back;
    private long backs;
    private double serversUsed;
    private double containers;
    private long waited;
    long migrations;
    long refused;

    private static final class RunningWindow {
        int start;
        long violated;
        double capped;
        double cpu;
        double servers;
    }

    Tallies(ObjectiveSpec spec) {
        applications = spec.applications().count();
        servers = spec.servers();
        isControlled = spec.controller() != ObjectiveSpec.Controller.NATIVE;
        boolean isGiven = spec.applications() instanceof ObjectiveSpec.Services;
        service =
                isGiven
                        ? ObjectiveSpec.serviceOfEach(
                                ((ObjectiveSpec.Services) spec.applications()).services())
                        : new int[applications];
        violatedOf = new long[service[applications - 1] + 1];
        observedOf = new long[violatedOf.length];
        jumped = new int[applications];
        Arrays.fill(jumped, -1);
        windowSeconds = (spec.seconds() + MOST_WINDOWS - 1) / MOST_WINDOWS;
    }

    /** Notes that the load of an application jumped. */
    void jump(int second, int application) {
        jumped[application] = second;
    }

    /**
     * Counts a second.
     *
     * @param covered amount by base need, by application and resource; NaN where none is needed
     */
    void second(int second, double[] performance, double[] covered, double[] factor) {
        double capped = 0;
        long violated = 0;
        boolean isObserved = second >= WARM_UP_SECONDS;
        for (int i = 0; i < applications; i++) {
            double y = performance[i];
            capped += Math.min(y, 1);
            if (isObserved) {
                observedOf[service[i]]++;
            }
            if (y < MET) {
                violated++;
                violatedOf[service[i]] += isObserved ? 1 : 0;
            }
            error += Math.abs(y - 1);
            if (jumped[i] >= 0 && y >= MET && y <= BACK) {
                back += second - jumped[i];
                backs++;
                jumped[i] = -1;
            }
            double needed = 1 / factor[i];
            for (int r = 0; r < R; r++) {
                double ratio = covered[i * R + r];
                if (ratio >= 0) {
                    over[r] += ratio * needed - 1;
                    overCount[r]++;
                }
            }
        }
        secondsBelow += capped / applications < LOW_MEAN ? 1 : 0;
        window.violated += violated;
        window.capped += capped;
    }

    /** Closes a second. */
    void use(double cpu, Containers where) {
        int used = where.busyServers();
        seconds++;
        cpuUsed += cpu / servers;
        serversUsed += used;
        containers += (double) where.all() / applications;
        waited += applications - where.running();
        window.cpu += cpu / servers;
        window.servers += used;
        if (seconds - window.start == windowSeconds) {
            closeWindow();
        }
    }

    private void closeWindow() {
        double length = seconds - window.start;
        windows.add(
                new Window(
                        window.start,
                        window.violated / length / applications,
                        window.capped / length / applications,
                        window.cpu / length,
                        window.servers / length));
        window.start = seconds;
        window.violated = 0;
        window.capped = 0;
        window.cpu = 0;
        window.servers = 0;
    }

    ObjectiveResult result(int cycling) {
        if (seconds > window.start) {
            closeWindow();
        }
        List<Double> overprovision = new ArrayList<>();
        for (int r = 0; isControlled && r < R; r++) {
            overprovision.add(overCount[r] == 0 ? Double.NaN : over[r] / overCount[r]);
        }
        List<Double> services = new ArrayList<>();
        for (int s = 0; s < violatedOf.length; s++) {
            services.add((double) violatedOf[s] / observedOf[s]);
        }
        return new ObjectiveResult(
                (double) Arrays.stream(violatedOf).sum() / Arrays.stream(observedOf).sum(),
                (double) secondsBelow / seconds,
                cpuUsed / seconds,
                isControlled ? error / seconds / applications : Double.NaN,
                overprovision,
                isControlled && backs > 0 ? back / backs : Double.NaN,
                migrations,
                refused,
                serversUsed / seconds,
                containers / seconds,
                (double) waited / seconds / applications,
                cycling,
                services,
                windows);
    }
}
