package dev.stowage.ingest.alibaba;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;

/** The class rule of a format that leaves no choice. */
final class FixedRule {
    private FixedRule() {}

    /**
     * Throws if the request asks for another rule.
     *
     * @throws InputException if it does
     */
    static void refuseAnother(TraceFormat format, IngestRequest request) {
        request.classRule()
                .filter(rule -> !rule.equals(format.defaultClassRule()))
                .ifPresent(
                        rule -> {
                            throw InputException.at(
                                    "--class-rule",
                                    "class rule \"" + rule + "\"",
                                    "none: in " + format.name() + " " + format.defaultClassRule(),
                                    "Leave it out.");
                        });
    }
}
