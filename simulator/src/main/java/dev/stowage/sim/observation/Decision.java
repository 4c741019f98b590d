package dev.stowage.sim.observation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * One step in the life of a task that someone traces, with its reasons.
 *
 * @param atMicros when, microseconds on the workload's clock
 * @param jobId job of the task
 * @param taskIndex number of the task within its job
 * @param step what happened
 * @param text the same in a sentence
 * @param server the server concerned
 * @param ahead number of tasks that are tried before it, where the queue has an order
 * @param fitting servers that fit when the policy was asked
 * @param refusals why servers did not fit, the most frequent reason first
 * @param alternatives other servers, the best first: such as fit too or, if none fits, such as lack
 *     least
 */
public record Decision(
        long atMicros,
        long jobId,
        int taskIndex,
        Step step,
        String text,
        OptionalInt server,
        OptionalInt ahead,
        OptionalInt fitting,
        List<Refusal> refusals,
        List<Candidate> alternatives) {
    /** What happened. */
    public enum Step {
        SUBMITTED,
        REJECTED,
        TRIED,
        QUEUED,
        STARTED,
        EVICTED,
        FINISHED,
        KILLED,
        STILL_RUNNING,
        STILL_PENDING
    }

    /**
     * A reason for which servers do not fit.
     *
     * @param reason in words
     * @param servers how many
     * @param examples the numbers of the first few of them
     */
    public record Refusal(String reason, int servers, List<Integer> examples) {
        public Refusal {
            examples = List.copyOf(examples);
        }
    }

    /**
     * A server that was not taken.
     *
     * @param server its number
     * @param load its dominant share before placement
     * @param text what speaks for and against it
     */
    public record Candidate(int server, double load, String text) {}

    public Decision {
        refusals = List.copyOf(refusals);
        alternatives = List.copyOf(alternatives);
    }

    /** Writes it so that {@link #read} gives the same again. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(atMicros);
        out.writeLong(jobId);
        out.writeInt(taskIndex);
        out.writeUTF(step.name());
        out.writeUTF(text);
        for (OptionalInt number : List.of(server, ahead, fitting)) {
            out.writeBoolean(number.isPresent());
            out.writeInt(number.orElse(0));
        }
        out.writeInt(refusals.size());
        for (Refusal refusal : refusals) {
            out.writeUTF(refusal.reason());
            out.writeInt(refusal.servers());
            out.writeInt(refusal.examples().size());
            for (int server : refusal.examples()) {
                out.writeInt(server);
            }
        }
        out.writeInt(alternatives.size());
        for (Candidate other : alternatives) {
            out.writeInt(other.server());
            out.writeDouble(other.load());
            out.writeUTF(other.text());
        }
    }

    /** Reads what {@link #write} wrote. */
    public static Decision read(DataInput in) throws IOException {
        long atMicros = in.readLong();
        long jobId = in.readLong();
        int taskIndex = in.readInt();
        Step step = Step.valueOf(in.readUTF());
        String text = in.readUTF();
        OptionalInt server = readNumber(in);
        OptionalInt ahead = readNumber(in);
        OptionalInt fitting = readNumber(in);
        List<Refusal> refusals = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            refusals.add(readRefusal(in));
        }
        List<Candidate> alternatives = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int other = in.readInt();
            double load = in.readDouble();
            alternatives.add(new Candidate(other, load, in.readUTF()));
        }
        return new Decision(
                atMicros,
                jobId,
                taskIndex,
                step,
                text,
                server,
                ahead,
                fitting,
                refusals,
                alternatives);
    }

    private static Refusal readRefusal(DataInput in) throws IOException {
        String reason = in.readUTF();
        int servers = in.readInt();
        List<Integer> examples = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            examples.add(in.readInt());
        }
        return new Refusal(reason, servers, examples);
    }

    private static OptionalInt readNumber(DataInput in) throws IOException {
        boolean isPresent = in.readBoolean();
        int number = in.readInt();
        return isPresent ? OptionalInt.of(number) : OptionalInt.empty();
    }
}
