/** Columns of numbers in the CSV files that a scenario names. */
@NullMarked
package dev.stowage.scenario.columns;

import org.jspecify.annotations.NullMarked;
