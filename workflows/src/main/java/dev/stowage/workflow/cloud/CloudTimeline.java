package dev.stowage.workflow.cloud;

import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.sim.cloud.Rental;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Which VMs each alternative had when, as CSV: equal VMs with the same times in one row. */
public final class CloudTimeline {
    /** Name of the file in an output directory. */
    public static final String FILE = "timeline.csv";

    private static final String HEADER =
            "policy,providers,start_s,released_s,charged_until_s,provider,region,vm_type,pricing,"
                    + "count,usd_per_hour";

    private CloudTimeline() {}

    /** Writes all alternatives, the cheapest first, each in the order in which VMs start. */
    public static void write(DeploymentStudyResult result, Path file) {
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            writer.write(HEADER);
            writer.write('\n');
            for (DeploymentAlternative each : result.possible()) {
                write(each, writer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(DeploymentAlternative each, BufferedWriter writer)
            throws IOException {
        DeploymentRun run = each.run().orElseThrow();
        List<Rental> rentals =
                run.rentals().stream()
                        .sorted(Comparator.comparingLong(Rental::startSeconds))
                        .toList();
        for (Rental rental : rentals) {
            writer.write(
                    String.join(
                            ",",
                            quoted(each.policy()),
                            each.scope().name(),
                            Long.toString(rental.startSeconds()),
                            Long.toString(rental.releasedSeconds()),
                            Long.toString(rental.endSeconds()),
                            rental.market().provider(),
                            rental.market().region(),
                            quoted(rental.item().offer().type().name()),
                            CloudAnswer.label(rental.item().pricing()),
                            Integer.toString(rental.vms()),
                            rental.item().usdPerHour().toPlainString()));
            writer.write('\n');
        }
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"")
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
