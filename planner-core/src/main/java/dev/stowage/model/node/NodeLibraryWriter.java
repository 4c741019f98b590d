package dev.stowage.model.node;

import java.math.BigDecimal;
import java.math.MathContext;

/** A library as the YAML that {@link NodeLibrary#of} reads: values with six digits. */
public final class NodeLibraryWriter {
    private static final MathContext DIGITS = new MathContext(6);

    private final StringBuilder text = new StringBuilder();

    private NodeLibraryWriter() {}

    /** The text of services, best-effort jobs and nodes; approximate jobs are left out. */
    public static String yaml(NodeLibrary library) {
        NodeLibraryWriter writer = new NodeLibraryWriter();
        writer.section("services", library.services().isEmpty());
        for (ServiceProfile each : library.services().values()) {
            writer.line(1, quoted(each.name()), "");
            writer.line(2, "stateless", " " + each.isStateless());
            writer.parameters(ServiceParameter.class, each.parameters());
        }
        writer.section("batch", library.batch().isEmpty());
        for (BatchProfile each : library.batch().values()) {
            writer.line(1, quoted(each.name()), "");
            writer.parameters(BatchParameter.class, each.parameters());
        }
        writer.section("nodes", library.nodes().isEmpty());
        for (NodeProfile each : library.nodes().values()) {
            writer.line(1, quoted(each.name()), "");
            writer.line(2, "frequenciesGhz", " " + each.frequenciesGhz());
            writer.line(2, "nominalLevel", " " + each.nominalLevel());
            writer.parameters(NodeParameter.class, each.parameters());
        }
        return writer.text.toString();
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void section(String name, boolean isEmpty) {
        if (!isEmpty) {
            line(0, name, "");
        }
    }

    private <K extends Enum<K> & ParameterKey> void parameters(
            Class<K> type, ParameterSet<K> parameters) {
        for (K key : type.getEnumConstants()) {
            Parameter parameter = parameters.parameter(key);
            String value = new BigDecimal(parameter.value()).round(DIGITS).toString();
            line(2, key.spelling(), " [" + value + ", " + parameter.source().spelling() + "]");
        }
    }

    private void line(int depth, String key, String value) {
        text.append("  ".repeat(depth)).append(key).append(':').append(value).append('\n');
    }
}
