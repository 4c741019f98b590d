package dev.stowage.packing.reason;

import dev.stowage.packing.model.PackModel;
import java.util.Arrays;
import java.util.List;

/**
 * Servers to add: so many of a type.
 *
 * @param type of server; null if none would help
 * @param count of them
 */
record ExtraServers(String type, int count) {
    /** A sentence for the change that it is. */
    String text() {
        if (count == 0) {
            return "larger servers";
        }
        return count == 1
                ? "one more server of type " + type
                : count + " more servers of type " + type;
    }

    /** So many of the largest server that the items would fit on them alone, first fit. */
    static ExtraServers thatHold(PackModel model, List<Integer> items) {
        int[] units = items.stream().mapToInt(i -> model.unitOf[i]).distinct().toArray();
        ExtraServers best = new ExtraServers("", 0);
        boolean[] isTried = new boolean[model.kinds];
        for (int server = 0; server < model.servers; server++) {
            if (isTried[model.kindOf[server]]) {
                continue;
            }
            isTried[model.kindOf[server]] = true;
            int count = count(model, units, server);
            if (count > 0 && (best.count == 0 || count < best.count)) {
                best = new ExtraServers(model.problem.servers().get(server).type(), count);
            }
        }
        return best;
    }

    /** How many servers like this the units fill, or 0 if one fits on none. */
    private static int count(PackModel model, int[] units, int server) {
        int resources = model.resources;
        long[][] free = new long[units.length][];
        int count = 0;
        for (int unit : units) {
            int at = 0;
            while (at < count && !take(model, unit, free[at])) {
                at++;
            }
            if (at == count) {
                free[count] =
                        Arrays.copyOfRange(
                                model.usable, server * resources, (server + 1) * resources);
                if (!take(model, unit, free[count]) || model.pin[unit] != PackModel.NONE) {
                    return 0;
                }
                count++;
            }
        }
        return count;
    }

    private static boolean take(PackModel model, int unit, long[] free) {
        for (int r = 0; r < free.length; r++) {
            if (model.demand[unit * free.length + r] > free[r]) {
                return false;
            }
        }
        for (int r = 0; r < free.length; r++) {
            free[r] -= model.demand[unit * free.length + r];
        }
        return true;
    }
}
