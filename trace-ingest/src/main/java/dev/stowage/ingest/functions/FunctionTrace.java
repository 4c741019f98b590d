package dev.stowage.ingest.functions;

import java.util.List;

/**
 * Functions with their invocations minute by minute.
 *
 * @param functions those with invocations and a duration, in the order of the file
 * @param notes what was left out or assumed, counted
 */
public record FunctionTrace(List<Function> functions, List<String> notes) {
    /**
     * One function.
     *
     * @param name its hash
     * @param invocations by minute, from the first minute of the file
     * @param meanMillis mean duration
     */
    public record Function(String name, List<Long> invocations, double meanMillis) {
        public Function {
            invocations = List.copyOf(invocations);
        }
    }

    public FunctionTrace {
        functions = List.copyOf(functions);
        notes = List.copyOf(notes);
    }
}
