package dev.stowage.cli.session;

import dev.stowage.basis.Progress;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Progress as a bar with rate and time left, wiped when the stage is over. Thread-safe. */
final class ProgressView implements Progress {
    private static final int UPDATE_MILLIS = 200;
    private static final int WIDTH = 100;

    private final PrintStream err;
    private @Nullable ProgressBar bar;

    ProgressView(PrintStream err) {
        this.err = err;
    }

    @Override
    public synchronized void start(String what, long total) {
        done();
        bar =
                new ProgressBarBuilder()
                        .setTaskName(what)
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(UPDATE_MILLIS)
                        .setMaxRenderedLength(WIDTH)
                        .showSpeed()
                        .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                        .clearDisplayOnFinish()
                        .build();
    }

    @Override
    public synchronized void advanceTo(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public synchronized void remark(String text) {
        if (bar != null) {
            bar.setExtraMessage(" " + text);
        }
    }

    @Override
    public synchronized void done() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
