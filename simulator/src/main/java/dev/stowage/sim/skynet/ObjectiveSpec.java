package dev.stowage.sim.skynet;

import dev.stowage.basis.Check;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.policy.skynet.Gains;
import dev.stowage.policy.skynet.MaximumLoad;
import dev.stowage.sim.node.QueueLaw;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of applications with objectives.
 *
 * @param applications what runs
 * @param servers on which they run
 * @param seconds length
 * @param controller who sizes applications
 * @param loop the control loop
 * @param disturbance what makes life hard for it
 */
public record ObjectiveSpec(
        Applications applications,
        Servers servers,
        int seconds,
        Controller controller,
        Loop loop,
        Disturbance disturbance) {
    /** Share of a server that placements may fill. */
    public static final double PLACEABLE = MaximumLoad.PLACEABLE;

    /** Who sizes applications. */
    public enum Controller {
        /**
         * Nobody: those on a server share each resource equally, as without requests and limits.
         */
        NATIVE,
        /** Kubernetes' horizontal autoscaler on CPU at 80 %, over replicas of a fixed shape. */
        K8S_HPA,
        /** Kubernetes' vertical autoscaler on CPU and memory; the others are shared equally. */
        K8S_VPA,
        /** Control loops on relative performance. */
        SKYNET,
        /**
         * Amounts are what is needed now, where the servers have it: no loop, no lag in knowing. No
         * bound on what others reach: where not all fit, who comes first is served first.
         */
        ORACLE
    }

    /** What runs. */
    public sealed interface Applications {
        /** How many. */
        int count();
    }

    /**
     * Applications of the types of the thesis, drawn.
     *
     * @param count how many
     * @param utilisation CPU that all need at the start, as a share of the servers
     * @param sigma spread of the logarithm of base needs
     * @param periodSeconds after which each load is drawn anew from 0.5 to 1.5
     */
    public record Drawn(int count, double utilisation, double sigma, int periodSeconds)
            implements Applications {
        public Drawn {
            Check.positive("count", count);
            Check.inRange("utilisation", utilisation, 0.01, 2);
            Check.notNegative("sigma", sigma);
            Check.positive("periodSeconds", periodSeconds);
        }
    }

    /**
     * Services whose needs and loads are given.
     *
     * @param services at least one
     */
    public record Services(List<Service> services) implements Applications {
        public Services {
            services = List.copyOf(services);
            Check.positive("services", services.size());
        }

        @Override
        public int count() {
            return services.stream().mapToInt(Service::copies).sum();
        }
    }

    /**
     * A service.
     *
     * @param name what results call it
     * @param copies applications that are alike
     * @param base CPU, memory, I/O and network that a copy needs at load 1 to be on target, as
     *     shares of a server; 0 where a resource does not matter to it
     * @param first shares that a copy begins with, or empty for what it needs then
     * @param isOpen true if its clients don't wait for answers: it uses what it needs and no more;
     *     false if it uses all that it gets
     * @param load over time
     * @param span when it is there
     * @param queue by which its latency follows CPU; null if performance is in proportion to it
     */
    public record Service(
            String name,
            int copies,
            List<Double> base,
            List<Double> first,
            boolean isOpen,
            LoadCurve load,
            Span span,
            @Nullable Queue queue) {
        /** A service that is there always, and performs in proportion. */
        public Service(
                String name,
                int copies,
                List<Double> base,
                List<Double> first,
                boolean isOpen,
                LoadCurve load) {
            this(name, copies, base, first, isOpen, load, Span.ALWAYS, null);
        }

        public Service {
            Check.positive("copies", copies);
            base = List.copyOf(base);
            first = List.copyOf(first);
            if (base.size() != Needs.RESOURCES || !(base.get(0) > 0)) {
                throw new IllegalArgumentException("base = " + base);
            }
            if (!first.isEmpty() && first.size() != Needs.RESOURCES) {
                throw new IllegalArgumentException("first = " + first);
            }
        }
    }

    /**
     * Latency by the queue of the node model.
     *
     * @param law of a copy
     * @param levelSeconds that is wanted
     * @param serverCores of a share of 1
     */
    public record Queue(QueueLaw law, double levelSeconds, double serverCores) {
        /** CPU that is busy at a load, as a share of a server. */
        double busy(double load) {
            return law.busyCores(load) / serverCores;
        }

        /** CPU that a load needs to be on target. */
        public double need(double load) {
            return law.cores(load, levelSeconds) / serverCores;
        }

        /** Relative performance with so much CPU, behind so much work. */
        double performance(double load, double share, double backlogSeconds) {
            return levelSeconds / (law.seconds(load, share * serverCores) + backlogSeconds);
        }
    }

    /**
     * When a service is there.
     *
     * @param startSecond in which it comes, at least 0
     * @param endSecond in which it is gone, above the start
     */
    public record Span(int startSecond, int endSecond) {
        /** From the start of the run on. */
        public static final Span ALWAYS = new Span(0, Integer.MAX_VALUE);

        public Span {
            Check.notNegative("startSecond", startSecond);
            if (endSecond <= startSecond) {
                throw new IllegalArgumentException("endSecond = " + endSecond);
            }
        }
    }

    /** Index of the service of each application. */
    static int[] serviceOfEach(List<Service> services) {
        return IntStream.range(0, services.size())
                .flatMap(s -> IntStream.range(0, services.get(s).copies()).map(i -> s))
                .toArray();
    }

    /** When each application is there. */
    static Span[] spans(Applications applications) {
        Span[] spans = new Span[applications.count()];
        Arrays.fill(spans, Span.ALWAYS);
        if (applications instanceof Services given) {
            int[] service = serviceOfEach(given.services());
            Arrays.setAll(spans, i -> given.services().get(service[i]).span());
        }
        return spans;
    }

    /**
     * What a server has.
     *
     * @param cores above 0
     * @param memoryGib above 0
     */
    public record ServerSize(double cores, double memoryGib) {
        /** A server of the private cluster of the thesis: 32 threads, 256 GB. */
        public static final ServerSize THESIS = new ServerSize(32, 256);

        public ServerSize {
            Check.positive("cores", cores);
            Check.positive("memoryGib", memoryGib);
        }
    }

    /**
     * The servers. Amounts are shares of one of the first group; bandwidths of all are the same.
     *
     * @param groups of servers that are alike, at least one
     */
    public record Servers(List<Group> groups) {
        /** Servers that are alike. */
        public record Group(int count, ServerSize size) {
            public Group {
                Check.positive("count", count);
            }
        }

        public Servers {
            groups = List.copyOf(groups);
            Check.positive("groups", groups.size());
        }

        /** Servers that are all alike. */
        public static Servers of(int count, ServerSize size) {
            return new Servers(List.of(new Group(count, size)));
        }

        /** How many. */
        public int count() {
            return groups.stream().mapToInt(Group::count).sum();
        }

        /** What a share of 1 is. */
        public ServerSize unit() {
            return groups.get(0).size();
        }

        /** What each has of CPU, memory, I/O and network, in the order of the groups. */
        double[][] capacities() {
            return groups.stream()
                    .flatMap(group -> Stream.generate(() -> shares(group)).limit(group.count()))
                    .toArray(double[][]::new);
        }

        /** CPU, memory, I/O and network of a server of a group, as shares of one of the first. */
        public double[] shares(Group group) {
            return new double[] {
                group.size().cores() / unit().cores(),
                group.size().memoryGib() / unit().memoryGib(),
                1,
                1
            };
        }

        /** All of a resource. */
        public double total(int resource) {
            return groups.stream()
                    .mapToDouble(group -> group.count() * shares(group)[resource])
                    .sum();
        }
    }

    /**
     * The control loop, and when it knows and reaches what.
     *
     * @param gains of its PIDs
     * @param setPoint wanted relative performance
     * @param isOneByOne true to change one resource a second
     * @param managed which of CPU, memory, I/O, network it may change
     * @param timing what a controller that is deployed has to wait for
     */
    public record Loop(
            Gains gains, double setPoint, boolean isOneByOne, Managed managed, Timing timing) {
        /** Which resources a loop may change. */
        public enum Managed {
            /** All four. */
            ALL,
            /** CPU and memory. */
            CPU_AND_MEMORY
        }

        /** All resources, fast gains, the middle of the band, each second. */
        public static final Loop DEFAULT =
                new Loop(Gains.FAST, 1.1, false, Managed.ALL, Timing.DEFAULT);

        public Loop {
            Check.inRange("setPoint", setPoint, 1, 1.2);
        }

        /** The same with other delays. */
        public Loop with(Timing other) {
            return new Loop(gains, setPoint, isOneByOne, managed, other);
        }
    }

    /**
     * Delays of a controller; of Kubernetes' autoscalers too, which keep periods of their own.
     *
     * @param periodSeconds between measurements, each over the second before
     * @param scrapeSeconds age of a measurement when it is acted on
     * @param actuationSeconds from a decision to its effect; an application is not judged meanwhile
     */
    public record Timing(int periodSeconds, int scrapeSeconds, int actuationSeconds) {
        /** As published: each second, at once. */
        public static final Timing DEFAULT = new Timing(1, 0, 0);

        /** Longest delay, s. */
        public static final int MOST_SECONDS = 600;

        public Timing {
            Check.inRange("periodSeconds", periodSeconds, 1, MOST_SECONDS);
            Check.inRange("scrapeSeconds", scrapeSeconds, 0, MOST_SECONDS);
            Check.inRange("actuationSeconds", actuationSeconds, 0, MOST_SECONDS);
        }
    }

    /**
     * What loops are disturbed by.
     *
     * @param burst spread of the logarithm of short bursts
     * @param burstSeconds after which these are drawn anew
     * @param noise of a measurement, as a share of it
     * @param migrationSeconds without performance that a migration costs
     */
    public record Disturbance(double burst, int burstSeconds, double noise, int migrationSeconds) {
        /** Fitted or assumed: see docs/skynet.md. */
        public static final Disturbance DEFAULT = new Disturbance(0.2, 10, 0.02, 10);

        /** None but the cost of a migration. */
        public static final Disturbance NONE = new Disturbance(0, 10, 0, 10);

        public Disturbance {
            Check.notNegative("burst", burst);
            Check.positive("burstSeconds", burstSeconds);
            Check.notNegative("noise", noise);
            Check.notNegative("migrationSeconds", migrationSeconds);
        }

        /** True if two replications differ. */
        public boolean isDrawn() {
            return burst > 0 || noise > 0;
        }

        /** A burst, of mean 1. */
        double draw(RandomGenerator random) {
            return Math.exp(burst * random.nextGaussian() - burst * burst / 2);
        }
    }

    public ObjectiveSpec {
        Check.positive("seconds", seconds);
    }
}
