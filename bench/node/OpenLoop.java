import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * An open loop of requests with Poisson arrivals to memcached or to a server of HTTP on loopback,
 * in one thread: latency counts from when a request was due, and not from when it could be sent.
 * Prints load, percentile 0.99 in microseconds, answers a second, and the share of requests that
 * were sent more than 100 microseconds late, by commas.
 *
 * <p>usage: java OpenLoop.java memcached|http PORT SECONDS LOAD_PER_SECOND...
 */
public final class OpenLoop {
    private static final int CONNECTIONS = 16;
    private static final long WARM_NANOS = 400_000_000L;
    private static final long LATE_NANOS = 100_000L;

    private final ByteBuffer request;
    private final Selector selector = Selector.open();
    private final Connection[] connections = new Connection[CONNECTIONS];
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private double[] latencies = new double[1 << 16];
    private int answered;
    private long inTime;

    private static final class Connection {
        private final SocketChannel channel;
        private final ArrayDeque<Long> due = new ArrayDeque<>();
        private long bytes;
        private long answer;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private OpenLoop(String protocol, int port) throws IOException {
        boolean isHttp = protocol.equals("http");
        request = bytes(isHttp ? "GET /file HTTP/1.1\r\nHost: x\r\n\r\n" : "get key\r\n");
        for (int i = 0; i < CONNECTIONS; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.socket().setTcpNoDelay(true);
            connections[i] = new Connection(channel);
            if (!isHttp && i == 0) {
                channel.write(bytes("set key 0 0 100\r\n" + "v".repeat(100) + "\r\n"));
                channel.read(in.clear());
            }
            channel.write(request.duplicate());
            connections[i].answer =
                    channel.read(in.clear()); // each answer is as long as the first one
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, connections[i]);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String run(double load, double seconds, long seed) throws IOException {
        Random random = new Random(seed);
        long start = System.nanoTime();
        long measured = start + WARM_NANOS;
        long end = measured + (long) (seconds * 1e9);
        double next = start;
        long sent = 0;
        long late = 0;
        int turn = 0;
        long now = start;
        while (now < end) {
            for (int burst = 0; next <= now && burst < CONNECTIONS; burst++) {
                Connection connection = connections[turn++ % CONNECTIONS];
                ByteBuffer out = request.duplicate();
                while (out.hasRemaining() && System.nanoTime() < end) {
                    connection.channel.write(out);
                    if (out.hasRemaining()) {
                        receive(measured);
                    }
                }
                connection.due.add((long) next);
                sent++;
                late += now - next > LATE_NANOS ? 1 : 0;
                next += -Math.log(1 - random.nextDouble()) / load * 1e9;
            }
            receive(measured);
            now = System.nanoTime();
        }
        for (Connection each : connections) {
            for (long due : each.due) {
                if (due >= measured) {
                    add((end - due) / 1e3); // not answered: it took at least so long
                }
            }
        }
        if (next < end) {
            add((end - next) / 1e3); // due and not even sent
        }
        Arrays.sort(latencies, 0, answered);
        double p99 = latencies[Math.max(0, (int) Math.ceil(0.99 * answered) - 1)];
        return String.format(
                Locale.ROOT,
                "%.0f,%.1f,%.1f,%.4f",
                load,
                p99,
                inTime / seconds,
                (double) late / Math.max(1, sent));
    }

    private void receive(long measured) throws IOException {
        if (selector.selectNow() == 0) {
            return;
        }
        long now = System.nanoTime();
        for (SelectionKey key : selector.selectedKeys()) {
            Connection connection = (Connection) key.attachment();
            connection.bytes += connection.channel.read(in.clear());
            while (connection.bytes >= connection.answer && !connection.due.isEmpty()) {
                connection.bytes -= connection.answer;
                long due = connection.due.remove();
                inTime += now >= measured ? 1 : 0;
                if (due >= measured) {
                    add((now - due) / 1e3);
                }
            }
        }
        selector.selectedKeys().clear();
    }

    private void add(double micros) {
        if (answered == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * answered);
        }
        latencies[answered++] = micros;
    }

    public static void main(String[] args) throws IOException {
        double seconds = Double.parseDouble(args[2]);
        if (args.length > 4) {
            new OpenLoop(args[0], Integer.parseInt(args[1]))
                    .run(20_000, 3, 0); // for the compiler, which has this core too
        }
        for (int i = 3; i < args.length; i++) {
            OpenLoop loop = new OpenLoop(args[0], Integer.parseInt(args[1]));
            System.out.println(loop.run(Double.parseDouble(args[i]), seconds, i));
            for (Connection each : loop.connections) {
                each.channel.close();
            }
        }
    }
}
