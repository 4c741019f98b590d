package dev.stowage.sim.profiled.study;

import dev.stowage.basis.Seeds;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Performance;
import dev.stowage.profile.PerformanceForm;
import dev.stowage.profile.ProfileFitter;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Sample;
import dev.stowage.profile.Sandbox;
import dev.stowage.profile.SharingRule;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.sim.profiled.ServerRun;
import dev.stowage.sim.profiled.SlicePolicy;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * QuMan on one server: slices, the queue under four policies, other ways to share a server, and
 * profiles. Source: Sfakianakis 2023, tables 2.4 and 2.5, sections 2.8 and 2.9.
 */
public final class QumanReproduction {
    private static final int ORDERS = 20;

    /** The provider's slices cost most of the time, and its means differ least. */
    private static final int PROVIDER_ORDERS = 6;

    /** A cell holds within so much of the published one; the mean of one order varies by 0.03. */
    private static final double TOLERANCE = 0.03;

    private static final Map<String, Integer> QUEUE = queue();

    /** Section 2.9 has the workload of 2.8.1; that there are five of each is ours. */
    private static final Map<String, Integer> QUEUE_29 =
            new TreeMap<>(Map.of("TPC-H", 5, "Apache", 5, "TPC-E", 5, "BLAST", 5));

    private final Claims claims = new Claims("quman");
    private final ProfileLibrary library = ProfileLibrary.thesis();
    private final SlicedServer server = library.server();
    private final long seed;
    private double errors;
    private int cells;

    private QumanReproduction(long seed) {
        this.seed = seed;
    }

    private static Map<String, Integer> queue() {
        Map<String, Integer> queue = new LinkedHashMap<>();
        queue.put("TPC-H", 7);
        queue.put("BLAST", 6);
        queue.put("TPC-E", 4);
        queue.put("Apache", 1);
        queue.put("FIO", 1);
        return queue;
    }

    /** As the command {@code reproduce} has it. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "quman",
                "slices by profiles on one server: tables 2.4 and 2.5 (QuMan)",
                QumanReproduction::run);
    }

    /** Makes all experiments anew; the seed orders queues and draws noise. */
    public static Reproduction run(long seed) {
        QumanReproduction study = new QumanReproduction(seed);
        study.slices();
        study.policies();
        study.otherWays();
        study.profiles();
        return study.claims.reproduction();
    }

    // --- table 2.4 ---

    private void slices() {
        slice("slice-tpch", "TPC-H", 0.8, 2, 6, 8);
        slice("slice-apache", "Apache", 0.8, 16, 14, 24);
        slice("slice-tpce", "TPC-E", 0.8, 12, 10, 16);
        slice("slice-blast", "BLAST", 0.8, 16, 14, 24);
        slice("slice-tpch-75", "TPC-H", 0.75, 2, 6, 8);
    }

    private void slice(
            String id, String name, double target, double cores, double memory, double ssd) {
        List<Slice> slices = LeastSlices.of(library.get(name).performance(), server, target);
        claims.answer(
                id,
                slices.equals(List.of(server.sliceOf(cores, memory, ssd))),
                "%s",
                server.describe(slices.get(0)));
    }

    // --- table 2.5 ---

    /**
     * Means over orders of the queue: PI, utilisation, QUCI, least PI, utilisation with a queue.
     */
    private record Means(double pi, double utilisation, double quci, double leastPi, double busy) {}

    private Means means(SlicePolicy policy, int orders) {
        return means(policy, orders, QUEUE, null);
    }

    private Means means29(SlicePolicy policy, ServerRun.@Nullable Disturbance disturbance) {
        return means(policy, ORDERS, QUEUE_29, disturbance);
    }

    private Means means(
            SlicePolicy policy,
            int orders,
            Map<String, Integer> counts,
            ServerRun.@Nullable Disturbance disturbance) {
        double pi = 0;
        double utilisation = 0;
        double quci = 0;
        double least = 1;
        double busy = 0;
        for (int order = 0; order < orders; order++) {
            ServerRun.Result run = ServerRun.of(order(counts, order), server, policy, disturbance);
            pi += run.meanPi() / orders;
            utilisation += run.utilisation() / orders;
            quci += run.quci() / orders;
            least = Math.min(least, run.leastPi());
            busy += run.utilisationWhileQueued() / orders;
        }
        return new Means(pi, utilisation, quci, least, busy);
    }

    private List<ApplicationProfile> order(Map<String, Integer> counts, int number) {
        List<ApplicationProfile> queue = new ArrayList<>();
        counts.forEach(
                (name, count) -> queue.addAll(Collections.nCopies(count, library.get(name))));
        Collections.shuffle(queue, new Random(Seeds.mix(seed, "order of the queue", number)));
        return queue;
    }

    private void policies() {
        Means one = means(new SlicePolicy.User(1), ORDERS);
        Means high = means(new SlicePolicy.User(0.75), ORDERS);
        Means half = means(new SlicePolicy.User(0.5), ORDERS);
        Means provider = means(new SlicePolicy.Provider(SharingRule.DEFAULT), PROVIDER_ORDERS);
        row("user1", one, 1, 0.17, 0.16);
        row("user75", high, 0.79, 0.52, Double.NaN);
        claims.answer(
                "user75-quci", Math.abs(high.quci() - 0.36) <= TOLERANCE, "%.3f", high.quci());
        row("user5", half, 0.59, 0.68, 0.38);
        claims.answer("user5-busy", Math.abs(half.busy() - 0.68) <= TOLERANCE, "%.3f", half.busy());
        row("provider", provider, 0.57, 0.79, 0.45);
        claims.answer("mean-error", errors / cells <= 0.0318, "%.4f", errors / cells);
        claims.answer(
                "order-utilisation",
                one.utilisation() < high.utilisation()
                        && high.utilisation() < half.utilisation()
                        && half.utilisation() < provider.utilisation(),
                "%.2f, %.2f, %.2f, %.2f",
                one.utilisation(),
                high.utilisation(),
                half.utilisation(),
                provider.utilisation());
        claims.answer(
                "order-pi",
                one.pi() > high.pi() && high.pi() > half.pi(),
                "%.2f, %.2f, %.2f",
                one.pi(),
                high.pi(),
                half.pi());
        claims.answer(
                "order-quci",
                one.quci() < high.quci()
                        && high.quci() < half.quci()
                        && half.quci() < provider.quci(),
                "%.2f, %.2f, %.2f, %.2f",
                one.quci(),
                high.quci(),
                half.quci(),
                provider.quci());
        claims.answer(
                "everyone-has-the-target",
                one.leastPi() >= 1 - 1e-6
                        && high.leastPi() >= 0.75 - 1e-6
                        && half.leastPi() >= 0.5 - 1e-6,
                "least %.3f, %.3f, %.3f",
                one.leastPi(),
                high.leastPi(),
                half.leastPi());
    }

    private void row(String id, Means ours, double pi, double utilisation, double quci) {
        cell(id + "-pi", ours.pi(), pi);
        cell(id + "-utilisation", ours.utilisation(), utilisation);
        if (!Double.isNaN(quci)) {
            cell(id + "-quci", ours.quci(), quci);
        }
    }

    private void cell(String id, double ours, double published) {
        double error = Math.abs(ours - published);
        errors += error;
        cells++;
        claims.answer(id, error <= TOLERANCE, "%.3f", ours);
    }

    // --- section 2.9 ---

    private void otherWays() {
        Means quman = means29(new SlicePolicy.User(0.8), null);
        Means two = means29(new SlicePolicy.Equal(2), null);
        Means eight = means29(new SlicePolicy.Equal(8), null);
        Means optimal = means29(new SlicePolicy.User(0.8, 0, true), null);
        claims.answer("single-pi", Math.abs(quman.pi() - 0.84) <= TOLERANCE, "%.3f", quman.pi());
        claims.answer(
                "single-utilisation",
                Math.abs(quman.utilisation() - 0.5) <= TOLERANCE,
                "%.3f",
                quman.utilisation());
        claims.answer(
                "single-optimal",
                Math.abs(optimal.pi() - 0.89) <= TOLERANCE
                        && Math.abs(optimal.utilisation() - 0.7) <= TOLERANCE,
                "PI %.3f, %.3f",
                optimal.pi(),
                optimal.utilisation());
        claims.answer(
                "equal-slices",
                eight.utilisation() > two.utilisation() && eight.pi() < two.pi(),
                "two: PI %.2f, %.2f; eight: PI %.2f, %.2f",
                two.pi(),
                two.utilisation(),
                eight.pi(),
                eight.utilisation());
        claims.answer(
                "quman-between",
                quman.pi() < two.pi()
                        && quman.pi() > eight.pi()
                        && quman.quci() > Math.max(two.quci(), eight.quci()),
                "PI %.2f of %.2f and %.2f; QUCI %.2f, %.2f and %.2f",
                quman.pi(),
                two.pi(),
                eight.pi(),
                quman.quci(),
                two.quci(),
                eight.quci());
        IsolationLibrary isolation = IsolationLibrary.thesis();
        Means uncoordinated =
                means29(
                        new SlicePolicy.Uncoordinated(),
                        new ServerRun.Disturbance(isolation.level("native"), isolation::neighbour));
        claims.answer(
                "uncoordinated",
                uncoordinated.pi() < quman.pi(),
                "PI %.3f, CPU %.2f, against %.3f, %.2f",
                uncoordinated.pi(),
                uncoordinated.utilisation(),
                quman.pi(),
                quman.utilisation());
        ServerRun.Disturbance frimics =
                new ServerRun.Disturbance(isolation.level("frimics"), isolation::neighbour);
        Means isolated = means29(new SlicePolicy.User(0.8), frimics);
        claims.answer(
                "target-under-frimics",
                isolated.leastPi() >= 0.8 - 1e-6,
                "least %.3f",
                isolated.leastPi());
    }

    // --- section 2.8.2 ---

    private void profiles() {
        double worst = 0;
        double worstUsed = 0;
        double worstLogistic = 0;
        double leastLogistic = 1;
        int refused = 0;
        int refusedDense = 0;
        for (ApplicationProfile truth : library.applications()) {
            Sandbox sandbox =
                    new Sandbox(library, 0.05, false, Seeds.stream(seed, truth.name(), 0));
            List<Sample> ten = sandbox.measure(truth);
            ProfileFitter.Fitted fitted = ProfileFitter.fit(ten, server.cores());
            Performance form = fitted.chosen().performance().orElseThrow();
            worst = Math.max(worst, gridError(form, truth.performance()));
            worstUsed = Math.max(worstUsed, gridError(fitted.performance(), truth.performance()));
            refused += ProfileFitter.fitted(PerformanceForm.LOGISTIC, ten).isEmpty() ? 1 : 0;
            Optional<Performance> dense =
                    ProfileFitter.fitted(PerformanceForm.LOGISTIC, halfOfTheGrid(truth));
            if (dense.isPresent()) {
                double error = gridError(dense.get(), truth.performance());
                worstLogistic = Math.max(worstLogistic, error);
                leastLogistic = Math.min(leastLogistic, error);
            } else {
                refusedDense++;
            }
        }
        claims.answer("profile-error", worst <= 0.1, "at most %.3f", worst);
        claims.answer("profile-error-used", worstUsed <= 0.1, "at most %.3f", worstUsed);
        claims.answer(
                "profile-error-logistic",
                refused == 0 && worstLogistic <= 0.1,
                "refused for %d of 6; trained on half of the grid refused for %d, else %.3f to %.3f",
                refused,
                refusedDense,
                leastLogistic,
                worstLogistic);
    }

    /** What the thesis trained on: every other slice. */
    private List<Sample> halfOfTheGrid(ApplicationProfile truth) {
        List<Slice> slices = server.slices();
        List<Sample> half = new ArrayList<>();
        for (int i = 0; i < slices.size(); i += 2) {
            half.add(new Sample(slices.get(i), truth.performance().at(slices.get(i))));
        }
        return half;
    }

    private double gridError(Performance fitted, Performance truth) {
        return server.slices().stream()
                .mapToDouble(slice -> Math.abs(fitted.at(slice) - truth.at(slice)))
                .average()
                .orElseThrow();
    }
}
