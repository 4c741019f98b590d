package dev.stowage.ingest.functions;

import java.util.List;

/**
 * Functions with every one of their requests.
 *
 * @param functions in the order of their first request in the file
 * @param notes what was assumed, counted
 */
public record RequestTrace(List<Function> functions, List<String> notes) {
    /**
     * One request.
     *
     * @param startMicros when it came, microseconds from the start of the trace
     * @param cpuMicros CPU time that it needs, microseconds, above 0
     */
    public record Request(long startMicros, double cpuMicros) {}

    /**
     * One function.
     *
     * @param name its name
     * @param requests in order of time
     */
    public record Function(String name, List<Request> requests) {
        public Function {
            requests = List.copyOf(requests);
        }
    }

    public RequestTrace {
        functions = List.copyOf(functions);
        notes = List.copyOf(notes);
    }
}
