package dev.stowage.cli.session;

import dev.stowage.basis.Progress;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Progress where nobody watches a bar: a line on stderr every ten seconds, the first after ten
 * seconds of work, so that a log shows that long work goes on: as it tells how far it is, and by
 * the clock where it does not for a while. Thread-safe.
 */
final class Heartbeat implements Progress {
    private static final long NANOS_BETWEEN = 10_000_000_000L;
    private static final long MILLIS_OF_A_TICK = 1_000;

    private final PrintWriter err;
    private final LongSupplier nanos;
    private final long begin;
    private long last;
    private String what = "";
    private long total;
    private String remark = "";
    private long told; // units of the stage
    private boolean isUnderWay;

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
        isUnderWay = true;
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
        beat(Math.max(total, told));
        isUnderWay = false;
    }

    /** Time has gone by. */
    synchronized void tick() {
        if (isUnderWay) {
            beat(told);
        }
    }

    /** Ticks every second on a thread of its own, until that is interrupted. */
    Thread ticking() {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                while (true) {
                                    Thread.sleep(MILLIS_OF_A_TICK);
                                    tick();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt(); // the command is over
                            }
                        },
                        "heartbeat");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void beat(long done) {
        told = done;
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
