package dev.stowage.cli.session;

import dev.stowage.basis.Progress;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Progress where nobody watches a bar: a line on stderr every ten seconds, the first after ten
 * seconds of work, so that a log shows that long work goes on. Thread-safe.
 */
final class Heartbeat implements Progress {
    private static final long NANOS_BETWEEN = 10_000_000_000L;

    private final PrintWriter err;
    private final LongSupplier nanos;
    private final long begin;
    private long last;
    private String what = "";
    private long total;
    private String remark = "";

    /** Begins now, by a clock that only goes forward, nanoseconds. */
    Heartbeat(PrintWriter err, LongSupplier nanos) {
        this.err = err;
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
        this.last = begin;
    }

    @Override
    public synchronized void start(String stage, long units) {
        what = stage;
        total = units;
        remark = "";
        beat(0);
    }

    @Override
    public synchronized void advanceTo(long done) {
        beat(done);
    }

    @Override
    public synchronized void remark(String text) {
        remark = ", " + text;
    }

    @Override
    public synchronized void done() {
        beat(total);
    }

    private void beat(long done) {
        long now = nanos.getAsLong();
        if (now - last < NANOS_BETWEEN) {
            return;
        }
        last = now;
        err.println(
                "stowage: "
                        + what
                        + (total > 0
                                ? ": "
                                        + Figures.count(done)
                                        + " of "
                                        + Figures.count(total)
                                        + " ("
                                        + Figures.share((double) done / total)
                                        + ")"
                                : done > 0 ? ": " + Figures.count(done) : "")
                        + remark
                        + ", after "
                        + Figures.seconds(Math.floor((now - begin) / 1e9)));
    }
}
