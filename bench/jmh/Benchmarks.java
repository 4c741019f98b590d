import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the benchmarks of one module that match. A module without a match says so and does not fail,
 * because a build of several modules ({@code -am}) asks each of them.
 */
class Benchmarks {
    public static void main(String[] args) throws Exception {
        try {
            new Runner(new CommandLineOptions(args)).run();
        } catch (NoBenchmarksException none) {
            System.out.println("no benchmark of this module matches " + args[args.length - 1]);
        }
    }
}
