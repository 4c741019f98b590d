package dev.stowage.stats;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits all families and a kernel density to a file of doubles, once, in a process that has compiled
 * nothing yet, and writes the CPU seconds that each step took: of its thread for one family, of all
 * threads, compiler and collector included, for all others. In the package of what it measures,
 * because one family alone can't be fitted from outside.
 */
public final class FitRun {
    private static final Support ANY =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private FitRun() {}

    /** {@code FitRun VALUES.f64 EVERY OUT.tsv}: takes every EVERY-th value. */
    public static void main(String[] args) throws IOException {
        int every = Integer.parseInt(args[1]);
        List<String> rows = new ArrayList<>();
        long start = cpuNanos();
        Sketch sketch = new Sketch();
        try (FileChannel file = FileChannel.open(Path.of(args[0]))) {
            DoubleBuffer values =
                    file.map(FileChannel.MapMode.READ_ONLY, 0, file.size())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .asDoubleBuffer();
            for (int i = 0; i < values.limit(); i += every) {
                sketch.add(values.get(i));
            }
        }
        Sample sample = sketch.sample(ANY);
        Sample points = sample.compressed(Candidates.POINTS);
        rows.add("pass\t" + seconds(start) + "\t" + sample.count());
        long families = cpuNanos();
        long aside = 0;
        for (Family family : Family.values()) {
            long began = THREADS.getCurrentThreadCpuTime();
            Estimate found = MaximumLikelihood.fit(family, points, sample.resolution());
            long ended = THREADS.getCurrentThreadCpuTime();
            rows.add(
                    family.spelling()
                            + "\t"
                            + (ended - began) / 1e9
                            + "\t"
                            + meanLogLikelihood(found, sample));
            aside += THREADS.getCurrentThreadCpuTime() - ended; // that is no part of a fit
        }
        rows.add("families\t" + seconds(families + aside) + "\t" + points.size());
        long began = cpuNanos();
        KernelDensity kernel = KernelEstimator.estimate(sample, ANY, Bandwidth.ISJ);
        rows.add("kde\t" + seconds(began) + "\t" + kernel.bandwidth());
        rows.add("all\t" + seconds(start + aside) + "\t" + sketch.relativeResolution());
        try (PrintStream out = new PrintStream(args[2])) {
            rows.forEach(out::println);
        }
    }

    private static double meanLogLikelihood(Estimate found, Sample sample) {
        Parametric density = found.density();
        if (density == null || !found.isConverged()) {
            return Double.NaN;
        }
        double sum = 0;
        for (int i = 0; i < sample.size(); i++) {
            sum += sample.weight(i) * density.logPdf(sample.value(i));
        }
        return sum / sample.count();
    }

    /** CPU time of all threads of the process, compiler and collector included (Linux). */
    private static long cpuNanos() throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                String text = Files.readString(thread.resolve("schedstat"));
                sum += Long.parseLong(text.substring(0, text.indexOf(' ')));
            }
        }
        return sum;
    }

    private static double seconds(long since) throws IOException {
        return (cpuNanos() - since) / 1e9;
    }
}
