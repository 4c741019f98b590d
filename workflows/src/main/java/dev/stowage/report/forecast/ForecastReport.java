package dev.stowage.report.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Order;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.forecast.DemandForecast.Resource;
import dev.stowage.forecast.DemandForecast.RunsOut;
import dev.stowage.forecast.ModelSelection.Candidate;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a forecast: one HTML file with the answer, the demand of the past and of the
 * future, the orders, and how well such forecasts did before. The same forecast gives the same
 * bytes.
 */
public final class ForecastReport {
    private static final int ROWS = 200;

    private final DemandForecast forecast;

    private ForecastReport(DemandForecast forecast) {
        this.forecast = forecast;
    }

    /** The text of {@code report.html}. */
    public static String html(DemandForecast forecast) {
        SectionedView view = new ForecastReport(forecast).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        ForecastAnswer answer = ForecastAnswer.of(forecast);
        List<Section> sections = new ArrayList<>(List.of(demand()));
        RunsOut runsOut = forecast.exhaustion();
        if (runsOut != null) {
            sections.add(exhaustion(runsOut));
        }
        Purchase purchase = forecast.purchase();
        if (purchase != null && !purchase.orders().isEmpty()) {
            sections.add(orders(purchase));
        }
        if (!forecast.events().isEmpty()) {
            sections.add(events());
        }
        DemandForecast.Services services = forecast.services();
        if (services != null) {
            sections.add(new ServiceTexts(services).section());
        }
        sections.add(evidence());
        sections.add(models());
        List<String> notes =
                Stream.of(
                                forecast.warnings().stream(),
                                answer.sentences().stream(),
                                forecast.notes().stream(),
                                Stream.of(answer.planning()).filter(text -> !text.isEmpty()))
                        .flatMap(texts -> texts)
                        .toList();
        return new SectionedView(
                "Forecast",
                forecast.name(),
                answer.headline(),
                notes,
                sections,
                facts(),
                "input, options and version");
    }

    private String moment(@Nullable Moment moment) {
        return moment == null
                ? "not within the horizon"
                : ForecastMoments.text(moment, forecast.history().bucketSeconds());
    }

    private Section demand() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "largest of the first season ahead (now) and of the last one of the horizon",
                        DataTable.Column.text("Resource"),
                        DataTable.Column.number("Median now"),
                        DataTable.Column.number("Median at the end"),
                        DataTable.Column.number("80 % interval"),
                        DataTable.Column.number("95 % interval"),
                        DataTable.Column.number("Growth of the level"));
        for (Resource each : forecast.resources()) {
            DemandForecast.Bands bands = each.forecast();
            table.row(
                    ForecastAnswer.title(each),
                    each.hasTwoSeasonsAhead()
                            ? ForecastCharts.amount(each, each.mostAtFirst(bands.median()))
                            : ForecastAnswer.ONE_SEASON,
                    ForecastCharts.amount(each, each.most(bands.median())),
                    interval(each.most(bands.low80()), each.most(bands.high80())),
                    interval(each.most(bands.low95()), each.most(bands.high95())),
                    ForecastAnswer.growth(each.growth()));
        }
        return new Section(
                "demand",
                "Demand",
                "The "
                        + forecast.history().level()
                        + (forecast.history().isMonthly()
                                ? " of each month of the calendar"
                                : " of each bucket of "
                                        + Amounts.seconds(forecast.history().bucketSeconds()))
                        + ". Growth is that of the level beside the season and without events, from"
                        + " now to the end of the horizon.",
                new ForecastCharts(forecast).all(),
                List.of(table.build()));
    }

    private static String interval(double low, double high) {
        return Amounts.decimal(low) + " to " + Amounts.decimal(high);
    }

    private Section exhaustion(RunsOut runsOut) {
        DataTable table =
                new DataTable.Builder(
                                "when capacity has run out",
                                DataTable.Column.text("With"),
                                DataTable.Column.text("By"),
                                DataTable.Column.text("CPU by"),
                                DataTable.Column.text("Memory by"))
                        .row(
                                Amounts.share(0.05),
                                moment(runsOut.p5()),
                                moment(runsOut.cpu().p5()),
                                moment(runsOut.memory().p5()))
                        .row(
                                Amounts.share(0.5),
                                moment(runsOut.p50()),
                                moment(runsOut.cpu().p50()),
                                moment(runsOut.memory().p50()))
                        .row(
                                Amounts.share(0.95),
                                moment(runsOut.p95()),
                                moment(runsOut.cpu().p95()),
                                moment(runsOut.memory().p95()))
                        .build();
        return new Section(
                "exhaustion",
                "When capacity runs out",
                "The begin of the first bucket whose demand for any resource is above what may be"
                        + " used, over "
                        + Amounts.count(forecast.horizon().paths())
                        + " futures that are drawn with the errors of the past. On "
                        + Amounts.share(runsOut.probability())
                        + " of them that is within the horizon; there CPU runs out before memory on"
                        + " "
                        + Amounts.share(runsOut.cpuFirst())
                        + ", and after it on "
                        + Amounts.share(runsOut.memoryFirst())
                        + ".",
                List.of(),
                List.of(table));
    }

    private Section orders(Purchase purchase) {
        OrderWords words = new OrderWords(forecast, purchase);
        boolean isPriced = purchase.usdOnce() != null || purchase.usdMonthly() != null;
        List<DataTable.Column> columns =
                new ArrayList<>(
                        List.of(
                                DataTable.Column.text("Arrives"),
                                DataTable.Column.text("Order by"),
                                DataTable.Column.text("Servers"),
                                DataTable.Column.number("Bought in all"),
                                DataTable.Column.text("For")));
        if (isPriced) {
            columns.add(DataTable.Column.number("Price"));
            columns.add(DataTable.Column.number("Price a month"));
        }
        DataTable.Builder table =
                new DataTable.Builder(
                        purchase.orders().size() > ROWS
                                ? "the first " + ROWS + " orders; forecast.json has all"
                                : "all orders",
                        columns);
        for (Order order : purchase.orders().stream().limit(ROWS).toList()) {
            List<String> cells =
                    new ArrayList<>(
                            List.of(
                                    moment(order.arrives()),
                                    words.days(order),
                                    words.servers(order),
                                    Amounts.count(order.total()),
                                    order.resource().equals("cpu") ? "CPU" : "memory"));
            if (isPriced) {
                cells.add(usd(order.usdOnce()));
                cells.add(usd(order.usdMonthly()));
            }
            table.row(order.isLate(), cells);
        }
        return new Section(
                "orders",
                "Orders",
                "Each order arrives as late as it may and holds for "
                        + words.every()
                        + " and until the next one: in each bucket demand is above capacity with at"
                        + " most "
                        + Amounts.share(1 - forecast.confidence())
                        + ". "
                        + words.kinds(),
                List.of(),
                List.of(table.build()));
    }

    private static String usd(@Nullable BigDecimal amount) {
        return amount == null ? "–" : Amounts.cents(amount);
    }

    private Section events() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "events",
                        DataTable.Column.text("Event"),
                        DataTable.Column.text("From"),
                        DataTable.Column.text("To"),
                        DataTable.Column.text("What it does"),
                        DataTable.Column.number("Certainty"));
        for (DemandForecast.Event each : forecast.events()) {
            table.row(
                    each.name(),
                    moment(each.from()),
                    each.until() == null ? "stays" : moment(each.until()),
                    ForecastAnswer.effect(each),
                    Amounts.share(each.certainty()));
        }
        return new Section(
                "events",
                "Events",
                "What was said to move demand. The history is modelled as it would have been"
                        + " without those of the past; those to come are in the forecast, each of"
                        + " them on as many futures as it is certain.",
                List.of(),
                List.of(table.build()));
    }

    private Section evidence() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "forecasts of the past",
                        DataTable.Column.text("Resource"),
                        DataTable.Column.number("Times"),
                        DataTable.Column.number("Ahead"),
                        DataTable.Column.number("MASE"),
                        DataTable.Column.number("MASE of the naive forecast"),
                        DataTable.Column.number("In the 80 % interval"),
                        DataTable.Column.number("In the 95 % interval"));
        for (Resource each : forecast.resources()) {
            Backtest test = each.backtest();
            if (test != null) {
                table.row(
                        ForecastAnswer.title(each),
                        Amounts.count(test.origins()),
                        ForecastMoments.buckets(forecast.history(), test.buckets()),
                        Amounts.decimal(test.mase()),
                        Amounts.decimal(test.naiveMase()),
                        Amounts.share(test.coverage80()),
                        Amounts.share(test.coverage95()));
            }
        }
        return new Section(
                "evidence",
                "How well such forecasts did",
                "From several moments of the past the whole procedure was repeated and held against"
                        + " what came. MASE is the mean absolute error over that of repeating the"
                        + " last season one step ahead; the naive forecast repeats it all the"
                        + " way. Intervals should hold as many values as they say.",
                List.of(),
                List.of(table.build()));
    }

    private Section models() {
        List<DataTable> tables = new ArrayList<>();
        for (Resource each : forecast.resources()) {
            DataTable.Builder table =
                    new DataTable.Builder(
                            ForecastAnswer.title(each) + ": models, best first",
                            DataTable.Column.text("Model"),
                            DataTable.Column.text("Scale"),
                            DataTable.Column.number("Log-likelihood"),
                            DataTable.Column.number("AICc"));
            for (Candidate candidate : each.candidates()) {
                boolean isChosen = candidate.equals(each.candidates().get(0));
                table.row(
                        isChosen,
                        List.of(
                                candidate.label(),
                                candidate.scale().name().toLowerCase(Locale.ROOT),
                                Amounts.decimal(candidate.logLikelihood()),
                                Amounts.decimal(candidate.aicc())));
            }
            tables.add(table.build());
        }
        return new Section(
                "models",
                "Models",
                "Exponential smoothing with errors that are amounts (A) or per cent (M): its trend"
                        + " none (N), additive (A) or damped (Ad), its season none or as the"
                        + " errors are, with the period in brackets; of amounts or of their"
                        + " logarithms; year(2) are two waves of a year beside it. The least AICc"
                        + " is chosen.",
                List.of(),
                tables);
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        forecast.inputs().forEach((label, value) -> facts.add(new Fact(label, value)));
        for (Resource each : forecast.resources()) {
            DemandForecast.Model model = each.model();
            facts.add(
                    new Fact(
                            "model of " + each.name(),
                            model.label()
                                    + ", α "
                                    + Amounts.decimal(model.alpha())
                                    + ", β "
                                    + Amounts.decimal(model.beta())
                                    + ", γ "
                                    + Amounts.decimal(model.gamma())
                                    + ", φ "
                                    + Amounts.decimal(model.phi())
                                    + ", σ "
                                    + Amounts.decimal(model.sigma())));
        }
        String zero = forecast.history().timeZero();
        facts.add(new Fact("time 0", zero == null ? "not known; day 0 begins there" : zero));
        String zone = forecast.history().zone();
        if (zone != null && !zone.equals("Z")) {
            facts.add(new Fact("dates and days of", zone));
        }
        return facts;
    }
}
