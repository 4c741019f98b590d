package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.push.object.PushFailure;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a kube-apiserver, with the credentials that {@code kubectl} would use. Documents
 * are JSON trees: only the fields that a plan is about are known here, the others pass unread.
 */
final class KubernetesApi implements AutoCloseable {
    /** Who owns the fields that we apply. */
    static final String MANAGER = "stowage";

    private static final int RETRIES = 2;

    /** Requests under way at a time: enough to hide the way there, few beside other clients. */
    private static final int AT_ONCE = 8;

    private static final String READING =
            "\n  Is it the right cluster (--context), and can it be reached from here?";
    private static final String WRITING =
            "\n  Whether the server did it is not known; what it says next time decides.";

    /** How a request changes an object. */
    enum Method {
        GET("GET", "application/json"),
        APPLY("PATCH", "application/apply-patch+yaml"),
        PATCH("PATCH", "application/json-patch+json"),
        CREATE("POST", "application/json"),
        DELETE("DELETE", "application/json");

        private final String verb;
        private final String type;

        Method(String verb, String type) {
            this.verb = verb;
            this.type = type;
        }
    }

    private final KubernetesClient client;
    private final HttpClient http;
    private final ExecutorService workers =
            Executors.newFixedThreadPool(
                    AT_ONCE,
                    work -> {
                        Thread thread = new Thread(work, "kube-apiserver");
                        thread.setDaemon(true);
                        return thread;
                    });

    private KubernetesApi(KubernetesClient client) {
        this.client = client;
        this.http = client.getHttpClient();
    }

    /**
     * Connects.
     *
     * @param kubeconfig file; null for those of KUBECONFIG, ~/.kube/config or the pod's account
     * @param context in it; null for the current one
     */
    static KubernetesApi connect(@Nullable Path kubeconfig, @Nullable String context) {
        try {
            Config config =
                    kubeconfig == null
                            ? Config.autoConfigure(context)
                            : Config.fromKubeconfig(context, kubeconfig.toFile());
            Config patient =
                    new ConfigBuilder(config).withRequestRetryBackoffLimit(RETRIES).build();
            return new KubernetesApi(new KubernetesClientBuilder().withConfig(patient).build());
        } catch (KubernetesClientException e) {
            throw InputException.at(
                            "--kubeconfig",
                            kubeconfig == null ? "none that can be used" : kubeconfig.toString(),
                            "a kubeconfig with context " + (context == null ? "current" : context),
                            "Check it with: kubectl config get-contexts")
                    .causedBy(e);
        }
    }

    /** Address of the server. */
    String server() {
        return client.getConfiguration().getMasterUrl();
    }

    /** An object; empty if there is none. */
    Optional<JsonNode> get(String path) {
        HttpResponse<String> response = exchange(Method.GET, path, null);
        if (response.code() == 404) {
            return Optional.empty();
        }
        return Optional.of(checked(Method.GET, path, response));
    }

    /** The objects of a list. */
    JsonNode list(String path) {
        return send(Method.GET, path, null).path("items");
    }

    /**
     * Changes an object.
     *
     * @param path with its query
     * @throws PushFailure if the server refuses, or the connection is lost
     */
    JsonNode send(Method method, String path, @Nullable JsonNode body) {
        return checked(method, path, exchange(method, path, body));
    }

    /** Server-side apply; {@code isTrial} has it checked and not kept. */
    JsonNode apply(String path, JsonNode body, boolean isForced, boolean isTrial) {
        String query =
                "?fieldManager="
                        + MANAGER
                        + "&fieldValidation=Strict"
                        + (isForced ? "&force=true" : "")
                        + (isTrial ? "&dryRun=All" : "");
        return send(Method.APPLY, path + query, body);
    }

    /**
     * Does something for each of several objects, some at a time: what a person waits for is
     * answers.
     *
     * @throws PushFailure the first one, after all others have ended
     */
    <T> void each(Collection<T> objects, Consumer<T> work) {
        List<Future<?>> futures = new ArrayList<>();
        objects.forEach(object -> futures.add(workers.submit(() -> work.accept(object))));
        PushFailure first = null;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PushFailure("interrupted while waiting for " + server(), e);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof PushFailure failure)) {
                    throw new IllegalStateException(e.getCause());
                }
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** What ends a watch. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Hears of changes until it is closed.
     *
     * @param path with {@code watch=true}
     * @param onEvent takes each change, by a thread of its own
     * @param onEnd is told when the server ends it, or the connection is lost
     * @throws PushFailure if the server refuses, or can't be reached
     */
    Watch watch(String path, Consumer<JsonNode> onEvent, Runnable onEnd) {
        HttpRequest request =
                http.newHttpRequestBuilder()
                        .uri(server() + path)
                        .header("Accept", "application/json")
                        .forStreaming()
                        .build();
        WatchLines lines = new WatchLines(text -> onEvent.accept(parsed(text)));
        HttpResponse<AsyncBody> response =
                answer(
                        path,
                        Method.GET,
                        http.consumeBytes(
                                request,
                                (buffers, body) -> {
                                    buffers.forEach(lines::take);
                                    body.consume();
                                }));
        AsyncBody body = response.body();
        if (!response.isSuccessful()) {
            body.cancel();
            throw KubernetesRefusal.of(
                    Method.GET.verb, path, response.code(), Json.mapper().createObjectNode());
        }
        var unused = body.done().whenComplete((done, failure) -> onEnd.run());
        body.consume();
        return body::cancel;
    }

    private HttpResponse<String> exchange(Method method, String path, @Nullable JsonNode body) {
        HttpRequest.Builder request =
                http.newHttpRequestBuilder()
                        .uri(server() + path)
                        .header("Accept", "application/json");
        String text = body == null ? null : body.toString();
        if (method != Method.GET) {
            request.method(method.verb, method.type, text == null ? "{}" : text);
        }
        return answer(path, method, http.sendAsync(request.build(), String.class));
    }

    private <T> HttpResponse<T> answer(String path, Method method, Future<HttpResponse<T>> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PushFailure("interrupted while waiting for " + server(), e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new PushFailure(
                    server()
                            + path.replaceFirst("\\?.*", "")
                            + ": no answer: "
                            + words(cause)
                            + (method == Method.GET ? READING : WRITING),
                    e);
        }
    }

    private static String words(Throwable cause) {
        return cause.getMessage() == null
                ? "the connection was refused or lost"
                : cause.getMessage();
    }

    private JsonNode checked(Method method, String path, HttpResponse<String> response) {
        JsonNode answer = parsed(response.body());
        if (response.isSuccessful()) {
            return answer;
        }
        throw KubernetesRefusal.of(method.verb, path, response.code(), answer);
    }

    private static JsonNode parsed(@Nullable String text) {
        try {
            return Json.mapper().readTree(text == null ? "" : text);
        } catch (JsonProcessingException e) {
            return Json.mapper().createObjectNode().put("message", "no JSON");
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
        client.close();
    }
}
