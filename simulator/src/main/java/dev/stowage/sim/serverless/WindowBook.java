package dev.stowage.sim.serverless;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The windows of a run. A window's latencies are complete when all its requests are answered, which
 * may be long after it: until then it keeps a histogram, which the next ones use again.
 */
final class WindowBook {
    private final long windowNanos;
    private final List<WindowFigures> figures = new ArrayList<>();
    private final ArrayDeque<LatencyHistogram> spare = new ArrayDeque<>();
    private LatencyHistogram[] histograms = new LatencyHistogram[64];
    private Latencies[] latencies = new Latencies[64];
    private long[] open = new long[64]; // requests that are not answered yet
    private long[] arrived = new long[64];
    private long[] dropped = new long[64];
    private int closed; // windows whose levels are known

    WindowBook(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    private int window(long nanos) {
        int window = (int) (nanos / windowNanos);
        if (window >= open.length) {
            int length = Math.max(window + 1, 2 * open.length);
            histograms = Arrays.copyOf(histograms, length);
            latencies = Arrays.copyOf(latencies, length);
            open = Arrays.copyOf(open, length);
            arrived = Arrays.copyOf(arrived, length);
            dropped = Arrays.copyOf(dropped, length);
        }
        return window;
    }

    void arrive(long nanos) {
        int window = window(nanos);
        arrived[window]++;
        open[window]++;
        if (histograms[window] == null) {
            LatencyHistogram histogram = spare.poll();
            histograms[window] =
                    histogram == null
                            ? new LatencyHistogram(LatencyHistogram.FINE_BITS)
                            : histogram;
        }
    }

    void drop(long arrivalNanos) {
        int window = window(arrivalNanos);
        dropped[window]++;
        finish(window);
    }

    void answer(long arrivalNanos, long latencyNanos) {
        int window = window(arrivalNanos);
        histograms[window].add(latencyNanos);
        finish(window);
    }

    private void finish(int window) {
        if (--open[window] == 0 && window < closed) {
            summarise(window);
        }
    }

    private void summarise(int window) {
        LatencyHistogram histogram = histograms[window];
        if (histogram != null) {
            latencies[window] = histogram.latencies();
            histogram.clear();
            spare.add(histogram);
            histograms[window] = null;
        }
    }

    /** Ends a window: its levels are known, its latencies may come later. */
    void close(WindowFigures levels) {
        figures.add(levels);
        int window = closed++;
        window((long) window * windowNanos);
        if (open[window] == 0) {
            summarise(window);
        }
    }

    /** All windows; those with requests that were never answered say what is known. */
    List<WindowFigures> figures() {
        List<WindowFigures> all = new ArrayList<>();
        for (int window = 0; window < closed; window++) {
            summarise(window);
            WindowFigures levels = figures.get(window);
            all.add(
                    new WindowFigures(
                            levels.startSeconds(),
                            arrived[window],
                            dropped[window],
                            levels.mostReady(),
                            levels.mostCoresGiven(),
                            levels.meanCoresGiven(),
                            levels.meanCoresUsed(),
                            levels.mostWaiting(),
                            latencies[window] == null ? Latencies.NONE : latencies[window]));
        }
        return all;
    }
}
