package dev.stowage.workflow.forecast;

import dev.stowage.forecast.DemandForecast.Kind;
import dev.stowage.forecast.DemandForecast.Line;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Order;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.forecast.PurchaseSchedule;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.report.forecast.ForecastMoments;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Orders with dates and money, of a schedule in buckets. All sums are exact. */
final class OrderBook {
    private static final double MICROS_PER_SECOND = 1e6;

    private final ForecastRun run;
    private final BucketSeries series;
    private final PurchaseSchedule schedule;
    private final List<ServerOffer> offers;
    private int total;

    OrderBook(ForecastRun run, PurchaseSchedule schedule) {
        this.run = run;
        this.schedule = schedule;
        series = run.history().raw();
        offers = run.capacity().orElseThrow().offers();
    }

    Purchase purchase() {
        List<Order> orders = schedule.orders().stream().map(this::order).toList();
        return new Purchase(
                offers.stream().map(this::kind).toList(),
                run.supply().everyMicros() / MICROS_PER_SECOND,
                orders,
                isPriced(ServerOffer::usdOnce) ? sum(orders.stream().map(Order::usdOnce)) : null,
                isPriced(ServerOffer::usdMonthly)
                        ? sum(orders.stream().map(Order::usdMonthly))
                        : null,
                begin(schedule.lateFrom()),
                begin(schedule.lateUntil()),
                begin(schedule.shortFrom()));
    }

    private Kind kind(ServerOffer offer) {
        return new Kind(
                offer.type(),
                ForecastBuilder.amounts(offer.size(), 1),
                offer.lead().micros() / MICROS_PER_SECOND,
                run.history().timeZero().isEmpty() ? 0 : Math.toIntExact(offer.lead().months()),
                offer.usdOnce(),
                offer.usdMonthly());
    }

    private Order order(PurchaseSchedule.Order order) {
        List<Line> lines = new ArrayList<>();
        for (int kind = 0; kind < offers.size(); kind++) {
            if (order.counts().get(kind) > 0) {
                lines.add(line(order, kind));
            }
        }
        int servers = lines.stream().mapToInt(Line::servers).sum();
        total += servers;
        Line first =
                lines.stream()
                        .min(Comparator.comparingDouble(line -> line.orderBy().seconds()))
                        .orElseThrow();
        return new Order(
                first.orderBy(),
                first.isLate(),
                Objects.requireNonNull(begin(order.arrives())),
                servers,
                total,
                ForecastBuilder.NAMES.get(order.resource()),
                lines,
                order.isCheapest(),
                isPriced(ServerOffer::usdOnce) ? sum(lines.stream().map(Line::usdOnce)) : null,
                isPriced(ServerOffer::usdMonthly)
                        ? sum(lines.stream().map(Line::usdMonthly))
                        : null);
    }

    /** Its servers are to be there when they are needed, or else with the others of the order. */
    private Line line(PurchaseSchedule.Order order, int kind) {
        ServerOffer offer = offers.get(kind);
        int servers = order.counts().get(kind);
        long needed = offer.lead().before(beginMicros(order.neededFrom()), run.history());
        boolean isLate = needed < series.endMicros();
        long by =
                isLate ? needed : offer.lead().before(beginMicros(order.arrives()), run.history());
        return new Line(
                kind,
                servers,
                moment(by),
                isLate,
                times(offer.usdOnce(), servers),
                times(offer.usdMonthly(), servers));
    }

    private boolean isPriced(Function<ServerOffer, @Nullable BigDecimal> price) {
        return offers.stream().allMatch(each -> price.apply(each) != null);
    }

    private static @Nullable BigDecimal times(@Nullable BigDecimal usd, int servers) {
        return usd == null ? null : usd.multiply(BigDecimal.valueOf(servers));
    }

    private static BigDecimal sum(Stream<@Nullable BigDecimal> amounts) {
        return amounts.map(Objects::requireNonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private long beginMicros(int bucket) {
        return series.beginMicros(series.size() + bucket);
    }

    private @Nullable Moment begin(int bucket) {
        return bucket < 0 ? null : moment(beginMicros(bucket));
    }

    private Moment moment(long micros) {
        String timeZero = run.history().timeZero().map(Object::toString).orElse(null);
        return ForecastMoments.shifted(
                timeZero,
                timeZero == null ? null : series.clock().zone().getId(),
                micros / MICROS_PER_SECOND);
    }
}
