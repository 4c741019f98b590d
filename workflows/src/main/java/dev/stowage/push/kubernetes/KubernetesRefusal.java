package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.push.object.PushFailure;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a kube-apiserver that refuses means, and what to do. */
final class KubernetesRefusal {
    private static final Pattern FORBIDDEN =
            Pattern.compile(
                    "cannot (\\w+) resource \"([\\w./-]+)\" in API group \"([\\w.-]*)\""
                            + "(?: in the namespace \"([\\w.-]+)\")?");

    private KubernetesRefusal() {}

    /** The failure for an answer with a status of 400 or more. */
    static PushFailure of(String verb, String path, int code, JsonNode status) {
        String where = path.replaceFirst("\\?.*", "");
        String said = status.path("message").asText("no reason given");
        String remedy =
                switch (code) {
                    case 401 -> "The credentials of the kubeconfig are missing or have expired.";
                    case 403 -> role(said);
                    case 409 -> conflict(status);
                    case 429 ->
                            "A disruption budget or the server's load forbids it now: go on later.";
                    case 422 ->
                            "The server checked the object and refuses it: change the plan, or the"
                                    + " object.";
                    default ->
                            code >= 500
                                    ? "The server or an admission webhook failed."
                                    : "An admission rule of the cluster refuses it.";
                };
        return new PushFailure(
                where + ": " + verb + " refused with " + code + ": " + said + "\n  " + remedy,
                null,
                code);
    }

    /** The least that would allow what was forbidden. */
    private static String role(String said) {
        Matcher what = FORBIDDEN.matcher(said);
        if (!what.find()) {
            return "The cluster's administrator has to allow it.";
        }
        String namespace = what.group(4);
        return "A "
                + (namespace == null ? "ClusterRole" : "Role in namespace " + namespace)
                + " would allow it: apiGroups [\""
                + what.group(3)
                + "\"], resources [\""
                + what.group(2)
                + "\"], verbs [\""
                + what.group(1).toLowerCase(Locale.ROOT)
                + "\"].";
    }

    private static String conflict(JsonNode status) {
        StringBuilder owners = new StringBuilder();
        for (JsonNode cause : status.path("details").path("causes")) {
            if (cause.path("reason").asText().equals("FieldManagerConflict")) {
                owners.append(cause.path("field").asText())
                        .append(": ")
                        .append(cause.path("message").asText())
                        .append("\n  ");
            }
        }
        return owners.isEmpty()
                ? "Somebody changed it at the same time: push again."
                : owners + "Let them change it, or take these fields over with --force-conflicts.";
    }
}
