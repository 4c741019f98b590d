package dev.stowage.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A headless Chromium with one page, spoken to over the DevTools protocol: what the page logs, asks
 * the network for and draws can be asserted.
 */
final class Chromium implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long TIMEOUT_SECONDS = 300; // a hang, however busy the machine is

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();
    private String session = "";

    private Chromium(Process process, Path profile, URI endpoint) throws Exception {
        this.process = process;
        this.profile = profile;
        this.socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(endpoint, new Listener())
                        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** The program, if there is one: {@code CHROMIUM}, or the usual names on the path. */
    static Optional<Path> program() {
        String given = System.getenv("CHROMIUM");
        Stream<Path> named = given == null ? Stream.empty() : Stream.of(Path.of(given));
        Stream<Path> onPath =
                Stream.of(System.getenv("PATH").split(":", -1))
                        .flatMap(
                                folder ->
                                        Stream.of("chromium", "chromium-browser", "google-chrome")
                                                .map(name -> Path.of(folder, name)));
        return Stream.concat(named, onPath).filter(Files::isExecutable).findFirst();
    }

    /** Starts it with a profile of its own and opens an empty page. */
    static Chromium start(Path program) throws Exception {
        Path profile = Files.createTempDirectory("stowage-chromium");
        Process process =
                new ProcessBuilder(
                                program.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--disable-dev-shm-usage",
                                "--hide-scrollbars",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + profile,
                                "about:blank")
                        .redirectErrorStream(true)
                        .redirectOutput(profile.resolve("log.txt").toFile())
                        .start();
        Chromium chromium = new Chromium(process, profile, endpoint(process, profile));
        chromium.openPage();
        return chromium;
    }

    private static URI endpoint(Process process, Path profile) throws Exception {
        Path file = profile.resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() < deadline && process.isAlive()) {
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() == 2) {
                    return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
                }
            }
            Thread.sleep(20);
        }
        throw new IOException(
                "Chromium did not start: " + Files.readString(profile.resolve("log.txt")));
    }

    private void openPage() throws Exception {
        JsonNode targets = send("", "Target.getTargets", Map.of()).path("targetInfos");
        String page = "";
        for (JsonNode target : targets) {
            if (target.path("type").asText().equals("page")) {
                page = target.path("targetId").asText();
            }
        }
        Map<String, Object> attach = Map.of("targetId", page, "flatten", true);
        session = send("", "Target.attachToTarget", attach).path("sessionId").asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    /** Opens an address and waits until it is loaded. */
    void open(URI address) throws Exception {
        complaints.clear();
        requests.clear();
        loaded = new CompletableFuture<>();
        JsonNode answer = send("Page.navigate", Map.of("url", address.toString()));
        if (answer.has("errorText")) {
            throw new IOException(address + ": " + answer.path("errorText").asText());
        }
        loaded.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Size of the page in CSS pixels. */
    void resize(int width, int height) throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** {@code dark} or {@code light}; {@code print} or {@code screen}. */
    void emulate(String colours, String medium) throws Exception {
        send(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        medium,
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    }

    /** The value of an expression in the page. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode answer =
                send(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "returnByValue",
                                true,
                                "awaitPromise",
                                true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    /** Errors and warnings of the page: console, uncaught exceptions, what the browser logged. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Addresses that the page asked for, itself included. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** A PNG of the whole page. */
    byte[] screenshot() throws Exception {
        JsonNode answer =
                send(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true));
        return Base64.getDecoder().decode(answer.path("data").asText());
    }

    /** The page printed on A4, as PDF. */
    byte[] pdf() throws Exception {
        JsonNode answer =
                send("Page.printToPDF", Map.of("preferCSSPageSize", true, "printBackground", true));
        return Base64.getDecoder().decode(answer.path("data").asText());
    }

    private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
        return send(session, method, parameters);
    }

    private JsonNode send(String toSession, String method, Map<String, ?> parameters)
            throws Exception {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode();
        message.put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!toSession.isEmpty()) {
            message.put("sessionId", toSession);
        }
        socket.sendText(message.toString(), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        JsonNode reply = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (reply.has("error")) {
            throw new IOException(method + ": " + reply.path("error"));
        }
        return reply.path("result");
    }

    private void receive(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
            return;
        }
        JsonNode event = message.path("params");
        switch (message.path("method").asText()) {
            case "Page.loadEventFired" -> loaded.complete(null);
            case "Runtime.exceptionThrown" ->
                    complaints.add(event.path("exceptionDetails").toString());
            case "Log.entryAdded" -> complaints.add(event.path("entry").toString());
            case "Runtime.consoleAPICalled" -> complaints.add(event.toString());
            case "Network.requestWillBeSent" ->
                    requests.add(event.path("request").path("url").asText());
            default -> {
                // of no interest
            }
        }
    }

    /** Ends the browser and removes its profile. */
    @Override
    public void close() throws IOException {
        socket.abort();
        List<ProcessHandle> helpers = process.descendants().toList();
        process.destroy();
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly().onExit().join();
        helpers.forEach(ProcessHandle::destroyForcibly);
        for (int attempt = 0; attempt < 50 && !isProfileDeleted(); attempt++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    /** False if a helper process that is still on its way down wrote into the profile meanwhile. */
    private boolean isProfileDeleted() throws IOException {
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
            return false;
        }
    }

    /** Puts the parts of a message together. */
    private final class Listener implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                String text = parts.toString();
                parts.setLength(0);
                try {
                    receive(JSON.readTree(text));
                } catch (IOException e) {
                    complaints.add("not JSON from the browser: " + e.getMessage());
                }
            }
            webSocket.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }
}
