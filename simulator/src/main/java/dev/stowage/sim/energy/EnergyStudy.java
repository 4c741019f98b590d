package dev.stowage.sim.energy;

import dev.stowage.basis.Progress;
import dev.stowage.plan.InParallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Days under a manager, each with other noise, beside Linux and the best that there is.
 *
 * @param tuned the hours of each day under the manager, {@code [day][hour]}
 * @param linux the same under Linux
 * @param best the hours of the first day, each with the best that the manager may set and Linux
 */
public record EnergyStudy(
        List<List<EnergyHour>> tuned, List<List<EnergyHour>> linux, List<EnergyHour> best) {

    /** An hour in each of the days. */
    private record Column(List<EnergyHour> tuned, List<EnergyHour> linux, EnergyHour best) {}

    /**
     * Makes them. Hours of one load share what is known of it, so loads are what threads take.
     *
     * @param day makes an {@link EnergyDay}; safe for several threads
     * @param requestsPerSecond load of each hour
     * @param seeds one for each day, at least one
     * @param threads at least 1; they change nothing in the result
     */
    public static EnergyStudy of(
            Supplier<EnergyDay> day,
            EnergyManager manager,
            double[] requestsPerSecond,
            long[] seeds,
            int threads,
            Progress progress) {
        Map<Double, List<Integer>> byLoad = new LinkedHashMap<>();
        for (int hour = 0; hour < requestsPerSecond.length; hour++) {
            byLoad.computeIfAbsent(requestsPerSecond[hour], load -> new ArrayList<>()).add(hour);
        }
        List<Map.Entry<Double, List<Integer>>> loads = List.copyOf(byLoad.entrySet());
        progress.start("loads", loads.size());
        List<List<Column>> columns =
                InParallel.map(
                        loads,
                        load -> columns(day.get(), manager, load.getKey(), load.getValue(), seeds),
                        threads,
                        progress);
        progress.done();
        Column[] byHour = new Column[requestsPerSecond.length];
        for (int load = 0; load < loads.size(); load++) {
            List<Integer> hours = loads.get(load).getValue();
            for (int i = 0; i < hours.size(); i++) {
                byHour[hours.get(i)] = columns.get(load).get(i);
            }
        }
        List<List<EnergyHour>> tuned = new ArrayList<>();
        List<List<EnergyHour>> linux = new ArrayList<>();
        for (int i = 0; i < seeds.length; i++) {
            int of = i;
            tuned.add(Arrays.stream(byHour).map(hour -> hour.tuned().get(of)).toList());
            linux.add(Arrays.stream(byHour).map(hour -> hour.linux().get(of)).toList());
        }
        return new EnergyStudy(tuned, linux, Arrays.stream(byHour).map(Column::best).toList());
    }

    private static List<Column> columns(
            EnergyDay day, EnergyManager manager, double load, List<Integer> hours, long[] seeds) {
        List<Column> columns = new ArrayList<>();
        for (int hour : hours) {
            List<EnergyHour> tuned = new ArrayList<>();
            List<EnergyHour> linux = new ArrayList<>();
            for (long seed : seeds) {
                long own = EnergyDay.seed(seed, hour);
                tuned.add(day.hour(manager, load, own));
                linux.add(day.hour(EnergyManager.LINUX, load, own));
            }
            columns.add(new Column(tuned, linux, day.bestHour(manager, load, seeds[0], hour)));
        }
        return columns;
    }
}
