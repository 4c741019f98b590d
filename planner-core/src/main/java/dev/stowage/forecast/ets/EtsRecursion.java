package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * The recursion of exponential smoothing over a series, and its adjoint. Hot: a fit runs it some
 * thousand times over all buckets; it works on one vector (level, slope, effects of the season by
 * their place in it) and costs the same for a season of a week as for none.
 *
 * <p>Source: Hyndman, Koehler, Ord, Snyder 2008, equation 3.4 with the matrices of table 2.2.
 */
public final class EtsRecursion {
    private EtsRecursion() {}

    /**
     * Runs over a series from a state, which becomes that of the end.
     *
     * @param state level, slope, effects; the first effect is that of the first value
     * @param errors set to what each value is above its prediction
     * @return sum of the squared errors
     */
    public static double run(
            double[] values, EtsParameters parameters, double[] state, double[] errors) {
        double alpha = parameters.alpha();
        double beta = parameters.beta();
        double gamma = parameters.gamma();
        double phi = parameters.phi();
        double level = state[0];
        double slope = state[1];
        double sum = 0;
        int place = 2;
        for (int i = 0; i < values.length; i++) {
            double moved = phi * slope;
            double next = level + moved;
            double error = values[i] - next - state[place];
            level = next + alpha * error;
            slope = moved + beta * error;
            state[place] += gamma * error;
            errors[i] = error;
            sum += error * error;
            place = place + 1 == state.length ? 2 : place + 1;
        }
        state[0] = level;
        state[1] = slope;
        return sum;
    }

    /**
     * The same with errors and a season that are shares.
     *
     * @param values above zero
     * @param state level, slope, effects, which multiply; becomes that of the end
     * @param errors set to what each value is above its prediction, over that
     * @return sum of the logarithms of the predictions; NaN if one of them is not above zero
     */
    static double runRelative(
            double[] values, EtsParameters parameters, double[] state, double[] errors) {
        double alpha = parameters.alpha();
        double beta = parameters.beta();
        double gamma = parameters.gamma();
        double phi = parameters.phi();
        double level = state[0];
        double slope = state[1];
        double logs = 0;
        boolean isPossible = true;
        int place = 2;
        for (int i = 0; i < values.length; i++) {
            double moved = phi * slope;
            double next = level + moved;
            double prediction = next * state[place];
            isPossible &= next > 0 && state[place] > 0;
            double error = values[i] / prediction - 1;
            logs += Math.log(prediction);
            level = next + alpha * next * error;
            slope = moved + beta * next * error;
            state[place] += gamma * state[place] * error;
            errors[i] = error;
            place = place + 1 == state.length ? 2 : place + 1;
        }
        state[0] = level;
        state[1] = slope;
        return isPossible ? logs : Double.NaN;
    }

    /**
     * The transpose of the map from the initial state to the predictions of a series of zeros: what
     * a weight on each prediction asks of each state.
     *
     * @param weights one a value
     * @param sums set to one a state
     */
    static void adjoint(double[] weights, EtsParameters parameters, double[] sums) {
        double alpha = parameters.alpha();
        double beta = parameters.beta();
        double gamma = parameters.gamma();
        double phi = parameters.phi();
        int period = sums.length - 2;
        double level = 0;
        double slope = 0;
        Arrays.fill(sums, 0);
        int place = 2 + (weights.length - 1) % period;
        for (int i = weights.length - 1; i >= 0; i--) {
            double change = weights[i] - alpha * level - beta * slope - gamma * sums[place];
            sums[place] += change;
            level += change;
            slope = phi * (level + slope);
            place = place == 2 ? 1 + period : place - 1;
        }
        sums[0] = level;
        sums[1] = slope;
    }
}
