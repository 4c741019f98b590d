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
    private final double cpu; // of all servers, in shares of one
    private final int[] starts; // by application
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
    private long applicationSeconds;
    private int there; // applications in this second
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
        long applicationSeconds;
        long violated;
        double capped;
        double cpu;
        double servers;
    }

    Tallies(ObjectiveSpec spec) {
        applications = spec.applications().count();
        cpu = spec.servers().total(0);
        isControlled = spec.controller() != ObjectiveSpec.Controller.NATIVE;
        service =
                spec.applications() instanceof ObjectiveSpec.Services given
                        ? ObjectiveSpec.serviceOfEach(given.services())
                        : new int[applications];
        starts =
                Arrays.stream(ObjectiveSpec.spans(spec.applications()))
                        .mapToInt(ObjectiveSpec.Span::startSecond)
                        .toArray();
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
     * @param isThere by application
     * @param covered amount by base need, by application and resource; NaN where none is needed
     */
    void second(
            int second,
            boolean[] isThere,
            double[] performance,
            double[] covered,
            double[] factor) {
        double capped = 0;
        long violated = 0;
        there = 0;
        for (int i = 0; i < applications; i++) {
            if (!isThere[i]) {
                continue;
            }
            there++;
            boolean isObserved = second - starts[i] >= WARM_UP_SECONDS;
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
        applicationSeconds += there;
        secondsBelow += capped < LOW_MEAN * there ? 1 : 0;
        window.applicationSeconds += there;
        window.violated += violated;
        window.capped += capped;
    }

    /** Closes a second. */
    void use(double cpuUsedNow, Containers where) {
        int used = where.busyServers();
        seconds++;
        cpuUsed += cpuUsedNow / cpu;
        serversUsed += used;
        containers += where.all();
        waited += there - where.running();
        window.cpu += cpuUsedNow / cpu;
        window.servers += used;
        if (seconds - window.start == windowSeconds) {
            closeWindow();
        }
    }

    private void closeWindow() {
        double length = seconds - window.start;
        double shares = Math.max(1, window.applicationSeconds); // of nobody none is violated
        windows.add(
                new Window(
                        window.start,
                        window.violated / shares,
                        window.applicationSeconds == 0 ? 1 : window.capped / shares,
                        window.cpu / length,
                        window.servers / length));
        window.start = seconds;
        window.applicationSeconds = 0;
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
                isControlled ? error / applicationSeconds : Double.NaN,
                overprovision,
                isControlled && backs > 0 ? back / backs : Double.NaN,
                migrations,
                refused,
                serversUsed / seconds,
                containers / applicationSeconds,
                (double) waited / applicationSeconds,
                cycling,
                services,
                windows);
    }
}
