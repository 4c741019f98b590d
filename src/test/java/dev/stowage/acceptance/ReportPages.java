package dev.stowage.acceptance;

import dev.stowage.report.cloud.CloudReport;
import dev.stowage.report.cloud.PortfolioPage;
import dev.stowage.report.fit.FitPage;
import dev.stowage.report.fit.ProfilesPage;
import dev.stowage.report.fleet.FleetReport;
import dev.stowage.report.forecast.ForecastReport;
import dev.stowage.report.node.NodeReport;
import dev.stowage.report.node.PimReport;
import dev.stowage.report.placement.PlacementReport;
import dev.stowage.report.plan.PlanReport;
import dev.stowage.report.serverless.ServerlessPage;
import dev.stowage.report.serverless.ServerlessPlanPage;
import dev.stowage.report.services.ControllersPage;
import dev.stowage.report.services.ServicesPlanPage;
import dev.stowage.report.similarity.SimilarityPage;
import dev.stowage.report.simulate.RunPage;
import dev.stowage.report.simulate.SchedulersPage;
import dev.stowage.report.simulate.StudyPage;
import dev.stowage.report.sweep.SweepPage;
import dev.stowage.report.trace.ApplicationsPage;
import dev.stowage.report.trace.TracePage;
import dev.stowage.report.tune.TuneReport;
import dev.stowage.workflow.plan.ResultsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** One small result of every kind that has a page, made by the command line. */
final class ReportPages {
    /** Where each page is, by what it is of, and which class makes it. */
    record Page(Class<?> maker, Path file) {}

    private final Path folder;
    private final BiConsumer<String, Page> whenMade;

    private ReportPages(Path folder, BiConsumer<String, Page> whenMade) {
        this.folder = folder;
        this.whenMade = whenMade;
    }

    /** Makes all pages below a folder, and hands each over by its name as soon as it is there. */
    static void make(Path folder, BiConsumer<String, Page> whenMade) throws IOException {
        ReportPages made = new ReportPages(folder, whenMade);
        made.runs();
        made.plans();
        made.placements();
        made.clouds();
        made.traces();
        made.nodes();
        made.fleet();
        made.services();
        made.functions();
    }

    private void runs() throws IOException {
        Object[] run = {"simulate", "google-2011", "--jobs", "80", "--servers", "4x2c8g"};
        result("simulate", RunPage.class, 0, run);
        Path gpus = tasks("gpus.csv", 60, 4);
        Path servers =
                write(
                        "servers.yaml",
                        "servers:\n  - {name: plain, count: 3, cpu: 8, memoryGiB: 32}\n",
                        "  - {name: gpu, count: 2, cpu: 8, memoryGiB: 32, gpu: 4}\n");
        result("simulate with GPUs", RunPage.class, 0, "simulate", gpus, "--servers", servers);
        result("replications", StudyPage.class, 0, run, "--replications", "7");
        result("simulate compare", StudyPage.class, 0, run, "--compare", "best-fit,worst-fit");
        Path profiles = at("profiles.yaml");
        page(
                "profile",
                ProfilesPage.class,
                0,
                "--report",
                "profile",
                "examples/profile/runs.csv",
                "-o",
                profiles);
        result(
                "schedulers",
                SchedulersPage.class,
                0,
                "simulate",
                "examples/profile/tasks.csv",
                "--servers=2x16c64g",
                "--profiles",
                profiles,
                "--applications=examples/profile/applications.csv",
                "--scheduler=quman-user,sparrow,mesos");
        SweepFixture fixture = SweepFixture.in(Files.createDirectory(at("sweeps")));
        Path sweep =
                fixture.sweep(
                        """
                        vary:
                          workload.growth: {uniform: [1, 2]}
                          servers.type.cpu: {uniform: [3, 5]}
                          policies.placement: [best-fit, worst-fit]
                        sample: {method: sobol, n: 8, indices: true}
                        checks: [servers <= 12]
                        """);
        fixture.run(1, sweep, "first");
        fixture.replace("base.yaml", "memoryGiB: 8", "memoryGiB: 6");
        fixture.run(1, sweep, "second", "--against", fixture.out("first"), "--explain");
        whenMade.accept(
                "sweep", new Page(SweepPage.class, fixture.out("second").resolve("report.html")));
    }

    private void plans() throws IOException {
        result("plan", PlanReport.class, 0, "plan", "examples/night-batch.yaml");
        result(
                "plan of kinds",
                PlanReport.class,
                0,
                "plan",
                scenario(
                        "kinds",
                        """
                        servers:
                          types:
                            - {name: old, cpu: 4, memoryGiB: 16, monthlyUsd: 30, max: 0}
                            - {name: small, cpu: 4, memoryGiB: 16, monthlyUsd: 20}
                            - {name: large, cpu: 16, memoryGiB: 64, monthlyUsd: 130, max: 3}
                        objective: {pendingSeconds: {max: 30}, survive: {servers: 1}}
                        """));
        result(
                "plan with servers lost",
                PlanReport.class,
                0,
                "plan",
                scenario(
                        "lost",
                        """
                        servers: {type: {cpu: 4, memoryGiB: 16, monthlyUsd: 20}}
                        objective: {pendingSeconds: {max: 30}, survive: {servers: 1}}
                        """));
        page(
                "results",
                ResultsPage.class,
                1,
                "-o",
                "report",
                at("plan"),
                at("simulate"),
                at("replications"));
    }

    private void placements() throws IOException {
        result(
                "pack",
                PlacementReport.class,
                0,
                "pack",
                "examples/packing/shop.yaml",
                "--steps=200");
        result(
                "pack right-sized",
                PlacementReport.class,
                0,
                "pack",
                "examples/packing/shop.yaml",
                "--right-size",
                "--usage=examples/packing/shop-usage.csv",
                "--steps=50");
    }

    private void clouds() {
        result(
                "cloud",
                CloudReport.class,
                0,
                "cloud",
                "oscillating",
                "--providers=aws,gcp",
                "--policies=fixed,lookahead,offline-optimum");
        result(
                "cloud portfolio",
                PortfolioPage.class,
                0,
                "cloud",
                "oscillating",
                "--portfolio",
                "--providers=aws");
    }

    private void traces() throws IOException {
        result("forecast", ForecastReport.class, 0, "forecast", "examples/forecast/shop.csv");
        Path trace = at("g.trace");
        Stowage.run("ingest", "auto", "examples/sample/google-2011", "-q", "-o", trace).exits(0);
        page("inspect", TracePage.class, 0, "--report", "inspect", trace);
        page("fit", FitPage.class, 0, "--report", "fit", trace, "-o", at("g.json"));
        page("applications", ApplicationsPage.class, 0, "--report", "applications", measurements());
        page(
                "compare",
                SimilarityPage.class,
                0,
                "--report",
                "compare",
                "google-2011",
                "google-2011",
                "--jobs=120");
    }

    private void nodes() throws IOException {
        result(
                "node",
                NodeReport.class,
                0,
                "node",
                "examples/node/three-services.yaml",
                "--manager=all",
                "--replications=2");
        result("node pim", PimReport.class, 0, "node", "pim", "xapian=0.3", "imgdnn=0.4");
        Path cache =
                write(
                        "cache.yaml",
                        "platform: e5-2690\nservice: memcached\n",
                        "load: {requestsPerSecond: [30000]}\n");
        result(
                "tune",
                TuneReport.class,
                0,
                "tune",
                cache,
                "--sla=p99=500us",
                "--replications=1",
                "--trials=2");
    }

    /** Four replicas for four hours. */
    private void fleet() throws IOException {
        Path shop =
                write(
                        "shop.yaml",
                        """
                        durationSeconds: 14400
                        money: {currency: USD, serverPerYear: 1000, perKwh: 0}
                        services:
                          - service: memcached
                            replicas: 2
                            requests: {cores: 8, memoryGb: 10}
                            load: {steps: [[0, 0.2], [7200, 0.3]]}
                          - service: xapian
                            replicas: 2
                            requests: {cores: 8, memoryGb: 4}
                            load: {constant: 0.2}
                        """);
        result("fleet", FleetReport.class, 0, "fleet", shop, "--replications=3");
    }

    private void services() throws IOException {
        Object[] shop = {"simulate", "examples/services/shop.yaml", "--servers=14x32c128g"};
        result("controllers", ControllersPage.class, 0, shop, "--controller=skynet,hpa,native");
        Path corner =
                write(
                        "corner.yaml",
                        """
                        durationSeconds: 1800
                        services:
                          - name: web
                            copies: 4
                            measured: {cores: 4, memoryGib: 6}
                            objectives: [{metric: throughput, level: 900, measured: 1000}]
                            load: {steps: [[0, 0.3], [600, 0.9]]}
                        """);
        result(
                "fewest servers of services",
                ServicesPlanPage.class,
                0,
                "simulate",
                corner,
                "--servers=3x32c128g",
                "--controller=hpa,native",
                "--violated=60%",
                "--replications=29");
    }

    private void functions() throws IOException {
        Path empty =
                write(
                        "empty.yaml",
                        """
                        functions:
                          - name: empty
                            cpuMillis: 2.7
                            overheadMillis: 0.55
                            instance: {cores: 0.8, memoryGib: 0.25, concurrency: 2, creationMillis: 60}
                            rates: [[10, 50], [5, 2000]]
                        """);
        Object[] burst = {"serverless", empty, "--servers=4x24c128g"};
        page(
                "serverless",
                ServerlessPage.class,
                0,
                "--report",
                burst,
                "--autoscaler=kpa[total=2],latest,latest-predict");
        page(
                "fewest servers of functions",
                ServerlessPlanPage.class,
                0,
                "--report",
                burst,
                "--autoscaler=latest,latest-predict",
                "--p99=2s");
    }

    private Path at(String name) {
        return folder.resolve(name);
    }

    private Path write(String name, String... parts) throws IOException {
        return Files.writeString(at(name), String.join("", parts));
    }

    /** So many tasks; every so manieth with a GPU. */
    private Path tasks(String name, int count, int everyWithGpu) throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib,gpu\n");
        for (int i = 0; i < count; i++) {
            csv.append(i * 5).append(',').append(20 + i * 37 % 100).append(',');
            csv.append(1 + i % 2).append(',').append(1 + i % 6).append(',');
            csv.append(everyWithGpu > 0 && i % everyWithGpu == 0 ? "1" : "").append('\n');
        }
        return write(name, csv.toString());
    }

    private Path measurements() throws IOException {
        StringBuilder rows = new StringBuilder("meanCpuCores,meanMemoryGib\n");
        for (int i = 0; i < 200; i++) {
            rows.append(0.1 + i * 37 % 100 / 100.0).append(',').append(i * 53 % 97 / 97.0);
            rows.append('\n');
        }
        return write("measurements.csv", rows.toString());
    }

    private Path scenario(String name, String... servers) throws IOException {
        tasks("tasks.csv", 20, 0); // each moment at which one starts or ends is a loss to try
        String rest = "search: {max: 60}\nclouds: {providers: []}\n";
        return write(
                name + ".yaml", "workload: {csv: tasks.csv}\n", String.join("", servers), rest);
    }

    /** A result that is a folder, with its report inside. */
    private void result(String name, Class<?> maker, int exit, Object... args) {
        run(exit, flat(args, "-q", "-o", at(name)));
        whenMade.accept(name, new Page(maker, at(name).resolve("report.html")));
    }

    /** A page that an option asks for. */
    private void page(String name, Class<?> maker, int exit, String option, Object... args) {
        Path file = at(name + ".html");
        run(exit, flat(args, "-q", option, file));
        whenMade.accept(name, new Page(maker, file));
    }

    private static void run(int exit, Object... args) {
        Stowage.run(args).exits(exit);
    }

    private static Object[] flat(Object[] args, Object... more) {
        return Stream.of(args, more)
                .flatMap(Arrays::stream)
                .flatMap(
                        each ->
                                each instanceof Object[] some
                                        ? Arrays.stream(some)
                                        : Stream.of(each))
                .toArray();
    }
}
