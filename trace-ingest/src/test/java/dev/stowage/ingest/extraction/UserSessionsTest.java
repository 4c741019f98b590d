package dev.stowage.ingest.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserSessionsTest {
    private static final long SECOND = 1_000_000;

    @Test
    void joinsJobsOfOneUserThatFollowEachOther() {
        long[] submits = {0, 50 * SECOND, 60 * SECOND, 100 * SECOND, 500 * SECOND};
        int[] users = {7, 8, 7, 7, 7};
        int[] sessions = UserSessions.of(submits, users);
        assertThat(sessions).containsExactly(0, -1, 0, 0, -1);
    }

    @Test
    void endsASessionAfterFiveMinutes() {
        long[] submits = new long[12];
        int[] users = new int[12];
        for (int i = 0; i < submits.length; i++) {
            submits[i] = 50 * SECOND * i;
        }
        int[] sessions = UserSessions.of(submits, users);
        assertThat(sessions).containsExactly(0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7);
    }

    @Test
    void takesJobsInAnyOrderAndUnknownUsersAsAlone() {
        long[] submits = {30 * SECOND, 0, 10 * SECOND, 20 * SECOND};
        assertThat(UserSessions.of(submits, new int[] {3, 3, -1, -1}))
                .containsExactly(1, 1, -1, -1);
        assertThat(UserSessions.of(new long[0], new int[0])).isEmpty();
    }
}
