package dev.stowage.model.node;

import dev.stowage.basis.Check;
import java.util.Arrays;

/** The load of a service over time, as a share of its largest load. */
public sealed interface LoadCurve {
    /** Load at a time from the start. */
    double at(double seconds);

    /** The same load always. */
    record Constant(double load) implements LoadCurve {
        public Constant {
            Check.inRange("load", load, 0, 1);
        }

        @Override
        public double at(double seconds) {
            return load;
        }
    }

    /**
     * Load by points in time: straight lines between them, or steps that hold until the next one.
     * Before the first and after the last point the load is theirs.
     *
     * @param seconds rising
     * @param loads as many
     * @param isLinear false for steps
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Points(double[] seconds, double[] loads, boolean isLinear) implements LoadCurve {
        public Points {
            if (seconds.length == 0 || seconds.length != loads.length) {
                throw new IllegalArgumentException(
                        seconds.length + " times and " + loads.length + " loads");
            }
            for (int i = 0; i < seconds.length; i++) {
                Check.inRange("load", loads[i], 0, 1);
                if (i > 0 && !(seconds[i] > seconds[i - 1])) {
                    throw new IllegalArgumentException("times do not rise at " + seconds[i]);
                }
            }
            seconds = seconds.clone();
            loads = loads.clone();
        }

        /** Mean between two times, exactly. */
        public double mean(double from, double to) {
            double sum = 0;
            double last = from;
            for (double next : seconds) {
                if (next > last && next < to) {
                    sum += area(last, next);
                    last = next;
                }
            }
            return (sum + area(last, to)) / (to - from);
        }

        /** Between two times without a point in between. */
        private double area(double from, double to) {
            double middle = isLinear ? (from + to) / 2 : from;
            return at(middle) * (to - from);
        }

        @Override
        public double at(double time) {
            int place = Arrays.binarySearch(seconds, time);
            if (place >= 0) {
                return loads[place];
            }
            int next = -place - 1;
            if (next == 0 || next == seconds.length) {
                return loads[next == 0 ? 0 : next - 1];
            }
            if (!isLinear) {
                return loads[next - 1];
            }
            double share = (time - seconds[next - 1]) / (seconds[next] - seconds[next - 1]);
            return loads[next - 1] + share * (loads[next] - loads[next - 1]);
        }
    }

    /** A day: {@code mean + amplitude sin(2 pi t / period)}. */
    record Diurnal(double mean, double amplitude, double periodSeconds) implements LoadCurve {
        public Diurnal {
            Check.inRange("amplitude", amplitude, 0, 1);
            Check.inRange("mean", mean, amplitude, 1 - amplitude);
            Check.positive("periodSeconds", periodSeconds);
        }

        @Override
        public double at(double seconds) {
            return mean + amplitude * Math.sin(2 * Math.PI * seconds / periodSeconds);
        }
    }
}
