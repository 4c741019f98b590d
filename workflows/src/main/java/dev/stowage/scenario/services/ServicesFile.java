package dev.stowage.scenario.services;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.policy.skynet.PerformanceObjective;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.load.LoadYaml;
import dev.stowage.scenario.services.ServicesYaml.Amounts;
import dev.stowage.scenario.services.ServicesYaml.Bandwidths;
import dev.stowage.scenario.services.ServicesYaml.Disturbances;
import dev.stowage.scenario.services.ServicesYaml.ObjectiveYaml;
import dev.stowage.scenario.services.ServicesYaml.ResponseYaml;
import dev.stowage.scenario.services.ServicesYaml.ServiceYaml;
import dev.stowage.sim.node.QueueLaw;
import dev.stowage.sim.skynet.ObjectiveSpec;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Queue;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.sim.skynet.ObjectiveSpec.Span;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Services, their objectives and loads in a YAML file, for {@code simulate FILE --controller LIST}:
 *
 * <pre>{@code
 * durationSeconds: 3600
 * services:
 *   - name: web
 *     copies: 40
 *     measured: {cores: 4, memoryGib: 8}
 *     objectives: [{metric: latency, level: 20, measured: 25}]
 *     load: {diurnal: {mean: 0.5, amplitude: 0.3, periodSeconds: 86400}}
 * }</pre>
 *
 * @param name what results call it
 * @param services with what they need to be on target, as shares of a server
 * @param disturbance what loops are disturbed by
 * @param durationSeconds length of a run
 * @param notes what is assumed, and what its files do not say of the run
 */
public record ServicesFile(
        String name,
        Services services,
        Disturbance disturbance,
        int durationSeconds,
        List<String> notes) {
    private static final int LEAST_SECONDS = 10;
    private static final String RESOURCE = "/dev/stowage/schema/services.schema.json";

    public ServicesFile {
        notes = List.copyOf(notes);
    }

    /**
     * What a file says.
     *
     * @param servers on which the services are to run
     * @throws InputException with every issue of the file; a level that its range or all servers
     *     together can't hold is one
     */
    public static ServicesFile read(Path file, String defaultName, Servers servers) {
        return new Reader(file, servers).read(defaultName);
    }

    private static final class Reader {
        private final Path file;
        private final CheckedYaml yaml;
        private final ServicesYaml said;
        private final Servers servers;
        private final List<Issue> issues = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final List<String> held = new ArrayList<>(); // loads beyond the rows of a file

        Reader(Path file, Servers servers) {
            this.file = file;
            this.servers = servers;
            yaml = CheckedYaml.read(file, "services with objectives in YAML", RESOURCE);
            said = Json.mapper().convertValue(yaml.root(), ServicesYaml.class);
        }

        ServicesFile read(String defaultName) {
            Disturbance disturbance = disturbance();
            List<Double> first = said.first() == null ? List.of() : shares("/first", said.first());
            List<Service> services = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < said.services().size(); i++) {
                ServiceYaml each = said.services().get(i);
                String at = "/services/" + i;
                if (!names.add(each.name())) {
                    issues.add(
                            yaml.issue(
                                    at + "/name",
                                    "\"" + each.name() + "\" twice",
                                    "a name that no other service has",
                                    "Use copies for services that are alike."));
                }
                add(services, at, each, first);
            }
            if (!issues.isEmpty()) {
                throw InputException.of(issues);
            }
            held.stream().distinct().forEach(each -> notes.add(each + "."));
            return new ServicesFile(
                    Objects.requireNonNullElse(said.name(), defaultName),
                    new Services(services),
                    disturbance,
                    said.durationSeconds(),
                    notes);
        }

        private Disturbance disturbance() {
            Disturbances given = said.disturbances();
            Disturbance usual = Disturbance.DEFAULT;
            if (given.burst() == null || given.noise() == null) {
                notes.add(
                        "What disturbance does not say is that of the thesis, fitted to it: bursts"
                                + " of 20 % every 10 s, and 2 % of noise in measurements.");
            }
            return new Disturbance(
                    Objects.requireNonNullElse(given.burst(), usual.burst()),
                    Objects.requireNonNullElse(given.burstSeconds(), usual.burstSeconds()),
                    Objects.requireNonNullElse(given.noise(), usual.noise()),
                    Objects.requireNonNullElse(given.migrationSeconds(), usual.migrationSeconds()));
        }

        private void add(List<Service> services, String at, ServiceYaml each, List<Double> first) {
            List<Double> measured = shares(at + "/measured", each.measured());
            double copies = copiesOnAll(measured);
            Queue queue = queue(at, each);
            double needed = 0;
            for (int k = 0; k < each.objectives().size(); k++) {
                ObjectiveYaml objective = each.objectives().get(k);
                String path = at + "/objectives/" + k;
                double often = needed(path, objective, queue == null ? copies : Double.MAX_VALUE);
                needed = Math.max(needed, queue != null && objective.isOpen() ? 0 : often);
            }
            double times = needed == 0 ? 1 : needed;
            List<Double> base = new ArrayList<>(measured);
            base.replaceAll(share -> share * times);
            if (queue != null) {
                base.set(0, Math.max(queue.need(1), needed * measured.get(0)));
            }
            try {
                services.add(
                        new Service(
                                each.name(),
                                each.count(),
                                base,
                                first,
                                each.objectives().stream().anyMatch(ObjectiveYaml::isOpen),
                                LoadYaml.read(file, each.load(), said.durationSeconds(), held),
                                span(at, each),
                                queue));
            } catch (IllegalArgumentException e) {
                issues.add(
                        yaml.issue(
                                at + "/load",
                                String.valueOf(e.getMessage()),
                                "loads from 0 to 1, at times that rise",
                                "1 is the load at which performance was measured."));
            }
        }

        /** The queue of a service that asks for one and may have it. */
        private @Nullable Queue queue(String at, ServiceYaml each) {
            ResponseYaml response = each.response();
            List<ObjectiveYaml> latencies =
                    each.objectives().stream().filter(ObjectiveYaml::isOpen).toList();
            if (response == null) {
                return null;
            }
            if (latencies.size() != 1) {
                issues.add(
                        yaml.issue(
                                at + "/response",
                                latencies.size() + " objectives of latency",
                                "just one beside response",
                                null));
                return null;
            }
            ObjectiveYaml latency = latencies.get(0);
            double least = response.atRest();
            if (latency.level() <= least || latency.measured() <= least) {
                issues.add(
                        yaml.issue(
                                at + "/response/atRest",
                                Figures.number(least),
                                "less than the level of "
                                        + Figures.number(latency.level())
                                        + " and the measured "
                                        + Figures.number(latency.measured()),
                                "No CPU makes a request faster than it is at rest."));
                return null;
            }
            try {
                QueueLaw law =
                        new QueueLaw(
                                new QueueLaw.Measured(
                                        response.seconds(least),
                                        response.seconds(latency.measured()),
                                        response.utilisation(),
                                        each.measured().cores(),
                                        response.percentile() / 100));
                return new Queue(law, response.seconds(latency.level()), servers.unit().cores());
            } catch (IllegalArgumentException e) {
                issues.add(
                        yaml.issue(
                                at + "/response/utilisation",
                                String.valueOf(e.getMessage()),
                                "one at which a request waits at the percentile",
                                "With that many cores none would; measure at more load."));
                return null;
            }
        }

        /** How many copies as measured all servers could hold but for their slack. */
        private double copiesOnAll(List<Double> measured) {
            double copies = Double.MAX_VALUE;
            for (int r = 0; r < measured.size(); r++) {
                if (measured.get(r) > 0) {
                    copies = Math.min(copies, servers.total(r) / measured.get(r));
                }
            }
            return ObjectiveSpec.PLACEABLE * copies;
        }

        private Span span(String at, ServiceYaml each) {
            int start = Objects.requireNonNullElse(each.startSeconds(), 0);
            int end = Objects.requireNonNullElse(each.endSeconds(), said.durationSeconds());
            boolean isEnd = each.endSeconds() != null;
            if (isEnd && end > said.durationSeconds()) {
                issues.add(
                        yaml.issue(
                                at + "/endSeconds",
                                end + " s, which is beyond the run",
                                "at most the " + said.durationSeconds() + " s of the run",
                                null));
                return Span.ALWAYS;
            }
            if (end - start < LEAST_SECONDS) {
                issues.add(
                        yaml.issue(
                                at + (isEnd ? "/endSeconds" : "/startSeconds"),
                                "a service from " + start + " s to " + end + " s",
                                "at least "
                                        + LEAST_SECONDS
                                        + " s within the "
                                        + said.durationSeconds()
                                        + " s of the run",
                                null));
                return Span.ALWAYS;
            }
            return new Span(start, end);
        }

        /** Shares of CPU, memory, I/O and network; 0 where a bandwidth is not given. */
        private List<Double> shares(String at, Amounts amounts) {
            Bandwidths has = said.bandwidths();
            return List.of(
                    amounts.cores() / servers.unit().cores(),
                    amounts.memoryGib() / servers.unit().memoryGib(),
                    share(at + "/ioMbps", amounts.ioMbps(), has.ioMbps()),
                    share(at + "/networkMbps", amounts.networkMbps(), has.networkMbps()));
        }

        private double share(String at, @Nullable Double amount, @Nullable Double has) {
            if (amount == null) {
                return 0;
            }
            if (has == null) {
                issues.add(
                        yaml.issue(
                                at,
                                Figures.number(amount),
                                "the bandwidth of a server, too",
                                "Give it under server."));
                return 0;
            }
            return amount / has;
        }

        /** By how much a copy needs more than what it was measured with, to be on target. */
        private double needed(String at, ObjectiveYaml said, double all) {
            PerformanceObjective objective =
                    new PerformanceObjective(said.metric(), said.level(), said.isHigherBetter());
            double least = Objects.requireNonNullElse(said.least(), 0.0);
            double most = Objects.requireNonNullElse(said.most(), Double.POSITIVE_INFINITY);
            if (said.isHigherBetter()) {
                most = Math.min(most, said.measured() * all);
            } else {
                least = Math.max(least, said.measured() / all);
            }
            if (!objective.isWithin(least, most)) {
                issues.add(
                        yaml.issue(
                                at + "/level",
                                said.metric() + " of " + Figures.number(said.level()),
                                range(least, most),
                                "That is what its least and most say, and what one copy could have"
                                        + " if it had all servers but their slack."));
            }
            return 1 / objective.relative(said.measured());
        }

        private static String range(double least, double most) {
            return "a level "
                    + (Double.isInfinite(most)
                            ? "of at least " + Figures.number(least)
                            : least == 0
                                    ? "of at most " + Figures.number(most)
                                    : "from "
                                            + Figures.number(least)
                                            + " to "
                                            + Figures.number(most));
        }
    }
}
