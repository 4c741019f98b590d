package dev.stowage.forecast;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A forecast as {@code forecast.json} holds it, with the same names in the same order.
 *
 * @param formatVersion of {@code forecast.json}
 * @param name what was forecast
 * @param confidence that was asked for: that demand is within capacity
 * @param verdict whether it is good enough to plan by
 * @param history what it rests on
 * @param horizon how far it goes
 * @param resources CPU and memory
 * @param events what the user knows that moves demand: taken out of the history, put into what is
 *     to come
 * @param services what becomes of each; null if demand was not in services
 * @param capacity what there is; null if no capacity was given
 * @param exhaustion when it runs out; null if no capacity was given, or that is unknown
 * @param purchase what to buy; null if no size of server was given, or that is unknown
 * @param warnings why the answer may be wrong
 * @param notes what a person should know
 * @param inputs what it rests on, by name
 */
public record DemandForecast(
        int formatVersion,
        String name,
        double confidence,
        Verdict verdict,
        History history,
        Horizon horizon,
        List<Resource> resources,
        List<Event> events,
        @Nullable Services services,
        @Nullable Capacity capacity,
        @Nullable RunsOut exhaustion,
        @Nullable Purchase purchase,
        List<String> warnings,
        List<String> notes,
        Map<String, String> inputs) {
    /** Version of the form of {@code forecast.json}. */
    public static final int FORMAT_VERSION = 1;

    /** Name of the file in the folder of a forecast. */
    public static final String NAME = "forecast.json";

    public DemandForecast {
        resources = List.copyOf(resources);
        events = List.copyOf(events);
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    /**
     * Whether a forecast is good enough to plan by.
     *
     * @param isGoodEnough if not, there are no dates and no orders
     * @param reasons why it is not; empty if it is
     */
    public record Verdict(boolean isGoodEnough, List<String> reasons) {
        public Verdict {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * The past.
     *
     * @param kind {@code csv} or {@code tasks}
     * @param of {@code requests} or {@code usage}
     * @param level {@code peak} or {@code mean} of each bucket
     * @param timeZero what time 0 is, ISO 8601 in UTC; null if nobody knows
     * @param zone in whose days buckets begin and dates are written, an IANA name or {@code Z} for
     *     UTC; null without dates
     * @param startSeconds of the first bucket, since time 0
     * @param endSeconds of the last one: now, for the forecast
     * @param bucketSeconds length of a bucket; of a month the mean one
     * @param isMonthly true if buckets are months of the calendar
     * @param buckets how many
     * @param leftOut buckets at the edges that were not whole
     */
    public record History(
            String kind,
            String of,
            String level,
            @Nullable String timeZero,
            @Nullable String zone,
            double startSeconds,
            double endSeconds,
            double bucketSeconds,
            boolean isMonthly,
            int buckets,
            int leftOut) {}

    /**
     * How far ahead.
     *
     * @param buckets how many
     * @param seconds together
     * @param paths that were drawn
     * @param seed of their draws
     */
    public record Horizon(int buckets, double seconds, int paths, long seed) {}

    /**
     * One resource.
     *
     * @param name {@code cpu} or {@code memory}
     * @param unit {@code cores} or {@code GiB}
     * @param model the best of the candidates
     * @param growth what its level beside the season grows by over the horizon
     * @param candidates all models that were fitted, best first
     * @param season buckets of the shortest season of the clock that the history has twice; 1 if
     *     there is none
     * @param backtest how well such forecasts did over the past; null if that is too short
     * @param history amount of each past bucket
     * @param unitFrom first bucket of the history from which on all are in one unit
     * @param forecast amounts of the buckets to come
     */
    public record Resource(
            String name,
            String unit,
            Model model,
            Growth growth,
            List<ModelSelection.Candidate> candidates,
            int season,
            @Nullable Backtest backtest,
            List<Double> history,
            int unitFrom,
            Bands forecast) {
        public Resource {
            candidates = List.copyOf(candidates);
            history = List.copyOf(history);
        }

        /** How many of the last buckets are in one unit. */
        public int inOneUnit() {
            return history.size() - unitFrom;
        }

        /** The most of the last season of the history; of the last bucket if there is no season. */
        public double now() {
            return most(history);
        }

        /** The most of the first season of a quantile; its first value if there is no season. */
        public double mostAtFirst(List<Double> values) {
            return values.stream()
                    .limit(Math.max(1, season))
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
        }

        /** True if the horizon has a first season and a last one that do not overlap. */
        public boolean hasTwoSeasonsAhead() {
            return forecast.median().size() >= 2 * Math.max(1, season);
        }

        /** The most of the last season of a quantile. */
        public double most(List<Double> values) {
            int from = Math.max(0, values.size() - season);
            return values.subList(from, values.size()).stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
        }
    }

    /**
     * A model.
     *
     * @param label {@code ETS(A,Ad,A)[24]}
     * @param scale on which it adds up
     * @param alpha weight of an error in the level
     * @param beta in the slope
     * @param gamma in the season
     * @param phi what is left of the slope after a bucket
     * @param sigma standard deviation of the errors, on the scale
     * @param givenGrowth growth of a year that was given in place of the trend; null if none
     */
    public record Model(
            String label,
            Scale scale,
            double alpha,
            double beta,
            double gamma,
            double phi,
            double sigma,
            @Nullable Double givenGrowth) {}

    /**
     * Level at the end of the horizon over that of now, as quantiles; null if it is 0 now.
     *
     * @param median as likely more as less
     * @param low80 lower end of the 80 % interval
     * @param high80 upper end of it
     * @param confident stays below with the confidence asked for
     */
    public record Growth(
            @Nullable Double median,
            @Nullable Double low80,
            @Nullable Double high80,
            @Nullable Double confident) {}

    /**
     * Quantiles of each bucket to come, counted over the futures that were drawn.
     *
     * @param median as likely more as less
     * @param low80 lower end of the 80 % interval
     * @param high80 upper end of it
     * @param low95 lower end of the 95 % interval
     * @param high95 upper end of it
     * @param confident stays below with the confidence asked for; an order is never less
     */
    public record Bands(
            List<Double> median,
            List<Double> low80,
            List<Double> high80,
            List<Double> low95,
            List<Double> high95,
            List<Double> confident) {
        public Bands {
            median = List.copyOf(median);
            low80 = List.copyOf(low80);
            high80 = List.copyOf(high80);
            low95 = List.copyOf(low95);
            high95 = List.copyOf(high95);
            confident = List.copyOf(confident);
        }
    }

    /**
     * What moves demand.
     *
     * @param name in the user's words
     * @param service that it moves; null for the whole demand
     * @param from its begin
     * @param until its end; null if it stays
     * @param factor of all amounts
     * @param added to them, after the factor
     * @param certainty that it comes
     */
    public record Event(
            String name,
            @Nullable String service,
            Moment from,
            @Nullable Moment until,
            double factor,
            Amounts added,
            double certainty) {}

    /**
     * The services of a demand. What each comes to adds up to the whole, bucket by bucket.
     *
     * @param by column that names them
     * @param growth what the whole grows by: from the mean of the last season of the history to
     *     that of the horizon
     * @param ranked the resource that the whole grows by most, of what there is now: {@code cpu} or
     *     {@code memory}
     * @param list by their growth of that resource, the largest first
     */
    public record Services(String by, Amounts growth, String ranked, List<Service> list) {
        public Services {
            list = List.copyOf(list);
        }
    }

    /** A service. */
    public record Service(String name, ServiceOutlook cpu, ServiceOutlook memory) {
        /** One of them. */
        public ServiceOutlook of(String resource) {
            return resource.equals("cpu") ? cpu : memory;
        }
    }

    /**
     * A resource of a service.
     *
     * @param model {@code ETS(A,A,A)[7]}
     * @param scale on which it adds up
     * @param now mean of the last season of the history
     * @param then mean of the last season of the horizon
     * @param low80 mean of the lower ends of its 80 % intervals
     * @param high80 mean of the upper ends
     * @param growth from now to then
     * @param backtest how well such forecasts did; null if the history is too short
     * @param median by bucket to come
     */
    public record ServiceOutlook(
            String model,
            Scale scale,
            double now,
            double then,
            double low80,
            double high80,
            double growth,
            @Nullable Backtest backtest,
            List<Double> median) {
        public ServiceOutlook {
            median = List.copyOf(median);
        }
    }

    /** CPU and memory. */
    public record Amounts(double cpu, double memoryGiB) {}

    /**
     * What there is.
     *
     * @param servers as it was given
     * @param total all of it
     * @param utilisation share of it that may be used
     * @param usable that share
     * @param passed whether demand was above it in the past already; null if not
     */
    public record Capacity(
            String servers,
            Amounts total,
            double utilisation,
            Amounts usable,
            @Nullable Passed passed) {}

    /**
     * Buckets of the history that the forecast rests on whose demand was above capacity already:
     * without what was set aside, with what a ceiling may have cut off.
     *
     * @param buckets how many, at least 1
     * @param of so many
     * @param last begin of the last of them
     */
    public record Passed(int buckets, int of, Moment last) {}

    /**
     * A moment.
     *
     * @param seconds since time 0
     * @param at date and time, ISO 8601 in UTC; null if nobody knows time 0
     */
    public record Moment(double seconds, @Nullable String at) {}

    /**
     * When demand is above capacity for the first time, by the share of the paths.
     *
     * @param holds true if capacity lasts through the horizon with the confidence asked for
     * @param probability that it does not
     * @param p5 by then it has happened with 5 %; null if not within the horizon
     * @param p50 with 50 %
     * @param p95 with 95 %
     * @param cpuFirst of the paths on which it happens: share on which CPU runs out before memory
     * @param memoryFirst share on which memory runs out before CPU; on the rest both do so in the
     *     same bucket
     * @param cpu when CPU runs out, whatever memory does
     * @param memory when memory runs out, whatever CPU does
     */
    public record RunsOut(
            boolean holds,
            double probability,
            @Nullable Moment p5,
            @Nullable Moment p50,
            @Nullable Moment p95,
            double cpuFirst,
            double memoryFirst,
            Dates cpu,
            Dates memory) {

        /** True if each has its median within the interval of the other: neither is first. */
        public boolean runOutTogether() {
            return cpu.holds(memory.p50()) && memory.holds(cpu.p50());
        }
    }

    /**
     * When a resource is above what may be used for the first time.
     *
     * @param p5 by then it has happened with 5 %; null if not within the horizon
     * @param p50 with 50 %
     * @param p95 with 95 %
     */
    public record Dates(@Nullable Moment p5, @Nullable Moment p50, @Nullable Moment p95) {
        private boolean holds(@Nullable Moment moment) {
            return moment != null
                    && p5 != null
                    && p5.seconds() <= moment.seconds()
                    && (p95 == null || moment.seconds() <= p95.seconds());
        }
    }

    /**
     * What to buy.
     *
     * @param kinds that can be bought
     * @param everySeconds least time between two orders
     * @param orders in order of time
     * @param usdOnce what all orders cost; null without a price
     * @param usdMonthly what they cost by month; null without a price
     * @param lateFrom from when capacity may be short because no order comes in time; null if none
     * @param lateUntil until when
     * @param shortFrom from when all servers that may be bought are too few; null if never
     */
    public record Purchase(
            List<Kind> kinds,
            double everySeconds,
            List<Order> orders,
            @Nullable BigDecimal usdOnce,
            @Nullable BigDecimal usdMonthly,
            @Nullable Moment lateFrom,
            @Nullable Moment lateUntil,
            @Nullable Moment shortFrom) {
        public Purchase {
            kinds = List.copyOf(kinds);
            orders = List.copyOf(orders);
        }

        /** CPU and memory of the servers of the first so many orders. */
        public Amounts bought(int number) {
            double cpu = 0;
            double memory = 0;
            for (Order order : orders.subList(0, number)) {
                for (Line line : order.lines()) {
                    cpu += line.servers() * kinds.get(line.kind()).server().cpu();
                    memory += line.servers() * kinds.get(line.kind()).server().memoryGiB();
                }
            }
            return new Amounts(cpu, memory);
        }
    }

    /**
     * A kind of server that can be bought.
     *
     * @param type its name; null if only a size was given
     * @param server size of one
     * @param leadSeconds from an order to its servers; of months of the calendar their mean length
     * @param leadMonths months of the calendar that it is; 0 if it is none, or without dates
     * @param usdOnce price of a server; null if none was given
     * @param usdMonthly price of a server by month; null if none was given
     */
    public record Kind(
            @Nullable String type,
            Amounts server,
            double leadSeconds,
            int leadMonths,
            @Nullable BigDecimal usdOnce,
            @Nullable BigDecimal usdMonthly) {}

    /**
     * An order: servers that arrive together.
     *
     * @param orderBy latest moment to place the first of its lines
     * @param isLate true if that is before the end of the history
     * @param arrives when its servers are there
     * @param servers how many
     * @param total bought so far
     * @param resource that asks for them
     * @param lines of each kind
     * @param isCheapest true if it is proven that no cheaper order holds as long, given those
     *     before
     * @param usdOnce what they cost; null without a price
     * @param usdMonthly what they cost by month; null without a price
     */
    public record Order(
            Moment orderBy,
            boolean isLate,
            Moment arrives,
            int servers,
            int total,
            String resource,
            List<Line> lines,
            boolean isCheapest,
            @Nullable BigDecimal usdOnce,
            @Nullable BigDecimal usdMonthly) {
        public Order {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Servers of one kind.
     *
     * @param kind its place among the kinds, from 0
     * @param servers how many
     * @param orderBy latest moment to place it
     * @param isLate true if that is before the end of the history
     * @param usdOnce what they cost; null without a price
     * @param usdMonthly what they cost by month; null without a price
     */
    public record Line(
            int kind,
            int servers,
            Moment orderBy,
            boolean isLate,
            @Nullable BigDecimal usdOnce,
            @Nullable BigDecimal usdMonthly) {}
}
