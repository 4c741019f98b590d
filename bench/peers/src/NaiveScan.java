import java.nio.file.Path;
import java.util.PriorityQueue;

/**
 * The least that answers the question: first-fit by scanning primitive arrays, strict FIFO, finishes
 * in a {@link PriorityQueue} of boxed numbers. No metrics, no other feature.
 */
final class NaiveScan {
    private NaiveScan() {}

    /** Arguments: workload, results, servers, repeats. */
    public static void main(String[] args) throws Exception {
        Tasks tasks = Tasks.read(Path.of(args[0]));
        int servers = Integer.parseInt(args[2]);
        double[] seconds = new double[Integer.parseInt(args[3])];
        for (int i = 0; i < seconds.length; i++) {
            tasks.forget();
            long start = System.nanoTime();
            run(tasks, servers);
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        tasks.write(Path.of(args[1]), seconds);
    }

    private static void run(Tasks tasks, int servers) {
        long[] cpu = new long[servers];
        long[] memory = new long[servers];
        long[] end = tasks.finishMicros;
        PriorityQueue<Integer> running =
                new PriorityQueue<>((a, b) -> Long.compare(end[a], end[b]));
        int submitted = 0;
        int head = 0;
        while (submitted < tasks.count || !running.isEmpty()) {
            long now;
            if (!running.isEmpty()
                    && (submitted == tasks.count
                            || end[running.peek()] <= tasks.submitMicros[submitted])) {
                now = end[running.peek()];
                while (!running.isEmpty() && end[running.peek()] == now) {
                    int task = running.poll();
                    cpu[tasks.server[task]] -= tasks.cpuMicroCores[task];
                    memory[tasks.server[task]] -= tasks.memoryBytes[task];
                }
            } else {
                now = tasks.submitMicros[submitted++];
            }
            while (head < submitted) {
                int server = firstFit(cpu, memory, tasks, head);
                if (server < 0) {
                    break;
                }
                cpu[server] += tasks.cpuMicroCores[head];
                memory[server] += tasks.memoryBytes[head];
                tasks.server[head] = server;
                end[head] = now + tasks.durationMicros[head];
                running.add(head++);
            }
        }
    }

    private static int firstFit(long[] cpu, long[] memory, Tasks tasks, int task) {
        long cpuLimit = 1_000_000 - tasks.cpuMicroCores[task];
        long memoryLimit = (1L << 30) - tasks.memoryBytes[task];
        for (int server = 0; server < cpu.length; server++) {
            if (cpu[server] <= cpuLimit && memory[server] <= memoryLimit) {
                return server;
            }
        }
        return -1;
    }
}
