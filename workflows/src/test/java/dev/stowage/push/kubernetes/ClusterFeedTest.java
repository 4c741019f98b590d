package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes and pods by watches of a server that says what a test has it say. */
class ClusterFeedTest {
    private static final String END = "end";
    private static final String POD =
            "{\"metadata\": {\"name\": \"%s\", \"namespace\": \"s\", \"uid\": \"%s\"},"
                    + " \"spec\": {\"nodeName\": \"%s\"}, \"status\": {\"phase\": \"%s\"}}";

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final List<String> asked = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private KubernetesApi api;
    private volatile String pods = POD.formatted("a", "u1", "n1", "Running");

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        Path kubeconfig =
                Files.writeString(
                        folder.resolve("c"),
                        """
                        apiVersion: v1
                        kind: Config
                        current-context: c
                        clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                        users: [{name: u, user: {token: t}}]
                        contexts: [{name: c, context: {cluster: c, user: u}}]
                        """
                                .formatted(server.getAddress().getPort()));
        api = KubernetesApi.connect(kubeconfig, null);
    }

    @AfterEach
    void stop() {
        said.add(END);
        api.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        synchronized (asked) {
            asked.add(path);
        }
        boolean isPods = path.startsWith("/api/v1/pods");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            if (!path.contains("watch")) {
                String items = isPods ? pods : "";
                out.write(
                        ("{\"metadata\": {\"resourceVersion\": \"7\"}, \"items\": [" + items + "]}")
                                .getBytes(StandardCharsets.UTF_8));
                return;
            }
            out.flush();
            String next = isPods ? said.take() : "nothing";
            while (isPods && !next.equals(END)) {
                out.write(next.getBytes(StandardCharsets.UTF_8));
                out.flush();
                next = said.take();
            }
            if (!isPods) {
                Thread.sleep(60_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(String type, String object) {
        said.add("{\"type\": \"%s\", \"object\": %s}\n".formatted(type, object));
    }

    private static void await(ClusterFeed feed, BooleanSupplier what) {
        for (int i = 0; i < 600 && !what.getAsBoolean(); i++) {
            feed.await(100);
        }
        assertThat(what.getAsBoolean()).isTrue();
    }

    private static List<String> names(ClusterFeed feed) {
        return feed.pods().stream().map(pod -> pod.uid() + " on " + pod.node()).toList();
    }

    @Test
    void hearsOfPodsThatComeMoveAndGoWithoutReadingThemAgain() {
        try (ClusterFeed feed = ClusterFeed.of(api)) {
            assertThat(names(feed)).containsExactly("u1 on n1");
            say("ADDED", POD.formatted("b", "u2", "", "Pending"));
            await(feed, () -> names(feed).equals(List.of("u1 on n1", "u2 on ")));
            say("MODIFIED", POD.formatted("b", "u2", "n2", "Pending"));
            say("DELETED", POD.formatted("a", "u1", "n1", "Running"));
            await(feed, () -> names(feed).equals(List.of("u2 on n2")));
            say("ADDED", POD.formatted("a", "u3", "n3", "Running")); // as of a stateful set
            say("MODIFIED", POD.formatted("b", "u2", "n2", "Succeeded"));
            await(feed, () -> names(feed).equals(List.of("u3 on n3")));
        }
        assertThat(asked)
                .filteredOn(path -> path.startsWith("/api/v1/pods"))
                .containsExactly("/api/v1/pods", "/api/v1/pods?watch=true&resourceVersion=7");
    }

    @Test
    void readsAllAgainWhenTheServerForgotWhereItWas() {
        try (ClusterFeed feed = ClusterFeed.of(api)) {
            assertThat(names(feed)).containsExactly("u1 on n1");
            pods = POD.formatted("c", "u9", "n4", "Running");
            say("ERROR", "{\"code\": 410}");
            await(feed, () -> names(feed).equals(List.of("u9 on n4")));
        }
    }

    @Test
    void readsAllAgainWhenTheWatchEnds() {
        try (ClusterFeed feed = ClusterFeed.of(api)) {
            assertThat(names(feed)).containsExactly("u1 on n1");
            pods = POD.formatted("c", "u9", "n4", "Running");
            said.add(END);
            await(feed, () -> names(feed).equals(List.of("u9 on n4")));
        }
    }

    @Test
    void linesArePutTogetherOfPiecesThatEndWithinALetter() {
        List<String> lines = new ArrayList<>();
        WatchLines taken = new WatchLines(lines::add);
        byte[] bytes = "grün\n\nblau\nrot".getBytes(StandardCharsets.UTF_8);
        for (byte each : bytes) {
            taken.take(ByteBuffer.wrap(new byte[] {each}));
        }
        assertThat(lines).containsExactly("grün", "blau");
    }
}
