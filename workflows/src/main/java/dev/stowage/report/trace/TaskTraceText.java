package dev.stowage.report.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.Checkpointed;
import dev.stowage.json.Json;
import dev.stowage.sim.observation.Decision;
import dev.stowage.sim.observation.Decision.Candidate;
import dev.stowage.sim.observation.Decision.Refusal;
import dev.stowage.words.Figures;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The decisions about some tasks, for people and as {@code trace-task.json}. */
public final class TaskTraceText implements Consumer<Decision>, Checkpointed {
    /** Name of the file in a run directory. */
    public static final String FILE = "trace-task.json";

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

    public boolean isEmpty() {
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
    public ObjectNode json() {
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
        if (decision.fitting().isPresent() || !decision.refusals().isEmpty()) {
            ArrayNode refusals = node.putArray("refusals");
            decision.refusals().forEach(refusal -> json(refusals.addObject(), refusal));
        }
        if (decision.fitting().isPresent()) {
            ArrayNode others = node.putArray("alternatives");
            for (Candidate other : decision.alternatives()) {
                others.addObject()
                        .put("server", other.server())
                        .put("load", other.load())
                        .put("text", other.text());
            }
        }
    }

    private static void json(ObjectNode node, Refusal refusal) {
        node.put("reason", refusal.reason()).put("servers", refusal.servers());
        ArrayNode examples = node.putArray("examples");
        refusal.examples().forEach(examples::add);
    }

    private static String word(Decision decision) {
        return decision.step().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * One paragraph for each task, one line for each decision; tries that fail for the same reasons
     * as the one before are only counted.
     */
    public void print(PrintWriter out) {
        Map<String, List<Decision>> tasks = new LinkedHashMap<>();
        for (Decision decision : decisions) {
            String name = "Task " + decision.taskIndex() + " of job " + decision.jobId();
            tasks.computeIfAbsent(name, key -> new ArrayList<>()).add(decision);
        }
        tasks.forEach(
                (name, steps) -> {
                    out.println();
                    out.println(name);
                    print(out, steps);
                });
        if (more > 0) {
            out.println("  and " + Figures.count(more) + " more decisions");
        }
    }

    private static void print(PrintWriter out, List<Decision> steps) {
        @Nullable Decision shown = null; // the latest try in full
        int repeated = 0;
        for (int i = 0; i < steps.size(); i++) {
            Decision step = steps.get(i);
            if (shown == null || !isRepeated(shown, step)) {
                print(out, step);
                shown = step.step() == Decision.Step.TRIED ? step : shown;
                continue;
            }
            repeated++;
            if (i + 1 == steps.size() || !isRepeated(shown, steps.get(i + 1))) {
                String times =
                        repeated == 1 ? "once more" : Figures.count(repeated) + " more times";
                String text = "tried " + times + " until here, in vain for the same reasons";
                out.println("  %14s  %s".formatted(seconds(step.atMicros()), text));
                repeated = 0;
            }
        }
    }

    /** True if both are tries that failed, and servers were refused for the same reasons. */
    private static boolean isRepeated(Decision one, Decision next) {
        return next.step() == Decision.Step.TRIED
                && one.server().isEmpty()
                && next.server().isEmpty()
                && one.fitting().equals(next.fitting())
                && one.refusals().equals(next.refusals());
    }

    private static void print(PrintWriter out, Decision decision) {
        out.println("  %14s  %s".formatted(seconds(decision.atMicros()), decision.text()));
        boolean isTaken = decision.fitting().orElse(0) > 0;
        if (isTaken) {
            decision.alternatives().forEach(other -> print(out, "also", other));
        }
        decision.refusals().forEach(refusal -> print(out, refusal));
        if (!isTaken) {
            decision.alternatives().forEach(other -> print(out, "closest", other));
        }
    }

    private static void print(PrintWriter out, String how, Candidate other) {
        out.println("  %14s    %s server %d: %s".formatted("", how, other.server(), other.text()));
    }

    private static void print(PrintWriter out, Refusal refusal) {
        out.println("  %14s    not %s: %s".formatted("", servers(refusal), refusal.reason()));
    }

    private static String servers(Refusal refusal) {
        String examples =
                refusal.examples().stream().map(String::valueOf).collect(Collectors.joining(", "));
        if (refusal.servers() == 1) {
            return "server " + examples;
        }
        boolean hasMore = refusal.servers() > refusal.examples().size();
        String all = hasMore ? examples + ", …" : examples;
        return Figures.count(refusal.servers()) + " servers (" + all + ")";
    }

    private static String seconds(long micros) {
        return "%d.%06d s".formatted(micros / 1_000_000, micros % 1_000_000);
    }
}
