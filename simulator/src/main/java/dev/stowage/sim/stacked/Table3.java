package dev.stowage.sim.stacked;

/**
 * The model against Table III: largest loads on nine architectures.
 *
 * @param meanAbsoluteError of the 48 loads that are not 1 by definition
 * @param worst the largest error
 */
public record Table3(double meanAbsoluteError, double worst) {
    /** Of the shipped parameters. */
    public static Table3 of(StackedLibrary library) {
        StackedModel model = new StackedModel(library);
        double sum = 0;
        double worst = 0;
        int cells = 0;
        for (StackedService service : library.services()) {
            for (int on = 1; on < StackedService.ARCHITECTURES; on++) {
                double off =
                        Math.abs(
                                model.largestOn(service, Architecture.ALL.get(on))
                                        - service.published()[on]);
                sum += off;
                worst = Math.max(worst, off);
                cells++;
            }
        }
        return new Table3(sum / cells, worst);
    }
}
