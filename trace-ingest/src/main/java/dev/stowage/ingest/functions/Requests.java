package dev.stowage.ingest.functions;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.functions.RequestTrace.Function;
import dev.stowage.ingest.functions.RequestTrace.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests as a file has them, gathered by function and put in order of time. */
final class Requests {
    private final Map<String, List<Request>> byFunction = new LinkedHashMap<>();

    void add(String function, long startMicros, double cpuMicros) {
        byFunction
                .computeIfAbsent(function, name -> new ArrayList<>())
                .add(new Request(startMicros, cpuMicros));
    }

    /** All of them; requests of one moment in the order of the file. */
    List<Function> functions(Path file) {
        if (byFunction.isEmpty()) {
            throw InputException.of(file, "no requests", "at least one row", null);
        }
        List<Function> functions = new ArrayList<>();
        byFunction.forEach(
                (name, requests) -> {
                    requests.sort(Comparator.comparingLong(Request::startMicros));
                    functions.add(new Function(name, requests));
                });
        return functions;
    }
}
