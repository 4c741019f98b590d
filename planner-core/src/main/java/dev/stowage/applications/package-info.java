/**
 * Which applications stand for the tasks of a trace: what tasks were measured to do, which of it
 * matters, and the applications of a pool that behave like it. Start at {@link
 * dev.stowage.applications.ApplicationSelection}.
 *
 * <p>Source: thesis (Sfakianakis 2023), sections 3.2.2 and 3.4.2.
 */
@NullMarked
package dev.stowage.applications;

import org.jspecify.annotations.NullMarked;
