package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.PaperGenerator;
import dev.stowage.workload.synthesis.SynthOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadModelsTest {
    private static final String ELSEWHERE =
            """
            "type": "family", "family": "beta", "a": 2, "b": 2, "location": 1e9, "scale": 1}""";

    @TempDir Path folder;

    @Test
    void readsBackWhatItWroteToTheByte() throws IOException {
        Path file = folder.resolve("model.json");
        Models.model().writeJson(file);
        WorkloadModel read = WorkloadModels.load(file.toString());
        assertThat(read.toJson()).isEqualTo(Models.model().toJson());
        assertThat(read.provenance()).isEqualTo(Models.model().provenance());
        SynthOptions options = SynthOptions.of(300, 4);
        assertThat(PaperGenerator.of(read, options).offeredLoad())
                .isEqualTo(PaperGenerator.of(Models.model(), options).offeredLoad());
    }

    /** Edits of the file, each with the place and the words that the error must have. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "version" : 1            | "version" : 3         | version | A newer stowage wrote it
                    "version" : 1            | "version" : 0         | version | Fit the model again
                    "format" : "stowage-mo   | "format" : "other-mo  | format | stowage-model
                    "share" : 0.75           | "share" : 1.75        | classes.BATCH.share | from 0.0 to 1.0
                    "share" : 0.75           | "share" : 0.5         | classes.*.share | sum to 1
                    "share" : 0.75           | "share" : "0.75"      | classes.BATCH.share | a finite number
                    "jobs" : 2250            | "jobs" : 2.5          | classes.BATCH.jobs | whole number
                    "jobs" : 2250            | "job" : 2250          | classes.BATCH.job | unknown key "job"
                    "taskDurationSeconds" :  | "taskDuration" :      | classes.BATCH.parameters.taskDuration | unknown key
                    "unit" : "s"             | "unit" : "ms"         | classes.BATCH.parameters.jobArrivalSeconds.unit | "s"
                    "type" : "kde"           | "type" : "magic"      | .density.type | one of family, counts, kde
                    "bandwidth" : "isj"      | "bandwidth" : 3       | provenance.bandwidth | a text
                    "criterion" : "distance" | "criterion" : "best"  | provenance.criterion | one of distance, ks
                    "censoring" : "naive"    | "censoring" : "none"  | provenance.censoring | naive, kaplan-meier
                    "axis" : "linear"        | "axis" : "cubic"      | .density.axis | linear or logarithmic
                    "heights" : [            | "heights" : [ -1,     | .density.heights[0] | from 0.0
                    "sigma" : 0              | "sigma" : -0          | .sigma | above 0
                    "scale" :                | "scale" : "x", "y":   | .y | unknown key
                    "weights" : [            | "weights" : [ 0,      | .density.weights[0] | above 0
                    "values" : [             | "values" : [ 1e9,     | .density.values[1] | more than the value before
                    """)
    void refusesNonsenseWithItsPlace(String from, String to, String place, String expected) {
        String text = Models.model().toJson();
        assertThat(text).contains(from);
        String edited = text.replaceFirst(java.util.regex.Pattern.quote(from), to);
        assertThatThrownBy(() -> ModelReader.read("edited.json", edited))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("edited.json: ")
                .hasMessageContaining(place)
                .hasMessageContaining(expected);
    }

    @Test
    void namesTheLineOfBrokenJson() {
        String text = Models.model().toJson().replaceFirst("\"name\" :", "\"name\" ");
        assertThatThrownBy(() -> ModelReader.read("broken.json", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken.json:4");
    }

    @Test
    void refusesTheSameKeyTwice() {
        String text = Models.model().toJson().replaceFirst("\"name\"", "\"version\"");
        assertThatThrownBy(() -> ModelReader.read("twice.json", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Duplicate field 'version'");
    }

    @Test
    void refusesADensityThatIsElsewhere() {
        String text = Models.model().toJson().replaceFirst("\"type\" : \"kde\",[^}]*}", ELSEWHERE);
        assertThatThrownBy(() -> ModelReader.read("moved.json", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("classes.BATCH.parameters.jobArrivalSeconds")
                .hasMessageContaining("mass");
    }

    @Test
    void saysWhatAMissingFileCouldBe() {
        assertThatThrownBy(() -> WorkloadModels.load("google-2012"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("google-2012")
                .hasMessageContaining("google-2011");
        assertThatThrownBy(() -> WorkloadModels.load(folder.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a folder");
    }

    @Test
    void refusesBinaryFiles() throws IOException {
        Path file = folder.resolve("binary.json");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
        assertThatThrownBy(() -> WorkloadModels.load(file.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("binary.json");
    }

    static List<String> models() {
        return WorkloadModels.builtIn();
    }

    @ParameterizedTest
    @MethodSource("models")
    void shipsModelsThatGenerateSortedFiniteTasks(String name) {
        WorkloadModel model = WorkloadModels.load(name);
        assertThat(model.name()).isEqualTo(name);
        PaperGenerator generator = PaperGenerator.of(model, SynthOptions.of(1000, 1));
        long cpu = Math.round(1e6 * largest(model, Parameter.CPU));
        long memory = Math.round((1L << 30) * largest(model, Parameter.MEMORY));
        long before = 0;
        long tasks = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        TaskSource source = generator.open();
        while (source.read(batch)) {
            for (int i = 0; i < batch.size; i++) {
                assertThat(batch.submitMicros[i]).isGreaterThanOrEqualTo(before);
                before = batch.submitMicros[i];
                assertThat(batch.durationMicros[i]).isBetween(0L, 3_000_000_000_000L);
                assertThat(batch.cpuMicroCores[i]).isBetween(0L, cpu);
                assertThat(batch.memoryBytes[i]).isBetween(0L, memory);
            }
            tasks += batch.size;
        }
        assertThat(tasks).isEqualTo(generator.offeredLoad().tasks()).isGreaterThan(1000);
        assertThat(PaperGenerator.of(model, SynthOptions.of(1000, 1)).offeredLoad())
                .isEqualTo(generator.offeredLoad());
    }

    private static double largest(WorkloadModel model, Parameter request) {
        return model.classes().values().stream()
                .flatMap(ofClass -> ofClass.parameter(request).stream())
                .mapToDouble(ParameterModel::high)
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("models")
    void shipsModelsThatKeepBurstsAndJobs(String name) {
        WorkloadModel model = WorkloadModels.load(name);
        assertThat(model.isFaithful()).isTrue();
        assertThat(Generators.sameWindowFor(model)).isEqualTo(Generators.FAITHFUL);
        assertThat(Generators.defaultFor(model)) // google-2011 has the tasks of a part only
                .isEqualTo(name.equals("google-2011") ? Generators.FAITHFUL : Generators.RESAMPLED);
    }

    @ParameterizedTest
    @MethodSource("models")
    void shipsModelsThatSayWhereTheyComeFrom(String name) {
        TraceProvenance trace = WorkloadModels.load(name).provenance().trace();
        assertThat(trace.format()).isEqualTo(name);
        assertThat(trace.attribution())
                .matches("Google cluster-usage traces 2011, CC-BY 4.0|Alibaba cluster trace .*");
        assertThat(trace.files()).isNotEmpty();
        assertThat(trace.notes()).isNotEmpty();
        assertThat(trace.tables()).containsKeys(TraceProvenance.JOBS, TraceProvenance.TASKS);
    }

    @Test
    void writesWhatItsSchemaAllows() throws IOException {
        String schema;
        try (InputStream in =
                WorkloadModels.class.getResourceAsStream("/dev/stowage/schema/model.schema.json")) {
            schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Schema checked =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema);
        ObjectMapper mapper = new ObjectMapper();
        assertThat(checked.validate(mapper.readTree(Models.model().toJson()))).isEmpty();
        String edited = Models.model().toJson().replaceFirst("\"share\" : 0.75", "\"share\" : 7");
        assertThat(checked.validate(mapper.readTree(edited))).isNotEmpty();
    }
}
