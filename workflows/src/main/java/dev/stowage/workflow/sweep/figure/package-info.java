/**
 * The figures of an answer by name, and which figures an answer of a type may have. Start at {@link
 * dev.stowage.workflow.sweep.figure.FigureReader}.
 */
@NullMarked
package dev.stowage.workflow.sweep.figure;

import org.jspecify.annotations.NullMarked;
