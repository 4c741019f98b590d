package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.option.ServersSpec;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.plan.SearchOptions;
import dev.stowage.report.ReportPage;
import dev.stowage.report.services.ControllersPage;
import dev.stowage.report.services.ControllersText;
import dev.stowage.report.services.ServicesPlanPage;
import dev.stowage.report.services.ServicesPlanText;
import dev.stowage.scenario.services.ServicesFile;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ControllerStudy;
import dev.stowage.workflow.services.ControllersView;
import dev.stowage.workflow.services.ServicesPlan;
import dev.stowage.workflow.services.ServicesPlanAnswer;
import java.nio.file.Path;

/** {@code simulate --controller}: services with objectives, side by side or on fewest servers. */
final class ControllerRun {
    private final Path workload;
    private final String servers;
    private final long seed;
    private final int replications;
    private final ControllerFlags controllers;
    private final CommonOptions common;

    ControllerRun(
            Path workload,
            String servers,
            long seed,
            int replications,
            ControllerFlags controllers,
            CommonOptions common) {
        this.workload = workload;
        this.servers = servers;
        this.seed = seed;
        this.replications = replications;
        this.controllers = controllers;
        this.common = common;
    }

    /** Runs, prints and writes what was asked for. */
    ExitCode run(OutputOptions output) {
        ServerFleet.Static fleet = ServersSpec.read(servers).fleet();
        Servers on = new Servers(fleet.groups().stream().map(ControllerRun::group).toList());
        String name = InputNames.base(workload);
        ServicesFile file = ServicesFile.read(workload, name, on);
        Double violated = controllers.violatedShare();
        if (violated != null) {
            String server = Figures.size(one(fleet).type().capacity());
            try (OutputTarget target =
                    output.directory(name + ".fewest", ServicesPlanAnswer.FILE)) {
                ServicesPlanAnswer answer = plan(file, on, violated, server);
                ServicesPlanPage.write(answer, target.temporary());
                return written(answer, target);
            }
        }
        ControllerStudy study =
                new ControllerStudy(
                        file, on, controllers.specs(), replications, seed, common.threads());
        try (OutputTarget target = output.directory(name + ".controllers", ControllersView.FILE)) {
            ControllersView view = ControllersView.of(study, servers, common.progress());
            ControllersPage.write(view, target.temporary());
            target.commit();
            common.print(view, new ControllersText(view, common.style())::print);
            common.note("Wrote " + target.path());
            common.note("Report: " + target.path().resolve(ReportPage.FILE));
        }
        return ExitCode.DONE;
    }

    private ServicesPlanAnswer plan(
            ServicesFile file, Servers most, double violated, String server) {
        ServicesPlan.Request request =
                new ServicesPlan.Request(
                        file,
                        most,
                        violated,
                        replications,
                        SearchOptions.DEFAULT_RELIABILITY,
                        seed,
                        common.threads());
        return new ServicesPlanAnswer(
                file.name(),
                violated,
                server,
                seed,
                controllers.specs().stream().map(each -> ServicesPlan.of(request, each)).toList(),
                file.notes());
    }

    private ExitCode written(ServicesPlanAnswer answer, OutputTarget target) {
        target.commit();
        ServicesPlanText text = new ServicesPlanText(answer, common.style());
        common.print(answer, out -> Wrapped.narrow(out, text::print));
        common.note("Wrote " + target.path());
        common.note("Report: " + target.path().resolve(ReportPage.FILE));
        return answer.isMet() ? ExitCode.DONE : ExitCode.NO;
    }

    /** Refuses servers that can't be read, and several kinds where the fewest are asked for. */
    static void check(String servers, ControllerFlags controllers) {
        ServerFleet.Static fleet = ServersSpec.read(servers).fleet();
        if (controllers.violatedShare() != null) {
            one(fleet);
        }
    }

    private static Servers.Group group(ServerFleet.Group group) {
        Resources capacity = group.type().capacity();
        return new Servers.Group(group.count(), new ServerSize(capacity.cores(), capacity.gib()));
    }

    /** The kind of server of which the fewest are asked for. */
    private static ServerFleet.Group one(ServerFleet.Static fleet) {
        if (fleet.groups().size() != 1) {
            throw new OptionException(
                    "--servers: found "
                            + fleet.groups().size()
                            + " groups of servers with --violated, expected one, as in"
                            + " 100x48c256g");
        }
        return fleet.groups().get(0);
    }
}
