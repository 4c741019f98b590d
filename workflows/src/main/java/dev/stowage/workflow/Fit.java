package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.extraction.ParameterExtraction;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.output.InputNames;
import dev.stowage.words.Version;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.fit.FitOptions;
import dev.stowage.workload.fit.FitReport;
import dev.stowage.workload.fit.ModelFitter;
import dev.stowage.workload.fit.ParameterSamples;
import java.nio.file.Path;

/**
 * A trace to a workload model.
 *
 * @param trace a trace that an ingest wrote
 * @param options the name of the model, and how its densities are chosen
 */
public record Fit(CanonicalTrace trace, FitOptions options) {
    /** Every choice at its default; the model is named after the trace. */
    public static Fit of(Path trace) {
        return new Fit(
                CanonicalTrace.open(trace),
                FitOptions.defaults(InputNames.base(trace), Version.text()));
    }

    /**
     * The model, with the samples that it is of.
     *
     * @throws InputException if the trace is damaged, or has too little to fit
     */
    public Fitted run(Progress progress) {
        ParameterSamples samples = ParameterExtraction.extract(trace, progress);
        return new Fitted(ModelFitter.fit(samples, options, progress), samples);
    }

    /** A model, and what it was fitted to. */
    public record Fitted(WorkloadModel model, ParameterSamples samples) {
        /** Each parameter's histogram beside its densities. */
        public FitReport report() {
            return FitReport.of(model, samples);
        }
    }
}
