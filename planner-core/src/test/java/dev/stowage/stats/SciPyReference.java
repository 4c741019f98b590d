package dev.stowage.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The values in {@code scipy-reference.json}, made by {@code scipy_reference.py} beside it; the
 * file states tool, versions and command.
 */
public final class SciPyReference {
    private SciPyReference() {}

    public static JsonNode root() {
        return root("scipy-reference.json");
    }

    public static JsonNode root(String resource) {
        try (InputStream in = SciPyReference.class.getResourceAsStream(resource)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static double[] numbers(JsonNode list) {
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i).doubleValue();
        }
        return numbers;
    }

    public static Family family(JsonNode member) {
        return Family.parse(member.get("family").textValue()).orElseThrow();
    }

    public static Parametric density(JsonNode member) {
        return density(family(member), member);
    }

    /** The member that data were drawn from. */
    static Parametric source(JsonNode fit) {
        return density(Family.parse(fit.get("source").textValue()).orElseThrow(), fit);
    }

    private static Parametric density(Family family, JsonNode member) {
        List<Double> shapes = new ArrayList<>();
        member.get("shapes").forEach(shape -> shapes.add(shape.doubleValue()));
        return Parametric.of(
                family,
                shapes,
                member.get("location").doubleValue(),
                member.get("scale").doubleValue());
    }
}
