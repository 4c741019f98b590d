package dev.stowage.stats.density;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class GuideTableTest {
    /**
     * With shares of nothing, of nearly nothing and of nearly all; more entries than steps, too.
     */
    @RepeatedTest(30)
    void findsWhatAWalkFromTheBeginningFinds(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        double[] cumulative =
                new double[1 + random.nextInt(repetition.getCurrentRepetition() * 40)];
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            sum += random.nextInt(3) == 0 ? 0 : Math.pow(random.nextDouble(), 20);
            cumulative[i] = sum;
        }
        double all = Math.max(sum, Double.MIN_NORMAL);
        Arrays.setAll(cumulative, i -> cumulative[i] / all);
        cumulative[cumulative.length - 1] = 1;
        GuideTable table = new GuideTable(cumulative);
        for (int i = 0; i < 2000; i++) {
            double entry = cumulative[random.nextInt(cumulative.length)];
            double p =
                    switch (i % 5) {
                        case 0 -> random.nextDouble();
                        case 1 -> entry;
                        case 2 -> Math.nextUp(entry);
                        case 3 -> Math.nextDown(entry);
                        default -> random.nextInt(1025) / 1024.0;
                    };
            assertThat(table.first(p)).as("p %s", p).isEqualTo(walk(cumulative, p));
        }
    }

    private static int walk(double[] cumulative, double p) {
        int first = 0;
        while (first < cumulative.length && cumulative[first] < Math.min(1, p)) {
            first++;
        }
        return first;
    }
}
