package dev.stowage.scenario.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.model.node.LoadCurve;
import java.nio.file.Path;
import java.util.List;

/** The {@code load} of a service, in one of the forms that the schemas of scenarios allow. */
public final class LoadYaml {
    private LoadYaml() {}

    /**
     * Reads a load.
     *
     * @param scenario file beside which other files are looked for
     * @param load as a schema allows it
     * @param runSeconds how long the run is
     * @param notes where it is put what the load is held to be beyond the rows of a file
     * @throws IllegalArgumentException if a load is not from 0 to 1, or times do not rise
     * @throws dev.stowage.basis.InputException if a file that it names has no such load
     */
    public static LoadCurve read(
            Path scenario, JsonNode load, double runSeconds, List<String> notes) {
        if (load.has("constant")) {
            return new LoadCurve.Constant(load.get("constant").doubleValue());
        }
        if (load.has("diurnal")) {
            JsonNode day = load.get("diurnal");
            return new LoadCurve.Diurnal(
                    day.get("mean").doubleValue(),
                    day.get("amplitude").doubleValue(),
                    day.get("periodSeconds").doubleValue());
        }
        if (load.has("csv") || load.has("trace")) {
            LoadFiles.Found found =
                    LoadFiles.of(scenario, load, runSeconds, "a shorter durationSeconds", true);
            if (load.has("csv")) {
                String file = load.get("csv").get("file").textValue();
                notes.addAll(LoadFiles.held(file, found.points(), runSeconds));
            }
            notes.addAll(found.notes());
            return found.points();
        }
        boolean isLinear = load.has("points");
        return points(load.get(isLinear ? "points" : "steps"), isLinear);
    }

    private static LoadCurve points(JsonNode points, boolean isLinear) {
        double[] seconds = new double[points.size()];
        double[] loads = new double[points.size()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = points.get(i).get(0).doubleValue();
            loads[i] = points.get(i).get(1).doubleValue();
        }
        return new LoadCurve.Points(seconds, loads, isLinear);
    }
}
