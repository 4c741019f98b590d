package dev.stowage.model.node;

/** A parameter of a profile: files, schema, errors and reports derive from it. */
public interface ParameterKey {
    /** Name, unit and range. */
    record Form(String spelling, String unit, double low, double high, String help) {}

    /** All of it. */
    Form form();

    /** As in files. */
    default String spelling() {
        return form().spelling();
    }
}
