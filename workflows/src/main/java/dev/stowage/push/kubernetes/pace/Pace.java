package dev.stowage.push.kubernetes.pace;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * When pods may be disturbed, and how many of them: a maintenance window, a pause that somebody
 * asked for, and a number of restarts for this run. What has begun is always finished.
 */
public final class Pace {
    private static final Duration REPORT = Duration.ofMinutes(30);
    private static final long POLL_MILLIS = 500;

    private final int mostRestarts;
    private final Optional<MaintenanceWindow> window;
    private final Optional<Path> pause;
    private final InstantSource clock;
    private final Consumer<String> progress;
    private volatile boolean isStopped;
    private int restarts;

    private Pace(
            int mostRestarts,
            Optional<MaintenanceWindow> window,
            Optional<Path> pause,
            InstantSource clock,
            Consumer<String> progress) {
        this.mostRestarts = mostRestarts;
        this.window = window;
        this.pause = pause;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * As the options say.
     *
     * @throws InputException if one of them is none
     */
    public static Pace of(PushSettings settings, InstantSource clock, Consumer<String> progress) {
        return new Pace(
                settings.get("max-restarts").map(Integer::parseInt).orElse(Integer.MAX_VALUE),
                window(settings),
                settings.get(PushSettings.PAUSE_FILE).map(Path::of),
                clock,
                progress);
    }

    /** The window of the options; empty if pods may be disturbed at any time. */
    public static Optional<MaintenanceWindow> window(PushSettings settings) {
        return settings.get("window")
                .filter(text -> !text.equals("always"))
                .map(MaintenanceWindow::parse);
    }

    /** Lets nothing more begin in this run: somebody interrupted it. */
    public void stop() {
        isStopped = true;
    }

    public boolean isStopped() {
        return isStopped;
    }

    /** Why nothing may begin now; empty if it may. */
    public Optional<String> held() {
        if (isStopped) {
            return Optional.of("interrupted");
        }
        Instant now = clock.instant();
        if (pause.isPresent() && Files.exists(pause.get())) {
            return Optional.of("paused, until stowage push ... --resume");
        }
        return window.filter(each -> !each.isOpen(now))
                .map(
                        each ->
                                "outside the window "
                                        + each
                                        + ", which opens at "
                                        + each.opensAfter(now)
                                                .toOffsetDateTime()
                                                .truncatedTo(ChronoUnit.SECONDS));
    }

    /** Waits while nothing may begin, however long that is; not in a run that was interrupted. */
    public void await() {
        Optional<String> said = Optional.empty();
        Instant saidAt = Instant.MIN;
        for (Optional<String> why = held(); why.isPresent() && !isStopped; why = held()) {
            Instant now = clock.instant();
            if (!why.equals(said) || !now.isBefore(saidAt.plus(REPORT))) {
                progress.accept("waiting: " + why.get());
                said = why;
                saidAt = now;
            }
            Patience.pause(POLL_MILLIS);
        }
        if (said.isPresent() && !isStopped) {
            progress.accept("going on");
        }
    }

    /** How many pods may still be restarted in this run. */
    public int left() {
        return mostRestarts - restarts;
    }

    public int most() {
        return mostRestarts;
    }

    public boolean isLimited() {
        return mostRestarts < Integer.MAX_VALUE;
    }

    /** Counts pods that are restarted. */
    public void count(int pods) {
        restarts += pods;
    }

    /**
     * Counts pods that are restarted together.
     *
     * @throws PushFailure.Incomplete if that is more than may be
     */
    public void require(int pods, String what) {
        if (pods > left()) {
            throw new PushFailure.Incomplete(
                    what
                            + ": its "
                            + pods
                            + " pods would be made anew, and --max-restarts "
                            + mostRestarts
                            + " leaves "
                            + left()
                            + " in this run",
                    null);
        }
        count(pods);
    }
}
