package dev.stowage.sim.profiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.SharingRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServerRunTest {
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();

    /** 7 TPC-H, 6 BLAST, 4 TPC-E, 1 Apache, 1 FIO, in random order. Source: section 2.8.4. */
    private static List<ApplicationProfile> queue(int order) {
        List<ApplicationProfile> queue = new ArrayList<>();
        queue.addAll(Collections.nCopies(7, THESIS.get("TPC-H")));
        queue.addAll(Collections.nCopies(6, THESIS.get("BLAST")));
        queue.addAll(Collections.nCopies(4, THESIS.get("TPC-E")));
        queue.add(THESIS.get("Apache"));
        queue.add(THESIS.get("FIO"));
        Collections.shuffle(queue, new Random(order));
        return queue;
    }

    private static double[] mean(SlicePolicy policy, int orders) {
        double[] mean = new double[4];
        for (int order = 0; order < orders; order++) {
            ServerRun.Result run = ServerRun.of(queue(order), THESIS.server(), policy, null);
            mean[0] += run.meanPi() / orders;
            mean[1] += run.utilisation() / orders;
            mean[2] += run.quci() / orders;
            mean[3] += run.makespanSeconds() / orders;
        }
        return mean;
    }

    /**
     * Beside the means that an independent prototype has over 20 orders of its own (specification,
     * section 8; Python 3, NumPy, SciPy); the standard deviation over orders is 2 to 3 points.
     */
    @Test
    void agreesWithTheIndependentPrototypeOfTable25() {
        double[][] expected = {
            {1, 1.000, 0.165, 0.165, 1951.7},
            {0.8, 0.801, 0.568, 0.455, 568.7},
            {0.75, 0.772, 0.539, 0.413, 575.6},
            {0.5, 0.578, 0.607, 0.335, 508.2}
        };
        for (double[] row : expected) {
            double[] ours = mean(new SlicePolicy.User(row[0]), 20);
            assertThat(ours[0]).as("PI of %s", row[0]).isCloseTo(row[1], offset(0.005));
            assertThat(ours[1]).as("utilisation of %s", row[0]).isCloseTo(row[2], offset(0.03));
            assertThat(ours[2]).as("QUCI of %s", row[0]).isCloseTo(row[3], offset(0.025));
            assertThat(ours[3] / row[4]).as("makespan of %s", row[0]).isCloseTo(1, offset(0.05));
        }
        double[] two = mean(new SlicePolicy.Equal(2), 20);
        double[] eight = mean(new SlicePolicy.Equal(8), 20);
        assertThat(two[0]).isCloseTo(0.979, offset(0.002));
        assertThat(two[1]).isCloseTo(0.315, offset(0.03));
        assertThat(eight[0]).isCloseTo(0.575, offset(0.002));
        assertThat(eight[1]).isCloseTo(0.575, offset(0.03));
    }

    @Test
    void everyApplicationHasItsTargetInUserOrientedMode() {
        for (double target : new double[] {0.3, 0.5, 0.75, 0.8, 0.95, 1}) {
            ServerRun.Result run =
                    ServerRun.of(queue(3), THESIS.server(), new SlicePolicy.User(target), null);
            assertThat(run.leastPi()).isGreaterThanOrEqualTo(target - 1e-6);
        }
    }

    @Test
    void aProviderUsesMoreOfTheServerThanUsersDo() {
        double[] provider = mean(new SlicePolicy.Provider(SharingRule.DEFAULT), 4);
        assertThat(provider[1]).isGreaterThan(mean(new SlicePolicy.User(0.5), 4)[1]);
        assertThat(provider[2]).isGreaterThan(mean(new SlicePolicy.User(0.75), 4)[2]);
    }

    /**
     * What is used is the work of the queue, whatever the policy, where no slice is short of CPU.
     */
    @Test
    void cpuWorkIsConserved() {
        double work =
                queue(1).stream()
                        .mapToDouble(
                                each ->
                                        each.secondsAlone().orElseThrow()
                                                * each.coresAtFull().orElseThrow())
                        .sum();
        ServerRun.Result run =
                ServerRun.of(queue(1), THESIS.server(), new SlicePolicy.User(0.8), null);
        assertThat(run.utilisation() * run.makespanSeconds() * 48 / work)
                .isCloseTo(1, offset(0.001));
    }
}
