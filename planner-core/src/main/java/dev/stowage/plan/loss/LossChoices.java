package dev.stowage.plan.loss;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Which units, servers or failure domains, are lost: all choices, or those that weigh the most. */
final class LossChoices {
    private final List<List<Integer>> units;
    private final int lost;

    /**
     * Choices of so many of some units.
     *
     * @param units the servers of each unit
     * @param lost how many units are lost; all of them where there are no more
     */
    LossChoices(List<List<Integer>> units, int lost) {
        this.units = units;
        this.lost = Math.min(lost, units.size());
    }

    /** Every server by itself. */
    static LossChoices ofServers(int servers, int lost) {
        return new LossChoices(IntStream.range(0, servers).mapToObj(List::of).toList(), lost);
    }

    /** Failure domains. */
    static LossChoices ofDomains(int[] domains, int lost) {
        List<List<Integer>> units = new ArrayList<>();
        for (int server = 0; server < domains.length; server++) {
            while (units.size() <= domains[server]) {
                units.add(new ArrayList<>());
            }
            units.get(domains[server]).add(server);
        }
        return new LossChoices(units, lost);
    }

    /** How many choices there are; {@code Long.MAX_VALUE} if they are more than a long can hold. */
    long count() {
        double count = 1;
        for (int i = 0; i < lost; i++) {
            count = count * (units.size() - i) / (i + 1);
        }
        return count > 1e15 ? Long.MAX_VALUE : Math.round(count);
    }

    /** All of them, in order of their numbers. */
    List<List<Integer>> all() {
        List<List<Integer>> choices = new ArrayList<>();
        int[] chosen = IntStream.range(0, lost).toArray();
        while (true) {
            choices.add(servers(Arrays.stream(chosen).boxed().toList()));
            int place = lost - 1;
            while (place >= 0 && chosen[place] == units.size() - lost + place) {
                place--;
            }
            if (place < 0) {
                return choices;
            }
            chosen[place]++;
            for (int next = place + 1; next < lost; next++) {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
    }

    /**
     * The units with the most of what they hold in an instant: of CPU, of memory, of tasks, and of
     * work that would be done anew; and those of the lowest and of the highest numbers.
     */
    Set<List<Integer>> heaviest(StayColumns stays, long atMicros) {
        int servers = units.stream().mapToInt(List::size).sum();
        double[][] weights = new double[4][servers];
        for (int i = 0; i < stays.size; i++) {
            if (stays.isThere(i, atMicros) && stays.server[i] < servers) {
                int server = stays.server[i];
                weights[0][server] += stays.cpuMicroCores[i];
                weights[1][server] += stays.memoryBytes[i];
                weights[2][server] += 1;
                weights[3][server] +=
                        (double) stays.cpuMicroCores[i] * (atMicros - stays.startMicros[i]);
            }
        }
        Set<List<Integer>> choices = new LinkedHashSet<>();
        for (double[] weight : weights) {
            choices.add(most(unit -> units.get(unit).stream().mapToDouble(s -> weight[s]).sum()));
        }
        choices.add(most(unit -> -unit));
        choices.add(most(unit -> unit));
        return choices;
    }

    private List<Integer> most(ToDoubleFunction<Integer> weight) {
        return servers(
                IntStream.range(0, units.size())
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble(weight)
                                        .reversed()
                                        .thenComparing(Comparator.naturalOrder()))
                        .limit(lost)
                        .toList());
    }

    private List<Integer> servers(List<Integer> chosen) {
        return chosen.stream().flatMap(unit -> units.get(unit).stream()).sorted().toList();
    }
}
