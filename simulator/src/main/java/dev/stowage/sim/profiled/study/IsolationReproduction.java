package dev.stowage.sim.profiled.study;

import dev.stowage.isolation.Interference;
import dev.stowage.isolation.Interference.Placed;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.isolation.Neighbour;
import dev.stowage.isolation.SystemEfficiency;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Levels of isolation: the mixes of four of six workloads, workloads added one by one, excess load,
 * and FRIMICS against Vanguard. Source: Sfakianakis 2023, sections 2.6 and 2.8.
 */
public final class IsolationReproduction {
    private static final int THREADS = 16;

    /** In the order in which they are added. Source: section 2.6.2. */
    private static final List<String> ALL =
            List.of("TPC-E", "BLAST", "FIO", "TPC-W", "TPC-H", "Apache");

    /** Source: section 2.5.4. */
    private static final Map<String, Integer> SLICES =
            Map.of("BLAST", 0, "FIO", 1, "TPC-E", 2, "TPC-W", 2, "TPC-H", 3, "Apache", 3);

    private static final List<String> TABLE_24 = List.of("TPC-H", "Apache", "TPC-E", "BLAST");

    private final Claims claims = new Claims("isolation");
    private final IsolationLibrary library = IsolationLibrary.thesis();
    private final IsolationLevel bare = library.level("native");
    private final IsolationLevel vanguard = library.level("vanguard");

    private IsolationReproduction() {}

    /** As the command {@code reproduce} has it. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "isolation",
                "levels of isolation: Vanguard and FRIMICS against native",
                IsolationReproduction::run);
    }

    /** Computes all experiments anew; nothing is drawn, so the seed has no effect. */
    public static Reproduction run(long seed) {
        IsolationReproduction study = new IsolationReproduction();
        study.mixes();
        study.gradual();
        study.excess();
        study.frimics();
        study.misprediction();
        study.closedForms();
        study.claims.answer("alternatives", false, "not modelled");
        return study.claims.reproduction();
    }

    private double[] scores(List<String> names, IsolationLevel level) {
        List<Placed> placed = new ArrayList<>();
        for (String name : names) {
            placed.add(new Placed(library.neighbour(name), slice(name)));
        }
        double[] scores = new double[names.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = Interference.rate(placed, i, level);
        }
        return scores;
    }

    private static int slice(String name) {
        Integer slice = SLICES.get(name);
        if (slice == null) {
            throw new IllegalArgumentException("no slice for " + name);
        }
        return slice;
    }

    /**
     * Each workload keeps the cores busy that it uses alone, however little it gets done: section
     * 2.6.2 says that native uses a disproportionate amount of resources for its work, and Vanguard
     * the same CPU or less.
     */
    private double efficiency(List<String> names, IsolationLevel level) {
        double cores = 0;
        for (String name : names) {
            cores += library.neighbour(name).coresAlone();
        }
        return SystemEfficiency.of(scores(names, level), Math.min(1, cores / THREADS));
    }

    // --- section 2.6.3 ---

    private void mixes() {
        double[] onNative = new double[ALL.size()];
        double[] onVanguard = new double[ALL.size()];
        double nativeWork = 0;
        double vanguardWork = 0;
        List<List<String>> mixes = mixesOfFour();
        for (List<String> mix : mixes) {
            add(onNative, mix, scores(mix, bare));
            add(onVanguard, mix, scores(mix, vanguard));
            nativeWork += efficiency(mix, bare) / mixes.size();
            vanguardWork += efficiency(mix, vanguard) / mixes.size();
        }
        double ratio = vanguardWork / nativeWork;
        claims.answer("mixes-efficiency", ratio >= 2.2 && ratio <= 2.8, "%.2f", ratio);
        claims.answer(
                "mixes-native",
                of(onNative, "TPC-E") < 0.1
                        && of(onNative, "FIO") < 0.1
                        && of(onNative, "TPC-W") < 0.1
                        && Math.abs(of(onNative, "TPC-H") - 0.3) < 0.05
                        && of(onNative, "BLAST") > 0.5
                        && of(onNative, "Apache") > 0.5,
                "%s",
                text(onNative));
        boolean onlyFio = of(onVanguard, "FIO") < 0.5;
        for (String name : ALL) {
            onlyFio &= name.equals("FIO") || of(onVanguard, name) >= 0.5;
        }
        claims.answer("mixes-vanguard", onlyFio, "%s", text(onVanguard));
    }

    private static List<List<String>> mixesOfFour() {
        List<List<String>> mixes = new ArrayList<>();
        for (int bits = 0; bits < 1 << ALL.size(); bits++) {
            if (Integer.bitCount(bits) == 4) {
                List<String> mix = new ArrayList<>();
                for (int i = 0; i < ALL.size(); i++) {
                    if ((bits >> i & 1) == 1) {
                        mix.add(ALL.get(i));
                    }
                }
                mixes.add(mix);
            }
        }
        return mixes;
    }

    /** Each workload is in ten of the fifteen mixes. */
    private static void add(double[] means, List<String> mix, double[] scores) {
        for (int i = 0; i < scores.length; i++) {
            means[ALL.indexOf(mix.get(i))] += scores[i] / 10;
        }
    }

    private static double of(double[] means, String name) {
        return means[ALL.indexOf(name)];
    }

    private static String text(double[] means) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < means.length; i++) {
            parts.add(ALL.get(i) + " " + Math.round(means[i] * 100) / 100.0);
        }
        return String.join(", ", parts);
    }

    // --- section 2.6.2 ---

    private void gradual() {
        boolean falls = true;
        boolean rises = true;
        boolean isHalf = true;
        List<String> nativeText = new ArrayList<>();
        List<String> vanguardText = new ArrayList<>();
        List<String> piText = new ArrayList<>();
        for (int count = 1; count <= ALL.size(); count++) {
            List<String> now = ALL.subList(0, count);
            double onNative = efficiency(now, bare);
            double onVanguard = efficiency(now, vanguard);
            double pi = Arrays.stream(scores(now, vanguard)).average().orElseThrow();
            if (count >= 3) {
                List<String> before = ALL.subList(0, count - 1);
                falls &= onNative < efficiency(before, bare);
                rises &= onVanguard > efficiency(before, vanguard);
                isHalf &= Math.abs(pi - 0.5) <= 0.1;
            }
            nativeText.add(two(onNative));
            vanguardText.add(two(onVanguard));
            piText.add(two(pi));
        }
        claims.answer("gradual-native", falls, "%s", String.join(", ", nativeText));
        claims.answer("gradual-vanguard", rises, "%s", String.join(", ", vanguardText));
        claims.answer("gradual-pi", isHalf, "%s", String.join(", ", piText));
        double[] nativeScores = scores(ALL, bare);
        double[] vanguardScores = scores(ALL, vanguard);
        count("gradual-75", 0.25, 1, 3, nativeScores, vanguardScores);
        count("gradual-50", 0.5, 2, 5, nativeScores, vanguardScores);
        List<String> better = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            if (nativeScores[i] > vanguardScores[i]) {
                better.add(ALL.get(i));
            }
        }
        claims.answer(
                "gradual-better-on-native",
                better.equals(List.of("BLAST")),
                "%s",
                better.isEmpty() ? "none" : String.join(", ", better));
        double alone = scores(ALL.subList(0, 1), vanguard)[0];
        claims.answer("gradual-alone", alone > 1, "%.3f", alone);
    }

    private void count(
            String id, double loss, int onNative, int onVanguard, double[] bareScores, double[] v) {
        int nativeCount = SystemEfficiency.effective(bareScores, loss);
        int vanguardCount = SystemEfficiency.effective(v, loss);
        claims.answer(
                id,
                nativeCount == onNative && vanguardCount == onVanguard,
                "%d against %d",
                vanguardCount,
                nativeCount);
    }

    private static String two(double value) {
        return String.valueOf(Math.round(value * 100) / 100.0);
    }

    // --- section 2.6.1 ---

    /** The primary in a slice of its own, four of the other five in another, all five choices. */
    private double[] primary(String name, IsolationLevel level) {
        List<String> others = new ArrayList<>(ALL);
        others.remove(name);
        double[] scores = new double[others.size()];
        for (int out = 0; out < scores.length; out++) {
            List<Placed> placed = new ArrayList<>();
            placed.add(new Placed(library.neighbour(name), 0));
            for (int i = 0; i < others.size(); i++) {
                if (i != out) {
                    placed.add(new Placed(library.neighbour(others.get(i)), 1));
                }
            }
            scores[out] = Interference.rate(placed, 0, level);
        }
        return scores;
    }

    private void excess() {
        for (String name : List.of("TPC-E", "TPC-H")) {
            double[] scores = primary(name, vanguard);
            Arrays.sort(scores);
            double spread = scores[scores.length - 1] - scores[0];
            claims.answer(
                    "excess-vanguard-" + name,
                    spread < 0.05,
                    "%.2f to %.2f",
                    scores[0],
                    scores[scores.length - 1]);
        }
        double most = Arrays.stream(primary("TPC-E", bare)).max().orElseThrow();
        claims.answer("excess-native-TPC-E", most < 0.5, "at most %.2f", most);
        double mostH = Arrays.stream(primary("TPC-H", bare)).max().orElseThrow();
        claims.answer("excess-native-TPC-H", mostH > 0.9, "at most %.2f from the start", mostH);
    }

    // --- section 2.8 ---

    private double[] left(List<String> names, String level) {
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            placed.add(new Placed(library.neighbour(names.get(i)), i));
        }
        double[] left = new double[names.size()];
        for (int i = 0; i < left.length; i++) {
            left[i] = Interference.left(placed, i, library.level(level));
        }
        return left;
    }

    private void frimics() {
        double[] frimics = left(TABLE_24, "frimics");
        double[] other = left(TABLE_24, "vanguard");
        double mean = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < frimics.length; i++) {
            double gain = frimics[i] / other[i];
            mean += gain / frimics.length;
            least = Math.min(least, gain);
            most = Math.max(most, gain);
        }
        claims.answer("frimics-mean", Math.abs(mean - 1.379) <= 0.03, "%.3f", mean);
        claims.answer("frimics-range", least >= 1.2 && most <= 1.65, "%.3f to %.3f", least, most);
    }

    /** A second TPC-H, starved, joins the four of table 2.4, whose slices give 0.8. */
    private void misprediction() {
        List<String> five = new ArrayList<>(TABLE_24);
        five.add("TPC-H");
        for (String level : List.of("frimics", "vanguard", "native")) {
            double before = Arrays.stream(left(TABLE_24, level)).min().orElseThrow() * 0.8;
            double after =
                    Arrays.stream(left(five, level)).limit(TABLE_24.size()).min().orElseThrow()
                            * 0.8;
            boolean isAbove = before >= 0.75 && after >= 0.75;
            claims.answer(
                    "misprediction-" + level,
                    isAbove == level.equals("frimics"),
                    "least %.2f before, %.2f after",
                    before,
                    after);
        }
    }

    private void closedForms() {
        double[] expected = {1.454545, 2.823529, 5.333333, 7.578947};
        int[] counts = {1, 2, 4, 6};
        double worst = 0;
        for (int i = 0; i < counts.length; i++) {
            worst =
                    Math.max(
                            worst,
                            Math.abs(SystemEfficiency.optimal(counts[i], THREADS) - expected[i]));
        }
        claims.answer("optimal", worst < 1e-6, "the same to %.0e", 1e-6);
        Neighbour first = library.neighbour("TPC-E");
        claims.answer(
                "alone-vanguard",
                Math.abs(first.rateAlone(vanguard) - 18.5 / 18) < 1e-3,
                "%.3f",
                first.rateAlone(vanguard));
    }
}
