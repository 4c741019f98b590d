package dev.stowage.model.node;

/** A value and where it comes from. */
public record Parameter(double value, ParameterSource source) {}
