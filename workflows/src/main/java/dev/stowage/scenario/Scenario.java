package dev.stowage.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackingOptions;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.EnergyTerms;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.objective.Objective;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.scenario.uncertain.Distribution;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.queue.QueueOptions;
import dev.stowage.stats.output.Reliability;
import dev.stowage.workload.growth.Demand;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a plan is asked, with every default filled in and every path absolute.
 *
 * @param name title of the report
 * @param workload the tasks to hold
 * @param server the kind of server to count
 * @param kinds several kinds instead of one; {@code server} is then as large as the largest of them
 *     in everything
 * @param serversPerDomain consecutive servers that share a failure domain, at least 1
 * @param dynamics how servers go down and come back; maintenance may name servers that a fleet
 *     lacks
 * @param policies how tasks are let in, queued and placed
 * @param fidelity how closely runs follow what tasks do on their servers
 * @param objective upper bounds on metrics
 * @param survive what is lost while the objective has to hold, if anything
 * @param search how far and how surely to search
 * @param clouds what to price the capacity on
 * @param packing whether and how the tasks of one moment are packed on the planned servers
 * @param uncertainty what else the workload may be: each is planned for by itself
 * @param seed root of all random draws
 */
public record Scenario(
        String name,
        WorkloadChoice workload,
        ServerType server,
        Optional<Kinds> kinds,
        int serversPerDomain,
        ServerDynamics dynamics,
        Policies policies,
        Fidelity fidelity,
        Objective objective,
        Optional<Survive> survive,
        Search search,
        Clouds clouds,
        Optional<Packing> packing,
        Uncertainty uncertainty,
        long seed) {
    private static final long LARGEST_SEED = (1L << 53) - 1;

    public Scenario {
        Check.notBlank("name", name);
        Check.positive("serversPerDomain", serversPerDomain);
        Check.notNegative("seed", seed);
    }

    /** The same question with another seed. */
    public Scenario withSeed(long otherSeed) {
        return new Scenario(
                name,
                workload,
                server,
                kinds,
                serversPerDomain,
                dynamics,
                policies,
                fidelity,
                objective,
                survive,
                search,
                clouds,
                packing,
                uncertainty,
                otherSeed);
    }

    /** The same question about another workload, of which no more is asked. */
    public Scenario about(WorkloadChoice other) {
        return about(other, objective, seed);
    }

    private Scenario about(WorkloadChoice other, Objective bounds, long otherSeed) {
        return new Scenario(
                name,
                other,
                server,
                kinds,
                serversPerDomain,
                dynamics,
                policies,
                fidelity,
                bounds,
                survive,
                search,
                clouds,
                packing,
                Uncertainty.NONE,
                otherSeed);
    }

    /** Those of several workloads that share the servers; empty of one. */
    public List<Named> sharing() {
        return workload instanceof Several several ? several.members() : List.of();
    }

    /** The same question about one of several workloads alone, on servers of its own. */
    public Scenario alone(Named one) {
        return about(new Several(List.of(one)), objective.ofWorkload(one.name()), seedOf(one));
    }

    /** The tasks of one of several workloads as those of a scenario of its own, from time 0 on. */
    public Scenario drawing(Named one) {
        return about(one.tasks(), objective, seedOf(one));
    }

    /**
     * Root of the draws of one of several workloads: by its name, so that two of one model are not
     * the same draws; that of the scenario where it is the only one.
     */
    public long seedOf(Named one) {
        return sharing().size() > 1
                ? Seeds.mix(seed, "workload " + one.name(), 0) & LARGEST_SEED
                : seed;
    }

    /** That many of its servers. */
    public ServerFleet.Static fleet(int servers) {
        return new ServerFleet.Static(
                List.of(new ServerFleet.Group(server, servers, serversPerDomain)));
    }

    /** Servers of several kinds, those of each after the other; kinds without any left out. */
    public ServerFleet.Static fleet(int[] counts) {
        List<Kind> all = kinds.orElseThrow().kinds();
        return new ServerFleet.Static(
                IntStream.range(0, counts.length)
                        .filter(i -> counts[i] > 0)
                        .mapToObj(
                                i ->
                                        new ServerFleet.Group(
                                                all.get(i).server(), counts[i], serversPerDomain))
                        .toList());
    }

    /** Servers that a mix has to do without from the first instant on, for all of the run. */
    public PooledMix.Lost lostAtFirst() {
        return survive.filter(lost -> lost.lengthMicros().isEmpty())
                .map(
                        lost ->
                                new PooledMix.Lost(
                                        lost.servers(),
                                        Math.multiplyExact(lost.domains(), serversPerDomain)))
                .orElse(PooledMix.Lost.NONE);
    }

    /** The same question about tasks that have what they ask for, of which no more is asked. */
    public Scenario asDeclared() {
        return about(policies.asDeclared(isolation().isPresent()));
    }

    /** The level by which servers keep tasks with profiles apart; empty: they do not disturb. */
    public Optional<String> isolation() {
        return server.isolation();
    }

    /** The same question about slices that perform as requests do, of which no more is asked. */
    public Scenario asGoodAsDeclared() {
        return about(policies.asGoodAsDeclared());
    }

    private Scenario about(Policies others) {
        return new Scenario(
                name,
                workload,
                server,
                kinds,
                serversPerDomain,
                dynamics,
                others,
                fidelity,
                isolation().isPresent() ? objective : objective.ofSteadyRates(),
                survive,
                search,
                clouds,
                packing,
                Uncertainty.NONE,
                seed);
    }

    /**
     * Several kinds of servers to choose from.
     *
     * @param kinds those that are there, then those that can be bought
     * @param retired servers that are there and must go
     * @param sources what was read of servers that are there, in words
     * @param terms how energy counts, if it does
     * @param types as written
     * @param existing as written, with absolute paths; missing where there are none
     * @param energy as written; missing where it does not count
     * @param aim of what the mix is to have the least
     * @param budgetUsd what may be spent a month, if that is limited
     * @param delivery when servers are there that are ordered
     * @param stages the days on which the plan has to hold, if these are several; the rest is then
     *     that of the last of them
     */
    public record Kinds(
            List<Kind> kinds,
            List<Retirement> retired,
            List<String> sources,
            Optional<EnergyTerms> terms,
            JsonNode types,
            JsonNode existing,
            JsonNode energy,
            Aim aim,
            Optional<BigDecimal> budgetUsd,
            Delivery delivery,
            Optional<Stages> stages) {
        public Kinds {
            kinds = List.copyOf(kinds);
            retired = List.copyOf(retired);
            sources = List.copyOf(sources);
        }

        /** The same with other numbers and prices, for one day. */
        public Kinds with(List<Kind> others) {
            return new Kinds(
                    others,
                    retired,
                    sources,
                    terms,
                    types,
                    existing,
                    energy,
                    aim,
                    budgetUsd,
                    delivery,
                    Optional.empty());
        }

        /** The same at several days. */
        public Kinds with(Stages several) {
            return new Kinds(
                    kinds,
                    retired,
                    sources,
                    terms,
                    types,
                    existing,
                    energy,
                    aim,
                    budgetUsd,
                    delivery,
                    Optional.of(several));
        }
    }

    /**
     * When servers are there that are ordered.
     *
     * @param orderBy the last day of an order that is there in time, by type; empty without a
     *     schedule
     * @param purchaseUsd what one costs once that is ordered then, by type; without those that cost
     *     nothing once
     * @param late which types can't be there in time, a sentence each
     * @param schedule as written; missing where there is none
     */
    public record Delivery(
            Map<String, LocalDate> orderBy,
            Map<String, BigDecimal> purchaseUsd,
            List<String> late,
            JsonNode schedule) {
        public Delivery {
            orderBy = Map.copyOf(orderBy);
            purchaseUsd = Map.copyOf(purchaseUsd);
            late = List.copyOf(late);
        }
    }

    /**
     * Several days on which the plan has to hold, at least one, in order.
     *
     * @param from the first day on which servers can be ordered
     */
    public record Stages(List<Stage> all, LocalDate from) {
        public Stages {
            all = List.copyOf(all);
        }
    }

    /**
     * A day on which the plan has to hold.
     *
     * @param days until the next, or until the end
     * @param growth factor on the number of jobs from then on, beside that of the workload
     * @param kinds those that there may be then
     */
    public record Stage(LocalDate by, int days, double growth, Kinds kinds) {}

    /** The same question about one of several days, with other servers. */
    public Scenario on(Stage stage, List<Kind> others) {
        return new Scenario(
                name,
                workload.grown(stage.growth()),
                PooledMix.envelope(others.stream().map(Kind::server).toList()),
                Optional.of(stage.kinds().with(others)),
                serversPerDomain,
                dynamics,
                policies,
                fidelity,
                objective,
                survive,
                search,
                clouds,
                packing,
                uncertainty,
                seed);
    }

    /** Servers of a type that must go by a date. */
    public record Retirement(String type, int count, String by) {}

    /**
     * How the tasks of one moment are packed.
     *
     * @param atSeconds the moment, on the workload's clock; empty for the busiest
     * @param headRoom share of each server that stays free
     * @param options how far the packing is looked for
     */
    public record Packing(OptionalDouble atSeconds, HeadRoom headRoom, PackingOptions options) {}

    /**
     * What else the workload may be.
     *
     * @param growth factor on the number of jobs, in place of that of the workload
     * @param generators of the model, in place of that of the workload
     */
    public record Uncertainty(Optional<Distribution> growth, List<String> generators) {
        /** Nothing. */
        public static final Uncertainty NONE = new Uncertainty(Optional.empty(), List.of());

        /** Shares of what the growth may be that are planned for. */
        public static final List<Double> QUANTILES = List.of(0.1, 0.5, 0.9);

        public Uncertainty {
            generators = List.copyOf(generators);
        }
    }

    /** The generator that the model can do best. */
    public static final String AUTO = "auto";

    /** Where the tasks come from. */
    public sealed interface WorkloadChoice {
        /** What reports call it. */
        String describe();

        /** How the forecast differs from it. */
        Demand demand();

        /** The same with other growth or season. */
        WorkloadChoice with(Demand other);

        /** The same with so many times as many jobs. */
        default WorkloadChoice grown(double factor) {
            return factor == 1
                    ? this
                    : with(
                            new Demand(
                                    demand().growthBatch() * factor,
                                    demand().growthUserFacing() * factor,
                                    demand().season()));
        }
    }

    /**
     * One of several workloads.
     *
     * @param tasks where they come from; not several again
     * @param startMicros when its clock begins on the common one
     * @param place in the file, from 0
     */
    public record Named(String name, WorkloadChoice tasks, long startMicros, int place) {}

    /** Several workloads on the same servers, at least one; names differ. */
    public record Several(List<Named> members) implements WorkloadChoice {
        public Several {
            members = List.copyOf(members);
            Check.positive("members", members.size());
        }

        /** The names in order. */
        public List<String> names() {
            return members.stream().map(Named::name).toList();
        }

        @Override
        public String describe() {
            return members.stream()
                    .map(each -> each.name() + " (" + each.tasks().describe() + ")")
                    .collect(Collectors.joining(" + "));
        }

        /** What all have in common: nothing; each has its own. */
        @Override
        public Demand demand() {
            return new Demand(1, 1, Optional.empty());
        }

        @Override
        public Several with(Demand other) {
            return new Several(
                    members.stream()
                            .map(
                                    each ->
                                            new Named(
                                                    each.name(),
                                                    each.tasks().with(other),
                                                    each.startMicros(),
                                                    each.place()))
                            .toList());
        }

        @Override
        public Several grown(double factor) {
            return new Several(
                    members.stream()
                            .map(
                                    each ->
                                            new Named(
                                                    each.name(),
                                                    each.tasks().grown(factor),
                                                    each.startMicros(),
                                                    each.place()))
                            .toList());
        }
    }

    /**
     * Tasks drawn from a model.
     *
     * @param model name of a built-in model, or the absolute path of a model file
     * @param jobs jobs before growth; empty for as many as the model's trace has
     * @param load what the arrival times are scaled to, if they are
     */
    public record FromModel(
            String model, OptionalLong jobs, Scaling scaling, Optional<Load> load, Demand demand)
            implements WorkloadChoice {
        public FromModel {
            Check.notBlank("model", model);
            jobs.ifPresent(number -> Check.positive("jobs", number));
        }

        /** True if anything was asked for that changes how much the workload asks for. */
        public boolean isLoadChosen() {
            return jobs.isPresent() || load.isPresent() || demand.isGrown() || !scaling.isPlain();
        }

        @Override
        public String describe() {
            return "model " + model;
        }

        @Override
        public FromModel with(Demand other) {
            return new FromModel(model, jobs, scaling, load, other);
        }

        /** The same drawn by another generator. */
        public FromModel drawnBy(String generator) {
            Scaling other =
                    new Scaling(
                            scaling.arrival,
                            scaling.durationBatch,
                            scaling.durationUserFacing,
                            scaling.durationBy,
                            generator);
            return new FromModel(model, jobs, other, load, demand);
        }
    }

    /**
     * A mean load to be reached before growth.
     *
     * @param share share of the cores, above 0
     * @param servers number of servers of the scenario's type
     */
    public record Load(double share, int servers) {
        public Load {
            Check.positive("share", share);
            Check.positive("servers", servers);
        }
    }

    /**
     * How the draws are scaled.
     *
     * @param arrival factor on arrival times
     * @param durationBatch factor on the durations of batch jobs
     * @param durationUserFacing factor on the durations of user-facing jobs
     * @param durationBy what the duration factors change: the number of tasks (count) or their
     *     duration
     * @param generator how jobs are drawn, or {@link #AUTO}
     */
    public record Scaling(
            double arrival,
            double durationBatch,
            double durationUserFacing,
            String durationBy,
            String generator) {
        private boolean isPlain() {
            return arrival == 1 && durationBatch == 1 && durationUserFacing == 1;
        }
    }

    /** A canonical trace, replayed. */
    public record FromTrace(Path trace, Demand demand) implements WorkloadChoice {
        @Override
        public String describe() {
            return "trace " + trace.getFileName();
        }

        @Override
        public FromTrace with(Demand other) {
            return new FromTrace(trace, other);
        }
    }

    /** The user's own tasks, replayed. */
    public record FromCsv(Path csv, Demand demand) implements WorkloadChoice {
        @Override
        public String describe() {
            return "CSV " + csv.getFileName();
        }

        @Override
        public FromCsv with(Demand other) {
            return new FromCsv(csv, other);
        }
    }

    /**
     * How tasks are let in, queued and placed.
     *
     * @param profiles for admission by profiles, and where tasks with profiles keep their requests
     */
    public record Policies(
            PolicySpec placement,
            PolicySpec admission,
            PolicySpec queue,
            QueueOptions queueing,
            Optional<Profiles> profiles) {
        public Policies {
            boolean isSliced = AdmissionPolicies.isByProfiles(admission);
            if (isSliced && profiles.isEmpty()) {
                throw new IllegalArgumentException("profiles and " + admission);
            }
        }

        /**
         * The same for tasks that have what they ask for.
         *
         * @param areIsolated true if servers have a level of isolation, under which tasks with
         *     profiles disturb each other
         */
        Policies asDeclared(boolean areIsolated) {
            return new Policies(
                    placement,
                    AdmissionPolicies.registry().parse("admission", AdmissionPolicies.CAPACITY),
                    queue,
                    queueing,
                    profiles.filter(
                            given -> areIsolated || given.recordedOn() == RecordedOn.SERVER));
        }

        /** True if tasks have slices in place of their requests. */
        public boolean areSliced() {
            return AdmissionPolicies.isByProfiles(admission);
        }

        /** The same for slices as good as what tasks ask for. */
        Policies asGoodAsDeclared() {
            return new Policies(
                    placement,
                    AdmissionPolicies.registry()
                            .parse(
                                    "admission",
                                    AdmissionPolicies.QUMAN_USER
                                            + "[pi=0,refuse="
                                            + admission.parameter("refuse")
                                            + "]"),
                    queue,
                    queueing,
                    profiles);
        }
    }

    /**
     * What tells how an application's performance depends on its slice.
     *
     * @param library a file of profiles, or {@code thesis}
     * @param applications a CSV that says which application each job runs
     * @param recordedOn what recorded durations are durations on
     * @param isolation a file of what applications do to each other; empty: that of the thesis
     */
    public record Profiles(
            String library, Path applications, RecordedOn recordedOn, Optional<Path> isolation) {}

    /**
     * How far and how surely to search.
     *
     * @param max largest number of servers to try
     * @param replications fewest on which a number of servers is judged, if they are random
     * @param maxReplications up to how many there are made where those are too few for the claim
     * @param reliability what is to be claimed
     */
    public record Search(int max, int replications, int maxReplications, Reliability reliability) {
        /** Random replications on which a number of servers is judged. */
        public int judging() {
            int needed = reliability.leastReplications(0);
            return Math.max(replications, Math.min(needed, maxReplications));
        }
    }

    /**
     * What to price the capacity on.
     *
     * @param providers providers of the reference catalogue; may be empty
     * @param policies deployment policies
     * @param regions regions to look at; empty for all
     * @param hasSharedCores true if types whose vCPUs are shared or throttled may be rented
     */
    public record Clouds(
            List<String> providers,
            List<String> policies,
            List<String> regions,
            boolean hasSharedCores) {
        public Clouds {
            providers = List.copyOf(providers);
            policies = List.copyOf(policies);
            regions = List.copyOf(regions);
        }
    }
}
