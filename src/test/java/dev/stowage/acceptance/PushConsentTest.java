package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.placement.PlacementPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code stowage push} of plans that say themselves that they are incomplete or not safe. */
class PushConsentTest {
    @TempDir private Path directory;
    private Path out;

    @BeforeEach
    void folder() {
        out = directory.resolve("out");
    }

    private Object[] push(Path plan, Object... more) {
        List<Object> all =
                new ArrayList<>(List.of("push", plan, "--target", "files", "-o", out, "--yes"));
        all.addAll(List.of(more));
        return all.toArray();
    }

    /** The plan of one server, in which {@code web-2} ran there and has no place any more. */
    private Path incomplete() throws IOException {
        PlacementPlan own = PushPlans.own();
        PlacementPlan.Item web = own.items().get(0);
        List<PlacementPlan.Item> items = new ArrayList<>(own.items());
        for (String from : new String[] {"a", null}) {
            items.add(
                    new PlacementPlan.Item(
                            from == null ? "new-1" : "web-2",
                            from == null ? null : web.service(),
                            web.demand(),
                            null,
                            from,
                            false,
                            0,
                            "no room",
                            null));
        }
        return PushPlans.write(
                directory.resolve("web.plan"),
                new PlacementPlan(
                        own.formatVersion(),
                        own.name(),
                        own.resources(),
                        own.servers(),
                        own.services(),
                        items,
                        own.rules(),
                        own.moves(),
                        own.result(),
                        own.notes(),
                        own.inputs()));
    }

    @Test
    void refusesAPlanWithoutAPlaceForWhatRunsUnlessThatIsNamed() throws IOException {
        Path plan = incomplete();
        Stowage.run(push(plan))
                .exits(3)
                .says("incomplete placement: no place for web-2, which runs today")
                .says("--accept-unplaced web");
        Stowage.run(push(plan, "--force")).exits(3);
        Stowage.run(push(plan, "--accept-unplaced", "web-2,nothing"))
                .exits(3)
                .says("--accept-unplaced: found nothing");
        assertThat(out).doesNotExist();
        assertThat(directory.resolve("web.plan.push")).doesNotExist();
        assertThat(Stowage.run("push", plan, "--target", "files", "-o", out).exits(0).err())
                .contains("--yes will refuse this", "web-2", "--accept-unplaced web");
        Stowage.run(push(plan, "--accept-unplaced", "web-2")).exits(0);
        Stowage.run("push", plan, "--target", "files", "--rollback", "--accept-risk").exits(2);
        Stowage.run("push", plan, "--target", "files", "--rollback").exits(0);
        Stowage.run(push(plan, "--accept-unplaced", "web")).exits(0);
    }

    @ParameterizedTest
    @CsvSource({"NOT_SAFE,not safe,CPU_ABOVE", "UNKNOWN,not known to be safe,SHORT"})
    void refusesNewRequestsThatAreNotKnownToBeSafeUnlessToldTo(
            String state, String words, String cause) throws IOException {
        Path plan = PushPlans.write(directory.resolve("web.plan"), PushPlans.own());
        verdict(plan, 3, state, "{\"kind\": \"%s\", \"names\": [\"web\"]}".formatted(cause));
        Stowage.run(push(plan))
                .exits(3)
                .says("rightsizing.json: verdict", state + ": " + cause + " (web)", words)
                .says("--accept-risk");
        Stowage.run(push(plan, "--force")).exits(3);
        assertThat(out).doesNotExist();
        assertThat(Stowage.run("push", plan, "--target", "files", "-o", out).exits(0).err())
                .contains("--yes will refuse this", cause);
        Stowage.run(push(plan, "--accept-risk")).exits(0);
    }

    @Test
    void pushesNewRequestsThatHoldAndNoneThatItCannotRead() throws IOException {
        Path plan = PushPlans.write(directory.resolve("web.plan"), PushPlans.own());
        verdict(plan, 9, "HOLDS", "");
        Stowage.run(push(plan)).exits(3).says("formatVersion", "9");
        Files.writeString(plan.resolve("rightsizing.json"), "{\"formatVersion\": 3}");
        Stowage.run(push(plan)).exits(3).says("no verdict that can be read");
        verdict(plan, 3, "HOLDS", "");
        Stowage.run(push(plan)).exits(0);
    }

    private static void verdict(Path plan, int version, String state, String causes)
            throws IOException {
        Files.writeString(
                plan.resolve("rightsizing.json"),
                """
                {"formatVersion": %d, "name": "sample",
                 "verdict": {"state": "%s", "causes": [%s], "leaveAlone": []}}
                """
                        .formatted(version, state, causes));
    }
}
