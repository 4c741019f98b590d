package dev.stowage.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.Checkpointed;
import dev.stowage.sim.Decision;
import dev.stowage.sim.Decision.Candidate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The decisions about some tasks, for people and as {@code trace-task.json}. */
final class TaskTraceText implements Consumer<Decision>, Checkpointed {
    /** Name of the file in a run directory. */
    static final String FILE = "trace-task.json";

    private static final int MOST = 10_000; // decisions kept

    private List<Decision> decisions = new ArrayList<>();
    private long more;

    @Override
    public void accept(Decision decision) {
        if (decisions.size() < MOST) {
            decisions.add(decision);
        } else {
            more++;
        }
    }

    boolean isEmpty() {
        return decisions.isEmpty();
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeInt(decisions.size());
        for (Decision decision : decisions) {
            decision.write(out);
        }
        out.writeLong(more);
    }

    @Override
    public void readState(DataInput in) throws IOException {
        decisions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            decisions.add(Decision.read(in));
        }
        more = in.readLong();
    }

    /** The form of the file; one object for each decision, in order of time. */
    ObjectNode json() {
        ObjectNode root = Json.mapper().createObjectNode();
        ArrayNode list = root.putArray("decisions");
        decisions.forEach(decision -> json(list.addObject(), decision));
        root.put("notShown", more);
        return root;
    }

    private static void json(ObjectNode node, Decision decision) {
        node.put("seconds", decision.atMicros() / 1e6)
                .put("job", decision.jobId())
                .put("task", decision.taskIndex())
                .put("step", word(decision))
                .put("text", decision.text());
        decision.server().ifPresent(server -> node.put("server", server));
        decision.ahead().ifPresent(ahead -> node.put("ahead", ahead));
        decision.fitting().ifPresent(fitting -> node.put("fitting", fitting));
        if (decision.fitting().isPresent()) {
            ObjectNode refusals = node.putObject("refusals");
            decision.refusals().forEach(refusals::put);
            ArrayNode others = node.putArray("alternatives");
            for (Candidate other : decision.alternatives()) {
                others.addObject()
                        .put("server", other.server())
                        .put("load", other.load())
                        .put("text", other.text());
            }
        }
    }

    private static String word(Decision decision) {
        return decision.step().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One paragraph for each task, one line for each decision. */
    void print(PrintWriter out) {
        Map<String, List<Decision>> tasks = new LinkedHashMap<>();
        for (Decision decision : decisions) {
            String name = "Task " + decision.taskIndex() + " of job " + decision.jobId();
            tasks.computeIfAbsent(name, key -> new ArrayList<>()).add(decision);
        }
        tasks.forEach(
                (name, steps) -> {
                    out.println();
                    out.println(name);
                    steps.forEach(step -> print(out, step));
                });
        if (more > 0) {
            out.println("  and " + Figures.count(more) + " more decisions");
        }
    }

    private static void print(PrintWriter out, Decision decision) {
        out.println("  %14s  %s".formatted(seconds(decision.atMicros()), decision.text()));
        boolean isTaken = decision.fitting().orElse(0) > 0;
        for (Candidate other : decision.alternatives()) {
            out.println(
                    "  %14s    %s server %d: %s"
                            .formatted(
                                    "",
                                    isTaken ? "also" : "closest",
                                    other.server(),
                                    other.text()));
        }
    }

    private static String seconds(long micros) {
        return "%d.%06d s".formatted(micros / 1_000_000, micros % 1_000_000);
    }
}
