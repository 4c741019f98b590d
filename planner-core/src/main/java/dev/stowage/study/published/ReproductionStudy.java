package dev.stowage.study.published;

import java.util.function.LongFunction;

/**
 * A study of the command {@code reproduce}.
 *
 * @param name on the command line
 * @param description one line for the help
 * @param run makes the experiments anew with a seed
 */
public record ReproductionStudy(String name, String description, LongFunction<Reproduction> run) {}
