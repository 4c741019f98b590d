import dev.stowage.cli.Main;
import dev.stowage.cli.session.Session;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * How many servers each draw of a window needs: the least on which every task is served and p95
 * pending is at most a minute, by galloping from what the draw before needed and then bisecting.
 * Reads lines of {@code folder cores GiB}, prints {@code folder generator seed servers}. A folder
 * holds {@code first.csv} and {@code second.csv}; generator {@code recorded} is the second,
 * replayed.
 */
public final class HeldOut {
    private static final PolicySpec BEST_FIT =
            PlacementPolicies.registry().parse("placement", "best-fit");
    private static final double BOUND_SECONDS = 60;

    private final ServerType server;
    private int last = 1;

    private HeldOut(ServerType server) {
        this.server = server;
    }

    public static void main(String[] args) throws IOException {
        int draws = Integer.parseInt(args[1]);
        String[] generators = args[2].split(",");
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(" ");
            Path folder = Path.of(words[0]);
            Resources size =
                    new Resources(
                            Math.round(Double.parseDouble(words[1]) * 1e6),
                            Math.round(Double.parseDouble(words[2]) * (1L << 30)));
            new HeldOut(ServerType.of("s", size)).run(folder, draws, generators);
        }
    }

    private void run(Path folder, int draws, String[] generators) throws IOException {
        print(folder, "recorded", 1, CsvWorkload.open(folder.resolve("second.csv")));
        print(folder, "first", 1, CsvWorkload.open(folder.resolve("first.csv")));
        Path file = folder.resolve("first.json");
        command("ingest", "csv", folder.resolve("first.csv"), "-o", folder.resolve("first.trace"));
        command("fit", folder.resolve("first.trace"), "-o", file);
        WorkloadModel model = WorkloadModels.load(file.toString());
        for (String generator : generators) {
            for (int draw = 1; draw <= draws; draw++) {
                SynthOptions options =
                        new SynthOptions(
                                model.jobs(),
                                1,
                                1,
                                1,
                                SynthOptions.ScaleBy.COUNT,
                                generator,
                                20_261_123,
                                draw);
                print(folder, generator, draw, Generators.generate(model, options));
            }
        }
    }

    private void print(Path folder, String generator, int seed, Workload workload) {
        last = needed(workload);
        System.out.println(folder + " " + generator + " " + seed + " " + last);
    }

    private int needed(Workload workload) {
        int low = 0;
        int high = last;
        for (int step = Math.max(1, last / 8); !holds(workload, high); step *= 2) {
            low = high;
            high += step;
        }
        for (int step = Math.max(1, last / 8); low == 0 && high > 1; step *= 2) {
            int less = Math.max(1, high - step);
            if (holds(workload, less)) {
                high = less;
            } else {
                low = less;
            }
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (holds(workload, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean holds(Workload workload, int servers) {
        RunSummary run =
                Simulation.run(
                                SimulationSpec.of(workload, ServerFleet.of(server, servers))
                                        .withPlacement(BEST_FIT)
                                        .withSeed(1, 0))
                        .summary();
        return run.tasks().rejected() + run.tasks().pending() == 0
                && run.pendingSeconds().p95() <= BOUND_SECONDS;
    }

    private static void command(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            texts[i] = args[i].toString();
        }
        if (Main.run(new Session(out, err, false, false, Map.of()), texts) > 1) {
            throw new IllegalStateException(err.toString(StandardCharsets.UTF_8));
        }
    }
}
