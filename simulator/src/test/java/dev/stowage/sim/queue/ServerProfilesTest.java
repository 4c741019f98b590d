package dev.stowage.sim.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The profile of a server against a table of every instant. */
class ServerProfilesTest {
    private static final int HORIZON = 60;
    private static final long ROOM = 20;

    private record Use(int from, int to, long cpu, long memory) {}

    private static boolean hasRoom(List<Use> uses, long from, long micros, long cpu, long memory) {
        for (long time = from; time < from + micros; time++) {
            long freeCpu = ROOM;
            long freeMemory = ROOM;
            for (Use use : uses) {
                if (use.from() <= time && time < use.to()) {
                    freeCpu -= use.cpu();
                    freeMemory -= use.memory();
                }
            }
            if (freeCpu < cpu || freeMemory < memory) {
                return false;
            }
        }
        return true;
    }

    @Test
    void agreesWithATableOfEveryInstant() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ServerProfiles profiles = new ServerProfiles(2);
            profiles.clear(1, ROOM, ROOM);
            List<Use> uses = new ArrayList<>();
            int now = 0;
            for (int step = 0; step < 60; step++) {
                if (!uses.isEmpty() && random.nextInt(3) == 0) {
                    Use use = uses.remove(random.nextInt(uses.size()));
                    profiles.give(1, use.from(), use.to(), use.cpu(), use.memory());
                } else {
                    int from = now + random.nextInt(20);
                    int to = from + random.nextInt(20);
                    Use use = new Use(from, to, random.nextInt(4), random.nextInt(4));
                    uses.add(use);
                    profiles.take(1, use.from(), use.to(), use.cpu(), use.memory());
                }
                if (random.nextInt(8) == 0) {
                    now++;
                    int reached = now;
                    for (Use over : uses) { // what is given back later is not before now
                        profiles.give(1, over.from(), reached, over.cpu(), over.memory());
                    }
                    uses.replaceAll(
                            use ->
                                    new Use(
                                            Math.max(use.from(), reached),
                                            Math.max(use.to(), Math.max(use.from(), reached)),
                                            use.cpu(),
                                            use.memory()));
                    profiles.forgetBefore(1, now);
                }
                requireSame(profiles, uses, now, random, seed);
            }
        }
    }

    private static void requireSame(
            ServerProfiles profiles, List<Use> uses, int now, SplittableRandom random, long seed) {
        long micros = 1L + random.nextInt(20);
        long cpu = random.nextInt((int) ROOM + 2);
        long memory = random.nextInt((int) ROOM + 2);
        long before = (long) now + random.nextInt(HORIZON);
        long expected = RunEstimate.NEVER;
        for (long time = before - 1; time >= now; time--) {
            boolean hasRoom = hasRoom(uses, time, micros, cpu, memory);
            assertThat(profiles.hasRoom(1, time, micros, cpu, memory))
                    .as("seed %s", seed)
                    .isEqualTo(hasRoom);
            expected = hasRoom ? time : expected;
        }
        assertThat(profiles.firstRoom(1, now, before, micros, cpu, memory))
                .as("seed %s", seed)
                .isEqualTo(expected);
    }
}
