package dev.stowage.report.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Purchase;
import dev.stowage.forecast.DemandForecast.Resource;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** A forecast for the terminal: the answer in words, the models, the orders. */
public final class ForecastText {
    private static final int SHOWN = 12;

    private final DemandForecast forecast;
    private final Style style;

    public ForecastText(DemandForecast forecast, Style style) {
        this.forecast = forecast;
        this.style = style;
    }

    public void print(PrintWriter out) {
        ForecastAnswer answer = ForecastAnswer.of(forecast);
        Wrapped.print(out, style.bold(answer.headline()));
        answer.sentences().forEach(sentence -> Wrapped.print(out, sentence));
        out.println();
        models().print(out, style, 0);
        Purchase purchase = forecast.purchase();
        if (purchase != null && !purchase.orders().isEmpty()) {
            out.println();
            orders(purchase).print(out, style, 0);
            int left = purchase.orders().size() - SHOWN;
            if (left > 0) {
                out.println("and " + Figures.count(left) + " more, in " + DemandForecast.NAME);
            }
        }
        DemandForecast.Services services = forecast.services();
        if (services != null) {
            out.println();
            services(new ServiceTexts(services), services, out);
        }
        if (!forecast.events().isEmpty()) {
            out.println();
            events().print(out, style, 0);
        }
        if (!forecast.warnings().isEmpty() || !forecast.notes().isEmpty()) {
            out.println();
        }
        forecast.warnings().forEach(each -> Wrapped.print(out, "Warning: " + each));
        forecast.notes().forEach(each -> Wrapped.print(out, "Note: " + each));
        if (!answer.planning().isEmpty()) {
            out.println();
            Wrapped.print(out, answer.planning());
        }
    }

    private TextTable models() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("median now"),
                        Column.figure("then"),
                        Column.figure("97.5 % below"),
                        Column.text("growth of level"),
                        Column.text("model"),
                        Column.figure("error"),
                        Column.figure("naive"),
                        Column.figure("in 80 %"),
                        Column.figure("in 95 %"));
        for (Resource each : forecast.resources()) {
            Backtest test = each.backtest();
            table.row(
                    each.name(),
                    each.hasTwoSeasonsAhead()
                            ? amount(each, each.mostAtFirst(each.forecast().median()))
                            : ForecastAnswer.ONE_SEASON,
                    amount(each, each.most(each.forecast().median())),
                    amount(each, each.most(each.forecast().high95())),
                    Wrapped.plain(ForecastAnswer.growth(each.growth())),
                    each.model().label()
                            + " "
                            + each.model().scale().name().toLowerCase(Locale.ROOT),
                    test != null ? Figures.number(test.mase()) : "",
                    test != null ? Figures.number(test.naiveMase()) : "",
                    test != null ? Figures.share(test.coverage80()) : "",
                    test != null ? Figures.share(test.coverage95()) : "");
        }
        return table;
    }

    private static String amount(Resource resource, double value) {
        return Wrapped.plain(Amounts.unit(Amounts.decimal(value), resource.unit()));
    }

    private void services(ServiceTexts texts, DemandForecast.Services services, PrintWriter out) {
        Wrapped.print(out, texts.drivers());
        List<String> heads = texts.heads();
        Column[] columns =
                heads.stream()
                        .map(
                                head ->
                                        head.equals("service") || head.equals("model")
                                                ? Column.text(head)
                                                : Column.figure(head))
                        .toArray(Column[]::new);
        TextTable table = new TextTable(columns);
        services.list().stream()
                .limit(SHOWN)
                .forEach(
                        each ->
                                table.row(
                                        texts.row(each).stream()
                                                .map(Wrapped::plain)
                                                .toArray(String[]::new)));
        table.print(out, style, 0);
        int left = services.list().size() - SHOWN;
        if (left > 0) {
            out.println("and " + Figures.count(left) + " more, in " + DemandForecast.NAME);
        }
    }

    private TextTable events() {
        TextTable table =
                new TextTable(
                        Column.text("event"),
                        Column.text("from"),
                        Column.text("to"),
                        Column.text("what it does"),
                        Column.figure("certainty"));
        for (DemandForecast.Event each : forecast.events()) {
            table.row(
                    each.name(),
                    moment(each.from()),
                    each.until() == null ? "stays" : moment(each.until()),
                    Wrapped.plain(ForecastAnswer.effect(each)),
                    Figures.share(each.certainty()));
        }
        return table;
    }

    private TextTable orders(Purchase purchase) {
        OrderWords words = new OrderWords(forecast, purchase);
        TextTable table =
                new TextTable(
                        Column.text("arrives"),
                        Column.text("order by"),
                        Column.text("what"),
                        Column.figure("bought in all"),
                        Column.text("for"),
                        Column.figure("price"));
        purchase.orders().stream()
                .limit(SHOWN)
                .forEach(
                        order ->
                                table.row(
                                        moment(order.arrives()),
                                        Wrapped.plain(words.days(order)),
                                        Wrapped.plain(words.servers(order)),
                                        Figures.count(order.total()),
                                        order.resource(),
                                        Wrapped.plain(
                                                OrderWords.price(
                                                        order.usdOnce(), order.usdMonthly()))));
        return table;
    }

    private String moment(Moment moment) {
        return Wrapped.plain(ForecastMoments.text(moment, forecast.history().bucketSeconds()));
    }
}
