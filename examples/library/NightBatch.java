import dev.stowage.basis.Progress;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.run.RunSummary;
import dev.stowage.workflow.Fit;
import dev.stowage.workflow.Ingest;
import dev.stowage.workflow.Plan;
import dev.stowage.workflow.Simulate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Ingests a log of tasks, fits a model to it, replays it, and plans for its growth; from the folder
 * of the repository:
 *
 * <pre>java -cp cli/target/stowage.jar examples/library/NightBatch.java /tmp/night</pre>
 */
class NightBatch {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Path trace = folder.resolve("night.trace");

        var ingested = Ingest.of("auto", List.of(Path.of("examples/night-batch.csv"))).run(trace);
        System.out.println(
                ingested.manifest().tables().get("tasks").rowsWritten() + " tasks ingested");

        var fitted = Fit.of(trace).run(Progress.NONE);
        fitted.model().writeJson(folder.resolve("night.json"));

        RunSummary run =
                Simulate.of(trace, "25x16c64g").with(draft -> draft.seed = 7).run().summary();
        System.out.println(run.tasks().finished() + " tasks finished on 25 servers");

        CapacityPlan plan =
                Plan.of(Path.of("examples/night-batch.yaml")).run(2, Progress.NONE).plan();
        System.out.println(
                plan.servers().get(0).count() + " servers, objective met: " + plan.met());
    }
}
