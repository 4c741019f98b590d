package dev.stowage.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private final AtomicLong seconds = new AtomicLong();
    private final StringWriter text = new StringWriter();
    private final Heartbeat heartbeat =
            new Heartbeat(new PrintWriter(text, true), () -> seconds.get() * 1_000_000_000);

    @Test
    void saysNothingOfWorkOfLessThanTenSeconds() {
        heartbeat.start("simulating", 100);
        seconds.set(9);
        heartbeat.advanceTo(99);
        heartbeat.done();
        assertThat(text.toString()).isEmpty();
    }

    @Test
    void saysHowFarItIsEveryTenSeconds() {
        heartbeat.start("simulating", 2000);
        for (int second = 0; second <= 29; second++) {
            seconds.set(second);
            heartbeat.advanceTo(50L * second);
        }
        assertThat(text.toString().lines())
                .containsExactly(
                        "stowage: simulating: 500 of 2,000 (25.0 %), after 10 s",
                        "stowage: simulating: 1,000 of 2,000 (50.0 %), after 20 s");
    }

    /** A stage of one long step tells nothing: the clock does, and stops with it. */
    @Test
    void saysThatItGoesOnWhereTheWorkTellsNothing() {
        heartbeat.start("searching", -1);
        heartbeat.advanceTo(2);
        for (int second = 0; second <= 25; second++) {
            seconds.set(second);
            heartbeat.tick();
        }
        heartbeat.done();
        seconds.set(60);
        heartbeat.tick();
        assertThat(text.toString().lines())
                .containsExactly(
                        "stowage: searching: 2, after 10 s", "stowage: searching: 2, after 20 s");
    }

    @Test
    void countsOnOverSeveralShortStages() {
        for (int stage = 1; stage <= 4; stage++) {
            heartbeat.start("stage " + stage, -1);
            seconds.addAndGet(4);
            heartbeat.advanceTo(7);
        }
        assertThat(text.toString().lines()).containsExactly("stowage: stage 3: 7, after 12 s");
    }
}
