package dev.stowage.report.forecast;

import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Capacity;
import dev.stowage.forecast.DemandForecast.Growth;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Passed;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.forecast.DemandForecast.Resource;
import dev.stowage.forecast.DemandForecast.RunsOut;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A forecast in words: the same in the report and on the terminal.
 *
 * @param headline the answer
 * @param sentences what it rests on and what follows
 * @param planning how to plan for it
 */
public record ForecastAnswer(String headline, List<String> sentences, String planning) {
    /** In place of the first season ahead, where it is the last one too. */
    static final String ONE_SEASON = "as then";

    /** A growth beyond that is no plan. */
    private static final double MOST_PLANNED = 10;

    public ForecastAnswer {
        sentences = List.copyOf(sentences);
    }

    /** The words for a forecast. */
    public static ForecastAnswer of(DemandForecast forecast) {
        return new Words(forecast).answer();
    }

    /** {@code +34 % (80 %: +10 % to +60 %)}. */
    public static String growth(Growth growth) {
        if (growth.median() == null || growth.low80() == null || growth.high80() == null) {
            return "none";
        }
        return change(growth.median())
                + " ("
                + Amounts.share(0.8)
                + ": "
                + change(growth.low80())
                + " to "
                + change(growth.high80())
                + ")";
    }

    /** {@code × 1.3 and +20 cores}. */
    static String effect(DemandForecast.Event event) {
        List<String> parts = new ArrayList<>();
        if (event.factor() != 1) {
            parts.add("×" + Amounts.GAP + Amounts.decimal(event.factor()));
        }
        if (event.added().cpu() != 0) {
            parts.add(signed(event.added().cpu(), "cores"));
        }
        if (event.added().memoryGiB() != 0) {
            parts.add(signed(event.added().memoryGiB(), "GiB"));
        }
        String effect = String.join(", ", parts);
        return event.service() == null ? effect : event.service() + ": " + effect;
    }

    private static String signed(double amount, String unit) {
        return (amount > 0 ? "+" : "") + Amounts.unit(Amounts.decimal(amount), unit);
    }

    private static String change(double factor) {
        double tenths = Math.round((factor - 1) * 1000) / 1000.0;
        return (tenths > 0 ? "+" : "") + Amounts.share(tenths == 0 ? 0 : tenths);
    }

    /** {@code CPU}, {@code Memory}. */
    static String title(Resource resource) {
        return resource.name().equals("cpu") ? "CPU" : "Memory";
    }

    private record Words(DemandForecast forecast) {
        ForecastAnswer answer() {
            List<String> sentences = new ArrayList<>();
            RunsOut runsOut = forecast.exhaustion();
            Capacity capacity = forecast.capacity();
            forecast.verdict().reasons().stream().skip(1).map(Words::also).forEach(sentences::add);
            if (capacity != null) {
                sentences.add(capacity(capacity));
            }
            if (runsOut != null) {
                sentences.add(horizon(runsOut));
                if (runsOut.p5() != null
                        && isAbreast(runsOut)
                        && runsOut.cpuFirst() + runsOut.memoryFirst() > 0.005) {
                    sentences.add(shares(runsOut));
                }
            }
            Purchase purchase = forecast.purchase();
            if (purchase != null) {
                sentences.addAll(new OrderWords(forecast, purchase).sentences());
            }
            sentences.add(history());
            if (!forecast.verdict().isGoodEnough()) {
                return new ForecastAnswer(unknown(capacity), sentences, "");
            }
            String headline =
                    runsOut == null
                            ? growth()
                            : exhaustion(runsOut, capacity)
                                    + (purchase == null ? "" : first(purchase));
            return new ForecastAnswer(verdict() + headline, sentences, planning());
        }

        /** A given growth is an assumption: the past says nothing for or against it. */
        private String verdict() {
            Double given = forecast.resources().get(0).model().givenGrowth();
            return given == null
                    ? "Good enough to plan by. "
                    : "Good enough to plan by if the given growth of "
                            + Amounts.share(given)
                            + " a year comes true; tests on the past do not count then. ";
        }

        private static String also(String reason) {
            return "Also, " + reason;
        }

        /** What can be said without a forecast: the past. */
        private String unknown(@Nullable Capacity capacity) {
            String verdict =
                    "Not good enough to plan by, because " + forecast.verdict().reasons().get(0);
            if (capacity == null) {
                return verdict;
            }
            for (Resource each : forecast.resources()) {
                if (each.unitFrom() == 0
                        && each.now() > ForecastCharts.amount(each, capacity.usable())) {
                    return "Demand for "
                            + inText(each)
                            + " was above capacity at the end of the history already. "
                            + verdict;
                }
            }
            return verdict + " When capacity runs out is unknown.";
        }

        private String moment(Moment moment) {
            return ForecastMoments.text(moment, forecast.history().bucketSeconds());
        }

        private String ahead() {
            return forecast.history().isMonthly()
                    ? ForecastMoments.buckets(forecast.history(), forecast.horizon().buckets())
                    : Amounts.seconds(ForecastMoments.between(now(), end()));
        }

        private String growth() {
            List<String> parts = new ArrayList<>();
            for (Resource each : forecast.resources()) {
                if (each.growth().median() != null) {
                    parts.add(inText(each) + " by " + ForecastAnswer.growth(each.growth()));
                }
            }
            return "Over the next "
                    + ahead()
                    + " the level of demand changes: "
                    + String.join(", ", parts)
                    + ".";
        }

        private static String inText(Resource resource) {
            return resource.name().equals("cpu") ? "CPU" : "memory";
        }

        private String exhaustion(RunsOut runsOut, @Nullable Capacity capacity) {
            Moment p5 = runsOut.p5();
            Moment p50 = runsOut.p50();
            Moment p95 = runsOut.p95();
            String end = moment(end());
            if (p5 == null) {
                return "Capacity lasts through "
                        + end
                        + " ("
                        + ahead()
                        + "): it runs out before on "
                        + (runsOut.probability() == 0
                                ? "none"
                                : Amounts.share(runsOut.probability()))
                        + " of the futures that were drawn.";
            }
            if (p95 != null && p95.seconds() <= forecast.history().endSeconds()) {
                return "Capacity has run out already; " + which(runsOut) + ".";
            }
            Passed passed = capacity == null ? null : capacity.passed();
            String already = passed == null ? "" : passed(passed);
            if (p50 == null) {
                return (passed == null
                                ? "Capacity may run out before "
                                : already + "It may be so again before ")
                        + end
                        + ", with "
                        + Amounts.share(runsOut.probability())
                        + ", and not before "
                        + moment(p5)
                        + " with "
                        + Amounts.share(0.95)
                        + "; "
                        + which(runsOut)
                        + ".";
            }
            String range =
                    p95 == null
                            ? " (not before "
                                    + moment(p5)
                                    + " with "
                                    + Amounts.share(0.95)
                                    + "; not by "
                                    + end
                                    + " with "
                                    + Amounts.share(1 - runsOut.probability())
                                    + "); "
                            : " (between "
                                    + moment(p5)
                                    + " and "
                                    + moment(p95)
                                    + " with "
                                    + Amounts.share(0.9)
                                    + "); ";
            return (passed == null ? "Capacity runs out on " : already + "It will be so again on ")
                    + moment(p50)
                    + range
                    + which(runsOut)
                    + ".";
        }

        private String passed(Passed passed) {
            return "Demand was above capacity in "
                    + Amounts.count(passed.buckets())
                    + " of the "
                    + Amounts.count(passed.of())
                    + " buckets that the forecast rests on, the last time on "
                    + moment(passed.last())
                    + ". ";
        }

        private Moment now() {
            return after(0);
        }

        private Moment end() {
            return after(forecast.horizon().seconds());
        }

        private Moment after(double seconds) {
            return ForecastMoments.shifted(
                    forecast.history().timeZero(),
                    forecast.history().zone(),
                    forecast.history().endSeconds() + seconds);
        }

        private static boolean isAbreast(RunsOut runsOut) {
            return runsOut.runOutTogether()
                    || Math.max(runsOut.cpuFirst(), runsOut.memoryFirst()) < 0.5;
        }

        private static String which(RunsOut runsOut) {
            double cpu = runsOut.cpuFirst();
            double memory = runsOut.memoryFirst();
            double both = 1 - cpu - memory;
            if (isAbreast(runsOut)) {
                return both >= 0.995
                        ? "CPU and memory run out together"
                        : "CPU and memory run out at about the same time";
            }
            double share = Math.max(cpu, memory);
            return (cpu > memory ? "CPU" : "memory")
                    + " runs out first"
                    + (share < 0.995 ? " (with " + Amounts.share(share) + ")" : "");
        }

        /** How often which is first, where neither clearly is. */
        private static String shares(RunsOut runsOut) {
            double both = 1 - runsOut.cpuFirst() - runsOut.memoryFirst();
            return "CPU runs out before memory on "
                    + Amounts.share(runsOut.cpuFirst())
                    + " of the futures on which capacity runs out, after it on "
                    + Amounts.share(runsOut.memoryFirst())
                    + (both >= 0.005 ? ", in the same bucket on " + Amounts.share(both) : "")
                    + ".";
        }

        private String first(Purchase purchase) {
            return purchase.orders().isEmpty()
                    ? ""
                    : " " + new OrderWords(forecast, purchase).first();
        }

        private static String capacity(Capacity capacity) {
            return "Capacity is "
                    + Amounts.share(capacity.utilisation())
                    + " of "
                    + capacity.servers()
                    + ": "
                    + Amounts.cores(capacity.usable().cpu())
                    + " and "
                    + Amounts.gib(capacity.usable().memoryGiB())
                    + ".";
        }

        private String horizon(RunsOut runsOut) {
            return "Of "
                    + Amounts.count(forecast.horizon().paths())
                    + " futures, "
                    + Amounts.share(runsOut.probability())
                    + " have a bucket above it within "
                    + ahead()
                    + (runsOut.holds() ? ", not more than " : ", more than ")
                    + Amounts.share(1 - forecast.confidence())
                    + ".";
        }

        private String history() {
            DemandForecast.History history = forecast.history();
            return "From "
                    + (history.isMonthly()
                            ? Amounts.counted(history.buckets(), "month") + " of the calendar"
                            : Amounts.count(history.buckets())
                                    + " buckets of "
                                    + Amounts.seconds(history.bucketSeconds()))
                    + ", the "
                    + history.level()
                    + " of each, up to "
                    + moment(now())
                    + ".";
        }

        private String planning() {
            Resource most = forecast.resources().get(0);
            for (Resource each : forecast.resources()) {
                most = median(each) > median(most) ? each : most;
            }
            Double confident = most.growth().confident();
            if (most.growth().median() == null || confident == null) {
                return "";
            }
            String text =
                    "To plan for it: growth: "
                            + decimal(median(most))
                            + " in the workload of a scenario (the median level of "
                            + inText(most)
                            + " in "
                            + ahead()
                            + " over that of now)";
            return confident > MOST_PLANNED
                    ? text + "; the interval is too wide to plan by."
                    : text
                            + ", or "
                            + decimal(confident)
                            + " to be "
                            + Amounts.share(forecast.confidence())
                            + " sure.";
        }

        private static double median(Resource resource) {
            Double median = resource.growth().median();
            return median == null ? 0 : median;
        }

        private static String decimal(double value) {
            return Amounts.decimal(Math.round(value * 1000) / 1000.0);
        }
    }
}
