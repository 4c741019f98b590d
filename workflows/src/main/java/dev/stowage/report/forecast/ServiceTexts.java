package dev.stowage.report.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandForecast.Service;
import dev.stowage.forecast.DemandForecast.ServiceOutlook;
import dev.stowage.forecast.DemandForecast.Services;
import dev.stowage.report.DataTable;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of services, in words and as a table. */
final class ServiceTexts {
    private static final int DRIVERS = 3;
    private static final int ROWS = 200;

    private final Services services;
    private final boolean isCpu;

    ServiceTexts(Services services) {
        this.services = services;
        isCpu = services.ranked().equals("cpu");
    }

    private double whole() {
        return isCpu ? services.growth().cpu() : services.growth().memoryGiB();
    }

    private String unit() {
        return isCpu ? "cores" : "GiB";
    }

    private String resource() {
        return isCpu ? "CPU" : "memory";
    }

    /** {@code Of 120 cores more, 54 % are search, 20 % checkout.} */
    String drivers() {
        double whole = whole();
        if (whole <= 0) {
            return "The "
                    + Figures.count(services.list().size())
                    + " services together do not grow.";
        }
        List<String> named = new ArrayList<>();
        for (Service each : services.list().subList(0, Math.min(DRIVERS, services.list().size()))) {
            double growth = each.of(services.ranked()).growth();
            if (growth > 0) {
                named.add(each.name() + " " + Amounts.share(growth / whole));
            }
        }
        long falling =
                services.list().stream()
                        .filter(each -> each.of(services.ranked()).growth() < 0)
                        .count();
        return "What drives the growth: of "
                + Amounts.unit(Amounts.decimal(whole), unit())
                + " of "
                + resource()
                + " more (means of a season), "
                + String.join(", ", named)
                + (falling > 0
                        ? "; "
                                + Figures.count(falling)
                                + " of "
                                + Figures.count(services.list().size())
                                + (falling == 1 ? " services falls." : " services fall.")
                        : ".");
    }

    /** A row of the table: name, now, then, interval, growth, error, naive error. */
    List<String> row(Service service) {
        ServiceOutlook each = service.of(services.ranked());
        @Nullable Backtest test = each.backtest();
        return List.of(
                service.name(),
                Amounts.decimal(each.now()),
                Amounts.decimal(each.then()),
                Amounts.decimal(each.low80()) + " to " + Amounts.decimal(each.high80()),
                (each.growth() > 0 ? "+" : "") + Amounts.decimal(each.growth()),
                each.model(),
                test == null ? "" : Amounts.decimal(test.mase()),
                test == null ? "" : Amounts.decimal(test.naiveMase()));
    }

    /** {@code now, cores}. */
    List<String> heads() {
        return List.of(
                "service",
                "now, " + unit(),
                "then",
                "80 % interval",
                "growth",
                "model",
                "error",
                "naive");
    }

    Section section() {
        List<DataTable.Column> columns = new ArrayList<>();
        for (String head : heads()) {
            boolean isText = head.equals("service") || head.equals("model");
            columns.add(isText ? DataTable.Column.text(head) : DataTable.Column.number(head));
        }
        int count = services.list().size();
        DataTable.Builder table =
                new DataTable.Builder(
                        count > ROWS
                                ? "the " + ROWS + " that grow most; forecast.json has all"
                                : "all services, those that grow most first",
                        columns);
        services.list().stream().limit(ROWS).forEach(each -> table.row(false, row(each)));
        return new Section(
                "services",
                "Services",
                drivers()
                        + " Each service is forecast by itself, with a quicker search for its model"
                        + " whose parameters are taken as known; then services and whole are moved so"
                        + " that they add up, each by its share of the variance. Now and then are"
                        + " means of the last season.",
                List.of(),
                List.of(table.build()));
    }
}
