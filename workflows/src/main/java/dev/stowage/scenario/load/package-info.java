/**
 * Loads over time as scenarios name them: a rule, points, columns of a CSV, or what a trace used.
 * Start at {@link dev.stowage.scenario.load.LoadYaml}.
 */
@NullMarked
package dev.stowage.scenario.load;

import org.jspecify.annotations.NullMarked;
