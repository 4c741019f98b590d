package dev.stowage.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.profile.ServerSharing.Shares;
import dev.stowage.profile.SharingRule.Utilisation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerSharingTest {
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();

    @ParameterizedTest
    @EnumSource(Utilisation.class)
    void isWithinOnePerCentOfAnExhaustiveGridForTwoInNearlyAllCases(Utilisation utilisation) {
        Random random = new Random(4);
        SlicedServer server = new SlicedServer("s", 12, 12, 12, 1, 1, 1);
        int far = 0;
        for (int i = 0; i < 80; i++) {
            List<ApplicationProfile> two = List.of(any(random), any(random));
            SharingRule rule = new SharingRule(utilisation, i % 2 == 0 ? 0 : 0.3);
            double best = exhaustive(two, server, rule);
            Shares found = ServerSharing.searched(two, server, rule, List.of());
            requireWithin(server, found);
            assertThat(found.value()).as("%s of %s", i, two).isLessThanOrEqualTo(best + 1e-9);
            Shares exact = ServerSharing.of(two, server, rule);
            requireWithin(server, exact);
            assertThat(exact.value()).as("%s of %s", i, two).isCloseTo(best, within(1e-9));
            double gap = (best - found.value()) / Math.abs(best);
            assertThat(gap).as("%s of %s", i, two).isLessThan(0.02);
            far += gap > 0.01 ? 1 : 0;
        }
        assertThat(far).as("more than one per cent below the best").isLessThanOrEqualTo(2);
    }

    /** Every pair of slices that a grid has; what the first leaves, the second need not take. */
    private static double exhaustive(
            List<ApplicationProfile> two, SlicedServer server, SharingRule rule) {
        int n = server.steps(0);
        double[][][] most = new double[n + 1][n + 1][n + 1];
        double best = Double.NEGATIVE_INFINITY;
        for (int c = 1; c <= n; c++) {
            for (int m = 1; m <= n; m++) {
                for (int s = 1; s <= n; s++) {
                    double here =
                            ServerSharing.value(two.get(1), server.slice(c, m, s), server, rule);
                    double less = Double.NEGATIVE_INFINITY;
                    less = c > 1 ? Math.max(less, most[c - 1][m][s]) : less;
                    less = m > 1 ? Math.max(less, most[c][m - 1][s]) : less;
                    less = s > 1 ? Math.max(less, most[c][m][s - 1]) : less;
                    most[c][m][s] = Math.max(here, less);
                }
            }
        }
        for (int c = 1; c < n; c++) {
            for (int m = 1; m < n; m++) {
                for (int s = 1; s < n; s++) {
                    best =
                            Math.max(
                                    best,
                                    most[n - c][n - m][n - s]
                                            + ServerSharing.value(
                                                    two.get(0),
                                                    server.slice(c, m, s),
                                                    server,
                                                    rule));
                }
            }
        }
        return best;
    }

    /** All ways to share a server among three, one by one. */
    @ParameterizedTest
    @EnumSource(Utilisation.class)
    void sharesASmallGridAmongThreeAsNoOtherWayDoesBetter(Utilisation utilisation) {
        Random random = new Random(6);
        SlicedServer server = new SlicedServer("s", 5, 6, 0, 1, 1, 1);
        for (int i = 0; i < 40; i++) {
            List<ApplicationProfile> three = List.of(any(random), any(random), any(random));
            SharingRule rule = new SharingRule(utilisation, i % 2 == 0 ? 0 : 0.3);
            double best = Double.NEGATIVE_INFINITY;
            for (int c = 1; c <= 3; c++) {
                for (int d = 1; c + d <= 4; d++) {
                    for (int e = 1; c + d + e <= 5; e++) {
                        for (int m = 1; m <= 4; m++) {
                            for (int n = 1; m + n <= 5; n++) {
                                for (int o = 1; m + n + o <= 6; o++) {
                                    double sum =
                                            value(three.get(0), server, rule, c, m)
                                                    + value(three.get(1), server, rule, d, n)
                                                    + value(three.get(2), server, rule, e, o);
                                    best = Math.max(best, sum);
                                }
                            }
                        }
                    }
                }
            }
            Shares found = ServerSharing.of(three, server, rule);
            assertThat(found.value()).as("%s of %s", i, three).isCloseTo(best, within(1e-9));
            double cpu = found.slices().stream().mapToDouble(Slice::cpu).sum();
            double memory = found.slices().stream().mapToDouble(Slice::memory).sum();
            assertThat(Math.max(cpu, memory)).isLessThanOrEqualTo(1 + 1e-9);
        }
    }

    private static double value(
            ApplicationProfile of, SlicedServer server, SharingRule rule, int c, int m) {
        return ServerSharing.value(of, server.slice(c, m, 1), server, rule);
    }

    /** How far the local search, which alone does large grids, is below the best. */
    @Test
    void theLocalSearchIsAFewPerCentBelowTheBestOfSmallSets() {
        Random random = new Random(22);
        SlicedServer server = new SlicedServer("s", 16, 64, 0, 1, 2, 1);
        double farthest = 0;
        int far = 0;
        for (int i = 0; i < 300; i++) {
            List<ApplicationProfile> some = new ArrayList<>();
            for (int k = 0; k < 2 + i % 4; k++) {
                some.add(any(random));
            }
            Utilisation utilisation = i / 4 % 2 == 0 ? Utilisation.ALLOCATION : Utilisation.SERVER;
            SharingRule rule = new SharingRule(utilisation, i % 3 == 0 ? 0 : 0.3);
            double found = ServerSharing.searched(some, server, rule, List.of()).value();
            double best = ServerSharing.of(some, server, rule).value();
            if (best > 0) {
                double gap = (best - found) / best;
                farthest = Math.max(farthest, gap);
                far += gap > 0.01 ? 1 : 0;
            }
        }
        assertThat(far).as("more than one per cent below the best").isLessThanOrEqualTo(10);
        assertThat(farthest).as("farthest below the best").isLessThan(0.08);
    }

    private static ApplicationProfile any(Random random) {
        return profile(
                new Performance.Product(
                        0.02 + 0.4 * random.nextDouble(),
                        0.02 + 0.4 * random.nextDouble(),
                        0.02 + 0.4 * random.nextDouble()),
                1 + 9 * random.nextDouble());
    }

    private static ApplicationProfile profile(Performance performance, double cores) {
        return new ApplicationProfile(
                "a",
                "any",
                performance,
                OptionalDouble.of(cores),
                OptionalDouble.empty(),
                ApplicationProfile.Status.ASSUMED,
                "test",
                List.of(),
                List.of());
    }

    private static void requireWithin(SlicedServer server, Shares shares) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            double sum = 0;
            for (Slice slice : shares.slices()) {
                double steps = slice.share(r) * server.steps(r);
                assertThat(steps).isCloseTo(Math.rint(steps), within(1e-9));
                assertThat(steps).isGreaterThan(0.5);
                sum += steps;
            }
            assertThat(sum).isLessThanOrEqualTo(server.steps(r) + 1e-9);
        }
    }

    /** How long it takes is measured by {@code ServerSharingBenchmark}. */
    @Test
    void dividesAmongTwentyApplications() {
        Random random = new Random(20);
        SlicedServer server = new SlicedServer("s", 48, 48, 128, 1, 1, 1);
        ProfileLibrary measured = new Sandbox(THESIS, 0.05, false, random).profile();
        for (int round = 0; round < 60; round++) {
            List<ApplicationProfile> from = (round % 2 == 0 ? THESIS : measured).applications();
            List<ApplicationProfile> twenty = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                twenty.add(from.get(random.nextInt(from.size())));
            }
            requireWithin(server, ServerSharing.of(twenty, server, SharingRule.DEFAULT));
        }
    }

    /** Of what a server has none of everybody has all; one did keep others from coming. */
    @Test
    void aServerWithoutSsdIsSharedAmongSeveral() {
        SlicedServer without = new SlicedServer("s", 12, 12, 0, 1, 1, 1);
        SlicedServer with = new SlicedServer("s", 12, 12, 12, 1, 1, 1);
        SharingRule rule = new SharingRule(Utilisation.ALLOCATION, 0);
        Random random = new Random(12);
        assertThat(ServerSharing.mostApplications(without)).isEqualTo(12);
        for (int i = 0; i < 20; i++) {
            List<ApplicationProfile> some = new ArrayList<>();
            for (int k = 0; k < 2 + i % 5; k++) {
                some.add(
                        profile(
                                new Performance.Product(
                                        0.05 + 0.4 * random.nextDouble(),
                                        0.05 + 0.4 * random.nextDouble(),
                                        1e-3), // an SSD step is all that it needs
                                1 + 9 * random.nextDouble()));
            }
            Shares shares = ServerSharing.of(some, without, rule);
            assertThat(shares.slices()).allMatch(slice -> slice.ssd() == 1);
            double cpu = shares.slices().stream().mapToDouble(Slice::cpu).sum();
            double memory = shares.slices().stream().mapToDouble(Slice::memory).sum();
            assertThat(Math.max(cpu, memory)).isLessThanOrEqualTo(1 + 1e-9);
            assertThat(shares.value())
                    .isCloseTo(
                            ServerSharing.of(some, with, rule).value(),
                            within(0.02 * shares.value()));
        }
    }

    @Test
    void identicalApplicationsGetIdenticalSlices() {
        ApplicationProfile blast = THESIS.get("BLAST");
        for (int count = 2; count <= 4; count++) {
            Shares shares =
                    ServerSharing.of(
                            Collections.nCopies(count, blast),
                            THESIS.server(),
                            SharingRule.DEFAULT);
            for (int r = 0; r < Slice.DIMENSIONS; r++) {
                int resource = r;
                List<Double> steps =
                        shares.slices().stream()
                                .map(s -> s.share(resource) * THESIS.server().steps(resource))
                                .toList();
                assertThat(Collections.max(steps) - Collections.min(steps))
                        .as("%s of %s, %s", r, count, shares)
                        .isLessThanOrEqualTo(1.001);
            }
        }
    }

    @Test
    void moreCapacityIsNeverWorse() {
        Random random = new Random(9);
        for (int i = 0; i < 20; i++) {
            List<ApplicationProfile> two = List.of(any(random), any(random));
            double small =
                    exhaustive(two, new SlicedServer("s", 8, 8, 8, 1, 1, 1), SharingRule.DEFAULT);
            assertThat(small).isFinite();
            double fine =
                    ServerSharing.of(
                                    two,
                                    new SlicedServer("s", 16, 16, 16, 1, 1, 1),
                                    new SharingRule(Utilisation.SERVER, 0))
                            .value();
            double coarse =
                    ServerSharing.of(
                                    two,
                                    new SlicedServer("s", 16, 16, 16, 4, 4, 4),
                                    new SharingRule(Utilisation.SERVER, 0))
                            .value();
            assertThat(fine).isGreaterThanOrEqualTo(coarse - 1e-9);
        }
    }

    @Test
    void sharesOneServerAmongTwenty() {
        SlicedServer server = new SlicedServer("s", 48, 48, 128, 1, 1, 1);
        List<String> names = List.of("TPC-H", "BLAST", "TPC-E", "Apache", "FIO");
        List<ApplicationProfile> twenty = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            twenty.add(THESIS.get(names.get(i % names.size())));
        }
        requireWithin(server, ServerSharing.of(twenty, server, SharingRule.DEFAULT));
    }

    @Test
    void refusesMoreApplicationsThanSteps() {
        SlicedServer server = new SlicedServer("s", 2, 4, 4, 1, 1, 1);
        assertThatThrownBy(
                        () ->
                                ServerSharing.of(
                                        Collections.nCopies(3, THESIS.get("BLAST")),
                                        server,
                                        SharingRule.DEFAULT))
                .hasMessageContaining("3 applications, expected 1 to 2");
    }
}
