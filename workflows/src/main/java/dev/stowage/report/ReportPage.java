package dev.stowage.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.basis.VisibleText;
import dev.stowage.output.TextFiles;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns a view into one self-contained HTML file: style, script, chart library and data inside it,
 * so that it opens from disk, without a network, years from now.
 */
public final class ReportPage {
    /** Name of the report in the folder of a result. */
    public static final String FILE = "report.html";

    private static final String CHART_LIBRARY =
            "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.common.min.js";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ReportPage() {}

    /**
     * Renders a template.
     *
     * @param template file name under {@code src/main/jte}
     * @param parameters what the template asks for, beside {@code assets}
     */
    public static String render(
            String template, List<Chart> charts, Map<String, Object> parameters) {
        TemplateEngine engine =
                TemplateEngine.createPrecompiled(
                        null,
                        ContentType.Html,
                        ReportPage.class.getClassLoader(),
                        ReportPage.class.getPackageName() + ".template");
        Map<String, Object> all = new HashMap<>(parameters);
        all.put(
                "assets",
                new Assets(
                        resource("/dev/stowage/report/report.css"),
                        resource("/dev/stowage/report/report.js")
                                + resource("/dev/stowage/report/tables.js"),
                        SharedCharts.inside(resource(CHART_LIBRARY)),
                        json(charts.stream().filter(chart -> !chart.isEmpty()).toList())));
        StringOutput output = new StringOutput(1 << 20);
        engine.render(template, all, output);
        return VisibleText.of(output.toString());
    }

    /** Writes a rendered page into the folder of its result. */
    public static void write(String html, Path folder) {
        TextFiles.write(folder.resolve(FILE), html);
    }

    /**
     * JSON for the inside of a {@code script} element: no {@code <} in it, so that no text can end
     * the element.
     */
    static String json(Object value) {
        try {
            return jsonText(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that can't be written", e);
        }
    }

    /** As {@link #json}, of text that is JSON already. */
    public static String jsonText(String json) {
        return json.replace("<", "\\u003c");
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What every page carries with it.
     *
     * @param chartLibrary the element that holds it
     */
    public record Assets(String css, String script, String chartLibrary, String charts) {}
}
