package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.ServerDynamics;
import dev.stowage.option.DynamicsText;
import dev.stowage.option.DynamicsText.MeanTimes;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How servers go down and come back: failures, maintenance, switching off. */
final class ServerFlags {
    @Option(
            names = "--mttf",
            order = 6,
            paramLabel = "TIME",
            description = "Let each server fail, after this mean time: 30d (needs --mttr).")
    private @Nullable String mttf;

    @Option(
            names = "--mttr",
            order = 6,
            paramLabel = "TIME",
            description = "Mean time to the repair of a server: 2h.")
    private @Nullable String mttr;

    @Option(
            names = "--domain-mttf",
            order = 6,
            paramLabel = "TIME",
            description =
                    "Let each failure domain fail as a whole, after this mean time (needs"
                            + " --domain-mttr).")
    private @Nullable String domainMttf;

    @Option(
            names = "--domain-mttr",
            order = 6,
            paramLabel = "TIME",
            description = "Mean time to the repair of a failure domain.")
    private @Nullable String domainMttr;

    @Option(
            names = "--failure-shape",
            order = 6,
            paramLabel = "SHAPE",
            description =
                    "Weibull shape of the times to failure, as in 0.7 (default: 1, exponential).")
    private @Nullable String failureShape;

    @Option(
            names = "--maintenance",
            order = 6,
            paramLabel = "WINDOW",
            description =
                    "Take servers down: FIRST[-LAST]@START+LENGTH[/EVERY], as in 0-9@2h+30m/1d;"
                            + " may be repeated.")
    private List<String> maintenance = new ArrayList<>();

    @Option(
            names = "--keep-progress",
            order = 6,
            description =
                    "A task that loses its server goes on where it was (default: it starts again).")
    private boolean keepProgress;

    @Option(
            names = "--idle-off",
            order = 6,
            paramLabel = "TIME",
            description = "Switch a server off when it has had no task for so long: 5m.")
    private @Nullable String idleOff;

    @Option(
            names = "--wake",
            order = 6,
            paramLabel = "TIME",
            description =
                    "With --idle-off: time from the call for a server to its first task"
                            + " (default: 60s).")
    private @Nullable String wake;

    @Option(
            names = "--start-off",
            order = 6,
            description = "With --idle-off: all servers are off when the run begins.")
    private boolean startOff;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        common.argument(() -> text().parse());
    }

    /**
     * The run with what was given, if anything was.
     *
     * @throws picocli.CommandLine.ParameterException if a window names servers that there are not,
     *     or if the file of the servers says how they go down
     */
    SimulationSpec applyTo(SimulationSpec spec, CommonOptions common) {
        ServerDynamics dynamics = common.argument(() -> text().parse(spec.servers().size()));
        if (dynamics.equals(ServerDynamics.NONE)) {
            return spec;
        }
        if (!spec.dynamics().equals(ServerDynamics.NONE)) {
            throw common.usage(
                    "--mttf, --domain-mttf, --maintenance, --idle-off, --keep-progress: found beside"
                            + " a file of servers that says how they go down, expected one or the"
                            + " other");
        }
        return spec.with(draft -> draft.dynamics = dynamics);
    }

    private DynamicsText text() {
        return new DynamicsText(
                new MeanTimes("--mttf", mttf, "--mttr", mttr),
                new MeanTimes("--domain-mttf", domainMttf, "--domain-mttr", domainMttr),
                failureShape,
                maintenance,
                idleOff,
                wake,
                startOff,
                keepProgress);
    }
}
