package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * What a demand costs at least if some VMs are committed to for all of the time and the rest is
 * rented level by level: the linear relaxation in two stages.
 */
public final class CommitmentBound {
    private static final double NANO = 1e9;

    private CommitmentBound() {}

    /**
     * USD; 0 if the programme can't be solved.
     *
     * @param committed VMs at what an hour of the term costs, used or not
     * @param onDemand VMs by the hour
     * @param hours how long each level lasts
     */
    public static double usd(
            List<CoverItem> committed, CoverPool onDemand, Map<Resources, Double> hours) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        double total = hours.values().stream().mapToDouble(h -> h).sum();
        List<Variable> stock = new ArrayList<>();
        for (CoverItem item : committed) {
            stock.add(variable(model, "y" + stock.size(), item.nanoUsdPerHour() * total / NANO));
        }
        int level = 0;
        for (Map.Entry<Resources, Double> entry : hours.entrySet()) {
            Expression cpu = model.newExpression("c" + level).lower(entry.getKey().cores());
            Expression memory = model.newExpression("m" + level).lower(entry.getKey().gib());
            for (int i = 0; i < committed.size(); i++) {
                provide(cpu, memory, stock.get(i), committed.get(i));
            }
            for (CoverItem item : onDemand.items()) {
                double usd = item.nanoUsdPerHour() * entry.getValue() / NANO;
                Variable rented = variable(model, "x" + level + item.offer().type().name(), usd);
                provide(cpu, memory, rented, item);
            }
            level++;
        }
        Optimisation.Result result = model.minimise();
        return result.getState().isOptimal() ? result.getValue() * (1 - 1e-9) : 0;
    }

    private static Variable variable(ExpressionsBasedModel model, String name, double usd) {
        return model.newVariable(name).lower(BigDecimal.ZERO).weight(usd);
    }

    private static void provide(
            Expression cpu, Expression memory, Variable variable, CoverItem item) {
        cpu.set(variable, item.provides().cores());
        memory.set(variable, item.provides().gib());
    }
}
